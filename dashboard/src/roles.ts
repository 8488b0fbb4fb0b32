import type { Role, Scope } from '../../server/src/base/scopes.ts';
import { ceilingOf } from '../../server/src/identity/role-ceiling.ts';
import type { OrganizationOfMe } from './api.ts';
import { formatWords } from './format.ts';

/** What someone is in an organization, as it is shown. */
export function roleWords({ role }: Pick<OrganizationOfMe, 'role'>): string {
  return role === null ? 'Ad operations, read only' : formatWords(role);
}

/** Whether someone may do in an organization what a scope stands for; staff of the operator only read. */
export function allows({ role }: Pick<OrganizationOfMe, 'role'>, scope: Scope): boolean {
  return ceilingOf(role).has(scope);
}

/** What each role allows, for the person who gives it. */
export const ROLE_MEANING: Record<Role, string> = {
  owner: 'Everything, with members, approvals, every API key and the audit trail.',
  admin: 'Changes campaigns, keywords and recommendations, and reads everything but the audit trail.',
  member: 'Reads campaigns, performance and reports, and asks for new reports.',
};
