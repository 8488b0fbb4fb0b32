import type { Topic } from '../../../server/src/base/topics.ts';

const IN_ORGANIZATION = '/organizations/{org}';
const PREVIEWS = 'previews';

/** What the preview of a change that somebody looks at is kept under: all that previews go by makes it stale. */
export function previewKey(org: string, id: string): readonly unknown[] {
  return [`${IN_ORGANIZATION}/${PREVIEWS}`, { org }, id];
}

/** Which reads show what: the first part of their addresses below the organization, '' for the organization itself. */
const SHOWN_BY: Record<Topic, readonly string[]> = {
  organization: ['', 'approvals', 'budget-limits', 'limits', 'overview', 'queued-writes', PREVIEWS],
  // What somebody asked for is judged by what they may still do.
  members: ['members', 'invitations', 'queued-writes'],
  keys: ['api-keys', 'queued-writes'],
  ad_accounts: ['', 'ad-connections', 'ad-accounts', 'overview', 'queued-writes', PREVIEWS],
  business_profile: ['business-profile', 'queued-writes', PREVIEWS],
  campaigns: [
    'budget-limits',
    'campaigns',
    'campaign-names',
    'campaign-figures',
    'overview',
    'performance',
    'search-terms',
    'queued-writes',
    PREVIEWS,
  ],
  figures: ['campaigns', 'campaign-figures', 'overview', 'performance', 'search-terms', 'queued-writes', PREVIEWS],
  recommendations: ['recommendations', 'optimizations', 'overview', 'queued-writes', PREVIEWS],
  approvals: ['queued-writes', 'overview'],
  actions: ['actions', 'overview', 'queued-writes', PREVIEWS],
  reports: ['reports'],
  strategies: ['strategy'],
  tasks: ['task-tracking', 'tasks'],
};

/** Whether what was read under a key shows one of the topics of an organization. */
export function showsTopic(queryKey: readonly unknown[], org: string, topics: readonly Topic[]): boolean {
  const [route, input] = queryKey;
  if (typeof route !== 'string') return false;
  const path = route.slice(route.indexOf('/'));
  const inside = path.startsWith(IN_ORGANIZATION);
  if (inside && !isOf(input, org)) return false;
  const [, part = ''] = (inside ? path.slice(IN_ORGANIZATION.length) : path).split('/');
  if (!inside && part !== 'task-tracking') return false;
  return topics.some((topic) => SHOWN_BY[topic]?.includes(part));
}

/** Whether a read is one of an organization. */
export function isOf(input: unknown, org: string): boolean {
  return typeof input === 'object' && input !== null && 'org' in input && input.org === org;
}
