import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type Ad, type Answer, api, type Campaign } from '../../../api.ts';
import { formatAmount, formatCount, formatShown, formatWords } from '../../../format.ts';
import { useMay, useOrganization } from '../../../organization.tsx';
import { usePages } from '../../../pages-of.ts';
import { CopyAsCurl } from '../../../parts/copy-as-curl.tsx';
import { Figure } from '../../../parts/figure.tsx';
import { Section } from '../../../parts/page.tsx';
import { pageIcons } from '../../../parts/page-icons.tsx';
import { ShowMore } from '../../../parts/show-more.tsx';
import { Empty, Loaded, RowsSkeleton } from '../../../parts/states.tsx';
import { Status } from '../../../parts/status.tsx';
import { type Column, DataTable } from '../../../parts/table/data-table.tsx';
import { useDialog } from '../../../parts/use-dialog.ts';
import { reading } from '../../../queries.ts';
import { EditKeywordsDialog } from './edit-keywords-dialog.tsx';

type KeywordPage = Answer<typeof api.listKeywords>;
/** The same keyword may be in several ads: its place in the list tells it from the others. */
type Keyword = KeywordPage['keywords'][number] & { place: number };

const ROWS_AT_ONCE = 100;

/** The keywords of a campaign: with their figures, or by ad while it is a draft and they can be edited. */
export function KeywordsTab({ campaign: { slug } }: { campaign: Campaign }) {
  const { slug: org } = useOrganization();
  const parts = useQuery(reading(api.getCampaignParts, { org, slug }));
  return (
    <Loaded query={parts} framed skeleton={<RowsSkeleton rows={6} />}>
      {({ editable, ads }) => (editable ? <OfAds slug={slug} ads={ads} /> : <WithFigures slug={slug} />)}
    </Loaded>
  );
}

function OfAds({ slug, ads }: { slug: string; ads: readonly Ad[] }) {
  const mayWrite = useMay('campaigns:write');
  const dialog = useDialog<Ad>();
  const edited = ads.find(({ id }) => id === dialog.open?.id) ?? dialog.open;
  if (ads.length === 0) {
    return (
      <Section flush>
        <Empty icon={pageIcons.searchTerms} title="No keywords yet">
          Keywords belong to ads. Add an ad first: its keywords are written with it.
        </Empty>
      </Section>
    );
  }
  return (
    <>
      {ads.map((ad) => (
        <Section
          key={ad.id}
          flush
          title={ad.name}
          description={formatShown(ad.keywords.length, ad.keywords.length, 'keyword')}
          aside={
            mayWrite && (
              <Button size="xs" variant="default" onClick={() => dialog.show(ad)}>
                Edit keywords
              </Button>
            )
          }
        >
          <DataTable
            label={`Keywords of ${ad.name}`}
            columns={DRAFT_COLUMNS}
            rows={ad.keywords}
            keyOf={({ text, match_type }) => `${text} ${match_type}`}
            nameOf={({ text }) => text}
          />
        </Section>
      ))}
      {edited && <EditKeywordsDialog slug={slug} ad={edited} onClose={dialog.close} />}
    </>
  );
}

const DRAFT_COLUMNS: readonly Column<Ad['keywords'][number]>[] = [
  { key: 'text', fill: true, title: 'Keyword', cell: ({ text }) => text },
  { key: 'match', title: 'Match type', cell: ({ match_type }) => formatWords(match_type) },
];

function WithFigures({ slug }: { slug: string }) {
  const { slug: org } = useOrganization();
  const keywords = usePages(api.listKeywords, { org, slug, limit: ROWS_AT_ONCE });
  return (
    <Loaded query={keywords} framed skeleton={<RowsSkeleton rows={6} />}>
      {({ pages }) => (
        <Section
          flush
          title="Keywords"
          description={countWords(pages)}
          aside={<CopyAsCurl small endpoint={api.listKeywords} input={{ org, slug }} />}
        >
          <Rows pages={pages} />
          <ShowMore pages={keywords} framed>
            Show more keywords
          </ShowMore>
        </Section>
      )}
    </Loaded>
  );
}

function countWords(pages: readonly KeywordPage[]): string {
  const shown = pages.reduce((sum, { keywords }) => sum + keywords.length, 0);
  const count = formatShown(shown, pages.at(-1)?.total ?? shown, 'keyword');
  return `${count}, highest cost first over the last 30 days with data. They are edited in the ad platform.`;
}

function Rows({ pages }: { pages: readonly KeywordPage[] }) {
  const { currency } = useOrganization();
  const rows = useMemo(
    () => pages.flatMap(({ keywords }) => keywords).map((keyword, place) => ({ ...keyword, place })),
    [pages],
  );
  const columns = useMemo(() => keywordColumns(currency), [currency]);
  if (rows.length === 0) {
    return (
      <Empty icon={pageIcons.searchTerms} title="No keywords">
        The campaign has none in the ad platform.
      </Empty>
    );
  }
  return (
    <DataTable
      label="Keywords"
      columns={columns}
      rows={rows}
      keyOf={({ place }) => String(place)}
      nameOf={({ text }) => text}
    />
  );
}

function keywordColumns(currency: string): readonly Column<Keyword>[] {
  const money = (value: number) => formatAmount(value, currency);
  return [
    { key: 'text', fill: true, title: 'Keyword', cell: ({ text }) => text },
    { key: 'match', title: 'Match type', cell: ({ match_type }) => formatWords(match_type) },
    {
      key: 'state',
      title: 'State',
      cell: ({ state }) => <Status tone={state === 'enabled' ? 'good' : 'over'} label={formatWords(state)} />,
    },
    { key: 'clicks', title: 'Clicks', figure: true, cell: ({ clicks_30d }) => formatCount(clicks_30d) },
    { key: 'cost', title: 'Cost', figure: true, cell: ({ cost_30d }) => money(cost_30d) },
    {
      key: 'conversions',
      title: 'Conversions',
      figure: true,
      cell: ({ conversions_30d }) => formatCount(conversions_30d),
    },
    {
      key: 'cpc',
      title: 'Average CPC',
      figure: true,
      cell: ({ clicks_30d, avg_cpc }) => (
        <Figure value={clicks_30d > 0 ? avg_cpc : null} format={money} missing="No clicks in these 30 days." />
      ),
    },
  ];
}
