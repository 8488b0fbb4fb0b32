import { Radio, Stack } from '@mantine/core';
import { useMemo, useState } from 'react';
import { oneOf } from '../../address.ts';
import { api } from '../../api.ts';
import { type Act, guardedAct } from '../../changes/act.ts';
import { ChangeDialog } from '../../changes/change-dialog.tsx';
import { useOrganization } from '../../organization.tsx';
import type { SearchTerm } from './term-states.tsx';

const MATCH_TYPES = ['exact', 'phrase'] as const;
type MatchType = (typeof MATCH_TYPES)[number];

interface ExcludeDialogProps {
  terms: readonly SearchTerm[];
  onDone: () => void;
  onClose: () => void;
}

/** Excludes search terms from their campaigns, after showing what each campaign would lose. */
export function ExcludeDialog({ terms, onDone, onClose }: ExcludeDialogProps) {
  const { slug: org } = useOrganization();
  const [matchType, setMatchType] = useState<MatchType>('exact');
  const acts = useMemo(() => actsOf(org, terms, matchType), [org, terms, matchType]);
  const what = termsInWords(terms.length);
  return (
    <ChangeDialog
      // Another way to match is another change: it is looked at anew.
      key={matchType}
      title={`Exclude ${what}`}
      acts={acts}
      together={(count) => {
        const where = count === acts.length ? '' : ` in ${count} of ${acts.length} campaigns`;
        return { label: `Exclude ${what}${where}`, done: `${capital(what)} excluded${where}` };
      }}
      onDone={onDone}
      onClose={onClose}
    >
      <Radio.Group
        label="Exclude"
        value={matchType}
        onChange={(value) => setMatchType(oneOf(MATCH_TYPES, value) ?? 'exact')}
      >
        <Stack gap="xs" mt={4}>
          <Radio value="exact" label="These searches alone" description="Exact match: nothing else is lost." />
          <Radio
            value="phrase"
            label="Every search that holds these words in this order"
            description="Phrase match: look at what it would take away below."
          />
        </Stack>
      </Radio.Group>
    </ChangeDialog>
  );
}

/** One change for each campaign, because each has negative keywords of its own. */
function actsOf(org: string, terms: readonly SearchTerm[], matchType: MatchType): Act[] {
  return [...Map.groupBy(terms, ({ campaign }) => campaign)].map(([campaign, own]) => {
    const keywords = own.map(({ term }) => term);
    const wish = { org, slug: campaign, keywords, match_type: matchType };
    const what = termsInWords(own.length);
    return guardedAct(api.addNegativeKeywords, wish, {
      label: `Exclude ${what}`,
      done: `${capital(what)} excluded`,
      campaign,
    });
  });
}

function termsInWords(count: number): string {
  return count === 1 ? 'one search term' : `${count} search terms`;
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
