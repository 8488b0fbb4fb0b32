import { isAhead } from '../base/clocks.ts';
import type { Services, Tenancy } from '../base/context.ts';
import type { RequestedBy } from '../base/task-queue.ts';
import { unfinishedTask } from '../tasks/task.store.ts';
import { forgetProgress } from './account-progress.store.ts';
import type { AdAccountRow } from './ad-account.store.ts';

/** The type of the task that brings an account in step. */
export const SYNC_ACCOUNT = 'sync_account';

/** Of an account, syncs that people ask for begin no closer together. */
const ASKED_APART_MS = 60_000;

interface SyncOptions {
  /** Makes everything due: what a sync under way has not read, it reads once more. */
  afresh?: boolean;
  notBefore?: number;
}

/**
 * Queues the sync of an account; while one is unfinished no other is added. One that waits, for its turn or for the
 * platform's quota, begins at once when a person asks.
 */
export async function queueSync(
  { tasks, clock }: Pick<Services, 'tasks' | 'clock'>,
  tenancy: Tenancy,
  accountId: string,
  requestedBy: RequestedBy | null,
  { afresh = false, notBefore }: SyncOptions = {},
): Promise<number> {
  if (afresh) await forgetProgress(tenancy, accountId, new Date(notBefore ?? clock.now()));
  return tasks.enqueue(tenancy.db, {
    organizationId: tenancy.organizationId,
    type: SYNC_ACCOUNT,
    payload: { account_id: accountId },
    onlyOne: onlySync(accountId),
    requestedBy,
    urgent: requestedBy !== null && notBefore === undefined,
    ...(notBefore !== undefined && { notBefore }),
  });
}

/**
 * Queues a sync of everything for a person. Whoever asks again within a minute joins the one that waits or runs; where
 * there is none, it begins when the minute is over.
 */
export async function queueAskedSync(
  services: Pick<Services, 'tasks' | 'clock'>,
  tenancy: Tenancy,
  { id, sync_asked_at }: Pick<AdAccountRow, 'id' | 'sync_asked_at'>,
  requestedBy: RequestedBy,
): Promise<number> {
  const now = services.clock.now();
  const isKnown = sync_asked_at !== null && !isAhead(sync_asked_at, now);
  const earliest = isKnown ? Date.parse(sync_asked_at) + ASKED_APART_MS : 0;
  if (earliest <= now) return queueSync(services, tenancy, id, requestedBy, { afresh: true });
  const joined = await tenancy.db.row(unfinishedTask, tenancy.organizationId, onlySync(id));
  if (joined) return joined.task_tracking_id;
  return queueSync(services, tenancy, id, requestedBy, { afresh: true, notBefore: earliest });
}

function onlySync(accountId: string): string {
  return `${SYNC_ACCOUNT}:${accountId}`;
}
