import { answered } from '../change.ts';
import type { Steps } from '../steps.ts';
import type { ActionRow } from './action.store.ts';

/**
 * What an action has made of what, or was to make where nothing of it was done; what was done in part tells that part, and
 * what may have been. A kind of step that no longer exists tells nothing.
 */
export function changesOfAction({ steps, status }: Pick<ActionRow, 'steps' | 'status'>, kinds: Steps) {
  const told = steps.filter((step) => kinds.has(step.op) && (status !== 'executed' || step.done || step.unknown));
  return answered(told.flatMap((step) => kinds.read(step).placedChanges()));
}
