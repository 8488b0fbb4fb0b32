import { queueSync } from '../ad-accounts/queue-sync.ts';
import type { GivenUp, OwnRows } from '../writes/step.ts';
import { clearPending } from './campaign-write.store.ts';

/**
 * Takes back the marks that the action is on its way. Where nobody knows whether it arrived, and where our
 * rows were outdated, the account is read, so that they become what the platform has.
 */
export async function leaveAlone(
  { account_id }: { account_id: string | null },
  own: OwnRows,
  why: GivenUp,
): Promise<void> {
  await clearPending(own, own.actionId);
  if (why !== 'declined' && account_id !== null) await queueSync(own, own, account_id, null);
}
