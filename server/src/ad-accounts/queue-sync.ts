import type { Services, Tenancy } from '../base/context.ts';
import type { RequestedBy } from '../base/task-queue.ts';
import { forgetProgress } from './account-progress.store.ts';

/** The type of the task that brings an account in step. */
export const SYNC_ACCOUNT = 'sync_account';

/**
 * Queues the sync of an account; while one is unfinished no other is added. One that waits, for its turn or for the
 * platform's quota, begins at once when a person asks. `afresh` makes everything due: what a sync under way does not
 * read, the next one does.
 */
export async function queueSync(
  { tasks }: Pick<Services, 'tasks'>,
  tenancy: Tenancy,
  accountId: string,
  requestedBy: RequestedBy | null,
  { afresh = false, notBefore }: { afresh?: boolean; notBefore?: number } = {},
): Promise<number> {
  if (afresh) await forgetProgress(tenancy, accountId);
  return tasks.enqueue(tenancy.db, {
    organizationId: tenancy.organizationId,
    type: SYNC_ACCOUNT,
    payload: { account_id: accountId },
    onlyOne: `${SYNC_ACCOUNT}:${accountId}`,
    requestedBy,
    urgent: requestedBy !== null,
    ...(notBefore !== undefined && { notBefore }),
  });
}
