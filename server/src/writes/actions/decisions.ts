import type { Services, Tenancy } from '../../base/context.ts';
import type { Steps } from '../steps.ts';
import type { ActionRow, StoredStep } from './action.store.ts';
import { type Decided, dropDecidedSteps, keepDecidedHere } from './decided-here.store.ts';

/** How far an action has come, and its undoing. */
export type Carried = Pick<ActionRow, 'id' | 'at' | 'steps' | 'undo_steps'>;

/** Keeps what actions have decided on so far. */
export async function keepDecisions(
  context: Tenancy & Pick<Services, 'steps'>,
  ...actions: readonly Carried[]
): Promise<void> {
  await keepDecidedHere(
    context,
    actions.flatMap((action) => decidedBy(action, context.steps)),
  );
}

/** What nobody knows to have happened was wanted, too. A kind of step that no longer exists decides on nothing. */
function decidedBy({ steps, ...action }: Carried, kinds: Steps): Decided[] {
  const { id, at } = action;
  return steps.flatMap((one, step) => {
    const stands = (one.done || one.unknown) && !isTakenBack(action, step) && kinds.has(one.op);
    return stands ? [{ by: { id, at }, step, things: kinds.read(one).about() }] : [];
  });
}

/** Forgets what an undo of an action has taken back that came only part of the way. */
export async function dropTakenBack(tenancy: Tenancy, action: Carried): Promise<void> {
  await dropDecidedSteps(
    tenancy,
    action.id,
    [...action.steps.keys()].filter((of) => isTakenBack(action, of)),
  );
}

/** Whether an undo that came only part of the way has taken a step back, or a part of it by steps of that kind. */
export function isTakenBack({ undo_steps }: Pick<ActionRow, 'undo_steps'>, of: number, op?: string): boolean {
  const isOne = (one: StoredStep) => one.of === of && (op === undefined || one.op === op);
  const tries = (undo_steps ?? []).filter(isOne);
  return tries.length > 0 && tries.every(({ done }) => done);
}
