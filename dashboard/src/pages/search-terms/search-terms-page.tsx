import { Button, Group, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import { type Answer, api } from '../../api.ts';
import { formatAmount, formatCount } from '../../format.ts';
import { useMay, useOrganization } from '../../organization.tsx';
import { usePages } from '../../pages-of.ts';
import { useCampaignNames } from '../../parts/campaign-names.ts';
import { CopyAsCurl } from '../../parts/copy-as-curl.tsx';
import { Page, Section } from '../../parts/page.tsx';
import { pageIcons } from '../../parts/page-icons.tsx';
import { ShowMore } from '../../parts/show-more.tsx';
import { Empty, Loaded, RowsSkeleton } from '../../parts/states.tsx';
import { type Column, DataTable } from '../../parts/table/data-table.tsx';
import { useDialog } from '../../parts/use-dialog.ts';
import { ExcludeDialog } from './exclude-dialog.tsx';
import classes from './search-terms.module.css';
import { TermFilters } from './term-filters.tsx';
import { type SearchTerm, TermStatus } from './term-states.tsx';
import { asked, type Filters, useFilters } from './use-filters.ts';

type TermPage = Answer<typeof api.reviewSearchTerms>;

const ROWS_AT_ONCE = 100;
/** One change takes so many. */
const MOST_EXCLUDED = 100;

/** What people typed when the ads were shown: by cost, with what is done about it, and the way to exclude it. */
export default function SearchTermsPage() {
  const { slug: org, name } = useOrganization();
  const [filters] = useFilters();
  const input = { org, ...asked(filters), limit: ROWS_AT_ONCE };
  const terms = usePages(api.reviewSearchTerms, input, { keepsShown: true });
  const { q: _words, state: _state, converted: _converted, ...forKeys } = filters;
  return (
    <Page
      title="Search terms"
      of={name}
      description="What people typed when your ads were shown, highest cost first."
      actions={
        <CopyAsCurl
          endpoint={api.getSearchTerms}
          input={{ org, campaign: forKeys.campaign, days: Number(forKeys.days), min_cost: forKeys.cost }}
        />
      }
    >
      <TermFilters />
      <Section flush>
        <Loaded query={terms} skeleton={<RowsSkeleton rows={8} />}>
          {({ pages }) => <Terms key={JSON.stringify(filters)} pages={pages} filtered={isFiltered(filters)} />}
        </Loaded>
        <ShowMore pages={terms} framed>
          Look at more search terms
        </ShowMore>
      </Section>
    </Page>
  );
}

function isFiltered({ q, state, campaign, converted, cost }: Filters): boolean {
  return [q, state, campaign, converted, cost].some((value) => value !== undefined);
}

function Terms({ pages, filtered }: { pages: readonly TermPage[]; filtered: boolean }) {
  const { currency } = useOrganization();
  const mayExclude = useMay('keywords:write');
  const rows = useMemo(() => pages.flatMap((page) => page.search_terms), [pages]);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const { open, show, close } = useDialog<readonly SearchTerm[]>();
  const names = useCampaignNames();
  const columns = useMemo(() => columnsIn(currency, names), [currency, names]);
  if (rows.length === 0) return <NoTerms filtered={filtered} />;
  const picked = rows.filter((row) => chosen.has(keyOf(row)) && row.state !== 'excluded');
  return (
    <>
      {mayExclude && chosen.size > 0 && (
        <Group className={classes.picked} gap="sm">
          <Text size="sm">
            {picked.length === 1 ? 'One search term' : `${picked.length} search terms`}, together{' '}
            {formatAmount(sum(picked, 'cost'), currency)} and {formatCount(sum(picked, 'conversions'))} conversions
            {picked.length < chosen.size && '; those already excluded are left out'}
          </Text>
          <Button
            size="xs"
            disabled={picked.length === 0 || picked.length > MOST_EXCLUDED}
            onClick={() => show(picked)}
          >
            Exclude…
          </Button>
        </Group>
      )}
      <DataTable
        label="Search terms"
        columns={columns}
        rows={rows}
        keyOf={keyOf}
        nameOf={({ term }) => term}
        selection={mayExclude ? { chosen, onChoose: setChosen } : undefined}
      />
      {open && <ExcludeDialog terms={open} onDone={() => setChosen(new Set())} onClose={close} />}
    </>
  );
}

function columnsIn(currency: string, names: ReadonlyMap<string, string>): Column<SearchTerm>[] {
  const amount = (value: number) => formatAmount(value, currency);
  return [
    { key: 'term', title: 'Search term', cell: ({ term }) => <span className={classes.term}>{term}</span> },
    { key: 'state', title: 'State', cell: ({ state }) => <TermStatus state={state} /> },
    {
      key: 'campaign',
      title: 'Campaign',
      cell: ({ campaign }) => <span className={classes.campaign}>{names.get(campaign) ?? campaign}</span>,
    },
    { key: 'clicks', title: 'Clicks', figure: true, cell: ({ clicks }) => formatCount(clicks) },
    {
      key: 'cost',
      title: 'Cost',
      figure: true,
      cell: ({ cost }) => amount(cost),
      foot: (rows) => amount(sum(rows, 'cost')),
    },
    {
      key: 'conversions',
      title: 'Conversions',
      figure: true,
      cell: ({ conversions }) => formatCount(conversions),
      foot: (rows) => formatCount(sum(rows, 'conversions')),
    },
  ];
}

function keyOf({ campaign, term }: SearchTerm): string {
  return `${campaign} ${term}`;
}

function sum(rows: readonly SearchTerm[], figure: 'cost' | 'conversions'): number {
  return rows.reduce((total, row) => total + row[figure], 0);
}

function NoTerms({ filtered }: { filtered: boolean }) {
  return filtered ? (
    <Empty icon={pageIcons.searchTerms} title="No search term like that">
      Nothing in these days matches all of the filters. Take one away, or choose more days.
    </Empty>
  ) : (
    <Empty icon={pageIcons.searchTerms} title="No search terms yet">
      They come in with the figures of the ad account: link one in Settings, and its searches of the last 90 days appear
      after the first sync.
    </Empty>
  );
}
