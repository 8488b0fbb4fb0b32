import { z } from 'zod';
import type { Context } from '../../base/context.ts';
import { Refusal } from '../../base/errors.ts';
import { directWrite, type Operation } from '../../base/operation.ts';
import { callerAgain } from '../../identity/requester.ts';
import { roleDenied, roleHeld } from '../../identity/standing.ts';
import { decideQueuedWrite, type QueuedWriteRow } from './queued-write.store.ts';
import { currentQueuedWrite, isOpen, NoLongerPending, queuedWriteView, viewOf } from './queued-write.ts';

declare module '../../base/context.ts' {
  interface Services {
    /** Every operation: a change that waited is run by its name. */
    readonly operations: readonly Operation[];
  }
}

/** Runs a change that waited, as its requester, with access and guardrails checked again. */
export const approveQueuedWrite = directWrite({
  name: 'approve_queued_write',
  summary: 'Approve a change that waits',
  description: 'Runs the change as its requester; where a limit or the access no longer allows it, it fails.',
  rest: 'POST /organizations/{org}/queued-writes/{queued_write_id}/approve',
  tool: null,
  scope: null,
  audience: 'dashboard',
  hints: { destructive: true, idempotent: true, openWorld: true },
  heldByApprovals: false,
  spendsQuota: true,
  input: z.strictObject({ queued_write_id: z.string().max(64) }),
  output: queuedWriteView,

  async run({ queued_write_id }, context) {
    await mayDecide(context);
    const queued = await currentQueuedWrite(context, queued_write_id);
    if (!isOpen(queued)) throw new NoLongerPending();
    try {
      await runAsRequester(queued, context);
    } catch (error) {
      await keepFailure(queued, error, context);
    }
    return viewOf(await currentQueuedWrite(context, queued_write_id));
  },
});

/** People who may make changes themselves may approve them. */
export async function mayDecide(context: Context): Promise<void> {
  const role = await roleHeld(context, context.database);
  if (role === 'member') throw roleDenied('admin', 'Only Owners and admins can decide on changes.');
}

async function runAsRequester(queued: QueuedWriteRow, context: Context): Promise<void> {
  const operation = context.operations.find(({ name }) => name === queued.operation);
  if (!operation) throw new Refusal('not_supported', 'This kind of change no longer exists.');
  const caller = await callerAgain(context, queued.requester);
  const organization = caller.organizations.get(context.organization.slug);
  if (!organization) throw new Refusal('org_access_denied', 'The requester can no longer act in this organization.');
  const approving = { queuedWriteId: queued.id, approverId: context.caller.personId };
  const asRequester: Context = { ...context, caller, organization, approving };
  await operation.run({ ...queued.input, dry_run: false }, asRequester);
}

/** What passes by itself: the change goes on waiting, and whoever approves is told to try again. */
const PASSING: readonly string[] = ['ad_platform_unavailable', 'write_quota_exceeded'];

/** A refusal makes a pending change fail; one that is on its way, or was decided otherwise, stays as it is. */
async function keepFailure(queued: QueuedWriteRow, error: unknown, context: Context): Promise<void> {
  if (!(error instanceof Refusal) || error instanceof NoLongerPending) throw error;
  if (PASSING.includes(error.code) && isOpen(await currentQueuedWrite(context, queued.id))) throw error;
  await decideQueuedWrite({ db: context.database, organizationId: context.organizationId }, queued.id, {
    status: 'failed',
    reason: error.message,
    by: context.caller.personId,
    at: new Date(context.clock.now()),
    result: { error: { code: error.code, message: error.message, ...error.extra } },
  });
}
