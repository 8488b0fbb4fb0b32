import type { Role, Scope } from '../base/scopes.ts';

const member: readonly Scope[] = [
  'organizations:read',
  'campaigns:read',
  'performance:read',
  'reports:read',
  'reports:generate',
  'recommendations:read',
];
const admin: readonly Scope[] = [...member, 'recommendations:apply', 'campaigns:write', 'keywords:write'];
const owner: readonly Scope[] = [...admin, 'audit:read'];

const ceilings: Record<Role, ReadonlySet<Scope>> = {
  member: new Set(member),
  admin: new Set(admin),
  owner: new Set(owner),
};

/** Staff of the operator only read, in the organizations assigned to their team. */
const staffCeiling: ReadonlySet<Scope> = new Set(member.filter((scope) => scope.endsWith(':read')));

/** The most that a person may do in an organization: by role, or as assigned staff where there is none. */
export function ceilingOf(role: Role | null): ReadonlySet<Scope> {
  return role === null ? staffCeiling : ceilings[role];
}

/** Whether a role lets somebody decide on what others asked for. */
export function mayDecide(role: Role | undefined): boolean {
  return role === 'owner' || role === 'admin';
}

/** Whether a role still carries everything that a key was given. */
export function roleCarries(role: Role, scopes: Iterable<Scope>): boolean {
  const ceiling = ceilings[role];
  for (const scope of scopes) if (!ceiling.has(scope)) return false;
  return true;
}
