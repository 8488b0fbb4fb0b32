import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Answer, api, type Campaign } from '../../../api.ts';
import { formatAmount, formatCount } from '../../../format.ts';
import { useMay, useOrganization } from '../../../organization.tsx';
import { Section } from '../../../parts/page.tsx';
import { pageIcons } from '../../../parts/page-icons.tsx';
import { Empty, Loaded, RowsSkeleton } from '../../../parts/states.tsx';
import { type Column, DataTable, type Order } from '../../../parts/table/data-table.tsx';
import { useDialog } from '../../../parts/use-dialog.ts';
import { reading } from '../../../queries.ts';
import { AddNegativesDialog } from './add-negatives-dialog.tsx';

type SearchTerm = Answer<typeof api.getSearchTerms>['search_terms'][number];

const MOST_SHOWN = 100;

/** What people typed when the ads of this campaign were shown; what costs for nothing can be excluded at once. */
export function SearchTermsTab({ campaign }: { campaign: Campaign }) {
  const { slug: org, currency } = useOrganization();
  const terms = useQuery(reading(api.getSearchTerms, { org, campaign: campaign.slug, limit: MOST_SHOWN }));
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [order, setOrder] = useState<Order>({ by: 'cost', down: true });
  const mayWrite = useMay('keywords:write');
  const dialog = useDialog<'exclude'>();
  return (
    <Loaded query={terms} framed skeleton={<RowsSkeleton rows={8} />}>
      {({ search_terms, total }) => (
        <Section
          flush
          title="Search terms"
          description={
            total > search_terms.length
              ? `The ${search_terms.length} of ${formatCount(total)} that cost most in 30 days.`
              : 'The last 30 days with data.'
          }
          aside={
            chosen.size > 0 && (
              <Button size="xs" onClick={() => dialog.show('exclude')}>
                Exclude {formatCount(chosen.size)}…
              </Button>
            )
          }
        >
          {search_terms.length === 0 ? (
            <Empty icon={pageIcons.searchTerms} title="No search terms yet">
              They appear once ads of this campaign were shown and the ad platform has told about it.
            </Empty>
          ) : (
            <DataTable
              label="Search terms"
              columns={termColumns(currency)}
              rows={search_terms}
              keyOf={({ term }) => term}
              nameOf={({ term }) => term}
              order={order}
              onOrder={setOrder}
              selection={mayWrite ? { chosen, onChoose: setChosen } : undefined}
            />
          )}
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
