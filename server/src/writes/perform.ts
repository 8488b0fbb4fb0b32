import { setTimeout as pause } from 'node:timers/promises';
import type { Context } from '../base/context.ts';
import { newId } from '../base/ids.ts';
import type { Verbatim } from '../base/operation.ts';
import { confirmAccess } from './access.ts';
import { insertAction } from './actions/action.store.ts';
import { nameTask, saveUndo } from './actions/action-progress.store.ts';
import { actorOf } from './actions/actor.ts';
import { finished, StillBusy, stillUnderWay } from './actions/await-action.ts';
import { hurryAction } from './actions/busy-action.store.ts';
import { EXECUTE_ACTION } from './actions/execute-action.task.ts';
import { approvalRequired, hold, isHeld, markApproved } from './approvals/queued-write.ts';
import { lockBudgets } from './budget-lock.store.ts';
import { idempotently, keepAnswer } from './idempotency/idempotency.ts';
import { spendQuota } from './quota/write-quota.ts';
import { type BoundStep, firstRefusal, stored } from './steps.ts';
import type { Done, Plan, PreviewOf, Write } from './write.ts';

const BUSY_PAUSE_MS = 50;
const BUSY_FOR_MS = 20_000;

/** Says what a write would do, and what would refuse it; touches nothing. */
export async function preview<Input>(
  write: Write<Input>,
  input: Input,
  context: Context,
  previewOf: PreviewOf,
): Promise<unknown> {
  const plan = await write.plan(input, { ...context, locking: false, waiting: false });
  const steps = plan.steps.map((step) => context.steps.bind(step));
  const refusal = await firstRefusal(steps, context, { when: 'always', undoing: plan.undoes !== undefined });
  return previewOf(steps, refusal);
}

/**
 * Carries a write out: checks, holds it for approval where that is required, spends quota and writes the action down,
 * all in one transaction; then lets the platform know. Asked again with the same Idempotency-Key, it executes once.
 */
export function execute<Input, Result>(
  write: Write<Input, Result>,
  input: Input,
  context: Context,
): Promise<Result | Verbatim> {
  return idempotently(context, { operation: write.name, input }, async () => {
    const begun = await beginWhenFree(write, input, context);
    if (begun.heldAs) throw approvalRequired(begun.heldAs);
    if (begun.waitFor) await finished(context, begun.waitFor);
    return write.resultOf(begun, input);
  });
}

/** What the transaction of a write left behind. */
interface Begun extends Done {
  heldAs?: string;
  /** The action that is on its way to the platform, where the caller waits for it. */
  waitFor?: { actionId: string; undoing: boolean };
}

/** What only the platform can tell is asked before anything is locked. */
async function checkPlatform<Input>(write: Write<Input>, input: Input, context: Context): Promise<void> {
  const plan = await write.plan(input, { ...context, locking: false, waiting: true });
  const steps = plan.steps.map((step) => context.steps.bind(step));
  const undoing = plan.undoes !== undefined;
  const refusal =
    (await firstRefusal(steps, context, { when: 'always', undoing })) ??
    (await firstRefusal(steps, context, { when: 'executed', undoing }));
  if (refusal) throw refusal;
}

/** An earlier change to the same campaign is waited for: what it leaves behind is what the write starts from. */
async function beginWhenFree<Input>(write: Write<Input>, input: Input, context: Context): Promise<Begun> {
  const until = performance.now() + BUSY_FOR_MS;
  for (let tries = 0; ; tries += 1) {
    try {
      if (write.asksPlatform) await checkPlatform(write, input, context);
      return await context.database.transaction((db) => begin(write, input, { ...context, db }));
    } catch (error) {
      if (!(error instanceof StillBusy)) throw error;
      if (tries === 0) await hurryAction({ ...context, db: context.database }, error.actionId);
      if (performance.now() > until) throw stillUnderWay('Another change to this campaign is still under way.');
      await pause(BUSY_PAUSE_MS);
    }
  }
}

async function begin<Input>(write: Write<Input>, input: Input, context: Context): Promise<Begun> {
  await confirmAccess(context, write.scope);
  if (write.movesBudgets) await lockBudgets(context);
  const plan = await write.plan(input, { ...context, locking: true, waiting: true });
  const steps = plan.steps.map((step) => context.steps.bind(step));
  if (steps.length === 0) {
    const nothing = { plan, steps, actionId: null, taskId: null };
    const result = write.resultOf(nothing, input);
    if (context.approving) await markApproved(context, context.approving, { result, underWay: false });
    return nothing;
  }
  const refusal = await firstRefusal(steps, context, { when: 'always', undoing: plan.undoes !== undefined });
  if (refusal) throw refusal;
  if (await isHeld(context)) {
    const heldAs = await hold(context, { operation: write.name, input, steps, undoing: plan.undoes !== undefined });
    await keepAnswer(context, { refusal: approvalRequired(heldAs) });
    return { plan, steps, actionId: null, taskId: null, heldAs };
  }
  await spendQuota(context);
  const begun = await record(plan, steps, context);
  const result = write.resultOf(begun, input);
  const underWay = begun.waitFor !== undefined;
  if (context.approving) await markApproved(context, context.approving, { result, underWay });
  await keepAnswer(context, { waitFor: begun.waitFor, body: result });
  return begun;
}

/** Writes the action down before anything leaves for the platform; what concerns only us is done right here. */
async function record(plan: Plan, steps: BoundStep[], context: Context): Promise<Begun> {
  const now = context.clock.now();
  const undoing = plan.undoes !== undefined;
  const actionId = plan.undoes ?? newId('act', now);
  const reaches = steps.some((step) => step.reachesPlatform || step.inBackground);
  const here = { ...context, actionId };
  for (const step of steps) await (reaches ? step.begin(here) : step.here(here));
  await note(plan, steps, context, { actionId, done: !reaches, at: new Date(now).toISOString() });
  if (!reaches) return { plan, steps, actionId, taskId: null };
  const taskId = await context.tasks.enqueue(context.db, {
    organizationId: context.organizationId,
    type: EXECUTE_ACTION,
    payload: {
      action_id: actionId,
      undo: undoing,
      organization: context.organization.slug,
      ...(context.approving && { queued_write_id: context.approving.queuedWriteId }),
    },
    requestedBy: { personId: context.caller.personId, ...(context.caller.key && { keyId: context.caller.key.id }) },
  });
  if (!undoing) await nameTask(context, actionId, taskId);
  const waits = steps.some((step) => !step.inBackground);
  return { plan, steps, actionId, taskId, ...(waits && { waitFor: { actionId, undoing } }) };
}

async function note(
  plan: Plan,
  steps: BoundStep[],
  context: Context,
  { actionId, done, at }: { actionId: string; done: boolean; at: string },
): Promise<void> {
  const kept = steps.map((step) => stored(step, done));
  const status = done ? 'executed' : 'in_progress';
  if (plan.undoes !== undefined) return saveUndo(context, plan.undoes, { steps: kept, status, undoneAt: at });
  const [first] = steps;
  if (!first) throw new Error('an action without a step');
  await insertAction(context, {
    id: actionId,
    at,
    source: 'dashboard',
    actor: actorOf(context.caller),
    op: first.op,
    campaign: first.campaign,
    detail: steps.map((step) => step.describe()).join('; '),
    steps: kept,
    status,
    requestId: context.requestId,
  });
}
