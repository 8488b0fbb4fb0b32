/** The ten scopes, in the specification's order, with the words people see beside them. */
export const SCOPES = {
  'organizations:read': 'See organizations, the account overview and the business profile',
  'campaigns:read': 'See campaigns and keywords, and run detectors',
  'performance:read': 'See metrics and search terms',
  'reports:read': 'Read reports and strategies',
  'reports:generate': 'Ask for new reports and strategies',
  'recommendations:read': 'See recommendations',
  'recommendations:apply': 'Apply recommendations and undo actions',
  'campaigns:write': 'Change budgets, names, target CPA and states; create drafts and ads',
  'keywords:write': 'Add negative keywords',
  'audit:read': 'Read the action log and export the audit trail',
} as const;

export type Scope = keyof typeof SCOPES;

/** Their names. */
export const SCOPE_NAMES = Object.keys(SCOPES).filter(isScope);

export const ROLES = ['owner', 'admin', 'member'] as const;
export type Role = (typeof ROLES)[number];

/** Narrows any string to a scope. */
export function isScope(text: string): text is Scope {
  return Object.hasOwn(SCOPES, text);
}
