import { type Answer, api } from '../api.ts';
import { CallError, call } from '../call.ts';
import { type Notification, useNotifications } from '../notifications/notifications.tsx';
import { useMay, useOrganization } from '../organization.tsx';
import { newIdempotencyKey } from './act.ts';
import { errorWords, isUncertain } from './error-words.ts';
import { followTask, useReadAgain } from './use-follow.ts';

/** Changes that were made: what to say of them, what undoes them, what still goes on. */
export interface Made {
  done: string;
  underWay?: string | undefined;
  actionIds: readonly string[];
  taskIds: readonly number[];
  /** What was left alone, because it changed since. */
  skipped?: readonly string[] | undefined;
  /** How many of those that were looked at together could not be changed. */
  left?: number | undefined;
}

/** Says what was made, with Undo and the way to the log; follows what goes on in the ad platform to its end. */
export function useTell(): (made: Made) => Promise<void> {
  const { notify } = useNotifications();
  const readAgain = useReadAgain();
  const undo = useUndo();
  const logged = useLogLink();
  const mayUndo = useMay('recommendations:apply');
  return async ({ done, underWay = 'Under way', actionIds, taskIds, skipped = [], left = 0 }) => {
    const about = {
      text: [leftAlone(skipped), leftOut(left)].filter(Boolean).join('. ') || undefined,
      link: logged(actionIds),
      undo: mayUndo && actionIds.length > 0 ? () => void undo(actionIds, done) : undefined,
    };
    if (taskIds.length === 0) return void notify({ tone: 'good', title: done, ...about });
    const id = notify({ tone: 'waiting', title: underWay, text: 'The ad platform is being told.', link: about.link });
    const failed = await failuresOf(taskIds);
    await readAgain();
    notify(failed ? { tone: 'bad', title: 'Not done', text: failed, link: about.link } : told(done, about), id);
  };
}

/** Takes actions back, newest first, and says what came of it. */
export function useUndo(): (actionIds: readonly string[], what: string) => Promise<void> {
  const { notify } = useNotifications();
  const readAgain = useReadAgain();
  const logged = useLogLink();
  return async (actionIds, what) => {
    const link = logged(actionIds);
    const id = notify({ tone: 'waiting', title: 'Undoing', text: what });
    try {
      const undone = [];
      for (const action_id of actionIds.toReversed()) {
        undone.push(await undoOnce(action_id));
      }
      const failed = await failuresOf(undone.flatMap(({ task_tracking_id }) => task_tracking_id ?? []));
      const text = failed ?? leftAlone(undone.flatMap((one) => one.skipped ?? [])) ?? what;
      notify({ tone: failed ? 'bad' : 'good', title: failed ? 'Not undone' : 'Undone', text, link }, id);
    } catch (error) {
      const uncertain = error instanceof CallError && isUncertain(error);
      const title = uncertain ? 'Not known whether it was undone' : 'Not undone';
      notify({ tone: 'bad', title, text: error instanceof CallError ? errorWords(error) : undefined, link }, id);
    }
    await readAgain();
  };
}

const ASKED_AGAIN_AFTER_MS = 1_000;

/** Where the answer never came it is asked for once more: under the same key nothing is undone twice. */
async function undoOnce(action_id: string): Promise<Answer<typeof api.undoAction>> {
  const idempotencyKey = newIdempotencyKey();
  const undo = () => call(api.undoAction, { action_id }, { idempotencyKey });
  try {
    return await undo();
  } catch (error) {
    if (!(error instanceof CallError && isUncertain(error))) throw error;
    await new Promise((resolve) => setTimeout(resolve, ASKED_AGAIN_AFTER_MS));
    return undo();
  }
}

/** Whoever reads that something was undone takes all of it for undone. */
function leftAlone(skipped: readonly string[]): string | undefined {
  return skipped.length > 0 ? `Left alone, because it changed since: ${skipped.join('; ')}` : undefined;
}

function leftOut(count: number): string | undefined {
  if (count === 0) return undefined;
  return count === 1 ? '1 was left as it is.' : `${count} were left as they are.`;
}

function told(done: string, about: Pick<Notification, 'link' | 'undo' | 'text'>): Omit<Notification, 'id'> {
  return { tone: 'good', title: done, ...about };
}

/** Where the log tells of an action, for those who may read it. */
function useLogLink(): (actionIds: readonly string[]) => Notification['link'] {
  const { slug } = useOrganization();
  const mayRead = useMay('audit:read');
  return ([action]) =>
    action === undefined || !mayRead
      ? undefined
      : { to: `/o/${slug}/activity`, search: { action }, label: 'See in the log' };
}

async function failuresOf(taskIds: readonly number[]): Promise<string | undefined> {
  const ends = await Promise.all(taskIds.map(followTask));
  const why = ends.flatMap((end) => (end.ended === 'failed' ? [end.why] : []));
  if (ends.some(({ ended }) => ended === 'unknown')) why.push('It takes longer than usual: look at the log later.');
  return why.length > 0 ? why.join(' ') : undefined;
}
