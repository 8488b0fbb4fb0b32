import type { Caller } from '../base/caller.ts';
import type { Services } from '../base/context.ts';
import { Refusal } from '../base/errors.ts';
import { keyIdentityById } from './authenticate.store.ts';
import { callerOfKey, standingOf } from './authenticate.ts';

/** Identifies again, as of now, whoever asked for something earlier; refused when that access is gone. */
export async function callerAgain(
  { database, clock, organizationId }: Services & { organizationId: number },
  requester: { key_id?: string },
): Promise<Caller> {
  const row = requester.key_id && (await database.row(keyIdentityById, organizationId, requester.key_id));
  if (!row) throw new Refusal('unauthorized', 'The access of whoever asked for this is gone.');
  const standing = standingOf(row, clock.now());
  if (standing instanceof Refusal) throw standing;
  return callerOfKey(row, standing);
}
