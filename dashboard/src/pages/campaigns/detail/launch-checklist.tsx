import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api, type Campaign } from '../../../api.ts';
import { useMay, useOrganization } from '../../../organization.tsx';
import { Notice } from '../../../parts/notice.tsx';
import { Section } from '../../../parts/page.tsx';
import { useDialog } from '../../../parts/use-dialog.ts';
import { reading } from '../../../queries.ts';
import { useWork } from '../../../tasks/use-work.ts';
import { EditCampaignDialog } from '../edit-campaign-dialog.tsx';
import classes from './campaign-page.module.css';
import type { TabName } from './campaign-tabs.tsx';

/** Each requirement as people call it, and the tab where it is seen to; the budget is edited in a dialog. */
const ITEMS: Record<string, { label: string; tab?: TabName }> = {
  budget: { label: 'A daily budget' },
  monthly_cap: { label: 'Within the monthly cap' },
  location: { label: 'A location or radius', tab: 'settings' },
  sitelinks: { label: 'Sitelinks', tab: 'settings' },
  callouts: { label: 'Callouts', tab: 'settings' },
  ads: { label: 'A complete ad', tab: 'ads' },
  keywords: { label: 'A keyword on every ad', tab: 'keywords' },
  negative_keywords: { label: 'Negatives that the platform takes', tab: 'negatives' },
  size: { label: 'No more than the platform takes at once', tab: 'keywords' },
};

/** What the launch of a draft still needs, in the order in which it is asked for. */
export function LaunchChecklist({ campaign }: { campaign: Campaign }) {
  const { slug: org } = useOrganization();
  const parts = useQuery(reading(api.getCampaignParts, { org, slug: campaign.slug }));
  const items = parts.data?.launch_checklist ?? [];
  const open = items.filter(({ missing }) => missing !== null).length;
  if (campaign.state === 'error' && (campaign.may_run || items.length === 0)) return <Failed campaign={campaign} />;
  if (items.length === 0) return null;
  return (
    <>
      {campaign.state === 'error' && <Failed campaign={campaign} />}
      <Section
        title={open === 0 ? 'Ready to launch' : 'Before it can be launched'}
        description={
          open === 0 ? 'Everything that a launch needs is there.' : `${items.length - open} of ${items.length} done.`
        }
      >
        <ul className={classes.checklist}>
          {items.map(({ item, missing }) => (
            <li key={item}>
              <span
                className={classes.check}
                data-met={missing === null || undefined}
                role="img"
                aria-label={missing === null ? 'done' : 'missing'}
              >
                {missing === null ? '✓' : '○'}
              </span>
              <Item campaign={campaign} item={item} missing={missing} />
            </li>
          ))}
        </ul>
      </Section>
    </>
  );
}

function Failed({ campaign }: { campaign: Campaign }) {
  const why = useWork(`campaign:${campaign.slug}`, false).task?.error?.message;
  return <Notice tone="danger">{failedWords(campaign, why)}</Notice>;
}

function failedWords({ may_run, last_synced_at }: Campaign, why = ''): string {
  if (may_run && last_synced_at !== null) {
    return `The last change failed; it may still run in Google Ads and spend. ${why} Pause it to make sure that it does not, or let it run.`;
  }
  if (may_run) {
    return `The launch failed, and it is not known whether it runs in Google Ads. ${why} Pause it to make sure that it does not, or let it run.`;
  }
  if (last_synced_at !== null) return `The last change failed. ${why} It rested in Google Ads when it was last read.`;
  return `The last work on this campaign failed. ${why} Nothing of it runs; what is here can be completed by hand, or written anew from the website.`;
}

function Item({ campaign, item, missing }: { campaign: Campaign; item: string; missing: string | null }) {
  const { slug: org } = useOrganization();
  const mayWrite = useMay('campaigns:write');
  const dialog = useDialog<'edit'>();
  const { label, tab } = ITEMS[item] ?? { label: item };
  if (missing === null) return <span>{label}</span>;
  return (
    <span>
      {tab ? (
        <Link to="/o/$org/campaigns/$slug/$tab" params={{ org, slug: campaign.slug, tab }} resetScroll={false}>
          {label}
        </Link>
      ) : mayWrite ? (
        <Button variant="subtle" size="compact-sm" px={0} onClick={() => dialog.show('edit')}>
          {label}
        </Button>
      ) : (
        label
      )}
      <span className={classes.missing}>{missing}</span>
      {dialog.open && <EditCampaignDialog campaign={campaign} onClose={dialog.close} />}
    </span>
  );
}
