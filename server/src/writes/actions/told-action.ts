import { z } from 'zod';
import { placedChangeField } from '../change.ts';
import { MOST_LISTED } from '../listed-changes.ts';
import type { Steps } from '../steps.ts';
import type { ActionFailure } from './action.store.ts';
import { changesOfListed, leftOf } from './action-changes.ts';
import type { ListedAction } from './action-log.store.ts';
import type { Outcome } from './outcome.ts';

const OUTCOMES = [
  'under_way',
  'done',
  'in_part',
  'unknown',
  'failed',
  'being_undone',
  'undone',
  'undone_in_part',
  'undo_unknown',
  'not_undone',
] as const;
type ToldOutcome = (typeof OUTCOMES)[number];

/** What every list tells of an action, beside who made it and where. */
export const toldFields = {
  detail: z.string().describe('What changed, in words; texts in it are quoted, and cut where they are long.'),
  changes: z
    .array(placedChangeField)
    .describe(
      `What became of what, one entry for each thing that changed: the first, at most ${MOST_LISTED}; long texts are cut.`,
    ),
  changes_count: z.int().describe('How many things changed in all.'),
  undone: z.boolean().describe('Only once it is: not yet while it is being undone.'),
  status: z.enum(['in_progress', 'executed', 'failed']),
  outcome: z.enum(OUTCOMES).describe('What became of it, and of undoing it.'),
  ending: z
    .string()
    .nullable()
    .describe('Where not all of it was made or undone: how far it came, and why. It stands in detail too.'),
  outcome_unknown: z.boolean().describe('Nobody knows whether all of it was made; what arrived can be undone.'),
};

/** What is told of an action in a list. */
export function toldOf(action: ListedAction, kinds: Steps) {
  const { detail, status, undo_status } = action;
  const { changes, changes_count, left } = changesOfListed(action, kinds);
  const { outcome, ending } = whatBecameOf(action);
  return {
    detail: ending === null ? detail : `${detail} (${ending})`,
    changes,
    changes_count,
    undone: undo_status === 'executed',
    status,
    outcome,
    ending,
    outcome_unknown: left === 'unknown',
  };
}

/** An outcome, and the words for it. */
interface Became {
  outcome: ToldOutcome;
  words: string;
}

/**
 * What became of an action and of undoing it: wherever that is told, it is told by this. The ending also says why, and
 * says still what was not made of what was undone since.
 */
export function whatBecameOf(action: ListedAction): Became & { ending: string | null } {
  const { status, failure, undo_status } = action;
  if (status === 'in_progress') return { outcome: 'under_way', words: 'under way', ending: null };
  const made = howFar(status, action.outcome?.left ?? leftOf(action.steps ?? []));
  const short = made.outcome === 'done' ? null : made.words;
  if (undo_status === 'executed') return { outcome: 'undone', words: 'undone', ending: short };
  if (undo_status === 'in_progress') {
    const words = 'being undone';
    return { outcome: 'being_undone', words, ending: short === null ? words : `${short}, ${words}` };
  }
  const told = undo_status === 'failed' ? howFarBack(failure) : made;
  return { ...told, ending: told.outcome === 'done' ? null : because(told.words, failure) };
}

function because(words: string, failure: ActionFailure | null): string {
  return failure ? `${words}: ${failure.message}` : words;
}

function howFarBack(failure: ActionFailure | null): Became {
  if (failure?.unknown) {
    const words = failure.in_part ? 'undone in part, not known whether another part was' : 'not known whether undone';
    return { outcome: 'undo_unknown', words };
  }
  if (failure?.in_part) return { outcome: 'undone_in_part', words: 'undone in part' };
  return { outcome: 'not_undone', words: 'not undone' };
}

function howFar(status: 'executed' | 'failed', left: Outcome['left']): Became {
  if (left === 'unknown') {
    const words = status === 'failed' ? 'not known whether done' : 'done in part, not known whether another part was';
    return { outcome: 'unknown', words };
  }
  if (status === 'failed') return { outcome: 'failed', words: 'not done' };
  if (left === 'some') return { outcome: 'in_part', words: 'done in part' };
  return { outcome: 'done', words: 'done' };
}
