import { ActionIcon, Button, Group, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { SITELINK } from '../../../../../server/src/campaigns/ad-limits.ts';
import { api, type CampaignParts } from '../../../api.ts';
import type { CallError } from '../../../call.ts';
import { guardedAct } from '../../../changes/act.ts';
import { ChangeDialog } from '../../../changes/change-dialog.tsx';
import { ChangedSince, useChangedSince } from '../../../changes/changed-since.tsx';
import { useFieldProblems } from '../../../changes/field-problems.ts';
import { ProblemList } from '../../../changes/problem-list.tsx';
import { useOrganization } from '../../../organization.tsx';
import { Dialog } from '../../../parts/dialog.tsx';
import { CloseIcon, PlusIcon } from '../../../parts/icons.tsx';
import { textProblem } from '../ads/text-problems.ts';
import classes from './settings-tab.module.css';

interface EditSitelinksDialogProps {
  slug: string;
  website: string;
  sitelinks: CampaignParts['sitelinks'];
  onClose: () => void;
}

type Line = Record<'text' | 'description1' | 'description2' | 'url', string>;

const FIELDS = [
  { name: 'text', label: 'Text', most: SITELINK.text },
  { name: 'url', label: 'Address', most: Number.POSITIVE_INFINITY },
  { name: 'description1', label: 'First description', most: SITELINK.description },
  { name: 'description2', label: 'Second description', most: SITELINK.description },
] as const;

/** Edits the sitelinks of a draft: each a text and a page, with two descriptions or none. */
export function EditSitelinksDialog({ slug, website, sitelinks, onClose }: EditSitelinksDialogProps) {
  const { slug: org } = useOrganization();
  const [lines, setLines] = useState<Line[]>(() => sitelinks.map(lineOf));
  const [previewed, setPreviewed] = useState(false);
  const problems = useFieldProblems();
  const written = lines.filter(isWritten);
  const sent = written.map(sitelinkOf);
  const changed = useChangedSince(sitelinks.map(lineOf).map(sitelinkOf), sent) && <ChangedSince what="sitelinks" />;
  const halves = written.some(({ description1, description2 }) => (description1 === '') !== (description2 === ''));
  if (previewed) {
    const words = { label: `Save ${written.length} sitelinks`, done: 'Sitelinks saved' };
    const act = guardedAct(api.setSitelinks, { org, slug, sitelinks: sent }, words);
    const refused = (error: CallError) => [problems.refuse(error), setPreviewed(false)];
    return (
      <ChangeDialog title="Sitelinks" acts={[act]} onRefused={refused} onClose={onClose}>
        {changed}
      </ChangeDialog>
    );
  }
  const change = (next: Line[]) => [problems.forget(), setLines(next)];
  const problemOf = (index: number, name: keyof Line, most: number) =>
    textProblem([lines[index]?.[name] ?? ''], 0, most, name) ??
    problems.at(`sitelinks.${sentAt(lines, index)}.${name}`);
  return (
    <Dialog title="Sitelinks" size="lg" onClose={onClose}>
      <Stack gap="md">
        <ul className={classes.rows}>
          {lines.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line is known by its place while it is typed
            <li key={index} className={classes.row}>
              <div className={classes.fields}>
                {FIELDS.map(({ name, label, most }) => (
                  <TextInput
                    key={name}
                    size="xs"
                    label={label}
                    aria-label={`${label} of sitelink ${index + 1}`}
                    value={line[name]}
                    error={problemOf(index, name, most)}
                    onChange={({ currentTarget: { value } }) => change(lines.with(index, { ...line, [name]: value }))}
                  />
                ))}
              </div>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={`Remove sitelink ${index + 1}`}
                onClick={() => change(lines.toSpliced(index, 1))}
              >
                <CloseIcon size={14} />
              </ActionIcon>
            </li>
          ))}
        </ul>
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<PlusIcon size={14} />}
          style={{ alignSelf: 'flex-start' }}
          disabled={lines.length >= SITELINK.max}
          onClick={() => change([...lines, { text: '', description1: '', description2: '', url: website }])}
        >
          Add a sitelink
        </Button>
        {changed}
        <ProblemList problems={problems} />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button onClick={() => setPreviewed(true)} disabled={halves}>
            {halves ? 'Two descriptions or none' : 'Preview'}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

/** Lines without a text are not sent: those after them move up. */
function sentAt(lines: readonly Line[], index: number): number {
  return lines.slice(0, index).filter(isWritten).length;
}

function isWritten({ text }: Line): boolean {
  return text.trim() !== '';
}

function lineOf({ text, description1, description2, url }: CampaignParts['sitelinks'][number]): Line {
  return { text, description1: description1 ?? '', description2: description2 ?? '', url: url ?? '' };
}

function sitelinkOf({ text, description1, description2, url }: Line) {
  return {
    text,
    url: url.trim(),
    description1: description1.trim() || null,
    description2: description2.trim() || null,
  };
}
