import type { Caller } from '../base/caller.ts';
import type { Services } from '../base/context.ts';
import { Refusal } from '../base/errors.ts';
import { findKeyIdentityById } from './authenticate.store.ts';
import { callerOfKey, standingOf } from './authenticate.ts';

/** Identifies again, as of now, whoever asked for something earlier; refused when that access is gone. */
export async function callerAgain(
  { database, clock, organizationId }: Services & { organizationId: number },
  requester: { key_id?: string },
): Promise<Caller> {
  const tenancy = { organizationId, db: database };
  const row = requester.key_id && (await findKeyIdentityById(tenancy, requester.key_id));
  if (!row) throw new Refusal('unauthorized', 'The access of whoever asked for this is gone.');
  const standing = standingOf(row, clock.now());
  if (standing instanceof Refusal) throw standing;
  return callerOfKey(row, standing);
}
