import { Button, Group, Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import { type Ad, api } from '../../../api.ts';
import { guardedAct } from '../../../changes/act.ts';
import { ChangeDialog } from '../../../changes/change-dialog.tsx';
import { useOrganization } from '../../../organization.tsx';
import { Dialog } from '../../../parts/dialog.tsx';
import { keywordsIn, linesOf, refusedAmong, type Worded } from './keyword-lines.ts';

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
  const read = keywordsIn(lines);
  const refused = refusedAmong(read);
  if (keywords) {
    const words = { label: `Save ${keywords.length} keywords`, done: `Keywords of ${ad.name} saved` };
    const act = guardedAct(api.setAdKeywords, { org, slug, ad_id: ad.id, keywords }, words);
    return <ChangeDialog title={`Keywords of ${ad.name}`} acts={[act]} onClose={onClose} />;
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
          onChange={({ currentTarget: { value } }) => setLines(value)}
          error={refused.length > 0 ? refused.slice(0, 3).join(' ') : undefined}
        />
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
