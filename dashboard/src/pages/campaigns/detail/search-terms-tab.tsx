import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { type Answer, api, type Campaign } from '../../../api.ts';
import { formatAmount, formatCount, formatShown } from '../../../format.ts';
import { useMay, useOrganization } from '../../../organization.tsx';
import { usePages } from '../../../pages-of.ts';
import { CopyAsCurl } from '../../../parts/copy-as-curl.tsx';
import { Section } from '../../../parts/page.tsx';
import { pageIcons } from '../../../parts/page-icons.tsx';
import { ShowMore } from '../../../parts/show-more.tsx';
import { Empty, Loaded, RowsSkeleton } from '../../../parts/states.tsx';
import { type Column, DataTable, type Order } from '../../../parts/table/data-table.tsx';
import { useDialog } from '../../../parts/use-dialog.ts';
import { AddNegativesDialog } from './add-negatives-dialog.tsx';

type TermPage = Answer<typeof api.getSearchTerms>;
type SearchTerm = TermPage['search_terms'][number];

const ROWS_AT_ONCE = 100;

/** What people typed when the ads of this campaign were shown; what costs for nothing can be excluded at once. */
export function SearchTermsTab({ campaign }: { campaign: Campaign }) {
  const { slug: org } = useOrganization();
  const terms = usePages(api.getSearchTerms, { org, campaign: campaign.slug, limit: ROWS_AT_ONCE });
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const dialog = useDialog<'exclude'>();
  return (
    <Loaded query={terms} framed skeleton={<RowsSkeleton rows={8} />}>
      {({ pages }) => (
        <Section
          flush
          title="Search terms"
          description={countWords(pages)}
          aside={
            chosen.size > 0 ? (
              <Button size="xs" onClick={() => dialog.show('exclude')}>
                Exclude {formatCount(chosen.size)}…
              </Button>
            ) : (
              <CopyAsCurl small endpoint={api.getSearchTerms} input={{ org, campaign: campaign.slug }} />
            )
          }
        >
          <Terms pages={pages} whole={!terms.hasNextPage} chosen={chosen} onChoose={setChosen} />
          <ShowMore pages={terms} framed>
            Show more search terms
          </ShowMore>
          {dialog.open && (
            <AddNegativesDialog
              campaign={campaign}
              terms={[...chosen]}
              onDone={() => setChosen(new Set())}
              onClose={dialog.close}
            />
          )}
        </Section>
      )}
    </Loaded>
  );
}

function countWords(pages: readonly TermPage[]): string {
  const shown = pages.reduce((sum, { search_terms }) => sum + search_terms.length, 0);
  const count = formatShown(shown, pages.at(-1)?.total ?? shown, 'search term');
  return `${count} of the last 30 days with data, highest cost first.`;
}

interface TermsProps {
  pages: readonly TermPage[];
  /** Whether all of them are here: only then can they be ordered by anything but cost. */
  whole: boolean;
  chosen: ReadonlySet<string>;
  onChoose: (chosen: ReadonlySet<string>) => void;
}

function Terms({ pages, whole, chosen, onChoose }: TermsProps) {
  const { currency } = useOrganization();
  const mayWrite = useMay('keywords:write');
  const [order, setOrder] = useState<Order>({ by: 'cost', down: true });
  const rows = useMemo(() => pages.flatMap(({ search_terms }) => search_terms), [pages]);
  const columns = useMemo(() => termColumns(currency), [currency]);
  if (rows.length === 0) {
    return (
      <Empty icon={pageIcons.searchTerms} title="No search terms yet">
        They appear once ads of this campaign were shown and the ad platform has told about it.
      </Empty>
    );
  }
  return (
    <DataTable
      label="Search terms"
      columns={columns}
      rows={rows}
      keyOf={({ term }) => term}
      nameOf={({ term }) => term}
      {...(whole && { order, onOrder: setOrder })}
      selection={mayWrite ? { chosen, onChoose } : undefined}
    />
  );
}

function termColumns(currency: string): readonly Column<SearchTerm>[] {
  return [
    { key: 'term', fill: true, title: 'Search term', cell: ({ term }) => term, order: ({ term }) => term },
    {
      key: 'clicks',
      title: 'Clicks',
      figure: true,
      cell: ({ clicks }) => formatCount(clicks),
      order: ({ clicks }) => clicks,
    },
    {
      key: 'cost',
      title: 'Cost',
      figure: true,
      cell: ({ cost }) => formatAmount(cost, currency),
      order: ({ cost }) => cost,
    },
    {
      key: 'conversions',
      title: 'Conversions',
      figure: true,
      cell: ({ conversions }) => formatCount(conversions),
      order: ({ conversions }) => conversions,
    },
  ];
}
