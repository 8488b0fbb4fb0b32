import { statement } from '../base/database.ts';
import { FRONT, HOLDER, TASK_CHANNEL } from './task.store.ts';

/** A task in someone's hands; `attempts` tells this attempt from earlier ones. */
export interface ClaimedTask {
  task_tracking_id: number;
  type: string;
  organization_id: number | null;
  holder: string;
  payload: unknown;
  requested_by_person: number | null;
  requested_by_key: string | null;
  requested_by_connection: string | null;
  requested_by_session: string | null;
  attempts: number;
  retries: number;
}

const CLAIMED = `task.task_tracking_id, type, organization_id, ${HOLDER} as holder, payload, requested_by_person,
    requested_by_key, requested_by_connection, requested_by_session, attempts, retries`;

/**
 * Takes up to `limit` tasks of the kinds given as a JSON object (type → timeout in seconds and resumable), none of the
 * holders that have had their share.
 */
export const claimTasks = statement<
  [worker: string, now: string, kinds: string, limit: number, sated: string[]],
  ClaimedTask
>(`
  with next as materialized (
    select task_tracking_id from task
    where status = 'queued' and not_before is null and $3::jsonb ? type
      and ${HOLDER} <> all($5::text[])
    order by turn, task_tracking_id
    limit $4
    for update skip locked
  )
  update task set status = 'running', worker_id = $1, attempts = attempts + 1,
    resumable = ($3::jsonb -> type ->> 'resumable')::boolean,
    started_at = coalesce(started_at, $2::timestamptz), heartbeat_at = $2::timestamptz,
    deadline_at = $2::timestamptz + make_interval(secs => ($3::jsonb -> type ->> 'timeoutSeconds')::double precision)
  from next where task.task_tracking_id = next.task_tracking_id
  returning ${CLAIMED}`);

/**
 * Lets waiting tasks whose time has come be claimed. A letter that has failed before goes behind its holder's others, and
 * behind what others have waited with since: what fails again and again holds up nobody. Work of organizations keeps its
 * turn: it may be what stops spending.
 */
export const releaseWaiting = statement<[now: string], never>(`
  with due as materialized (
    select task_tracking_id as id, ${HOLDER} as whose, type as kind, turn as former from task
    where status = 'queued' and not_before <= $1::timestamptz
    for update skip locked
  ), placed as (
    select id, whose, kind, row_number() over (partition by whose, kind order by former, id) as place from due
  )
  update task set not_before = null, turn = case when retries = 0 or organization_id is not null then turn else greatest(
    turn,
    ${FRONT} + place,
    (select max(turn) from task
      where ${HOLDER} = whose and type = kind and status in ('queued', 'running') and not_before is null) + place) end
  from placed where task_tracking_id = placed.id`);

/** Tells that these attempts are alive and returns those that still belong to the worker. */
export const beatTasks = statement<
  [worker: string, now: string, ids: number[]],
  { task_tracking_id: number; attempts: number }
>(`
  update task set heartbeat_at = $2::timestamptz
  where task_tracking_id = any($3::bigint[]) and worker_id = $1 and status = 'running'
  returning task_tracking_id, attempts`);

const THIS_ATTEMPT = `task_tracking_id = $1 and attempts = $2 and status = 'running'`;

export const setStage = statement<[id: number, attempt: number, stage: string], never>(`
  update task set stage = $3 where ${THIS_ATTEMPT}`);

/** A letter may hold a link that opens a door: that is not kept once it was sent. */
const PAYLOAD_LEFT = `case
    when task.type in ('send_email', 'send_security_email')
    then regexp_replace(task.payload::text, '(/(?:join|choose-password)/)[\\w.-]+', '\\1[redacted]', 'g')::json
    else task.payload end`;

/**
 * Completes many attempts at once, so that one commit serves them all; returns those that were still running. They are
 * found by their ids: the index of running tasks is full of the dead entries of those that have just ended.
 */
export const completeTasks = statement<
  [ids: number[], attempts: number[], results: (string | null)[], now: string],
  { task_tracking_id: number }
>(`
  with held as materialized (
    select task_tracking_id as id, attempts as attempt, status from task
    where task_tracking_id = any($1::bigint[])
    for update
  )
  update task set status = 'completed', result = done.result::json, finished_at = $4::timestamptz, payload = ${PAYLOAD_LEFT}
  from held join unnest($1::bigint[], $2::integer[], $3::text[]) as done(id, attempt, result) using (id, attempt)
  where task.task_tracking_id = held.id and held.status = 'running'
  returning task_tracking_id`);

export const failTask = statement<[id: number, attempt: number, reason: string, message: string, now: string], never>(`
  update task set status = 'failed', error_reason = $3, error_message = $4, finished_at = $5::timestamptz,
    payload = ${PAYLOAD_LEFT}
  where ${THIS_ATTEMPT}`);

/** Puts an attempt that failed for now back into the queue. */
export const retryTask = statement<[id: number, attempt: number, notBefore: string], never>(`
  update task set status = 'queued', worker_id = null, stage = null, retries = retries + 1,
    not_before = $3::timestamptz
  where ${THIS_ATTEMPT}`);

/** Puts an attempt back that has to wait its turn: that costs it none of its tries, and people see why. */
export const parkTask = statement<[id: number, attempt: number, notBefore: string, why: string], never>(`
  update task set status = 'queued', worker_id = null, stage = $4, not_before = $3::timestamptz
  where ${THIS_ATTEMPT}`);

/** Whether an attempt still has the task. */
export const hasTask = statement<[id: number, attempt: number], { task_tracking_id: number }>(
  `select task_tracking_id from task where ${THIS_ATTEMPT}`,
);

/** Whether somebody wants to stop what the task keeps busy, and which campaigns. */
export const stopWanted = statement<[id: number], { for_stop: boolean; to_stop: number[] }>(
  'select for_stop, to_stop from task where task_tracking_id = $1',
);

/** Puts an interrupted attempt back, to be taken by another worker at once. */
export const handBackTask = statement<[id: number, attempt: number], never>(`
  with back as (
    update task set status = 'queued', worker_id = null, stage = null where ${THIS_ATTEMPT} returning type
  )
  select pg_notify('${TASK_CHANNEL}', type) from back`);

/** Moves heartbeats that lie ahead of one instant to now, and lets what is to wait beyond the other begin. */
export const voidAhead = statement<
  [now: string, ahead: string, beyondWaiting: string],
  { beats: number; waits: number }
>(`
  with workers as (
    update worker set heartbeat_at = $1::timestamptz where heartbeat_at > $2::timestamptz returning id
  ), held as (
    update task set heartbeat_at = $1::timestamptz
    where status = 'running' and heartbeat_at > $2::timestamptz returning task_tracking_id
  ), waiting as (
    update task set not_before = $1::timestamptz
    where status = 'queued' and not_before > $3::timestamptz returning task_tracking_id
  )
  select (select count(*) from workers) + (select count(*) from held) as beats, (select count(*) from waiting) as waits`);

/**
 * Leaves the unfinished tasks of a type to whoever looks around next, as what a dead worker held and cannot be started
 * again: that fails them. An attempt that is under way all the same has lost its task.
 */
export const leaveToFail = statement<[type: string, now: string], never>(`
  update task set status = 'running', worker_id = 'nobody', attempts = attempts + 1, resumable = false, not_before = null,
    heartbeat_at = $2::timestamptz, deadline_at = $2::timestamptz
  where status in ('queued', 'running') and type = $1`);

const OWNER_LIVES = `exists (
    select from worker where worker.id = task.worker_id and stopped_at is null and worker.heartbeat_at >= $1::timestamptz)`;

/**
 * Queues what can be started again and a dead worker held, or a living one no longer mentions although its time is not up:
 * unless that has happened to it too often already.
 */
export const resumeOrphans = statement<
  [aliveSince: string, maxDeaths: number, beatenSince: string, overdueAt: string],
  never
>(`
  update task set status = 'queued', worker_id = null, stage = null, deaths = deaths + 1
  where status = 'running' and resumable and deaths < $2
    and (not ${OWNER_LIVES} or (heartbeat_at < $3::timestamptz and deadline_at >= $4::timestamptz))`);

/** What a dead worker held and cannot be started again. */
export const lostOrphans = statement<[aliveSince: string, maxDeaths: number, types: string[]], ClaimedTask>(`
  select ${CLAIMED} from task
  where status = 'running' and not (resumable and deaths < $2) and type = any($3) and not ${OWNER_LIVES}`);

/** What a living worker holds but no longer works on, or works on beyond its time. */
export const stuckTasks = statement<
  [aliveSince: string, beatenSince: string, overdueAt: string, types: string[]],
  ClaimedTask
>(`
  select ${CLAIMED} from task
  where status = 'running' and (heartbeat_at < $2::timestamptz or deadline_at < $3::timestamptz)
    and type = any($4) and ${OWNER_LIVES}`);
