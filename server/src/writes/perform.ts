import { setTimeout as pause } from 'node:timers/promises';
import type { Context } from '../base/context.ts';
import { newId } from '../base/ids.ts';
import { aheadOfLongWork } from '../base/lately-come.ts';
import type { Verbatim } from '../base/operation.ts';
import { readsInLine } from '../base/reads-in-line.ts';
import type { Scope } from '../base/scopes.ts';
import { requestedBy } from '../base/task-queue.ts';
import { BESIDE_CHANGES } from './access.store.ts';
import { confirmAccess } from './access.ts';
import { insertAction } from './actions/action.store.ts';
import { finalOutcome } from './actions/action-changes.ts';
import { keepTaskOf, saveUndo } from './actions/action-progress.store.ts';
import { actorOf } from './actions/actor.ts';
import { APPLY_CHANGE, STOP_SPENDING } from './actions/apply-change.task.ts';
import { finished, StillBusy, stillUnderWay, type UnderWay } from './actions/await-action.ts';
import { hurryAction } from './actions/busy-action.store.ts';
import { dropDecidedHere } from './actions/decided-here.store.ts';
import { keepDecisions } from './actions/decisions.ts';
import { approverOf } from './approvals/approval.ts';
import { headOf, mustBeAsShown } from './approvals/as-shown.ts';
import { approvalRequired, hold, isHeld } from './approvals/hold.ts';
import { mustDoSomething } from './approvals/nothing-left.ts';
import { markApproved } from './approvals/queued-write.ts';
import { lockBudgets } from './budget-lock.store.ts';
import { atWork, BUSY_FOR_MS, forCampaign, lineFor } from './change-lines.ts';
import { type Checked, checkPlatform, placeOf, type Trying } from './check-first.ts';
import { idempotently, keepAnswer } from './idempotency/idempotency.ts';
import { paced, sizeOf, stopsNothing } from './large-changes.ts';
import { OutdatedCheck } from './outdated-check.ts';
import { spendQuota } from './quota/write-quota.ts';
import type { AskedFor, Step } from './step.ts';
import { firstRefusal, stored } from './steps.ts';
import { mustNotBeStopped, unlessStopped } from './stopped-since.ts';
import { inTurn } from './while-locked.ts';
import type { Done, Plan, PreviewOf, Write } from './write.ts';

const BUSY_PAUSE_MS = 25;
/** Nobody tells when work ends that is no action: it is looked at again. */
const WORK_PAUSE_MS = 100;
/** A try that is under way may yet find that it has to wait: who wants to stop a campaign hurries it on all the time. */
const HURRIED_EVERY_MS = 1_000;
/** What has changed so often while it was looked through is looked through once more where it is decided: nobody is refused. */
const MOST_OUTDATED = 3;

/** Says what a write would do, and what would refuse it; touches nothing. */
export async function preview<Input, S extends Step, Preview>(
  write: Write<Input, unknown, S>,
  input: Input,
  context: Context,
  previewOf: PreviewOf<S, Preview>,
): Promise<Preview> {
  // What waits for a person is previewed as it was described to them.
  const held = context.approving !== undefined;
  return paced(context, stopsNothing, async (looksThrough) => {
    const within = { ...context, looksThrough };
    const plan = await write.plan(input, { ...within, locking: false, waiting: false, held });
    looksThrough(sizeOf(plan.steps));
    mustDoSomething(context, plan);
    const undoing = plan.undoes !== undefined;
    mustBeAsShown(context, plan.steps, undoing);
    return previewOf(plan, await firstRefusal(plan.steps, within, { when: 'always', undoing }));
  });
}

/**
 * Carries a write out: checks, holds it for approval where that is required, spends quota and writes the action down,
 * all in one transaction; then lets the platform know. Asked again with the same Idempotency-Key, it executes once.
 */
export function execute<Input, Result, S extends Step>(
  write: Write<Input, Result, S>,
  input: Input,
  context: Context,
): Promise<Result | Verbatim> {
  return aheadOfLongWork(() =>
    idempotently(context, { operation: write.name, input }, async (asked) => {
      const mayStart = async (reads: Context) => (await write.mayStart?.(input, reads)) ?? [];
      const started = await unlessStopped(context, mayStart, asked, (asking) => startWhenFree(write, input, asking));
      if (started.heldAs) throw approvalRequired(started.heldAs);
      const { underWay } = started;
      // Whoever approves is told what came of it, also where a direct call is answered before.
      if (underWay && (underWay.isAwaited || context.approving)) await finished(context, underWay);
      return write.resultOf(started, input);
    }),
  );
}

/** What the transaction of a write left behind. */
interface Started<S extends Step> extends Done<S> {
  heldAs?: string;
  /** The action that is on its way to the platform. */
  underWay?: UnderWay;
}

type Asking = Context & AskedFor;

/** Thrown where approvals were turned off after a change was checked as one that waits. */
class NoLongerHeld extends Error {}

/**
 * An earlier change to the same campaign is waited for: what it leaves behind is what the write starts from. Whoever comes
 * where others wait goes behind them, also in the moment in which the campaign is free.
 */
async function startWhenFree<Input, Result, S extends Step>(
  write: Write<Input, Result, S>,
  input: Input,
  context: Asking,
): Promise<Started<S>> {
  const isAwaited = (busy: string) => context.turns.isTaken(lineFor(busy, context));
  const first = await tryToStart(write, input, { ...context, isAwaited });
  if (!(first instanceof StillBusy)) return first;
  const wait = () => startOnceFree(write, input, context, first);
  // What stops spending waits behind nobody who waits.
  if (first.forStop) return wait();
  return context.turns.take(lineFor(first.busy, context), forCampaign(context), wait);
}

async function startOnceFree<Input, Result, S extends Step>(
  write: Write<Input, Result, S>,
  input: Input,
  context: Asking,
  first: StillBusy,
): Promise<Started<S>> {
  const until = performance.now() + BUSY_FOR_MS;
  // Others wait behind: whoever asks for much rests before their next change.
  const inLine = { ...context, hasRested: true };
  // Who only went behind others has nobody to wait for once it is their turn.
  let found: Started<S> | StillBusy = first.actionId === null ? await tryToStart(write, input, inLine) : first;
  const begun = new Set<string>();
  while (found instanceof StillBusy) {
    if (performance.now() > until) throw stillUnderWay(found.words);
    await mayStillAsk(write, context);
    if (!begun.has(found.busy)) await found.begin?.();
    begun.add(found.busy);
    await ended(found, context, until);
    found = await tryToStart(write, input, inLine);
  }
  return found;
}

/** Whoever waits has the work of others hurried on, or given up: the planning has asked nobody yet whether they still may. */
async function mayStillAsk({ scope }: { scope: Scope | null }, context: Context): Promise<void> {
  await confirmAccess({ ...context, accessConfirmed: () => {} }, scope, BESIDE_CHANGES);
}

/** Nothing is held while an action is waited for. */
async function ended({ actionId, forStop, toStop }: StillBusy, context: Context, until: number): Promise<void> {
  const { organizationId, actionEnds, database } = context;
  if (actionId === null) return pause(WORK_PAUSE_MS);
  for (;;) {
    await hurryAction({ organizationId, db: database }, { actionId, forStop, toStop });
    const left = until - performance.now();
    const asked = actionEnds.ended(
      { organizationId, actionId, part: 'both' },
      forStop ? Math.min(HURRIED_EVERY_MS, left) : left,
    );
    if ((await asked) !== undefined || performance.now() > until) break;
  }
  await pause(BUSY_PAUSE_MS);
}

async function tryToStart<Input, Result, S extends Step>(
  write: Write<Input, Result, S>,
  input: Input,
  context: Trying,
  outdated = 0,
): Promise<Started<S> | StillBusy> {
  const mayStop = async () => {
    const ahead = { ...context, ...readsInLine(context, atWork(context, { stops: true })) };
    return context.hasRested || write.stops?.(input) || ((await write.mayStop?.(input, ahead)) ?? false);
  };
  try {
    return await paced(context, mayStop, async (looksThrough) => {
      const within = { ...context, looksThrough };
      const isLast = outdated === MOST_OUTDATED;
      const checked: Checked = write.asksPlatform
        ? await checkPlatform(write, input, { ...within, isLast })
        : { asHeld: false };
      return inTurn(context, placeOf(write, input, context, checked.stops), (db) =>
        start(write, input, { ...within, ...checked, db }),
      );
    });
  } catch (error) {
    if (error instanceof StillBusy) return error;
    if (error instanceof NoLongerHeld) return tryToStart(write, input, context);
    if (error instanceof OutdatedCheck) return tryToStart(write, input, context, outdated + 1);
    throw error;
  }
}

async function start<Input, Result, S extends Step>(
  write: Write<Input, Result, S>,
  input: Input,
  context: Trying & Checked,
): Promise<Started<S>> {
  const waits = await isHeld(context);
  if (context.asHeld && !waits) throw new NoLongerHeld();
  await confirmAccess(context, write.scope);
  // What waits for a person moves nothing yet: limits hold when it is approved.
  if (write.movesBudgets && !waits) await lockBudgets(context);
  const plan = await write.plan(input, { ...context, locking: true, waiting: true, held: waits });
  context.looksThrough?.(sizeOf(plan.steps));
  const nothing = { plan, actionId: null, taskId: null };
  const started = plan.steps.filter(({ starts }) => starts).map(({ campaign }) => campaign.id);
  await mustNotBeStopped(context, started);
  mustDoSomething(context, plan);
  if (plan.steps.length === 0) {
    // What would wait for a person stops nobody's start either.
    if (!waits) await noteStops(plan, context);
    return nothing;
  }
  const undoing = plan.undoes !== undefined;
  const refusal = await firstRefusal(plan.steps, context, { when: 'always', undoing });
  if (refusal) throw refusal;
  mustBeAsShown(context, plan.steps, undoing);
  if (waits) {
    const { steps, stops = false } = plan;
    const heldAs = await hold(context, { operation: write.name, input, steps, undoing, stops, once: true });
    await keepAnswer(context, { refusal: approvalRequired(heldAs) });
    return { ...nothing, heldAs };
  }
  await spendQuota(context, plan.stops ? 'stop' : 'change');
  const done = await record(plan, write.scope, context);
  const result = write.resultOf(done, input);
  const underWay = done.underWay !== undefined;
  if (context.approving) await markApproved(context, context.approving, { result, underWay });
  await keepAnswer(context, { underWay: done.underWay, body: result });
  return done;
}

/** Writes the action down before anything leaves for the platform; what concerns only us is done right here. */
async function record<S extends Step>(plan: Plan<S>, scope: Scope | null, context: Context): Promise<Started<S>> {
  const { steps, undoes } = plan;
  const now = context.clock.now();
  const undoing = undoes !== undefined;
  const actionId = undoes ?? newId('act', now);
  const reaches = steps.some((step) => step.reachesPlatform || step.inBackground);
  const own = { ...context, actionId, last: true };
  await noteStops(plan, context);
  for (const step of steps) await (reaches ? step.markPending(own) : step.save(own));
  await note(plan, context, { actionId, done: !reaches, at: new Date(now).toISOString() });
  if (!reaches) return { plan, actionId, taskId: null };
  const taskId = await context.tasks.enqueue(context.db, {
    organizationId: context.organizationId,
    // Also where nobody could look whether it runs.
    type: steps.some(({ stops }) => stops) ? STOP_SPENDING : APPLY_CHANGE,
    payload: {
      action_id: actionId,
      undo: undoing,
      organization: context.organization.slug,
      ...(scope && { scope }),
      ...(context.approving && keptOfApproval(context.approving)),
    },
    requestedBy: requestedBy(context.caller),
  });
  if (!undoing) await keepTaskOf(context, actionId, taskId);
  const isAwaited = !steps.some((step) => step.inBackground);
  return { plan, actionId, taskId, underWay: { actionId, undoing, isAwaited } };
}

/** What was approved is sent only while whoever approved it may decide, and the session in which they did was not ended. */
function keptOfApproval(approving: NonNullable<Context['approving']>) {
  return { queued_write_id: approving.queuedWriteId, approved_by: approverOf(approving) };
}

/** Whoever waits to start what is now to rest has to ask anew. */
async function noteStops({ steps, rests = [] }: Plan, context: Context): Promise<void> {
  for (const step of [...steps.filter(({ stops }) => stops), ...rests]) await step.noteStop(context);
}

async function note(
  { steps, undoes, source, takesBack, before = [] }: Plan,
  context: Context,
  { actionId, done, at }: { actionId: string; done: boolean; at: string },
): Promise<void> {
  const kept = steps.map((step) => stored(step, done, takesBack?.get(step)));
  const status = done ? 'executed' : 'in_progress';
  if (undoes !== undefined) {
    await saveUndo(context, undoes, { steps: [...before, ...kept], status, undoneAt: at });
    if (done) await dropDecidedHere(context, undoes);
    return;
  }
  const [first] = steps;
  if (!first) throw new Error('an action without a step');
  await insertAction(context, {
    id: actionId,
    at,
    source: source ?? 'dashboard',
    actor: actorOf(context.caller),
    op: first.op,
    campaign: first.campaign,
    detail: headOf(steps, false).summary,
    steps: kept,
    status,
    outcome: finalOutcome({ steps: kept, status }, context.steps),
    requestId: context.requestId,
  });
  await keepDecisions(context, { id: actionId, at, steps: kept, undo_steps: null });
}
