import type { Services, Tenancy } from '../../base/context.ts';
import type { PlatformWrite } from '../../ports/ad-platform.ts';
import type { TaskContext } from '../../tasks/task.ts';
import { headOf } from '../approvals/as-shown.ts';
import { finishApproved } from '../approvals/queued-write.store.ts';
import { forgetKeysOf } from '../idempotency/idempotency.store.ts';
import { giveBackQuota } from '../quota/write-quota.ts';
import type { GivenUp } from '../step.ts';
import { type ActionFailure, type ActionRow, type ActionStatus, lockAction, type StoredStep } from './action.store.ts';
import { finalOutcome } from './action-changes.ts';
import { saveProgress, saveUndo } from './action-progress.store.ts';
import { dropDecidedHere } from './decided-here.store.ts';
import { dropTakenBack, keepDecisions } from './decisions.ts';
import { madeInPart, UNDONE_IN_PART } from './failures.ts';
import { notePlatformWrites } from './platform-write.store.ts';

/** Failures that show our rows to be other than what the platform has. */
const OUTDATED: readonly string[] = ['sync_conflict', 'not_reversible'];

/** Which way an action is being carried: done, or undone. */
export interface Path {
  actionId: string;
  undo: boolean;
  /** The change that waited for approval and is carried out by it. */
  queuedWriteId: string | undefined;
}

/** A step that the platform has taken, as it is to be kept. */
export interface TakenStep {
  index: number;
  step: StoredStep;
  wrote: readonly PlatformWrite[];
}

/**
 * Our rows and the mark that the step is done are written together, once, whoever else works on the action. What was
 * written to the platform is noted in any case: whoever completed the step first may only have found it there.
 */
export async function completeStep(path: Path, context: TaskContext, taken: TakenStep): Promise<void> {
  const step = context.steps.read(taken.step);
  await notePlatformWrites(context, step.campaign.id, taken.wrote, new Date(context.clock.now()));
  await whileUnderWay(path, context, async (action, own) => {
    const steps = stepsOf(action, path.undo);
    if (steps[taken.index]?.done !== false) return;
    const kept = steps.with(taken.index, { ...taken.step, done: true });
    const executed = kept.every(({ done }) => done);
    await step.save({ ...own, actionId: path.actionId, last: executed });
    await keepSteps(own, action, path.undo, kept, executed ? 'executed' : 'in_progress');
    if (!path.undo) await keepDecisions(own, { ...action, steps: executed ? kept : onlyAt(taken.index, kept) });
    else if (executed) await dropDecidedHere(own, path.actionId);
    if (executed && path.queuedWriteId !== undefined) await finishApproved(own, path.queuedWriteId, null);
  });
}

/** Keeps what a step must know if the process dies before the platform has answered. */
export function keepDetails(path: Path, context: TaskContext, index: number, details: unknown): Promise<void> {
  return whileUnderWay(path, context, async (action, own) => {
    const steps = stepsOf(action, path.undo);
    const step = steps[index];
    if (step) await keepSteps(own, action, path.undo, steps.with(index, { ...step, details }), 'in_progress');
  });
}

/** Keeps why it certainly did not happen, for when the task has failed: both become visible at once. */
export function keepFailure(path: Path, context: TaskContext, failure: ActionFailure): Promise<void> {
  return whileUnderWay(path, context, async (action, own) => {
    await keepSteps(own, action, path.undo, stepsOf(action, path.undo), 'in_progress', failure);
  });
}

/**
 * Says why it did not happen, takes back what was marked and gives the quota back, in the transaction that fails the
 * task. What was done already stays. Where a try left no word nobody knows: then nothing is given back, and the steps
 * see to it that the platform is read.
 */
export async function giveUp(path: Path, context: Services & Tenancy, told: ActionFailure): Promise<void> {
  const { actionId, undo, queuedWriteId } = path;
  const own = { ...context, actionId, last: true };
  const action = await lockAction(own, actionId);
  if (!action || !isUnderWay(action, undo)) return;
  const steps = stepsOf(action, undo);
  const pending = steps.filter(({ done }) => !done);
  const unknown = action.failure === null && pending.some(({ tried }) => tried);
  const why = unknown ? 'unknown' : givenUpFor(action.failure);
  for (const step of pending) await context.steps.read(step).takeBack(own, why);
  const nothingDone = steps.every(({ done, before }) => !done || before) && !unknown;
  const at = new Date(context.clock.now()).toISOString();
  if (nothingDone) {
    await giveBackQuota(own, undo ? (action.undone_at ?? at) : action.at);
    if (!wasToldToRest(action.failure, pending, own)) await forgetKeysOf(own, actionId, undo);
  }
  const failure: ActionFailure = { ...(action.failure ?? told), ...(unknown && { unknown: true }) };
  const left = unknown ? steps.map(leftUnknown) : steps;
  const inPart = steps.some(({ done, before }) => done && !before);
  if (queuedWriteId !== undefined) {
    await finishApproved(own, queuedWriteId, toldToRequester({ actionId, undo }, failure, inPart));
  }
  if (undo) {
    const partly = steps.some(({ done }) => done) && { in_part: true as const };
    await saveUndo(own, actionId, {
      steps: left,
      status: 'failed',
      undoneAt: null,
      failure: { ...failure, ...partly },
    });
    await dropTakenBack(own, { ...action, undo_steps: left });
  } else {
    const status = pending.length === steps.length ? 'failed' : 'executed';
    const outcome = finalOutcome({ steps: left, status }, own.steps);
    await saveProgress(own, actionId, { steps: left, status, failure, at, outcome });
    await keepDecisions(own, { ...action, steps: left });
  }
}

/** The others as not done: what they have decided on is kept already. */
function onlyAt(index: number, steps: readonly StoredStep[]): StoredStep[] {
  return steps.map((step, at) => (at === index ? step : { ...step, done: false }));
}

/** A start that somebody stopped before it was sent: sent again under its key it would start after all. */
function wasToldToRest(failure: ActionFailure | null, pending: readonly StoredStep[], { steps }: Services): boolean {
  return failure?.stopped === true && pending.some((step) => steps.read(step).starts);
}

function givenUpFor(failure: ActionFailure | null): GivenUp {
  if (failure?.unsent) return 'unsent';
  return OUTDATED.includes(failure?.code ?? '') ? 'outdated' : 'declined';
}

/** What a queued write tells of an approved change that failed: the codes of errors all say that it was not made. */
function toldToRequester(
  { actionId: action_id, undo }: Pick<Path, 'actionId' | 'undo'>,
  { code, message: why, extra, unknown }: ActionFailure,
  inPart: boolean,
) {
  const part = undo ? UNDONE_IN_PART : madeInPart(action_id);
  // Where the task alone knew why, its words say so already.
  const message = inPart && !why.includes(part) ? `${why} ${part}` : why;
  const partly = inPart && { in_part: true };
  if (!unknown) return { message, result: { action_id, ...partly, error: { code, message, ...extra } } };
  return {
    message: `Not known whether ${inPart ? 'all of it' : 'it'} was made: ${message}`,
    result: { action_id, ...partly, outcome_unknown: true },
  };
}

function leftUnknown(step: StoredStep): StoredStep {
  return step.tried && !step.done ? { ...step, unknown: true } : step;
}

/** How far the action, or its undoing, has come. */
export function statusOf(action: ActionRow, undo: boolean): ActionStatus | null {
  return undo ? action.undo_status : action.status;
}

export function isUnderWay(action: ActionRow, undo: boolean): boolean {
  return statusOf(action, undo) === 'in_progress';
}

export function stepsOf(action: ActionRow, undo: boolean): StoredStep[] {
  return (undo ? action.undo_steps : action.steps) ?? [];
}

function whileUnderWay(
  { actionId, undo }: Path,
  context: TaskContext,
  work: (action: ActionRow, own: Services & Tenancy) => Promise<void>,
): Promise<void> {
  return context.database.transaction(async (db) => {
    const own = { ...context, db };
    const action = await lockAction(own, actionId);
    if (action && isUnderWay(action, undo)) await work(action, own);
  });
}

function keepSteps(
  own: Services & Tenancy,
  action: ActionRow,
  undo: boolean,
  steps: StoredStep[],
  status: ActionStatus,
  failure: ActionFailure | null = null,
): Promise<void> {
  if (undo) return saveUndo(own, action.id, { steps, status, undoneAt: action.undone_at, ...(failure && { failure }) });
  const at = new Date(own.clock.now()).toISOString();
  // The platform may have held something else than we knew: what is told in words is what was done.
  const { summary: detail } = headOf(
    steps.map((step) => own.steps.read(step)),
    false,
  );
  const outcome = finalOutcome({ steps, status }, own.steps);
  const words = status === 'executed' && { detail };
  return saveProgress(own, action.id, { steps, status, failure, at, outcome, ...words });
}
