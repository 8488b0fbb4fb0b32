import { z } from 'zod';
import type { Context, Services, Tenancy } from '../../base/context.ts';
import { notFound, Refusal } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import { parseKept } from '../../base/json.ts';
import { timestamp } from '../../base/schemas.ts';
import type { Step } from '../step.ts';
import { areApprovalsRequired } from './approvals.store.ts';
import {
  beginApproved,
  decideQueuedWrite,
  expireQueuedWrites,
  findQueuedWrite,
  insertQueuedWrite,
  type QueuedWriteRow,
} from './queued-write.store.ts';

/** A change nobody acted on for seven days is rejected. */
export const APPROVAL_EXPIRES_MS = 7 * 24 * 60 * 60 * 1000;

/** Changes through a key or connected app wait where the organization wants that; what people do themselves does not. */
export async function isHeld(context: Context): Promise<boolean> {
  if (context.caller.via === 'session' || context.approving) return false;
  return areApprovalsRequired(context);
}

/** A change that is to wait. */
interface Held {
  operation: string;
  input: unknown;
  steps: readonly Step[];
  undoing: boolean;
}

/** Puts a change into the queue with its exact input and returns its id. */
export async function hold(context: Context, { operation, input, steps, undoing }: Held): Promise<string> {
  const { caller } = context;
  const now = context.clock.now();
  const id = newId('qw', now);
  await insertQueuedWrite(context, {
    id,
    operation,
    campaign: steps[0]?.campaign.slug ?? null,
    input,
    summary: (undoing ? 'undo: ' : '') + steps.map((step) => step.describe()).join('; '),
    requester: {
      via: caller.key ? 'api_key' : 'connected_app',
      person_id: caller.personId,
      email: caller.email,
      ...(caller.key && { key_id: caller.key.id }),
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

/** Rejects what nobody acted on in time: nobody is shown it as pending, however late it is tidied up. */
export async function expireOverdue(context: Services & Pick<Tenancy, 'organizationId'>): Promise<void> {
  const { database: db, organizationId, clock } = context;
  const now = clock.now();
  await expireQueuedWrites({ db, organizationId }, new Date(now - APPROVAL_EXPIRES_MS), new Date(now));
}

/** For whoever decides too late. */
export class NoLongerPending extends Refusal {
  constructor() {
    super('already_applied', 'This queued write is no longer pending.');
  }
}

/** Whether a person may still decide. */
export function isOpen({ status, decided_at }: QueuedWriteRow): boolean {
  return status === 'pending' && decided_at === null;
}

/** A queued write as it is answered. */
export const queuedWriteView = z.object({
  id: z.string(),
  status: z.enum(['pending', 'approved', 'rejected', 'failed']),
  operation: z.string(),
  campaign: z.string().nullable().describe('Slug of the campaign that would change.'),
  requested_at: timestamp,
  summary: z.string().describe('What the change does, in words.'),
  requested_by: z.string(),
  decided_at: timestamp.nullable(),
  reason: z.string().nullable().describe('Why it was rejected or failed; expired after seven days.'),
  result: z.record(z.string(), z.unknown()).optional().describe('What executing it answered, once approved.'),
});

/** Writes a queued write as it is answered. */
export function viewOf(row: QueuedWriteRow): z.output<typeof queuedWriteView> {
  const { id, status, operation, campaign, requested_at, summary, decided_at, reason, result, requester } = row;
  return {
    id,
    status,
    operation,
    campaign,
    requested_at,
    summary,
    requested_by: requester.email,
    decided_at: status === 'pending' ? null : decided_at,
    reason,
    ...(result !== null && status !== 'pending' && { result: parseKept(result) }),
  };
}
