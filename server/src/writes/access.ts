import type { CallerContext, Context } from '../base/context.ts';
import type { Transaction } from '../base/database.ts';
import { lacksScope, Refusal } from '../base/errors.ts';
import type { Role, Scope } from '../base/scopes.ts';
import { ceilingOf, roleCarries } from '../identity/role-ceiling.ts';
import { BY_ONE, personAndSession, sessionInForce } from './access.store.ts';
import { mustDecide, SessionEnded } from './approvals/decider.ts';

/**
 * Reads the caller's role and key or session in the write's own transaction and holds them until it ends; and the role
 * and session of whoever approves, so that nobody who was removed, demoted or signed out meanwhile has a change made.
 */
export async function confirmAccess(context: Context, scope: Scope | null, held = BY_ONE): Promise<void> {
  const { rolesHeld, keyInForce, appInForce } = held;
  const { caller, db, organizationId, clock, approving } = context;
  const session = approving ? approving.session : caller.session;
  if (session && !(await db.row(sessionInForce, session.hash, new Date(clock.now())))) throw new SessionEnded();
  const people = approving ? [caller.personId, approving.approverId] : [caller.personId];
  const roles = new Map<number, Role>();
  for (const { person_id, role } of await db.rows(rolesHeld, organizationId, people)) roles.set(person_id, role);
  if (approving) mustDecide(roles.get(approving.approverId));
  const role = roles.get(caller.personId);
  if (caller.key) {
    const inForce = await db.row(keyInForce, organizationId, caller.key.id, new Date(clock.now()));
    if (!role || !inForce || !roleCarries(role, caller.granted)) {
      throw new Refusal('unauthorized', 'The key is no longer valid.');
    }
  }
  if (caller.app && !(await db.row(appInForce, caller.app.connectionId, caller.app.sessionId ?? null))) {
    throw new Refusal('unauthorized', 'The app is no longer connected.');
  }
  context.accessConfirmed?.();
  if (!role) throw new Refusal('org_access_denied', 'This credential cannot act in that organization.');
  if (scope !== null && !ceilingOf(role).has(scope)) {
    throw lacksScope(scope, `This needs the scope ${scope}, which the role ${role} does not have.`);
  }
}

/**
 * Holds the session that asks for a change outside the guarded pipeline until its transaction ends, and its person before
 * it: nothing is changed in a session that has ended meanwhile, and whoever ends it waits for what is being changed.
 */
export async function holdSession(
  { caller: { session }, clock }: Pick<CallerContext, 'caller' | 'clock'>,
  db: Transaction,
): Promise<void> {
  if (!session) return;
  if (!(await db.row(personAndSession, session.hash, new Date(clock.now())))) throw new SessionEnded();
}
