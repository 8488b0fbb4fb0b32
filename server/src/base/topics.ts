/** What can be told to have changed in an organization. An open dashboard looks again at what it shows of it. */
export const TOPICS = [
  'organization',
  'members',
  'keys',
  'ad_accounts',
  'business_profile',
  'campaigns',
  'figures',
  'recommendations',
  'approvals',
  'actions',
  'reports',
  'strategies',
  'tasks',
] as const;

export type Topic = (typeof TOPICS)[number];

const known = new Set<string>(TOPICS);

/** Whether a text names a topic: a newer process may know more of them. */
export function isTopic(text: string): text is Topic {
  return known.has(text);
}
