import type { Context } from '../core/context.ts';
import { Refusal } from '../core/errors.ts';
import { ceilingOf } from '../identity/role-ceiling.ts';
import type { Scope } from '../identity/scopes.ts';
import { roleHeld } from '../identity/standing.ts';
import { keyInForce } from './access.store.ts';

/** Reads the caller's role and key in the write's own transaction and holds them until it ends. */
export async function confirmAccess(context: Context, scope: Scope | null): Promise<void> {
  const role = await roleHeld(context, context.db);
  if (scope !== null && !ceilingOf(role).has(scope)) {
    throw new Refusal('insufficient_scope', `This needs the scope ${scope}, which the role ${role} does not have.`, {
      extra: { required_scope: scope },
    });
  }
  const { key } = context.caller;
  if (key && !(await context.db.row(keyInForce, context.organizationId, key.id, new Date(context.clock.now())))) {
    throw new Refusal('unauthorized', 'The key is no longer valid.');
  }
}
