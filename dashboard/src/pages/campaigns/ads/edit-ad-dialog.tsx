import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { DESCRIPTIONS, HEADLINES, PATH_LENGTH } from '../../../../../server/src/campaigns/ad-limits.ts';
import { type Ad, api, type Campaign, type CampaignParts } from '../../../api.ts';
import type { CallError } from '../../../call.ts';
import { guardedAct } from '../../../changes/act.ts';
import { ChangeDialog } from '../../../changes/change-dialog.tsx';
import { ChangedSince, movedFrom, useChangedSince } from '../../../changes/changed-since.tsx';
import { useFieldProblems } from '../../../changes/field-problems.ts';
import { ProblemList } from '../../../changes/problem-list.tsx';
import { useOrganization } from '../../../organization.tsx';
import { Dialog } from '../../../parts/dialog.tsx';
import { AdPreview } from './ad-preview.tsx';
import { TextLines } from './text-lines.tsx';
import { blocksSaving } from './text-problems.ts';

interface EditAdDialogProps {
  campaign: Campaign;
  ad: Ad;
  parts: CampaignParts;
  onClose: () => void;
}

type Texts = Pick<Ad, 'url' | 'headlines' | 'descriptions'> & { path1: string; path2: string };

/** Edits the texts of an ad, which is shown above them as one types. */
export function EditAdDialog({ campaign, ad, parts, onClose }: EditAdDialogProps) {
  const { slug: org } = useOrganization();
  const [opened] = useState(() => textsOf(ad));
  const [texts, setTexts] = useState(opened);
  const [previewed, setPreviewed] = useState(false);
  const problems = useFieldProblems();
  const changed = useChangedSince(wished(textsOf(ad)), wished(texts)) && <ChangedSince what="texts" />;
  const moved = movedFrom(wished(opened), wished(texts));
  const set = (change: Partial<Texts>) => [problems.forget(), setTexts((before) => ({ ...before, ...change }))];
  const blocked =
    blocksSaving(texts.headlines, HEADLINES.length) || blocksSaving(texts.descriptions, DESCRIPTIONS.length);
  if (previewed) {
    const wish = { org, slug: campaign.slug, ad_id: ad.id, ...moved };
    const act = guardedAct(api.updateAd, wish, { label: 'Save these texts', done: `${ad.name} saved` });
    const refused = (error: CallError) => [problems.refuse(error), setPreviewed(false)];
    return (
      <ChangeDialog title={`Edit ${ad.name}`} acts={[act]} onRefused={refused} onClose={onClose}>
        {changed}
      </ChangeDialog>
    );
  }
  return (
    <Dialog title={`Edit ${ad.name}`} size="lg" onClose={onClose}>
      <Stack gap="md">
        <AdPreview
          ad={{ ...wished(texts), url: texts.url, sources: ad.sources }}
          sitelinks={parts.sitelinks}
          callouts={parts.callouts}
          screen="desktop"
          seed={0}
        />
        <TextInput
          label="Landing page"
          type="url"
          value={texts.url}
          error={problems.at('url')}
          onChange={({ currentTarget: { value } }) => set({ url: value })}
        />
        <TextLines
          kind="headline"
          texts={texts.headlines}
          limits={HEADLINES}
          sources={ad.sources}
          refusedAt={(sent) => problems.at(`headlines.${sent}`)}
          onChange={(headlines) => set({ headlines })}
        />
        <TextLines
          kind="description"
          texts={texts.descriptions}
          limits={DESCRIPTIONS}
          sources={ad.sources}
          refusedAt={(sent) => problems.at(`descriptions.${sent}`)}
          onChange={(descriptions) => set({ descriptions })}
        />
        <Group grow>
          <TextInput
            label="First path"
            maxLength={PATH_LENGTH}
            value={texts.path1}
            error={problems.at('path1')}
            onChange={({ currentTarget: { value } }) => set({ path1: value })}
          />
          <TextInput
            label="Second path"
            maxLength={PATH_LENGTH}
            disabled={texts.path1 === ''}
            value={texts.path2}
            error={problems.at('path2')}
            onChange={({ currentTarget: { value } }) => set({ path2: value })}
          />
        </Group>
        {changed}
        <ProblemList problems={problems} />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button onClick={() => setPreviewed(true)} disabled={blocked || Object.keys(moved).length === 0}>
            Preview
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

function textsOf({ url, headlines, descriptions, path1, path2 }: Ad): Texts {
  return { url, headlines, descriptions, path1: path1 ?? '', path2: path2 ?? '' };
}

/** What is to be kept: lines that were left empty are no texts. */
function wished({ url, headlines, descriptions, path1, path2 }: Texts) {
  const written = (texts: readonly string[]) => texts.map((text) => text.trim()).filter(Boolean);
  const first = path1.trim() || null;
  return {
    url: url.trim(),
    headlines: written(headlines),
    descriptions: written(descriptions),
    path1: first,
    path2: first === null ? null : path2.trim() || null,
  };
}
