import { answered } from '../change.ts';
import { listedChanges } from '../listed-changes.ts';
import type { Steps } from '../steps.ts';
import type { ActionRow, StoredStep } from './action.store.ts';
import type { ListedAction } from './action-log.store.ts';
import type { Outcome } from './outcome.ts';

type Carried = Pick<ActionRow, 'steps' | 'status'>;

/** What an action in a list has changed, and what of it was not done. */
export function changesOfListed({ steps, status, outcome }: ListedAction, kinds: Steps): Outcome {
  return outcome ?? outcomeOf({ steps: steps ?? [], status }, kinds);
}

/** What came of an action that has ended; what is under way may still come to something else. */
export function finalOutcome(action: Carried, kinds: Steps): Outcome | null {
  return action.status === 'in_progress' ? null : outcomeOf(action, kinds);
}

function outcomeOf(action: Carried, kinds: Steps): Outcome {
  const changes = changesOfAction(action, kinds);
  return { changes: listedChanges(changes), changes_count: changes.length, left: leftOf(action.steps) };
}

/**
 * What an action has made of what, or was to make where nothing of it was done; what was done in part tells that part, and
 * what may have been. A kind of step that no longer exists tells nothing.
 */
function changesOfAction({ steps, status }: Carried, kinds: Steps): Outcome['changes'] {
  const known = steps.filter(({ op }) => kinds.has(op)).map((kept) => ({ kept, step: kinds.read(kept) }));
  const several = new Set(known.map(({ step }) => step.campaign.id)).size > 1;
  const told = known.filter(({ kept }) => status !== 'executed' || kept.done || kept.unknown);
  return answered(
    told.flatMap(({ step }) => step.placedChanges()),
    several,
  );
}

/** Of some steps, what was not done. */
export function leftOf(steps: readonly StoredStep[]): Outcome['left'] {
  if (steps.every(({ done }) => done)) return 'nothing';
  return steps.some(({ unknown }) => unknown) ? 'unknown' : 'some';
}
