import { type Notification, useNotifications } from '../notifications/notifications.tsx';
import { useMay } from '../organization.tsx';
import { notDone } from './error-words.ts';
import { failureOf, leftAlone, reasonsOf, useLogLink } from './outcomes.ts';
import { useReadAgain } from './use-follow.ts';
import { type Undoable, useUndo } from './use-undo.ts';

/** One change that was made: of which campaign, what undoes it, and the work that still goes on. */
interface MadePart {
  campaign?: string | undefined;
  action_id?: string | null | undefined;
  task_tracking_id?: number | null | undefined;
}

/** Changes that were made together. */
interface Made {
  /** What is said of so many of them: “2 of 3 campaigns paused”. */
  done: (count: number) => string;
  underWay?: string | undefined;
  /** What it waits for. */
  waitsFor?: string | undefined;
  parts: readonly MadePart[];
  /** What was left alone, because it changed since. */
  skipped?: readonly string[] | undefined;
  /** How many of those that were looked at together could not be changed. */
  left?: number | undefined;
  /** What was said of it before, which this takes the place of. */
  instead?: number | undefined;
}

/** What is said while the platform has not answered. */
export const TOLD = 'The ad platform is being told.';

/** Says what was made, with Undo and the way to the log; follows what goes on in the ad platform to its end. */
export function useTell(): (made: Made) => Promise<void> {
  const { notify } = useNotifications();
  const readAgain = useReadAgain();
  const undo = useUndo();
  const logged = useLogLink();
  const mayUndo = useMay('recommendations:apply');
  return async ({ done, underWay = 'Under way', waitsFor = TOLD, parts, skipped = [], left = 0, instead: before }) => {
    const link = logged(undoable(parts)[0]);
    const tell = (made: readonly MadePart[], failures: readonly string[], notKnown = false, instead = before) => {
      const title = made.length > 0 ? done(made.length) : notDone('done', notKnown);
      const back = undoable(made);
      const told: Omit<Notification, 'id'> = {
        tone: failures.length > 0 ? 'bad' : 'good',
        title,
        text: [...failures, leftAlone(skipped), leftOut(left)].filter(Boolean).join(' ') || undefined,
        link,
        undo: mayUndo && back.length > 0 ? () => void undo(back, title) : undefined,
      };
      notify(told, instead);
    };
    if (parts.every(({ task_tracking_id }) => typeof task_tracking_id !== 'number')) return tell(parts, []);
    const id = notify({ tone: 'waiting', title: underWay, text: waitsFor, link }, before);
    const ends = await Promise.all(parts.map(failureOf));
    await readAgain();
    const made = parts.filter((_, at) => ends[at]?.why === undefined);
    const reasons = reasonsOf(parts.map(({ campaign }, at) => ({ campaign, why: ends[at]?.why })));
    const notKnown = ends.some((end) => end.notKnown);
    tell(made, reasons, notKnown, id);
  };
}

function undoable(parts: readonly MadePart[]): Undoable[] {
  return parts.flatMap(({ campaign, action_id }) => (action_id ? [{ campaign, action_id }] : []));
}

function leftOut(count: number): string | undefined {
  if (count === 0) return undefined;
  return count === 1 ? '1 was left as it is.' : `${count} were left as they are.`;
}
