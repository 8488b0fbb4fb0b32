import type { LoggedAction } from '../api.ts';
import { Status, Tag, type Tone } from '../parts/status.tsx';

type Outcome = LoggedAction['outcome'];

/** What is as it was to be needs no word. */
const MARKS: Readonly<Record<Exclude<Outcome, 'done' | 'undone'>, { tone: Tone; label: string }>> = {
  under_way: { tone: 'waiting', label: 'Under way' },
  in_part: { tone: 'bad', label: 'In part' },
  unknown: { tone: 'bad', label: 'Not known' },
  failed: { tone: 'bad', label: 'Failed' },
  being_undone: { tone: 'waiting', label: 'Being undone' },
  undone_in_part: { tone: 'bad', label: 'Undone in part' },
  undo_unknown: { tone: 'bad', label: 'Undo not known' },
  not_undone: { tone: 'bad', label: 'Not undone' },
};

const NOTHING_TO_UNDO: readonly Outcome[] = ['under_way', 'failed', 'being_undone', 'undone'];

/** What became of a change, in a word, wherever it is listed. */
export function ActionOutcome({ outcome }: { outcome: Outcome }) {
  if (outcome === 'done') return null;
  return outcome === 'undone' ? <Tag>Undone</Tag> : <Status {...MARKS[outcome]} />;
}

/** Whether there is something of a change to take back, as far as anybody knows. */
export function canBeUndone({ outcome }: Pick<LoggedAction, 'outcome'>): boolean {
  return !NOTHING_TO_UNDO.includes(outcome);
}
