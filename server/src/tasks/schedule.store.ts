import { statement } from '../base/database.ts';

export const lastRun = statement<[name: string], { due_at: string }>(`
  select due_at from schedule_run where name = $1 order by due_at desc limit 1`);

/** Takes a due time; of all processes that try, one gets a row. */
export const takeRun = statement<[name: string, dueAt: string], { name: string }>(`
  insert into schedule_run (name, due_at) values ($1, $2::timestamptz) on conflict do nothing returning name`);

export const noteRun = statement<[name: string, dueAt: string, task: number], never>(`
  update schedule_run set task_tracking_id = $3 where name = $1 and due_at = $2::timestamptz`);

/** Forgets old due times; the latest stays, as it says what is done. */
export const forgetRuns = statement<[name: string, before: string], never>(`
  delete from schedule_run where name = $1 and due_at < $2::timestamptz`);
