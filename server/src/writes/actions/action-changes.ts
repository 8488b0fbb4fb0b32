import type { Change } from '../change.ts';
import type { Steps } from '../steps.ts';
import type { ActionRow } from './action.store.ts';

/** What an action has made of what; a kind of step that no longer exists tells nothing. */
export function changesOfAction({ steps }: Pick<ActionRow, 'steps'>, kinds: Steps): Change[] {
  return steps.filter((step) => kinds.has(step.op)).flatMap((step) => kinds.read(step).changes());
}
