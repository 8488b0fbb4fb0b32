import { statement } from '../base/database.ts';
import type { TaskFailureReason } from './failure-reasons.ts';

/** The channel on which workers hear of which type there is something to do. */
export const TASK_CHANNEL = 'task';

/** Who takes turns and has places: an organization, or whoever else the service works for. */
export const HOLDER = `coalesce(organization_id::text, holder, '')`;

/** The turn that is being served now. */
export const FRONT = `coalesce(
        (select turn from task where status = 'queued' and not_before is null order by turn limit 1),
        (select turn from task where status = 'running' order by turn desc limit 1),
        0)`;

/** What a new task is made of. */
export type NewTaskRow = [
  type: string,
  organizationId: number | null,
  payload: string,
  onlyOne: string | null,
  notBefore: string | null,
  person: number | null,
  key: string | null,
  now: string,
  connection: string | null,
  about: string | null,
  holder: string | null,
  session: string | null,
];

/**
 * Adds a task unless an unfinished one has its `only_one`, and wakes the workers when the transaction commits. Its turn
 * comes after its holder's own tasks of its kind, and not before what is being served now: organizations take turns,
 * and what somebody asks for without end holds up nothing else of theirs.
 */
export const insertTask = statement<NewTaskRow, { task_tracking_id: number }>(`
  with added as (
    insert into task (type, organization_id, payload, only_one, not_before, requested_by_person, requested_by_key,
      requested_by_connection, about, holder, requested_by_session, created_at, turn)
    values ($1, $2::integer, $3::json, $4, $5::timestamptz, $6::integer, $7, $9, $10, $11, $12, $8::timestamptz, greatest(
      ${FRONT},
      (select max(turn) + 1 from task
        where ${HOLDER} = coalesce($2::integer::text, $11, '') and type = $1 and status in ('queued', 'running'))))
    on conflict (organization_id, only_one) where only_one is not null and status in ('queued', 'running') do nothing
    returning task_tracking_id, type, not_before
  )
  select task_tracking_id, case when not_before is null then pg_notify('${TASK_CHANNEL}', type) end as woken from added`);

export const unfinishedTask = statement<
  [organizationId: number | null, onlyOne: string | null],
  { task_tracking_id: number }
>(`
  select task_tracking_id from task
  where organization_id is not distinct from $1 and only_one = $2 and status in ('queued', 'running')`);

/**
 * Lets tasks that wait for a time begin at once, because somebody asks; that costs them none of their tries. Takes the
 * condition that tells which, in SQL.
 */
export function releasing(which: string): string {
  return `
  with released as (
    update task set not_before = null, retries = greatest(retries - 1, 0)
    where status = 'queued' and not_before is not null and ${which}
    returning task_tracking_id, type
  )
  select task_tracking_id, pg_notify('${TASK_CHANNEL}', type) as woken from released`;
}

/**
 * Has the tasks named come to an end, whatever they wait for or are in the middle of: somebody wants the campaigns to stop
 * that a parameter names.
 */
export const lettingPast = (which: string, campaigns: string) =>
  `update task set for_stop = true, to_stop = to_stop || ${campaigns}::integer[]
  where status in ('queued', 'running') and not (for_stop and to_stop @> ${campaigns}::integer[]) and ${which}`;

/** Leaves tasks that nobody has begun to the workers of another kind, which have places of their own. */
export function givenTo(type: string, which: string): string {
  return `
  with given as (
    update task set type = '${type}' where status = 'queued' and type <> '${type}' and ${which} returning type
  )
  select pg_notify('${TASK_CHANNEL}', type) as woken from given`;
}

/** Lets the unfinished task with that key begin at once. */
export const releaseTask = statement<
  [organizationId: number | null, onlyOne: string | null],
  { task_tracking_id: number }
>(releasing('organization_id is not distinct from $1 and only_one = $2'));

export const organizationOfTask = statement<[id: number], { organization_id: number | null }>(`
  select organization_id from task where task_tracking_id = $1`);

/** A task as its organization reads it; the result is the text it was stored as. */
export interface TaskRow {
  task_tracking_id: number;
  type: string;
  status: 'queued' | 'running' | 'completed' | 'failed';
  progress: number;
  stage: string | null;
  result: string | null;
  error_reason: TaskFailureReason | null;
  error_message: string | null;
  created_at: string;
  finished_at: string | null;
}

const TOLD = `task_tracking_id, type, status, progress, stage, result::text as result, error_reason, error_message,
    created_at, finished_at`;

export const taskOfOrganization = statement<[organizationId: number, id: number], TaskRow>(`
  select ${TOLD} from task where task_tracking_id = $2 and organization_id = $1`);

export const newestTaskAbout = statement<[organizationId: number, about: string], TaskRow>(`
  select ${TOLD} from task where organization_id = $1 and about = $2 order by task_tracking_id desc limit 1`);

export const forgetFinished = statement<[before: Date], never>('delete from task where finished_at < $1');
