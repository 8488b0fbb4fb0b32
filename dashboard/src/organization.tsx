import { useSuspenseQuery } from '@tanstack/react-query';
import { Outlet, useParams } from '@tanstack/react-router';
import { createContext, use } from 'react';
import type { Scope } from '../../server/src/base/scopes.ts';
import type { Me, OrganizationOfMe } from './api.ts';
import { LiveOrganization } from './events/live-organization.tsx';
import { NoAccessPage } from './pages/home/no-access-page.tsx';
import { me } from './queries.ts';
import { allows } from './roles.ts';

/** The signed-in person; read before any page that asks is shown. */
export function useMe(): Me {
  return useSuspenseQuery(me).data;
}

const CurrentOrganization = createContext<OrganizationOfMe | null>(null);

/** The organization in the address, and the role held there. */
export function useOrganization(): OrganizationOfMe {
  const organization = use(CurrentOrganization);
  if (!organization) throw new Error('this page belongs to an organization');
  return organization;
}

/** Whether the person may do here what a scope stands for; what they may not is not offered, and refused anyway. */
export function useMay(scope: Scope): boolean {
  return allows(useOrganization(), scope);
}

/** Shows pages only of an organization that is open to the person; each has its own state. */
export function OrganizationPages() {
  const { org } = useParams({ strict: false });
  const { organizations } = useMe();
  const organization = organizations.find(({ slug }) => slug === org);
  if (!organization) return <NoAccessPage />;
  return (
    <CurrentOrganization key={organization.slug} value={organization}>
      <LiveOrganization org={organization.slug}>
        <Outlet />
      </LiveOrganization>
    </CurrentOrganization>
  );
}
