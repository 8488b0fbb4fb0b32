import type { Services, Tenancy } from '../../base/context.ts';
import type { Steps } from '../steps.ts';
import type { ActionRow, StoredStep } from './action.store.ts';
import { type Decided, dropDecidedHere, keepDecidedHere } from './decided-here.store.ts';

type Keeping = Tenancy & Pick<Services, 'steps'>;
/** How far an action has come, and its undoing. */
export type Carried = Pick<ActionRow, 'id' | 'steps' | 'undo_steps'>;

/** Keeps what an action has decided on so far; what nobody knows to have happened was wanted, too. */
export async function keepDecisions(context: Keeping, action: Carried): Promise<void> {
  const isStanding = (step: StoredStep, of: number) => (step.done || step.unknown) && !isTakenBack(action, of);
  await keepDecidedHere(context, action.id, decidedBy(action, context.steps, isStanding));
}

/** Forgets what of it an undo has taken back that came only part of the way. */
export async function dropTakenBack(context: Keeping, action: Carried): Promise<void> {
  await dropDecidedHere(
    context,
    action.id,
    decidedBy(action, context.steps, (_step, of) => isTakenBack(action, of)),
  );
}

/** A kind of step that no longer exists decides on nothing. */
function decidedBy(
  { steps }: Carried,
  kinds: Steps,
  isMeant: (step: StoredStep, of: number) => boolean | undefined,
): Decided[] {
  return steps.flatMap((one, step) =>
    isMeant(one, step) && kinds.has(one.op) ? [{ step, things: kinds.read(one).about() }] : [],
  );
}

/** Whether an undo that came only part of the way has taken a step back, or a part of it by steps of that kind. */
export function isTakenBack({ undo_steps }: Pick<ActionRow, 'undo_steps'>, of: number, op?: string): boolean {
  const isOne = (one: StoredStep) => one.of === of && (op === undefined || one.op === op);
  const tries = (undo_steps ?? []).filter(isOne);
  return tries.length > 0 && tries.every(({ done }) => done);
}
