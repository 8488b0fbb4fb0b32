import type { Context } from '../../base/context.ts';
import type { Queryable } from '../../base/database.ts';
import { Refusal } from '../../base/errors.ts';
import type { Role } from '../../base/scopes.ts';
import { holdRole } from '../../identity/membership.store.ts';
import { mayDecide } from '../../identity/role-ceiling.ts';
import { type Decision, decideQueuedWrite } from './queued-write.store.ts';

/** For whoever may not decide, or no longer: what waits goes on waiting for somebody else. */
export class MayNotDecide extends Refusal {
  constructor() {
    super('role_denied', 'Only Owners and admins of the organization can decide on changes.', {
      extra: { required_role: 'admin' },
    });
  }
}

/** For whoever's session ended while a change waited for its turn. */
export class SessionEnded extends Refusal {
  constructor() {
    super('unauthorized', 'Sign in to go on.');
  }
}

/** For whoever decides too late. */
export class NoLongerPending extends Refusal {
  constructor() {
    super('already_applied', 'This queued write is no longer pending.');
  }
}

/** People who may make changes themselves may decide on those of others. */
export function mustDecide(role: Role | undefined): void {
  if (!mayDecide(role)) throw new MayNotDecide();
}

/** Reads the caller's role anew; inside a transaction it stays until that ends. */
export async function confirmDecider({ organizationId, caller }: Context, db: Queryable): Promise<void> {
  mustDecide(await holdRole({ organizationId, db }, caller.personId));
}

/** Decides as the caller, who is confirmed in the same transaction; false when somebody was faster. */
export function decideAsCaller(context: Context, id: string, decision: Omit<Decision, 'by' | 'at'>): Promise<boolean> {
  const { database, organizationId, clock, caller } = context;
  return database.transaction(async (db) => {
    await confirmDecider(context, db);
    const at = new Date(clock.now());
    return decideQueuedWrite({ db, organizationId }, id, { ...decision, by: caller.personId, at });
  });
}
