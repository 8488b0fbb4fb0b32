import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { api, type Campaign } from '../../../api.ts';
import { useOrganization } from '../../../organization.tsx';
import { Notice } from '../../../parts/notice.tsx';
import { Page } from '../../../parts/page.tsx';
import { Loaded, RowsSkeleton } from '../../../parts/states.tsx';
import { reading } from '../../../queries.ts';
import { NotFoundPage } from '../../home/not-found-page.tsx';
import { CampaignButtons } from './campaign-buttons.tsx';
import { CampaignHead } from './campaign-head.tsx';
import { CampaignTabs, isTab, TAB_PAGES } from './campaign-tabs.tsx';
import { Generating } from './generating.tsx';
import { LaunchChecklist } from './launch-checklist.tsx';

/** One campaign: how it stands, and everything below it in tabs that have addresses. */
export default function CampaignPage() {
  const { slug: org, name } = useOrganization();
  const { slug = '', tab } = useParams({ strict: false });
  const campaign = useQuery(reading(api.getCampaign, { org, slug }));
  if (campaign.error?.code === 'not_found' || (tab !== undefined && !isTab(tab))) return <NotFoundPage />;
  if (!campaign.data) {
    return (
      <Page title="Campaign" of={name} wide>
        <Loaded query={campaign} framed skeleton={<RowsSkeleton rows={6} />}>
          {() => null}
        </Loaded>
      </Page>
    );
  }
  return <CampaignDetail campaign={campaign.data} tab={tab} />;
}

function CampaignDetail({ campaign, tab }: { campaign: Campaign; tab: string | undefined }) {
  const { name } = useOrganization();
  const waits = !campaign.removed && (campaign.state === 'draft' || campaign.state === 'error');
  const chosen = isTab(tab) ? tab : waits && !campaign.may_run ? 'ads' : 'performance';
  const Tab = TAB_PAGES[chosen].page;
  return (
    <Page
      title={campaign.name}
      of={name}
      wide
      description={<CampaignHead campaign={campaign} />}
      actions={<CampaignButtons campaign={campaign} />}
    >
      {campaign.generating ? (
        <Generating campaign={campaign} />
      ) : (
        <>
          {campaign.removed && <Removed campaign={campaign} />}
          {waits && <LaunchChecklist campaign={campaign} />}
          <CampaignTabs slug={campaign.slug} chosen={chosen} />
          <Tab campaign={campaign} />
        </>
      )}
    </Page>
  );
}

function Removed({ campaign: { state } }: { campaign: Campaign }) {
  return (
    <Notice tone={state === 'error' ? 'danger' : 'warning'}>
      This campaign was removed in Google Ads and can never run again; its figures stay here.
      {state === 'error' && ' The last change of it failed. Pause it to have it listed as paused.'}
    </Notice>
  );
}
