import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { textOf, useAddress } from '../../address.ts';
import { api } from '../../api.ts';
import { useOrganization } from '../../organization.tsx';
import { CopyAsCurl } from '../../parts/copy-as-curl.tsx';
import { Section } from '../../parts/page.tsx';
import { Loaded } from '../../parts/states.tsx';
import { reading } from '../../queries.ts';
import { Approvals } from './approvals.tsx';
import { LimitChanges } from './limit-changes.tsx';
import { OrganizationForm } from './organization-form.tsx';
import { SettingsFrame } from './settings-frame.tsx';

/** What an Owner decides for the whole organization. */
export default function SettingsPage() {
  const { slug, role } = useOrganization();
  const organization = useQuery(reading(api.getOrganization, { org: slug }));
  const approvals = useQuery(reading(api.getApprovalsSetting, { org: slug }));
  const [{ ad_connection }] = useAddress((search) => ({ ad_connection: textOf(search.ad_connection) }));
  // Whoever comes back from the ad platform arrives here; what to do next is on the page of the ad account.
  if (ad_connection !== undefined) {
    return <Navigate to="/o/$org/settings/ad-account" params={{ org: slug }} search={{ ad_connection }} replace />;
  }
  return (
    <SettingsFrame title="Settings" description="Rules that hold for everyone and every key in this organization.">
      <Section title="Organization" aside={<CopyAsCurl small endpoint={api.getOrganization} input={{ org: slug }} />}>
        <Loaded query={organization} skeleton={<Skeleton height={200} />}>
          {(detail) => <OrganizationForm organization={detail} />}
        </Loaded>
      </Section>
      {role === 'owner' && <LimitChanges />}
      <Section title="Approvals">
        <Loaded query={approvals} skeleton={<Skeleton height={64} />}>
          {({ required }) => <Approvals required={required} />}
        </Loaded>
      </Section>
    </SettingsFrame>
  );
}
