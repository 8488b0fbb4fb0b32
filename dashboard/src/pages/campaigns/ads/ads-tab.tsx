import { Button, Group, SegmentedControl, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Ad, api, type Campaign, type CampaignParts } from '../../../api.ts';
import { guardedAct } from '../../../changes/act.ts';
import { ChangeDialog } from '../../../changes/change-dialog.tsx';
import { formatShown } from '../../../format.ts';
import { useMay, useOrganization } from '../../../organization.tsx';
import { PlusIcon, RotateIcon } from '../../../parts/icons.tsx';
import { Section } from '../../../parts/page.tsx';
import { pageIcons } from '../../../parts/page-icons.tsx';
import { Empty, Loaded, RowsSkeleton } from '../../../parts/states.tsx';
import { useDialog } from '../../../parts/use-dialog.ts';
import { reading } from '../../../queries.ts';
import { AdCard } from './ad-card.tsx';
import type { Screen } from './ad-preview.tsx';
import classes from './ads-tab.module.css';
import { EditAdDialog } from './edit-ad-dialog.tsx';
import { NewAdDialog } from './new-ad-dialog.tsx';

/** What is open over the ads. */
export type AdDialog = { dialog: 'new' } | { dialog: 'edit' | 'remove'; ad: Ad };

/** The ads of a campaign as people will see them. */
export function AdsTab({ campaign }: { campaign: Campaign }) {
  const { slug: org } = useOrganization();
  const parts = useQuery(reading(api.getCampaignParts, { org, slug: campaign.slug }));
  return (
    <Loaded query={parts} framed skeleton={<RowsSkeleton rows={6} />}>
      {(parts) => <Ads campaign={campaign} parts={parts} />}
    </Loaded>
  );
}

function Ads({ campaign, parts }: { campaign: Campaign; parts: CampaignParts }) {
  const [screen, setScreen] = useState<Screen>('desktop');
  const [seed, setSeed] = useState(0);
  const dialog = useDialog<AdDialog>();
  const mayWrite = useMay('campaigns:write');
  const takesAds = mayWrite && campaign.type !== 'external' && campaign.type !== 'competitor';
  const add = takesAds && (
    <Button size="xs" leftSection={<PlusIcon size={14} />} onClick={() => dialog.show({ dialog: 'new' })}>
      New ad
    </Button>
  );
  return (
    <>
      <div className={classes.tools}>
        <SegmentedControl
          size="xs"
          aria-label="Screen"
          value={screen}
          onChange={setScreen}
          data={[
            { value: 'desktop', label: 'Desktop' },
            { value: 'phone', label: 'Phone' },
          ]}
        />
        <Group gap="xs">
          <Button
            size="xs"
            variant="default"
            leftSection={<RotateIcon size={14} />}
            onClick={() => setSeed((before) => before + 1)}
          >
            Shuffle
          </Button>
          {add}
        </Group>
      </div>
      {parts.ads.length === 0 && (
        <Section flush>
          <Empty icon={pageIcons.campaigns} title="No ads yet" action={add}>
            An ad is written from a landing page, with its keywords.
          </Empty>
        </Section>
      )}
      {parts.ads.length < parts.ads_count && (
        <Text size="sm" c="dimmed">
          The latest {formatShown(parts.ads.length, parts.ads_count, 'ad')}. See the others in the ad platform.
        </Text>
      )}
      {parts.ads.map((ad) => (
        <AdCard
          key={ad.id}
          ad={ad}
          parts={parts}
          screen={screen}
          seed={seed}
          onAct={mayWrite ? (act) => dialog.show({ dialog: act, ad }) : undefined}
        />
      ))}
      <Dialogs campaign={campaign} parts={parts} open={dialog.open} onClose={dialog.close} />
    </>
  );
}

interface DialogsProps {
  campaign: Campaign;
  parts: CampaignParts;
  open: AdDialog | null;
  onClose: () => void;
}

function Dialogs({ campaign, parts, open, onClose }: DialogsProps) {
  const { slug: org } = useOrganization();
  if (open === null) return null;
  if (open.dialog === 'new') return <NewAdDialog campaign={campaign} onClose={onClose} />;
  if (open.dialog === 'edit') {
    const ad = parts.ads.find(({ id }) => id === open.ad.id) ?? open.ad;
    return <EditAdDialog campaign={campaign} ad={ad} parts={parts} onClose={onClose} />;
  }
  const wish = { org, slug: campaign.slug, ad_id: open.ad.id };
  const act = guardedAct(api.removeAd, wish, { label: 'Remove ad', done: `${open.ad.name} removed` });
  return (
    <ChangeDialog title={`Remove ${open.ad.name}?`} acts={[act]} destructive onClose={onClose}>
      Its {open.ad.keywords_count} keywords go with it.{' '}
      {open.ad.in_platform && 'Undoing puts it back as a new ad, without the figures of the old one.'}
    </ChangeDialog>
  );
}
