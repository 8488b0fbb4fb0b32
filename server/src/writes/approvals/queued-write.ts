import { agreedNow } from '../../base/clocks.ts';
import type { Context, Services, Tenancy } from '../../base/context.ts';
import { notFound } from '../../base/errors.ts';
import { NoLongerPending } from './decider.ts';
import {
  beginApproved,
  decideQueuedWrite,
  expireQueuedWrites,
  findQueuedWrite,
  type QueuedWriteRow,
} from './queued-write.store.ts';

/** A change nobody acted on for seven days is rejected. */
export const APPROVAL_EXPIRES_MS = 7 * 24 * 60 * 60 * 1000;

/**
 * Marks the queued write approved in the very transaction that executes it; of two approvals one wins. One that the
 * platform has yet to take stays pending until it has: only pending ever changes.
 */
export async function markApproved(
  context: Context,
  { queuedWriteId, approverId: by }: { queuedWriteId: string; approverId: number },
  { result, underWay }: { result: unknown; underWay: boolean },
): Promise<void> {
  const at = new Date(context.clock.now());
  const won = underWay
    ? await beginApproved(context, queuedWriteId, { by, at, result })
    : await decideQueuedWrite(context, queuedWriteId, { status: 'approved', reason: null, by, at, result });
  if (!won) throw new NoLongerPending();
}

/** The queued write as it stands now, overdue ones expired. */
export async function currentQueuedWrite(
  context: Services & Pick<Tenancy, 'organizationId'>,
  id: string,
): Promise<QueuedWriteRow> {
  const { database: db, organizationId, clock } = context;
  const queued = await findQueuedWrite({ db, organizationId }, id);
  if (!queued) throw notFound('That queued write');
  if (queued.status !== 'pending' || Date.parse(queued.requested_at) + APPROVAL_EXPIRES_MS > clock.now()) return queued;
  await expireOverdue(context);
  return (await findQueuedWrite({ db, organizationId }, id)) ?? queued;
}

/**
 * Rejects what nobody acted on in time: nobody is shown it as pending, however late it is tidied up. That cannot be brought
 * back, so a process whose clock is wrong leaves it to others.
 */
export async function expireOverdue(context: Services & Pick<Tenancy, 'organizationId'>): Promise<void> {
  const { database: db, organizationId } = context;
  const now = await agreedNow(context);
  if (now === undefined) return;
  await expireQueuedWrites({ db, organizationId }, new Date(now - APPROVAL_EXPIRES_MS), new Date(now));
}

/** Whether a person may still decide. */
export function isOpen({ status, decided_at }: QueuedWriteRow): boolean {
  return status === 'pending' && decided_at === null;
}
