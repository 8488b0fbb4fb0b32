import { z } from 'zod';
import { aheadOfLongWork } from '../../base/lately-come.ts';
import { SCOPE_NAMES } from '../../base/scopes.ts';
import { TaskFailure } from '../../tasks/failure-reasons.ts';
import { type TaskContext, task } from '../../tasks/task.ts';
import { approverField } from '../approvals/approval.ts';
import { findAction } from './action.store.ts';
import { changesInLine } from './changes-in-line.ts';
import { asRefusal, endingOf, failureOfTask, madeInPart } from './failures.ts';
import { completeStep, giveUp, keepFailure, type Path, statusOf, stepsOf } from './settle-action.ts';
import { tellPlatform } from './tell-platform.ts';

/** The work of carrying an action, or its undoing, to the ad platform. */
export const APPLY_CHANGE = 'apply_change';
/** The same of what stops spending: it waits behind no other change, however long those take. */
export const STOP_SPENDING = 'stop_spending';

const payload = z.object({
  action_id: z.string(),
  undo: z.boolean(),
  organization: z.string(),
  queued_write_id: z.string().optional(),
  approved_by: approverField,
  /** What the change needed when it was asked for. */
  scope: z.enum(SCOPE_NAMES).optional(),
});
type Payload = z.infer<typeof payload>;

const TIMEOUT_SECONDS = 300;
/** A platform that is silent for so long is asked again later; others wait for this place. */
const LONGEST_TRY_MS = 100_000;
/** For changes of which nobody knows whether they arrived: they are asked about for most of a day. */
const RETRIES = { attempts: 20, backoffSeconds: 2 };

/**
 * Carries an action to the platform, step by step. It can begin again at any point: each step looks at what the
 * platform holds before it changes anything, and is marked done together with our own rows. An action whose outcome is
 * unknown is never called undone; it is looked for until the platform tells.
 */
const carrying = (type: string) =>
  task<Payload>({
    type,
    payload,
    changes: ['campaigns', 'actions', 'approvals', 'recommendations'],
    timeoutSeconds: TIMEOUT_SECONDS,
    retries: RETRIES,
    resumable: true,

    async run(work, given) {
      const context = { ...given, ...changesInLine(given, { ahead: type === STOP_SPENDING }) };
      const path = pathOf(work);
      const signal = AbortSignal.any([context.signal, AbortSignal.timeout(LONGEST_TRY_MS)]);
      const telling = {
        ...context,
        signal,
        scope: work.scope,
        approved: path.queuedWriteId !== undefined,
        approvedBy: work.approved_by,
        undoing: path.undo,
      };
      try {
        for (;;) {
          const taken = await aheadOfLongWork(() => tellPlatform(path, telling));
          if (!taken) return await resultOf(work, context);
          await aheadOfLongWork(() => completeStep(path, context, taken));
        }
      } catch (error) {
        if (context.signal.aborted) throw error;
        const { kept, thrown } = endingOf(error, path.undo);
        if (kept) await keepFailure(path, context, kept);
        throw await toldInPart(path, context, thrown);
      }
    },

    onFailure: (work, failure, context) => giveUp(pathOf(work), context, failureOfTask(failure)),
  });

export const applyChange = carrying(APPLY_CHANGE);
export const stopSpending = carrying(STOP_SPENDING);

/** Whoever follows the task hears of what was done before the platform declined the rest: a launch may be live. */
async function toldInPart(path: Path, context: TaskContext, thrown: unknown): Promise<unknown> {
  if (path.undo || !(thrown instanceof TaskFailure) || thrown.retryable) return thrown;
  const action = await findAction(context, path.actionId);
  if (!action?.steps.some(({ done }) => done)) return thrown;
  return new TaskFailure(thrown.reason, `${thrown.message} ${madeInPart(path.actionId)}`, { cause: thrown });
}

function pathOf({ action_id: actionId, undo, queued_write_id: queuedWriteId }: Payload): Path {
  return { actionId, undo, queuedWriteId };
}

async function resultOf({ action_id, undo, organization }: Payload, context: TaskContext) {
  const action = await findAction(context, action_id);
  if (!action) return undefined;
  if (statusOf(action, undo) === 'failed') throw asRefusal(action.failure);
  const steps = stepsOf(action, undo)
    .filter(({ before }) => !before)
    .map((step) => context.steps.read(step));
  // Somebody follows the task for what goes on in the background.
  const told = steps.findLast(({ inBackground }) => inBackground) ?? steps.at(-1);
  const at = new Date(context.clock.now()).toISOString();
  return told?.resultOf({ appUrl: context.config.appUrl, organization, at });
}
