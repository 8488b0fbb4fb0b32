import type { ReactNode } from 'react';
import type { Scope } from '../../server/src/base/scopes.ts';
import { WaitingBadge } from './pages/optimizations/waiting-badge.tsx';
import { type Icon, KeyIcon, MembersIcon, SettingsIcon } from './parts/icons.tsx';
import { pageIcons } from './parts/page-icons.tsx';

/** A page of an organization that the navigation names. */
interface OrganizationPage<Path extends string = string> extends Entry {
  path: Path;
}

/** How a page is loaded once somebody opens it. */
export type LoadPage = () => Promise<{ default: () => ReactNode }>;

/** What a row of the tables below says beside its address. */
interface Entry {
  label: string;
  icon: Icon;
  load: LoadPage;
  /** Left out of the navigation for whoever does not hold it. */
  scope?: Scope;
  /** What waits there, beside the name. */
  badge?: () => ReactNode;
}

/** What the organization does, in the order of the navigation; a new page is one row. */
export const workPages = [
  page('/', {
    label: 'Overview',
    icon: pageIcons.overview,
    load: () => import('./pages/overview/overview-page.tsx'),
  }),
  page('/campaigns', {
    label: 'Campaigns',
    icon: pageIcons.campaigns,
    load: () => import('./pages/campaigns/campaigns-page.tsx'),
  }),
  page('/optimizations', {
    label: 'Optimizations',
    icon: pageIcons.optimizations,
    load: () => import('./pages/optimizations/optimizations-page.tsx'),
    badge: WaitingBadge,
  }),
  page('/search-terms', {
    label: 'Search terms',
    icon: pageIcons.searchTerms,
    load: () => import('./pages/search-terms/search-terms-page.tsx'),
    scope: 'performance:read',
  }),
  page('/performance', {
    label: 'Performance',
    icon: pageIcons.performance,
    load: () => import('./pages/performance/performance-page.tsx'),
    scope: 'performance:read',
  }),
  page('/reports', {
    label: 'Reports',
    icon: pageIcons.reports,
    load: () => import('./pages/reports/reports-page.tsx'),
    scope: 'reports:read',
  }),
  page('/strategies', {
    label: 'Strategy',
    icon: pageIcons.strategy,
    load: () => import('./pages/strategy/strategies-page.tsx'),
    scope: 'reports:read',
  }),
  page('/activity', {
    label: 'Activity',
    icon: pageIcons.activity,
    load: () => import('./pages/activity/activity-page.tsx'),
    scope: 'audit:read',
  }),
];

/** How the organization is set up: below a line. */
export const setupPages = [
  page('/settings', {
    label: 'Settings',
    icon: SettingsIcon,
    load: () => import('./pages/settings/settings-page.tsx'),
  }),
  page('/members', {
    label: 'Members',
    icon: MembersIcon,
    load: () => import('./pages/members/members-page.tsx'),
  }),
  page('/keys', {
    label: 'API keys',
    icon: KeyIcon,
    load: () => import('./pages/keys/keys-page.tsx'),
  }),
  page('/audit', {
    label: 'Audit',
    icon: pageIcons.audit,
    load: () => import('./pages/audit/audit-page.tsx'),
    scope: 'audit:read',
  }),
];

function page<Path extends `/${string}`>(path: Path, entry: Entry): OrganizationPage<Path> {
  return { path, ...entry };
}
