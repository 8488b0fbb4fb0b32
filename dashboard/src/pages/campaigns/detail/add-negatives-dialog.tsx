import { Button, Group, SegmentedControl, Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../../api.ts';
import type { CallError } from '../../../call.ts';
import { guardedAct } from '../../../changes/act.ts';
import { ChangeDialog } from '../../../changes/change-dialog.tsx';
import { useFieldProblems } from '../../../changes/field-problems.ts';
import { useOrganization } from '../../../organization.tsx';
import { Dialog } from '../../../parts/dialog.tsx';
import { type MatchType, quoted } from './keyword-lines.ts';

const MOST_TERMS = 100;
const LONGEST_TERM = 80;

interface AddNegativesDialogProps {
  campaign: { slug: string; name: string };
  /** What was chosen elsewhere, such as search terms. */
  terms?: readonly string[];
  onDone?: () => void;
  onClose: () => void;
}

/** Asks what a campaign should not be found by; the preview tells what that would have cost. */
export function AddNegativesDialog({ campaign, terms = [], onDone, onClose }: AddNegativesDialogProps) {
  const { slug: org } = useOrganization();
  const [lines, setLines] = useState(terms.join('\n'));
  const [matchType, setMatchType] = useState<MatchType>(terms.length > 0 ? 'exact' : 'phrase');
  const [keywords, setKeywords] = useState<string[] | null>(null);
  const problems = useFieldProblems();
  const read = termsIn(lines);
  const problem = whyNot(read);
  const refused = read.flatMap((term, at) => quoted(term, problems.below(`keywords.${at}`)));
  if (keywords) {
    const count = keywords.length === 1 ? '1 negative' : `${keywords.length} negatives`;
    const wish = { org, slug: campaign.slug, keywords, match_type: matchType };
    const act = guardedAct(api.addNegativeKeywords, wish, { label: `Add ${count}`, done: `${count} added` });
    const back = (error: CallError) => [problems.refuse(error), setKeywords(null)];
    const ends = { onDone: () => onDone?.(), onRefused: back, onClose };
    return <ChangeDialog title={`Add to ${campaign.name}`} acts={[act]} {...ends} />;
  }
  return (
    <Dialog title={`Add negatives to ${campaign.name}`} size="lg" onClose={onClose}>
      <Stack gap="md">
        <Textarea
          data-autofocus
          label="Searches to exclude, one a line"
          autosize
          minRows={5}
          maxRows={14}
          value={lines}
          onChange={({ currentTarget: { value } }) => [problems.forget(), setLines(value)]}
          error={problem ?? (refused.slice(0, 3).join(' ') || undefined)}
        />
        <SegmentedControl
          aria-label="Match type"
          value={matchType}
          onChange={setMatchType}
          data={[
            { value: 'phrase', label: 'Phrase: with these words in this order' },
            { value: 'exact', label: 'Exact: these words alone' },
            { value: 'broad', label: 'Broad: all these words' },
          ]}
          orientation="vertical"
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button onClick={() => setKeywords(read)} disabled={read.length === 0 || problem !== undefined}>
            Preview
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

function termsIn(lines: string): string[] {
  return [...new Set(lines.split('\n').map((line) => line.replaceAll(/\s+/g, ' ').trim()))].filter(Boolean);
}

function whyNot(terms: readonly string[]): string | undefined {
  if (terms.length > MOST_TERMS) return `At most ${MOST_TERMS} at once.`;
  const long = terms.find((term) => term.length > LONGEST_TERM);
  return long && `“${long.slice(0, LONGEST_TERM)}…” is longer than ${LONGEST_TERM} characters.`;
}
