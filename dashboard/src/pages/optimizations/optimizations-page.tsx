import { useQuery } from '@tanstack/react-query';
import { type AddressParser, oneOf, textOf, useAddress } from '../../address.ts';
import { api } from '../../api.ts';
import { useOrganization } from '../../organization.tsx';
import { Page } from '../../parts/page.tsx';
import { reading } from '../../queries.ts';
import { ApprovalQueue } from '../approvals/approval-queue.tsx';
import { PageTabs } from './page-tabs.tsx';
import { Recommendations } from './recommendations.tsx';
import { Count } from './waiting-badge.tsx';

const TABS = ['recommendations', 'approvals'] as const;

interface Kept {
  tab: (typeof TABS)[number];
  campaign: string | undefined;
  queued: string | undefined;
}

/** A link to a change that waits leads to the queue, whatever tab it names. */
const keptIn: AddressParser<Kept> = ({ tab, campaign, queued }) => ({
  tab: queued === undefined ? (oneOf(TABS, tab) ?? 'recommendations') : 'approvals',
  campaign: textOf(campaign),
  queued: textOf(queued),
});

/** What could be better, and what others want to change: both wait for a person. */
export default function OptimizationsPage() {
  const { slug, name } = useOrganization();
  const [{ tab, campaign, queued }, keep] = useAddress(keptIn);
  const waiting = useQuery(reading(api.listQueuedWrites, { org: slug, status: 'pending', limit: 1 }));
  return (
    <Page
      title="Optimizations"
      of={name}
      wide
      description="What detectors found, with its evidence, and what keys and apps want to change. Nothing happens before somebody says so."
    >
      <PageTabs
        label="Optimizations"
        current={tab}
        tabs={[
          { name: 'recommendations', label: 'Recommendations' },
          { name: 'approvals', label: 'Waiting for approval', badge: <Count count={waiting.data?.waiting ?? 0} /> },
        ]}
      />
      {tab === 'recommendations' ? (
        <Recommendations campaign={campaign} onCampaign={(next) => keep({ campaign: next })} />
      ) : (
        <ApprovalQueue queued={queued} />
      )}
    </Page>
  );
}
