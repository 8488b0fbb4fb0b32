import type { Context } from '../base/context.ts';
import type { Queryable } from '../base/database.ts';
import { Refusal } from '../base/errors.ts';
import type { Role } from '../base/scopes.ts';
import { holdRole, lockOwners } from './membership.store.ts';

/**
 * The role the caller holds, read in the write's own transaction and held until it ends: who is demoted meanwhile
 * changes nothing. The operator's staff hold no role.
 */
export async function roleHeld(context: Context, db: Queryable): Promise<Role> {
  const role = await holdRole({ organizationId: context.organizationId, db }, context.caller.personId);
  if (!role) throw roleDenied('member', 'Only members of the organization can do this.');
  return role;
}

/** The people who own the organization, held until the transaction ends; the caller must be one of them. */
export async function ownersHeld(context: Context, db: Queryable): Promise<ReadonlySet<number>> {
  const owners = new Set(await lockOwners({ organizationId: context.organizationId, db }));
  if (!owners.has(context.caller.personId)) {
    throw roleDenied('owner', 'Only an Owner of the organization can do this.');
  }
  return owners;
}

/** A role_denied that names the role it takes. */
export function roleDenied(role: Role, message: string): Refusal {
  return new Refusal('role_denied', message, { extra: { required_role: role } });
}
