import type { Context } from '../base/context.ts';
import { lacksScope, Refusal } from '../base/errors.ts';
import type { Scope } from '../base/scopes.ts';
import { holdRole } from '../identity/membership.store.ts';
import { ceilingOf, roleCarries } from '../identity/role-ceiling.ts';
import { keyInForce } from './access.store.ts';

/** Reads the caller's role and key in the write's own transaction and holds them until it ends. */
export async function confirmAccess(context: Context, scope: Scope | null): Promise<void> {
  const { caller, db, organizationId, clock } = context;
  const role = await holdRole({ organizationId, db }, caller.personId);
  if (caller.key) {
    const inForce = await db.row(keyInForce, organizationId, caller.key.id, new Date(clock.now()));
    if (!role || !inForce || !roleCarries(role, caller.granted)) {
      throw new Refusal('unauthorized', 'The key is no longer valid.');
    }
  }
  context.accessConfirmed?.();
  if (!role) throw new Refusal('org_access_denied', 'This credential cannot act in that organization.');
  if (scope !== null && !ceilingOf(role).has(scope)) {
    throw lacksScope(scope, `This needs the scope ${scope}, which the role ${role} does not have.`);
  }
}
