import type { Operation } from '../../base/operation.ts';

/** What operations are about, in the order in which they are read: a tag of the description each. */
export const SUBJECTS = [
  {
    name: 'Organizations',
    description: 'Whom a credential can act for, within which limits, and what the business is.',
  },
  { name: 'Campaigns', description: 'Campaigns, their keywords and ads: reading, making and changing them.' },
  { name: 'Performance', description: 'What was spent and what came of it.' },
  { name: 'Reports and strategy', description: 'Documents that are written from the figures.' },
  { name: 'Recommendations', description: 'Finding waste, and doing something about it.' },
  { name: 'Actions and audit', description: 'What was changed and asked for, by whom, and undoing it.' },
  { name: 'Tasks and approvals', description: 'Following what outlives its request or waits for a person.' },
  { name: 'This description', description: 'What the service says of itself.' },
] as const;

type Subject = (typeof SUBJECTS)[number]['name'];

/** The part of a path that tells what an operation is about; the last one that is known decides. */
const BY_PART: Readonly<Record<string, Subject>> = {
  organizations: 'Organizations',
  campaigns: 'Campaigns',
  performance: 'Performance',
  'search-terms': 'Performance',
  reports: 'Reports and strategy',
  strategy: 'Reports and strategy',
  detect: 'Recommendations',
  recommendations: 'Recommendations',
  actions: 'Actions and audit',
  audit: 'Actions and audit',
  'task-tracking': 'Tasks and approvals',
  'queued-writes': 'Tasks and approvals',
  'openapi.json': 'This description',
};

/** What an operation is about. */
export function subjectOf({ rest: { path } }: Operation): Subject {
  const known = path.split('/').flatMap((part) => BY_PART[part] ?? []);
  return known.at(-1) ?? 'Organizations';
}
