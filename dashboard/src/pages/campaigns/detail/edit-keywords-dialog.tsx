import { Button, Group, Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import { type Ad, api } from '../../../api.ts';
import type { CallError } from '../../../call.ts';
import { guardedAct } from '../../../changes/act.ts';
import { ChangeDialog } from '../../../changes/change-dialog.tsx';
import { ChangedSince, useChangedSince } from '../../../changes/changed-since.tsx';
import { useFieldProblems } from '../../../changes/field-problems.ts';
import { useOrganization } from '../../../organization.tsx';
import { Dialog } from '../../../parts/dialog.tsx';
import { keywordsIn, linesOf, quoted, refusedAmong, type Worded } from './keyword-lines.ts';

interface EditKeywordsDialogProps {
  slug: string;
  ad: Ad;
  onClose: () => void;
}

/** Edits the keywords of an ad as lines of text. */
export function EditKeywordsDialog({ slug, ad, onClose }: EditKeywordsDialogProps) {
  const { slug: org } = useOrganization();
  const [lines, setLines] = useState(linesOf(ad.keywords));
  const [keywords, setKeywords] = useState<Worded[] | null>(null);
  const problems = useFieldProblems();
  const read = keywordsIn(lines);
  const changed = useChangedSince(inAnyOrder(ad.keywords), inAnyOrder(read)) && <ChangedSince what="keywords" />;
  const refused = refusedAmong(read);
  const shown = [...refused, ...read.flatMap(({ text }, at) => quoted(text, problems.below(`keywords.${at}`)))];
  if (keywords) {
    const words = { label: `Save ${keywords.length} keywords`, done: `Keywords of ${ad.name} saved` };
    const act = guardedAct(api.setAdKeywords, { org, slug, ad_id: ad.id, keywords }, words);
    const back = (error: CallError) => [problems.refuse(error), setKeywords(null)];
    return (
      <ChangeDialog title={`Keywords of ${ad.name}`} acts={[act]} onRefused={back} onClose={onClose}>
        {changed}
      </ChangeDialog>
    );
  }
  return (
    <Dialog title={`Keywords of ${ad.name}`} size="lg" onClose={onClose}>
      <Stack gap="md">
        <Textarea
          data-autofocus
          label="One a line"
          description={'[exact match], "phrase match", or broad match without marks.'}
          autosize
          minRows={8}
          maxRows={18}
          value={lines}
          onChange={({ currentTarget: { value } }) => [problems.forget(), setLines(value)]}
          error={shown.slice(0, 3).join(' ') || undefined}
        />
        {changed}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button onClick={() => setKeywords(read)} disabled={refused.length > 0}>
            Preview
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

/** Keywords have no order: they are read in that in which they were made. */
function inAnyOrder(keywords: Parameters<typeof linesOf>[0]): string[] {
  return linesOf(keywords).split('\n').toSorted();
}
