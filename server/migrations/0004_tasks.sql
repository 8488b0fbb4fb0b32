-- Work that outlives its request. The row is the API's task, the queue's entry and the record of who works on it.
create table task (
  task_tracking_id bigint generated always as identity primary key,
  type text not null,
  -- null: the service's own work
  organization_id integer,
  payload json not null,
  status text not null default 'queued' check (status in ('queued', 'running', 'completed', 'failed')),
  progress smallint not null generated always as (case when status = 'completed' then 100 else 0 end) stored,
  stage text,
  -- json, not jsonb: a result is answered with the digits and the order it was stored in
  result json,
  error_reason text check (error_reason in ('task_error', 'stuck_timeout', 'killed_by_restart', 'worker_shutdown',
    'setup_required', 'google_ads_refused', 'google_ads_connection_broken')),
  error_message text,
  requested_by_person integer,
  requested_by_key text,
  only_one text,
  -- set while the task has to wait; null: it may start
  not_before timestamptz,
  -- whose turn it is: one organization's hundredth task waits behind another's first
  turn bigint not null,
  -- how often it was started; a worker may only write to the attempt it started
  attempts integer not null default 0,
  retries integer not null default 0,
  -- how often its worker died under it
  deaths integer not null default 0,
  resumable boolean not null default false,
  worker_id text,
  heartbeat_at timestamptz,
  deadline_at timestamptz,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  check ((status = 'failed') = (error_reason is not null)),
  check ((error_reason is null) = (error_message is null)),
  check (result is null or status = 'completed'),
  check ((status in ('completed', 'failed')) = (finished_at is not null)),
  check (status <> 'running' or (worker_id is not null and heartbeat_at is not null and deadline_at is not null))
) with (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 1000);

-- Only unfinished tasks are in these, so that finished ones cost the queue nothing.
create index task_claimable on task (turn, task_tracking_id) where status = 'queued' and not_before is null;
create index task_waiting on task (not_before) where status = 'queued' and not_before is not null;
create index task_running on task (turn) where status = 'running';
create index task_turn_of_organization on task (coalesce(organization_id, 0), turn)
  where status in ('queued', 'running');
create unique index task_only_one on task (organization_id, only_one) nulls not distinct
  where only_one is not null and status in ('queued', 'running');

create function refuse_to_change_a_finished_task() returns trigger language plpgsql as $$
begin
  raise exception 'task % is finished and never changes again', old.task_tracking_id;
end
$$;
create trigger task_finished_is_final before update on task for each row
  when (old.status in ('completed', 'failed')) execute function refuse_to_change_a_finished_task();

-- The processes that work on tasks; a heartbeat that stops tells the others that one is dead.
create table worker (
  id text primary key,
  host text not null,
  pid integer not null,
  started_at timestamptz not null,
  heartbeat_at timestamptz not null,
  stopped_at timestamptz
);

-- Each due time of scheduled work happens once, whichever process sees it first.
create table schedule_run (
  name text not null,
  due_at timestamptz not null,
  -- null: the time from which the schedule counts, for which nothing was queued
  task_tracking_id bigint,
  primary key (name, due_at)
);
