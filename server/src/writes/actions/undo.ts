import { z } from 'zod';
import type { Context } from '../../base/context.ts';
import { notFound, Refusal } from '../../base/errors.ts';
import { inOneLine } from '../in-one-line.ts';
import { sizeOf } from '../large-changes.ts';
import type { Inverse, PlanContext, Step } from '../step.ts';
import type { Plan, Write } from '../write.ts';
import { type ActionRow, findAction, isUnknown, lockAction, type TakesBack } from './action.store.ts';
import { StillBusy } from './await-action.ts';
import { isTakenBack } from './decisions.ts';
import { LaterDecisions } from './later-decisions.ts';

/** What undoing is asked for. */
export const input = z.strictObject({
  action_id: z.string().max(64).describe('The action_id that the change answered.'),
});
type Input = z.infer<typeof input>;

/** What undoing answers. */
export const output = z.object({
  undone: z.boolean(),
  action_id: z.string().describe('The action that was undone.'),
  restored: z
    .array(z.string())
    .describe('What got its old value back; empty when it was undone before, or stopped before it was sent.'),
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
  async mayStart({ action_id }, context) {
    const action = await findAction(context, action_id);
    return action ? stoppedByAction(action, context) : [];
  },
  async mayStop({ action_id }, context) {
    const action = await findAction(context, action_id);
    return action !== undefined && startedBy(action, context).length > 0;
  },
  async plan({ action_id }, context) {
    const action = await (context.locking ? lockAction : findAction)(context, action_id);
    if (!action) throw notFound('That action');
    context.looksThrough?.(sizeOf(action.steps.map((step) => context.steps.read(step))));
    if (action.status === 'in_progress' || action.undo_status === 'in_progress') {
      // What waits for a person stops nothing yet.
      const toStop =
        !context.held && action.status === 'in_progress'
          ? startedBy(action, context).map(({ campaign }) => campaign.id)
          : [];
      throw new StillBusy({ actionId: action_id, busy: action_id, forStop: toStop.length > 0, toStop });
    }
    if (action.undone_at !== null) return { steps: [], undoes: action_id };
    if (wasStopped(action)) return { steps: [], undoes: action_id, rests: startedBy(action, context) };
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

/** Whether nothing of an action was sent because somebody wanted its campaign to stop, and nobody tried to take it back. */
function wasStopped({ status, undo_status, failure }: ActionRow): boolean {
  return status === 'failed' && undo_status === null && failure?.stopped === true;
}

function neverExecuted(): Refusal {
  return new Refusal('not_reversible', 'The action was never executed.');
}

type Told = Required<Pick<Plan, 'restored' | 'skipped' | 'stops'>>;

async function planInverse(action: ActionRow, context: PlanContext): Promise<Plan> {
  const before = (action.undo_steps ?? [])
    .filter(({ done }) => done)
    .map((step) => ({ ...step, before: true as const }));
  const takesBack = new Map<Step, TakesBack>();
  const plan: Told & { rests: Step[] } = { restored: [], skipped: [], rests: [], stops: false };
  const found = await inversesOf(action, context);
  const stopped = stoppedBy(found, action);
  for (const inverse of found) {
    for (const part of await partsBack(inverse, stopped, action)) {
      for (const [index, one] of part.steps.entries()) {
        takesBack.set(one, { of: inverse.of, ...(index === 0 && { told: toldLater(part) }) });
      }
      plan.restored.push(...part.restored);
      plan.skipped.push(...part.skipped);
      plan.rests.push(...(part.rests ?? []));
      plan.stops ||= part.stops ?? false;
    }
  }
  const steps = [...takesBack.keys()].toSorted(stopsFirst);
  // What an earlier try began comes to its end, also where others have undone what it left.
  if (plan.restored.length === 0 && (before.length === 0 || steps.length === 0)) {
    throw new Refusal(
      'not_reversible',
      `Nothing is left to restore: ${plan.skipped.length > 0 ? inOneLine(plan.skipped, (one) => one) : 'it is gone'}.`,
    );
  }
  return { ...plan, steps, takesBack, before, undoes: action.id };
}

/** How one step of an action would be taken back, part by part. */
interface FoundInverse {
  of: number;
  mayBeDone: boolean;
  parts: readonly Inverse[];
}

/** What an action lays to rest: undoing it lets that run again. */
function stoppedByAction({ steps }: ActionRow, { steps: kinds }: Context): number[] {
  const stops = kinds.thatMoveState(steps).filter((step) => step.stops);
  return stops.map(({ campaign }) => campaign.id);
}

/** What an action lets run: undoing it while it is under way is a stop, whether that has begun or only will. */
function startedBy({ steps }: ActionRow, { steps: kinds }: Context): Step[] {
  return kinds.thatMoveState(steps).filter(({ starts }) => starts);
}

/**
 * Of every step that was done, or may have been, the last first. Where one of them stops something, whatever others have to
 * wait for gives way as it does for a stop: the campaign would go on spending until then.
 */
async function inversesOf(action: ActionRow, context: PlanContext): Promise<FoundInverse[]> {
  const later = new LaterDecisions(action, context);
  const decidedAfter = (one: ActionRow, things: readonly string[]) => new LaterDecisions(one, context).among(things);
  const found: FoundInverse[] = [];
  const busy: StillBusy[] = [];
  for (const [of, step] of [...action.steps.entries()].toReversed()) {
    if (!step.done && !step.unknown) continue;
    const mayBeDone = !step.done;
    const taken = context.steps.read(step);
    // What is found again although it was taken back is named as that.
    const decidedSince = isTakenBack(action, of)
      ? async () => NOTHING
      : (things: readonly string[]) => later.amongThoseOn(taken.campaign.id, things);
    const made = { plan: later, actionId: action.id, madeAt: action.at };
    const about = { ...context, ...made, mayBeDone, decidedSince, decidedAfter };
    const inverse = await unlessBusy(() => taken.inverse(about));
    if (inverse instanceof StillBusy) busy.push(inverse);
    else found.push({ of, mayBeDone, parts: [inverse, ...(inverse.besides ?? [])] });
  }
  const [first] = busy;
  if (!first) return found;
  const stops = busy.some(({ forStop }) => forStop) || found.some(({ parts }) => parts.some((part) => part.stops));
  throw stops ? first.asStop() : first;
}

async function unlessBusy<Found>(plan: () => Promise<Found>): Promise<Found | StillBusy> {
  try {
    return await plan();
  } catch (error) {
    if (error instanceof StillBusy) return error;
    throw error;
  }
}

/** The campaigns that come to rest by the undo as a whole. */
function stoppedBy(found: readonly FoundInverse[], action: ActionRow): ReadonlySet<number> {
  const steps = found.flatMap(({ of, parts }) => parts.flatMap((part) => unlessUndone(part, of, action).steps));
  return new Set(steps.filter(({ stops }) => stops).map(({ campaign }) => campaign.id));
}

/** What is left to take back of one step, and what of it an earlier try has. */
async function partsBack(
  { of, mayBeDone, parts }: FoundInverse,
  stopped: ReadonlySet<number>,
  action: ActionRow,
): Promise<Inverse[]> {
  const back: Inverse[] = [];
  for (const part of parts) {
    const left = unlessUndone((await part.whenStopped?.(stopped)) ?? part, of, action);
    back.push(mayBeDone ? neverKnown(left) : left);
  }
  const nothingLeft = isTakenBack(action, of) && back.every(({ steps }) => steps.length === 0);
  const told = nothingLeft ? toldBefore(action, of) : [];
  return told.length > 0 ? [{ steps: [], restored: [], skipped: told }] : back;
}

function neverKnown(part: Inverse): Inverse {
  return { ...part, skipped: part.skipped.map((one) => `${one} (${NEVER_KNOWN})`) };
}

/** Whoever undoes the rest later cannot tell any more what was restored here from what others had changed. */
function toldLater({ restored, skipped }: Inverse): string[] {
  return [...skipped, ...restored.map(undoneBefore)];
}

function toldBefore({ undo_steps }: ActionRow, of: number): string[] {
  return (undo_steps ?? []).flatMap((step) => (step.of === of ? (step.told ?? []) : []));
}

function undoneBefore(restored: string): string {
  return `${restored}: ${UNDONE_BEFORE}`;
}

/**
 * What an earlier try has taken back is somebody's own doing where it is found again: all that comes of a step where all
 * of it was, by whatever kind of step it would be taken back now.
 */
function unlessUndone(part: Inverse, of: number, action: ActionRow): Inverse {
  const isBack = isTakenBack(action, of) || part.steps.every(({ op }) => isTakenBack(action, of, op));
  if (part.steps.length === 0 || !isBack) return part;
  return { steps: [], restored: [], skipped: toldLater(part) };
}

/**
 * What stops spending comes before what the platform may refuse or have no time for. What only we keep says that something
 * was undone: it comes last.
 */
function stopsFirst(one: Step, other: Step): number {
  return Number(other.stops) - Number(one.stops) || Number(other.reachesPlatform) - Number(one.reachesPlatform);
}
