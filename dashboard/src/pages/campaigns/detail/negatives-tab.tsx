import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api, type Campaign, type CampaignParts } from '../../../api.ts';
import { formatCount, formatWords } from '../../../format.ts';
import { useMay, useOrganization } from '../../../organization.tsx';
import { Section } from '../../../parts/page.tsx';
import { pageIcons } from '../../../parts/page-icons.tsx';
import { Empty, Loaded, RowsSkeleton } from '../../../parts/states.tsx';
import { type Column, DataTable } from '../../../parts/table/data-table.tsx';
import { useDialog } from '../../../parts/use-dialog.ts';
import { reading } from '../../../queries.ts';
import { AddNegativesDialog } from './add-negatives-dialog.tsx';

interface Negative {
  text: string;
  match_type: string;
  on: string;
}

/** What a campaign does not want to be found by. */
export function NegativesTab({ campaign }: { campaign: Campaign }) {
  const { slug: org } = useOrganization();
  const parts = useQuery(reading(api.getCampaignParts, { org, slug: campaign.slug }));
  const mayWrite = useMay('keywords:write');
  const dialog = useDialog<'add'>();
  const add = mayWrite && (
    <Button size="xs" onClick={() => dialog.show('add')}>
      Add negatives
    </Button>
  );
  return (
    <Loaded query={parts} framed skeleton={<RowsSkeleton rows={5} />}>
      {(parts) => {
        const negatives = negativesOf(parts);
        return (
          <Section
            flush
            title="Negative keywords"
            description={`${countWords(negatives.length, parts.negative_keywords_count)} searches that show none of its ads.`}
            aside={negatives.length > 0 && add}
          >
            {negatives.length === 0 ? (
              <Empty icon={pageIcons.searchTerms} title="No negative keywords" action={add}>
                They keep ads from being shown to people who look for something else. The preview tells what each would
                have cost you.
              </Empty>
            ) : (
              <DataTable
                label="Negative keywords"
                columns={COLUMNS}
                rows={negatives}
                keyOf={({ text, match_type, on }) => `${text} ${match_type} ${on}`}
                nameOf={({ text }) => text}
              />
            )}
            {dialog.open && <AddNegativesDialog campaign={campaign} onClose={dialog.close} />}
          </Section>
        );
      }}
    </Loaded>
  );
}

function countWords(shown: number, total: number): string {
  return shown < total ? `The latest ${formatCount(shown)} of ${formatCount(total)}` : formatCount(shown);
}

function negativesOf({ negative_keywords, ads }: CampaignParts): Negative[] {
  return [
    ...negative_keywords.map((one) => ({ ...one, on: 'Campaign' })),
    ...ads.flatMap((ad) => ad.negative_keywords.map((one) => ({ ...one, on: ad.name }))),
  ];
}

const COLUMNS: readonly Column<Negative>[] = [
  { key: 'text', fill: true, title: 'Search', cell: ({ text }) => text },
  { key: 'match', title: 'Match type', cell: ({ match_type }) => formatWords(match_type) },
  { key: 'on', title: 'On', cell: ({ on }) => on },
];
