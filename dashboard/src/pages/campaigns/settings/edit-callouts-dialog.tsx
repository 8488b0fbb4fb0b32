import { Button, Group, Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import { CALLOUT } from '../../../../../server/src/campaigns/ad-limits.ts';
import { api } from '../../../api.ts';
import type { CallError } from '../../../call.ts';
import { guardedAct } from '../../../changes/act.ts';
import { ChangeDialog } from '../../../changes/change-dialog.tsx';
import { ChangedSince, useChangedSince } from '../../../changes/changed-since.tsx';
import { useFieldProblems } from '../../../changes/field-problems.ts';
import { useOrganization } from '../../../organization.tsx';
import { Dialog } from '../../../parts/dialog.tsx';
import { blocksSaving, textProblem } from '../ads/text-problems.ts';

interface EditCalloutsDialogProps {
  slug: string;
  callouts: readonly string[];
  onClose: () => void;
}

/** Edits the callouts of a draft, one a line. */
export function EditCalloutsDialog({ slug, callouts, onClose }: EditCalloutsDialogProps) {
  const { slug: org } = useOrganization();
  const [lines, setLines] = useState(callouts.join('\n'));
  const [chosen, setChosen] = useState<string[] | null>(null);
  const refused = useFieldProblems();
  const read = lines
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  const changed = useChangedSince(callouts, read) && <ChangedSince what="callouts" />;
  const problems = read.flatMap((text, index) => {
    const problem = textProblem(read, index, CALLOUT.text, 'callout');
    return problem ? [`“${text}”: ${problem}`] : [];
  });
  if (chosen) {
    const words = { label: `Save ${chosen.length} callouts`, done: 'Callouts saved' };
    const act = guardedAct(api.setCallouts, { org, slug, callouts: chosen }, words);
    const backToForm = (error: CallError) => [refused.refuse(error), setChosen(null)];
    return (
      <ChangeDialog title="Callouts" acts={[act]} onRefused={backToForm} onClose={onClose}>
        {changed}
      </ChangeDialog>
    );
  }
  return (
    <Dialog title="Callouts" onClose={onClose}>
      <Stack gap="md">
        <Textarea
          data-autofocus
          label="One a line"
          description={`Short facts beside an ad, of at most ${CALLOUT.text} characters; up to ${CALLOUT.max}.`}
          autosize
          minRows={5}
          value={lines}
          onChange={({ currentTarget: { value } }) => [refused.forget(), setLines(value)]}
          error={[...problems, ...refused.below('callouts')].slice(0, 3).join('. ') || undefined}
        />
        {changed}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            onClick={() => setChosen(read)}
            disabled={blocksSaving(read, CALLOUT.text) || read.length > CALLOUT.max}
          >
            Preview
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
