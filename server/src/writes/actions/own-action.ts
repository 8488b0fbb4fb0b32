import { z } from 'zod';
import type { CallerContext, Services, Tenancy } from '../../base/context.ts';
import { newId } from '../../base/ids.ts';
import { headOf } from '../approvals/as-shown.ts';
import type { Step } from '../step.ts';
import { stored } from '../steps.ts';
import { type Actor, insertAction } from './action.store.ts';
import { finalOutcome } from './action-changes.ts';
import { actorOf } from './actor.ts';
import { keepDecisions } from './decisions.ts';

const actor: z.ZodType<Actor> = z.object({
  type: z.enum(['api_key', 'user', 'engine']),
  prefix: z.string().optional(),
  last_four: z.string().optional(),
  user: z.string().optional(),
  client: z.string().optional(),
});

/** Who asked for work, as the log names them, and by which request. */
export interface AskedBy {
  actor: Actor;
  request_id: string;
}

const BEFORE_IT_WAS_KEPT: AskedBy = { actor: { type: 'engine' }, request_id: '' };

/** The same as work keeps it; what was queued before it did is the engine's. */
export const askedBy = z.object({ actor, request_id: z.string() }).default(BEFORE_IT_WAS_KEPT);

/** Whoever asks, for work that is queued for them. */
export function askedByCaller({ caller, requestId }: CallerContext): AskedBy {
  return { actor: actorOf(caller), request_id: requestId };
}

/**
 * Makes steps that only our own rows know, in the caller's transaction, and writes them down as one action: so what work
 * changes beside what it was started for is logged and can be undone. Answers with the action, null where nothing is done.
 */
export async function recordOwn(own: Services & Tenancy, steps: readonly Step[], by: AskedBy): Promise<string | null> {
  const [first] = steps;
  if (!first) return null;
  const now = own.clock.now();
  const actionId = newId('act', now);
  const at = new Date(now).toISOString();
  for (const step of steps) await step.save({ ...own, actionId, last: true });
  const kept = steps.map((step) => stored(step, true));
  await insertAction(own, {
    id: actionId,
    at,
    source: 'dashboard',
    actor: by.actor,
    op: first.op,
    campaign: first.campaign,
    detail: headOf(steps, false).summary,
    steps: kept,
    status: 'executed',
    outcome: finalOutcome({ steps: kept, status: 'executed' }, own.steps),
    requestId: by.request_id,
  });
  await keepDecisions(own, { id: actionId, at, steps: kept, undo_steps: null });
  return actionId;
}
