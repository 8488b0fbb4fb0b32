import { type Queryable, statement } from '../base/database.ts';

const beat = statement<[id: string, host: string, pid: number, now: string], never>(`
  insert into worker (id, host, pid, started_at, heartbeat_at)
  values ($1, $2, $3, $4::timestamptz, $4::timestamptz)
  on conflict (id) do update set heartbeat_at = excluded.heartbeat_at`);

/** Registers a worker, and tells from then on that it is alive. */
export async function beatWorker(
  db: Queryable,
  { id, host, pid }: { id: string; host: string; pid: number },
  now: string,
): Promise<void> {
  await db.execute(beat, id, host, pid, now);
}

const onHost = statement<[host: string], { id: string; pid: number }>(`
  select id, pid from worker where host = $1 and stopped_at is null`);

/** Workers of one machine that have not said goodbye. */
export function workersOnHost(db: Queryable, host: string): Promise<{ id: string; pid: number }[]> {
  return db.rows(onHost, host);
}

const stop = statement<[ids: string[], now: string], never>(`
  update worker set stopped_at = $2::timestamptz where id = any($1) and stopped_at is null`);

/** Notes that workers have ended. */
export async function stopWorkers(db: Queryable, ids: string[], now: string): Promise<void> {
  await db.execute(stop, ids, now);
}

const forget = statement<[endedBefore: string], never>(`
  delete from worker
  where coalesce(stopped_at, heartbeat_at) < $1::timestamptz
    and not exists (select from task where status = 'running' and worker_id = worker.id)`);

/** Forgets workers that ended long ago and hold nothing. */
export async function forgetWorkers(db: Queryable, endedBefore: string): Promise<void> {
  await db.execute(forget, endedBefore);
}
