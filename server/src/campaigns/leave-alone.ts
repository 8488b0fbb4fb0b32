import { queueSync } from '../ad-accounts/queue-sync.ts';
import type { GivenUp, OwnRows } from '../writes/step.ts';
import { clearPending, leaveUnread } from './campaign-write.store.ts';

/**
 * Takes back the marks that the action is on its way. Where nobody knows whether it arrived, and where our rows were
 * outdated, its campaigns are marked to be read, and read, so that they become what the platform has.
 */
export async function leaveAlone(own: OwnRows, why: GivenUp): Promise<void> {
  if (why === 'declined' || why === 'unsent') return clearPending(own, own.actionId);
  const at = new Date(own.clock.now());
  const accounts = await leaveUnread(own, own.actionId, { at, mayBeThere: why === 'unknown' });
  for (const accountId of accounts) await queueSync(own, own, accountId, null);
}
