import { statement } from '../base/database.ts';

/** Registers a worker, and tells from then on that it is alive. */
export const beatWorker = statement<[id: string, host: string, pid: number, now: string], never>(`
  insert into worker (id, host, pid, started_at, heartbeat_at)
  values ($1, $2, $3, $4::timestamptz, $4::timestamptz)
  on conflict (id) do update set heartbeat_at = excluded.heartbeat_at`);

/** Workers of one machine that have not said goodbye. */
export const workersOnHost = statement<[host: string], { id: string; pid: number }>(`
  select id, pid from worker where host = $1 and stopped_at is null`);

export const stopWorkers = statement<[ids: string[], now: string], never>(`
  update worker set stopped_at = $2::timestamptz where id = any($1) and stopped_at is null`);

/** Forgets workers that ended long ago and hold nothing. */
export const forgetWorkers = statement<[endedBefore: string], never>(`
  delete from worker
  where coalesce(stopped_at, heartbeat_at) < $1::timestamptz
    and not exists (select from task where status = 'running' and worker_id = worker.id)`);
