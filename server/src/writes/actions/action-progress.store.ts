import type { Tenancy } from '../../base/context.ts';
import { statement } from '../../base/database.ts';
import type { ActionFailure, ActionStatus, StoredStep } from './action.store.ts';
import type { Outcome } from './outcome.ts';

const setTask = statement<[organizationId: number, id: string, task: number], never>(
  'update action set task_tracking_id = $3 where organization_id = $1 and id = $2',
);

/** Keeps which task carries the action out. */
export async function keepTaskOf({ db, organizationId }: Tenancy, id: string, task: number): Promise<void> {
  await db.execute(setTask, organizationId, id, task);
}

const progress = statement<
  [
    organizationId: number,
    id: string,
    steps: string,
    status: string,
    failure: string | null,
    at: string,
    detail: string | null,
    outcome: string | null,
  ],
  never
>(`
  update action set steps = $3, status = $4, failure = $5::jsonb, detail = coalesce($7, detail),
    outcome = $8::jsonb, decisions_kept = decisions_kept or $4 <> 'in_progress',
    finished_at = case when $4 = 'in_progress' then null else $6::timestamptz end
  where organization_id = $1 and id = $2`);

/** Keeps how far the action has come, and in words what became of it where that is told; beside what it decided on. */
export async function saveProgress(
  { db, organizationId }: Tenancy,
  id: string,
  now: {
    steps: StoredStep[];
    status: ActionStatus;
    failure: ActionFailure | null;
    at: string;
    detail?: string;
    outcome: Outcome | null;
  },
): Promise<void> {
  const failure = now.failure && JSON.stringify(now.failure);
  const { status, at, detail = null } = now;
  const outcome = now.outcome && JSON.stringify(now.outcome);
  await db.execute(progress, organizationId, id, JSON.stringify(now.steps), status, failure, at, detail, outcome);
}

/** Every action that is being done or undone, of all organizations. */
export const actionsUnderWay = statement<[], { organization_id: number; id: string; undo: boolean }>(`
  select organization_id, id, coalesce(undo_status = 'in_progress', false) as undo from action
  where status = 'in_progress' or undo_status = 'in_progress'`);

const tryStep = statement<[organizationId: number, id: string, place: string[], tried: boolean], never>(`
  update action set steps = jsonb_set(steps, $3::text[], to_jsonb($4::boolean)), failure = null
  where organization_id = $1 and id = $2 and status = 'in_progress'`);
const tryUndoStep = statement<[organizationId: number, id: string, place: string[], tried: boolean], never>(`
  update action set undo_steps = jsonb_set(undo_steps, $3::text[], to_jsonb($4::boolean)), failure = null
  where organization_id = $1 and id = $2 and undo_status = 'in_progress'`);

interface Trying {
  actionId: string;
  undo: boolean;
}

/**
 * Notes that the platform is about to be told of a step: whoever finds it later cannot know whether it was. Or that it was
 * not told after all.
 */
export async function markTried(
  { db, organizationId }: Tenancy,
  { actionId, undo }: Trying,
  { index, tried }: { index: number; tried: boolean },
): Promise<void> {
  await db.execute(undo ? tryUndoStep : tryStep, organizationId, actionId, [String(index), 'tried'], tried);
}

/** Notes that a launch may have been sent: where nobody hears of it, the campaign is looked for by its name. */
export async function markSent(
  { db, organizationId }: Tenancy,
  { actionId, undo }: Trying,
  index: number,
): Promise<void> {
  const place = [String(index), 'details', 'sent'];
  await db.execute(undo ? tryUndoStep : tryStep, organizationId, actionId, place, true);
}

const undoProgress = statement<
  [organizationId: number, id: string, steps: string, status: string, undoneAt: string | null, failure: string | null],
  never
>(`
  update action set undo_steps = $3, undo_status = $4, undone_at = $5::timestamptz, failure = $6::jsonb
  where organization_id = $1 and id = $2`);

/** Keeps how far undoing the action has come; `undoneAt` is set as that begins, so that nobody undoes it twice. */
export async function saveUndo(
  { db, organizationId }: Tenancy,
  id: string,
  now: { steps: StoredStep[]; status: ActionStatus; undoneAt: string | null; failure?: ActionFailure },
): Promise<void> {
  const failure = now.failure ? JSON.stringify(now.failure) : null;
  await db.execute(undoProgress, organizationId, id, JSON.stringify(now.steps), now.status, now.undoneAt, failure);
}
