import { useQuery } from '@tanstack/react-query';
import { api, type OrganizationOfMe } from '../api.ts';
import { setupPages, workPages } from '../pages.ts';
import { reading } from '../queries.ts';
import { allows } from '../roles.ts';
import type { Found } from './finds.ts';

/** Everything that can be gone to from here: pages and campaigns of this organization, then the other ones. */
export function useFinds(
  current: OrganizationOfMe | undefined,
  organizations: readonly OrganizationOfMe[],
): readonly Found[] {
  const campaigns = useQuery({
    ...reading(api.listCampaignNames, { org: current?.slug ?? '' }),
    enabled: current !== undefined,
  });
  const others = organizations.filter(({ slug }) => slug !== current?.slug);
  return [
    ...(current ? pagesOf(current) : []),
    ...(current ? (campaigns.data?.campaigns ?? []) : []).map(({ slug, name }) => ({
      label: name,
      kind: 'Campaign',
      to: `/o/${current?.slug}/campaigns/${slug}`,
    })),
    ...others.map(({ slug, name }) => ({ label: name, kind: 'Organization', to: `/o/${slug}` })),
    { label: 'Your account', kind: 'Page', to: '/account' },
    { label: 'All organizations', kind: 'Page', to: '/' },
  ];
}

function pagesOf(organization: OrganizationOfMe): Found[] {
  const base = `/o/${organization.slug}`;
  const open = [...workPages, ...setupPages].filter(({ scope }) => scope === undefined || allows(organization, scope));
  const pages = open.map(({ label, path }) => ({ label, kind: 'Page', to: base + (path === '/' ? '' : path) }));
  return [
    ...pages,
    { label: 'Approve what waits', kind: 'Action', to: `${base}/optimizations`, search: { tab: 'approvals' } },
    { label: 'Create an API key', kind: 'Action', to: `${base}/keys` },
    { label: 'Invite somebody', kind: 'Action', to: `${base}/members` },
  ];
}
