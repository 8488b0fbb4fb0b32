import type { Context } from '../../base/context.ts';
import { Refusal } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import { approvalsHeld } from './approvals.store.ts';
import { headOf, type ShownStep } from './as-shown.ts';
import { lockPendingOf, pendingOf } from './pending.store.ts';
import { insertQueuedWrite } from './queued-write.store.ts';
import { APPROVAL_EXPIRES_MS } from './queued-write.ts';

/** More would only bury what people have to decide on. */
const MOST_PENDING = 100;
/** People decide when they come to it: there is no telling when a place is free again. */
const ASK_AGAIN_SECONDS = 3600;

/**
 * Changes through a key or connected app wait where the organization wants that; what people do themselves does not. It is
 * asked before the write's transaction locks anything else, and holds until that ends: whoever was told that approvals are
 * on sees nothing executed without one afterwards. Outside of one it can only be asked what is so now.
 */
export async function isHeld(context: Context, asked = approvalsHeld): Promise<boolean> {
  if (context.caller.via === 'session' || context.approving) return false;
  return asked(context);
}

/** A change that is to wait. */
interface Held {
  operation: string;
  input: unknown;
  steps: readonly ShownStep[];
  undoing: boolean;
}

/** Puts a change into the queue with its exact input and returns its id. */
export async function hold(context: Context, { operation, input, steps, undoing }: Held): Promise<string> {
  const { caller } = context;
  const now = context.clock.now();
  const id = newId('qw', now);
  await findRoom(context);
  await insertQueuedWrite(context, {
    id,
    operation,
    ...headOf(steps, undoing),
    input,
    changes: steps.flatMap((step) => step.placedChanges()),
    credential: caller.credentialId,
    requester: {
      via: caller.key ? 'api_key' : 'connected_app',
      person_id: caller.personId,
      email: caller.email,
      ...(caller.key && { key_id: caller.key.id }),
      ...(caller.app && { connection_id: caller.app.connectionId }),
      ...(caller.client && { client: caller.client }),
    },
    requestedAt: new Date(now),
  });
  return id;
}

/** What the caller of a held change is told. */
export function approvalRequired(queuedWriteId: string): Refusal {
  return new Refusal(
    'approval_required',
    'The change waits for a person to approve it in the dashboard. Follow it as a queued write; do not send it again.',
    { extra: { queued_recommendation_id: queuedWriteId } },
  );
}

/** One credential may only have so many changes waiting; those sent at once are counted one after the other. */
async function findRoom(context: Context): Promise<void> {
  const { credentialId } = context.caller;
  await lockPendingOf(context, credentialId);
  const since = new Date(context.clock.now() - APPROVAL_EXPIRES_MS);
  if ((await pendingOf(context, credentialId, since)) < MOST_PENDING) return;
  throw new Refusal(
    'rate_limited',
    `${MOST_PENDING} changes of this credential wait for approval. People have to decide on some of them first.`,
    { headers: { 'retry-after': String(ASK_AGAIN_SECONDS) } },
  );
}
