import type { Tenancy } from '../../base/context.ts';
import type { RequestedBy } from '../../base/task-queue.ts';
import { approvalsHeld } from './approvals.store.ts';

/**
 * Whether work that was begun for a key or connected app may not go on, because approvals came on since and nobody has
 * approved it. Like `isHeld` it is asked before the transaction locks anything else, and holds until that ends.
 */
export async function isHeldSince(
  work: Tenancy & { requestedBy: RequestedBy | null },
  approved: boolean,
): Promise<boolean> {
  const { requestedBy } = work;
  const throughKeyOrApp = (requestedBy?.keyId ?? requestedBy?.connectionId) !== undefined;
  return throughKeyOrApp && !approved && (await approvalsHeld(work));
}
