import { type Answer, api } from '../api.ts';
import { CallError, call, failureIn } from '../call.ts';
import { formatCount } from '../format.ts';
import { useNotifications } from '../notifications/notifications.tsx';
import { errorWords, isUncertain, notDone, refusesAll } from './error-words.ts';
import { OnceOnly } from './once-only.ts';
import { failureOf, leftAlone, reasonsOf, useLogLink } from './outcomes.ts';
import { useReadAgain } from './use-follow.ts';

/** An action that can be taken back, and of which campaign it is. */
export interface Undoable {
  campaign?: string | undefined;
  action_id: string;
}

/** What came of taking one back. */
interface Attempt extends Undoable {
  /** Why it was not; undefined where it was. */
  why: string | undefined;
  /** It may go through when it is tried again. */
  again?: boolean;
  notKnown?: boolean;
  skipped?: readonly string[] | undefined;
}

/** Takes actions back, newest first, each for itself, and says what came of all of them. */
export function useUndo(): (actions: readonly Undoable[], what: string) => Promise<void> {
  const { notify } = useNotifications();
  const readAgain = useReadAgain();
  const logged = useLogLink();
  const undo = async (actions: readonly Undoable[], what: string): Promise<void> => {
    const id = notify({ tone: 'waiting', title: 'Undoing', text: what });
    const attempts = await takeBack(actions.toReversed());
    const failed = attempts.filter(({ why }) => why !== undefined);
    const rest = failed.filter(({ again }) => again).toReversed();
    const left = leftAlone(attempts.flatMap(({ skipped = [] }) => skipped));
    notify(
      {
        tone: failed.length > 0 ? 'bad' : 'good',
        title: titleOf(attempts, failed),
        text: [...reasonsOf(attempts), left].filter(Boolean).join(' ') || what,
        link: logged(actions[0]),
        undo: rest.length > 0 ? () => void undo(rest, what) : undefined,
      },
      id,
    );
    await readAgain();
  };
  return undo;
}

function titleOf(attempts: readonly Attempt[], failed: readonly Attempt[]): string {
  if (failed.length === 0) return 'Undone';
  const notKnown = failed.some((one) => one.notKnown);
  const undone = attempts.length - failed.length;
  if (undone === 0) return notDone('undone', notKnown);
  return `${formatCount(undone)} of ${formatCount(attempts.length)} ${notKnown ? 'known to be undone' : 'undone'}`;
}

const NOT_TRIED = 'It was not tried.';

/** What one is refused for says nothing of the others, unless all would be refused for it. */
async function takeBack(actions: readonly Undoable[]): Promise<Attempt[]> {
  const attempts: (Undoable & { result: Undone | CallError | undefined })[] = [];
  let isOver = false;
  for (const action of actions) {
    const result: Undone | CallError | undefined = isOver ? undefined : await undoOnce(action.action_id);
    isOver ||= result instanceof CallError && refusesAll(result);
    attempts.push({ ...action, result });
  }
  return Promise.all(
    attempts.map(async ({ result, ...action }): Promise<Attempt> => {
      if (result === undefined) return { ...action, why: NOT_TRIED, again: true };
      if (!(result instanceof CallError)) return { ...action, ...(await failureOf(result)), skipped: result.skipped };
      const notKnown = isUncertain(result);
      return { ...action, why: errorWords(result), notKnown, again: notKnown || refusesAll(result) };
    }),
  );
}

type Undone = Answer<typeof api.undoAction>;

const ASKED_AGAIN_AFTER_MS = 1_000;

/** Where it is not known what came of it, it is asked for once more: under the same key nothing is undone twice. */
async function undoOnce(action_id: string): Promise<Undone | CallError> {
  const once = new OnceOnly<Undone>();
  const send = (idempotencyKey: string) => call(api.undoAction, { action_id }, { idempotencyKey });
  const undo = () => once.send(action_id, send).catch(failureIn);
  const first = await undo();
  if (!(first instanceof CallError && isUncertain(first))) return first;
  await new Promise((resolve) => setTimeout(resolve, ASKED_AGAIN_AFTER_MS));
  return undo();
}
