import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api, type Campaign, type CampaignParts } from '../../../api.ts';
import { formatAmount, formatCount } from '../../../format.ts';
import { useMay, useOrganization } from '../../../organization.tsx';
import { CopyAsCurl } from '../../../parts/copy-as-curl.tsx';
import { Section } from '../../../parts/page.tsx';
import { Loaded, RowsSkeleton } from '../../../parts/states.tsx';
import { useDialog } from '../../../parts/use-dialog.ts';
import { reading } from '../../../queries.ts';
import { typeWords } from '../campaign-words.ts';
import { EditCampaignDialog } from '../edit-campaign-dialog.tsx';
import { EditCalloutsDialog } from './edit-callouts-dialog.tsx';
import { EditLocationsDialog } from './edit-locations-dialog.tsx';
import { EditSitelinksDialog } from './edit-sitelinks-dialog.tsx';
import { placeWords } from './places.ts';
import classes from './settings-tab.module.css';

type Open = 'campaign' | 'locations' | 'sitelinks' | 'callouts';

/** What a campaign is set to; parts of a draft are edited here, of others in the ad platform. */
export function SettingsTab({ campaign }: { campaign: Campaign }) {
  const { slug: org } = useOrganization();
  const parts = useQuery(reading(api.getCampaignParts, { org, slug: campaign.slug }));
  return (
    <Loaded query={parts} framed skeleton={<RowsSkeleton rows={8} />}>
      {(parts) => <Settings campaign={campaign} parts={parts} />}
    </Loaded>
  );
}

function Settings({ campaign, parts }: { campaign: Campaign; parts: CampaignParts }) {
  const { slug: org, currency } = useOrganization();
  const { name, type, budget, target_cpa, goal, website_url } = campaign;
  const dialog = useDialog<Open>();
  const mayWrite = useMay('campaigns:write');
  const edit = (open: Open, what: string) =>
    mayWrite &&
    (open === 'campaign' || parts.editable) && (
      <Button size="xs" variant="default" onClick={() => dialog.show(open)} aria-label={`Edit ${what}`}>
        Edit
      </Button>
    );
  const elsewhere = parts.editable ? undefined : 'Edited in the ad platform, because the campaign is there.';
  const excluded = parts.excluded_locations.map((name) => `Not in ${placeWords({ name })}`);
  return (
    <>
      <Section
        title="Campaign"
        aside={
          <Group gap="xs">
            <CopyAsCurl small endpoint={api.getCampaign} input={{ org, slug: campaign.slug }} />
            {edit('campaign', 'name, budget and target')}
          </Group>
        }
      >
        <dl className={classes.facts}>
          <Fact name="Name">{name}</Fact>
          <Fact name="Type">{typeWords(type)}</Fact>
          <Fact name="Daily budget">{budget > 0 ? formatAmount(budget, currency) : 'None yet'}</Fact>
          <Fact name="Target CPA">{target_cpa === null ? 'None' : formatAmount(target_cpa, currency)}</Fact>
          <Fact name="Goal">{goal || 'Not set'}</Fact>
          <Fact name="Website">{website_url || 'Not known'}</Fact>
        </dl>
      </Section>
      <Section title="Where it is shown" description={elsewhere} aside={edit('locations', 'locations')}>
        <Listed
          none="No location or radius yet."
          texts={[...parts.locations.map(placeWords), ...excluded]}
          total={parts.locations_count + parts.excluded_locations_count}
        />
      </Section>
      <Section title="Sitelinks" description={elsewhere} aside={edit('sitelinks', 'sitelinks')}>
        <Listed
          none="No sitelinks yet."
          texts={parts.sitelinks.map(({ text, description1, description2 }) =>
            [text, [description1, description2].filter(Boolean).join(' ')].filter(Boolean).join(': '),
          )}
        />
      </Section>
      <Section title="Callouts" description={elsewhere} aside={edit('callouts', 'callouts')}>
        <Listed none="No callouts yet." texts={parts.callouts} />
      </Section>
      <Dialogs open={dialog.open} campaign={campaign} parts={parts} onClose={dialog.close} />
    </>
  );
}

interface DialogsProps {
  open: Open | null;
  campaign: Campaign;
  parts: CampaignParts;
  onClose: () => void;
}

function Dialogs({ open, campaign, parts, onClose }: DialogsProps) {
  const { slug } = campaign;
  if (open === 'campaign') return <EditCampaignDialog campaign={campaign} onClose={onClose} />;
  if (open === 'locations') return <EditLocationsDialog slug={slug} locations={parts.locations} onClose={onClose} />;
  if (open === 'sitelinks') {
    return (
      <EditSitelinksDialog slug={slug} website={campaign.website_url} sitelinks={parts.sitelinks} onClose={onClose} />
    );
  }
  return open === 'callouts' ? <EditCalloutsDialog slug={slug} callouts={parts.callouts} onClose={onClose} /> : null;
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Texts below each other, and how many there are beyond them. */
function Listed({ texts, none, total = 0 }: { texts: readonly string[]; none: string; total?: number }) {
  if (texts.length === 0) return <span className={classes.none}>{none}</span>;
  return (
    <ul className={classes.list}>
      {texts.map((text) => (
        <li key={text}>{text}</li>
      ))}
      {total > texts.length && <li>and {formatCount(total - texts.length)} more</li>}
    </ul>
  );
}
