import { z } from 'zod';
import { notFound, Refusal } from '../../base/errors.ts';
import type { Inverse, PlanContext, Step } from '../step.ts';
import type { Plan, Write } from '../write.ts';
import { type ActionRow, findAction, isUnknown, lockAction } from './action.store.ts';
import { StillBusy } from './await-action.ts';
import { isTakenBack, LaterDecisions } from './later-decisions.ts';

/** What undoing is asked for. */
export const input = z.strictObject({
  action_id: z.string().max(64).describe('The action_id that the change answered.'),
});
type Input = z.infer<typeof input>;

/** What undoing answers. */
export const output = z.object({
  undone: z.boolean(),
  action_id: z.string().describe('The action that was undone.'),
  restored: z.array(z.string()).describe('What got its old value back; empty when it was undone before.'),
  skipped: z.array(z.string()).optional().describe('What changed since and was left alone.'),
  task_tracking_id: z.int().optional().describe('Follow this task where the ad platform has to be told.'),
});
type Undone = z.infer<typeof output>;

/** The undoing of an action, as the pipeline runs it. */
export const undo: Write<Input, Undone> = {
  name: 'undo_action',
  scope: 'recommendations:apply',
  movesBudgets: true,
  asksPlatform: true,
  async plan({ action_id }, context) {
    const action = await (context.locking ? lockAction : findAction)(context, action_id);
    if (!action) throw notFound('That action');
    if (action.status === 'in_progress' || action.undo_status === 'in_progress')
      throw new StillBusy({ actionId: action_id, busy: action_id });
    if (action.undone_at !== null) return { steps: [], undoes: action_id };
    if (action.status === 'failed' && !isUnknown(action.steps)) throw neverExecuted();
    return planInverse(action, context);
  },
  resultOf: ({ plan, taskId }, { action_id }) => ({
    undone: true,
    action_id,
    restored: plan.restored ?? [],
    ...(plan.skipped?.length && { skipped: plan.skipped }),
    ...(taskId !== null && { task_tracking_id: taskId }),
  }),
};

const NEVER_KNOWN = 'it was never known whether this was done';
const UNDONE_BEFORE = 'undone before';
const NOTHING: ReadonlySet<string> = new Set();

function neverExecuted(): Refusal {
  return new Refusal('not_reversible', 'The action was never executed.');
}

async function planInverse(action: ActionRow, context: PlanContext): Promise<Plan> {
  const before = (action.undo_steps ?? [])
    .filter(({ done }) => done)
    .map((step) => ({ ...step, before: true as const }));
  const takesBack = new Map<Step, number>();
  const later = new LaterDecisions(action, context);
  const plan: Required<Pick<Plan, 'restored' | 'skipped' | 'stops'>> = { restored: [], skipped: [], stops: false };
  const parts: { of: number; mayBeDone: boolean; part: Inverse }[] = [];
  for (const [of, step] of [...action.steps.entries()].toReversed()) {
    if (!step.done && !step.unknown) continue;
    const mayBeDone = !step.done;
    // What is found again although it was taken back is named as that.
    const decidedSince = isTakenBack(action, of)
      ? async () => NOTHING
      : (things: readonly string[]) => later.among(things);
    const inverse = await context.steps
      .read(step)
      .inverse({ ...context, mayBeDone, decidedSince, actionId: action.id });
    for (const part of [inverse, ...(inverse.besides ?? [])]) parts.push({ of, mayBeDone, part });
  }
  const stopped = stoppedBy(parts.flatMap(({ part, of }) => unlessUndone(part, of, action).steps));
  for (const { of, mayBeDone, part } of parts) {
    const left = (await part.whenStopped?.(stopped)) ?? part;
    const { steps, restored, skipped, stops } = unlessUndone(left, of, action);
    for (const one of steps) takesBack.set(one, of);
    plan.restored.push(...restored);
    plan.skipped.push(...skipped.map((one) => (mayBeDone ? `${one} (${NEVER_KNOWN})` : one)));
    plan.stops ||= stops ?? false;
  }
  const steps = [...takesBack.keys()].toSorted(stopsFirst);
  // What an earlier try began comes to its end, also where others have undone what it left.
  if (plan.restored.length === 0 && (before.length === 0 || steps.length === 0)) {
    throw new Refusal('not_reversible', `Nothing is left to restore: ${plan.skipped.join(', ') || 'it is gone'}.`);
  }
  return { ...plan, steps, takesBack, before, undoes: action.id };
}

function stoppedBy(steps: readonly Step[]): ReadonlySet<number> {
  return new Set(steps.filter(({ stops }) => stops).map(({ campaign }) => campaign.id));
}

/** What an earlier try has taken back is somebody's own doing where it is found again. */
function unlessUndone(part: Inverse, of: number, action: ActionRow): Inverse {
  if (part.steps.length === 0 || !part.steps.every(({ op }) => isTakenBack(action, of, op))) return part;
  const undone = part.restored.map((one) => `${one}: ${UNDONE_BEFORE}`);
  return { steps: [], restored: [], skipped: [...part.skipped, ...undone] };
}

/**
 * What stops spending comes before what the platform may refuse or have no time for. What only we keep says that something
 * was undone: it comes last.
 */
function stopsFirst(one: Step, other: Step): number {
  return Number(other.stops) - Number(one.stops) || Number(other.reachesPlatform) - Number(one.reachesPlatform);
}
