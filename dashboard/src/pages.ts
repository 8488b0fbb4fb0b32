import { type Icon, KeyIcon, MembersIcon, OverviewIcon, SettingsIcon } from './parts/icons.tsx';

/** A page of an organization: a route and an entry of the navigation. */
interface OrganizationPage<Path extends string = string> {
  path: Path;
  label: string;
  icon: Icon;
  load: () => Promise<{ default: () => React.ReactNode }>;
}

/** The pages of an organization, in the order of the navigation; a new page is one line here. */
export const organizationPages = [
  page('/', 'Overview', OverviewIcon, () => import('./pages/overview/overview-page.tsx')),
  page('/keys', 'API keys', KeyIcon, () => import('./pages/keys/keys-page.tsx')),
  page('/members', 'Members', MembersIcon, () => import('./pages/members/members-page.tsx')),
  page('/settings', 'Settings', SettingsIcon, () => import('./pages/settings/settings-page.tsx')),
];

function page<Path extends `/${string}`>(
  path: Path,
  label: string,
  icon: Icon,
  load: OrganizationPage['load'],
): OrganizationPage<Path> {
  return { path, label, icon, load };
}
