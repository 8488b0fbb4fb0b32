import { z } from 'zod';
import { directWrite } from '../../base/operation.ts';
import { confirmDecider, decideAsCaller, NoLongerPending } from './decider.ts';
import { currentQueuedWrite, isOpen } from './queued-write.ts';
import { queuedWriteView, viewOf } from './queued-write.view.ts';

const LONGEST_REASON = 500;

/** Turns down a change that waits; it is never made. */
export const rejectQueuedWrite = directWrite({
  name: 'reject_queued_write',
  summary: 'Reject a change that waits',
  description: 'Turns the change down; it is never made.',
  rest: 'POST /organizations/{org}/queued-writes/{queued_write_id}/reject',
  tool: null,
  scope: null,
  audience: 'dashboard',
  changes: ['approvals'],
  hints: { destructive: false, idempotent: true, openWorld: false },
  heldByApprovals: false,
  spendsQuota: false,
  input: z.strictObject({
    queued_write_id: z.string().max(64),
    reason: z.string().trim().min(1).max(LONGEST_REASON).optional(),
  }),
  output: queuedWriteView,

  async run({ queued_write_id, reason }, context) {
    await confirmDecider(context, context.database);
    const queued = await currentQueuedWrite(context, queued_write_id);
    const rejected = { status: 'rejected', reason: reason ?? 'rejected', result: null } as const;
    const won = isOpen(queued) && (await decideAsCaller(context, queued.id, rejected));
    if (!won) throw new NoLongerPending();
    return viewOf(await currentQueuedWrite(context, queued_write_id));
  },
});
