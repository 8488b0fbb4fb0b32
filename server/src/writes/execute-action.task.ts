import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { Services, Tenancy } from '../core/context.ts';
import { AdPlatformError } from '../ports/ad-platform.ts';
import { type TaskContext, task } from '../tasks/task.ts';
import {
  type ActionFailure,
  type ActionRow,
  findAction,
  lockAction,
  type StoredStep,
  saveProgress,
  saveUndo,
} from './action.store.ts';
import { failureOf, failureOfTask } from './failures.ts';
import { notePlatformWrites } from './platform-write.store.ts';
import { giveBackQuota } from './write-quota.ts';

/** The work of carrying an action, or its undoing, to the ad platform. */
export const EXECUTE_ACTION = 'apply_change';

const payload = z.object({ action_id: z.string(), undo: z.boolean(), organization: z.string() });
type Payload = z.infer<typeof payload>;

const TIMEOUT_SECONDS = 300;
/** Pauses between tries while the platform is unsteady; a write whose outcome is unknown is looked at longer. */
const RETRY_PAUSES_MS = [300, 900];
const UNCERTAIN_PAUSES_MS = [200, 1_000, 3_000, 8_000, 20_000, 40_000];

/**
 * Carries an action to the platform, step by step. It can begin again at any point: each step looks at what the
 * platform holds before it changes anything, and is marked done together with our own rows.
 */
export const executeAction = task<Payload>({
  type: EXECUTE_ACTION,
  payload,
  timeoutSeconds: TIMEOUT_SECONDS,
  resumable: true,

  async run(work, context) {
    try {
      for (;;) {
        const told = await patiently(context, () => tellPlatform(work, context));
        if (!told) return await resultOf(work, context);
        await complete(work, context, told.step, told.wrote);
      }
    } catch (error) {
      if (!context.signal.aborted) await settleFailure(work, context, failureOf(error));
      throw error;
    }
  },

  onFailure: (work, failure, context) => settleIn(work, context, failureOfTask(failure)),
});

async function nextStep({ action_id, undo }: Payload, context: TaskContext): Promise<StoredStep | undefined> {
  const action = await findAction(context, action_id);
  return action && isUnderWay(action, undo) ? stepsOf(action, undo).find((step) => !step.done) : undefined;
}

/** Tells the platform of the next step, as it is kept now. */
async function tellPlatform(work: Payload, context: TaskContext) {
  const step = await nextStep(work, context);
  if (!step) return undefined;
  const bound = context.steps.bind(step);
  if (!bound.reachesPlatform) return { step, wrote: [] };
  try {
    const { details, wrote } = await bound.there(context, (noted) => keepDetails(work, context, noted));
    return { step: { ...step, details: { ...objectOf(step.details), ...details } }, wrote };
  } catch (error) {
    if (error instanceof AdPlatformError && error.intended.length > 0) {
      await notePlatformWrites(context, bound.campaign.id, error.intended, new Date(context.clock.now()));
    }
    throw error;
  }
}

async function keepDetails({ action_id, undo }: Payload, context: TaskContext, details: unknown): Promise<void> {
  await context.database.transaction(async (db) => {
    const here = { ...context, db };
    const action = await lockAction(here, action_id);
    if (!action || !isUnderWay(action, undo)) return;
    const steps = stepsOf(action, undo);
    const index = steps.findIndex((one) => !one.done);
    const changed = steps.with(index, { op: steps[index]?.op ?? '', done: false, details });
    await keepSteps(here, action, undo, changed, 'in_progress');
  });
}

function keepSteps(
  here: Services & Tenancy,
  action: ActionRow,
  undo: boolean,
  steps: StoredStep[],
  status: ActionRow['status'],
): Promise<void> {
  if (undo) return saveUndo(here, action.id, { steps, status, undoneAt: action.undone_at });
  const at = new Date(here.clock.now()).toISOString();
  return saveProgress(here, action.id, { steps, status, failure: null, at });
}

/** Our rows and the mark that the step is done are written together. */
async function complete(
  { action_id, undo }: Payload,
  context: TaskContext,
  finished: StoredStep,
  wrote: Parameters<typeof notePlatformWrites>[2],
): Promise<void> {
  await context.database.transaction(async (db) => {
    const here = { ...context, db, actionId: action_id };
    const action = await lockAction(here, action_id);
    if (!action || !isUnderWay(action, undo)) return;
    const step = context.steps.bind(finished);
    await step.here(here);
    await notePlatformWrites(here, step.campaign.id, wrote, new Date(context.clock.now()));
    const index = stepsOf(action, undo).findIndex((one) => !one.done);
    const steps = stepsOf(action, undo).with(index, { ...finished, done: true });
    const status = steps.every((one) => one.done) ? 'executed' : 'in_progress';
    await keepSteps(here, action, undo, steps, status);
  });
}

async function resultOf({ action_id, undo, organization }: Payload, context: TaskContext) {
  const action = await findAction(context, action_id);
  const last = action && stepsOf(action, undo).at(-1);
  if (!last) return undefined;
  const at = new Date(context.clock.now()).toISOString();
  return context.steps.bind(last).resultOf({ appUrl: context.config.appUrl, organization, at });
}

/** Tries again where that helps; a step looks first, so trying again after an unknown outcome repeats nothing. */
async function patiently<T>({ signal }: TaskContext, attempt: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await attempt();
    } catch (error) {
      const wait = error instanceof AdPlatformError ? pauseAfter(error, tries) : undefined;
      if (wait === undefined) throw error;
      await pause(wait, undefined, { signal });
    }
  }
}

function pauseAfter({ uncertain, retryable }: AdPlatformError, tries: number): number | undefined {
  if (uncertain) return UNCERTAIN_PAUSES_MS[tries];
  return retryable ? RETRY_PAUSES_MS[tries] : undefined;
}

function settleFailure(work: Payload, context: TaskContext, failure: ActionFailure): Promise<void> {
  return context.database.transaction((db) => settleIn(work, { ...context, db }, failure));
}

/** Says why it did not happen, takes back what was marked and gives the quota back; what was done already stays. */
async function settleIn(
  { action_id, undo }: Payload,
  context: Services & Tenancy,
  failure: ActionFailure,
): Promise<void> {
  const here = { ...context, actionId: action_id };
  const action = await lockAction(here, action_id);
  if (!action || !isUnderWay(action, undo)) return;
  const steps = stepsOf(action, undo);
  const pending = steps.filter((step) => !step.done);
  for (const step of pending) await context.steps.bind(step).abandon(here);
  const nothingDone = pending.length === steps.length;
  const at = new Date(context.clock.now()).toISOString();
  if (nothingDone) await giveBackQuota(here, undo ? (action.undone_at ?? at) : action.at);
  if (undo) await saveUndo(here, action_id, { steps, status: 'failed', undoneAt: null, failure });
  else await saveProgress(here, action_id, { steps, status: nothingDone ? 'failed' : 'executed', failure, at });
}

function isUnderWay(action: ActionRow, undo: boolean): boolean {
  return (undo ? action.undo_status : action.status) === 'in_progress';
}

function stepsOf(action: ActionRow, undo: boolean): StoredStep[] {
  return (undo ? action.undo_steps : action.steps) ?? [];
}

function objectOf(details: unknown): object {
  return typeof details === 'object' && details !== null ? details : {};
}
