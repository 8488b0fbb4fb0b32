import { CLOCKS_APART_MS, isAhead, latestNow } from '../../base/clocks.ts';
import { voidNotesAhead } from '../../campaigns/merge/platform-presence.store.ts';
import type { TaskContext } from '../../tasks/task.ts';
import { voidDecidedAhead } from '../../writes/actions/decided-there.store.ts';
import { voidProgress } from '../account-progress.store.ts';
import { type AdAccountRow, findAdAccount } from '../ad-account.store.ts';

/** The platform tells of the changes of 30 days: nobody knows when what is void was noted, so those of nearly all are read again. */
const READ_AGAIN_MS = 29 * 24 * 3_600_000;

/**
 * The account as its sync may trust it. What was noted ahead of now, by a clock that was wrong, would count as newer than
 * everything that is read until then, and changes would be asked for only from then on: it is void, and the account is
 * read anew. Figures are noted by the platform's clock, and told to be due by their distance from it.
 */
export async function withTrustedNotes(context: TaskContext, account: AdAccountRow): Promise<AdAccountRow> {
  const latest = await latestNow(context);
  const [now, ahead] = [new Date(latest), new Date(latest + CLOCKS_APART_MS)];
  const from = new Date(latest - READ_AGAIN_MS);
  const campaigns = await voidNotesAhead(context, account.id, { ahead, now, lastSynced: from });
  const { change_cursor, last_structure_sync_at, too_large_at, sync_asked_at } = account;
  const notes = [change_cursor, last_structure_sync_at, too_large_at, sync_asked_at];
  if (campaigns === 0 && !notes.some((at) => isAhead(at, latest))) return account;
  await voidDecidedAhead(context, ahead, now);
  await voidProgress(context, account.id, from);
  context.log.warn({ account: account.id, campaigns }, 'notes ahead of now were void: a clock was wrong');
  return (await findAdAccount(context, account.id)) ?? account;
}
