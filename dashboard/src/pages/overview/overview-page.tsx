import { useQuery } from '@tanstack/react-query';
import { api } from '../../api.ts';
import { useOrganization } from '../../organization.tsx';
import { Page } from '../../parts/page.tsx';
import { Loaded, RowsSkeleton } from '../../parts/states.tsx';
import { reading } from '../../queries.ts';
import { AdAccounts } from './ad-accounts.tsx';
import { BusinessProfileSection } from './business-profile-section.tsx';
import { Facts } from './facts.tsx';

/** What an organization is: its limits, its ad accounts, and what is known of its business. */
export default function OverviewPage() {
  const current = useOrganization();
  const organization = useQuery(reading(api.getOrganization, { org: current.slug }));
  return (
    <Page title={current.name} description="Plan, spending limits, ad accounts and what is known of the business.">
      <Loaded query={organization} framed skeleton={<RowsSkeleton rows={6} />}>
        {(detail) => (
          <>
            <Facts organization={detail} role={current.role} />
            <AdAccounts accounts={detail.ad_accounts} />
          </>
        )}
      </Loaded>
      <BusinessProfileSection org={current.slug} />
    </Page>
  );
}
