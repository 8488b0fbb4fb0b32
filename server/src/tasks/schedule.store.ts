import { type Queryable, statement } from '../base/database.ts';

const latest = statement<[name: string], { due_at: string }>(`
  select due_at from schedule_run where name = $1 order by due_at desc limit 1`);

/** The latest due time that was taken of a schedule. */
export async function lastRun(db: Queryable, name: string): Promise<string | undefined> {
  return (await db.row(latest, name))?.due_at;
}

const take = statement<[name: string, dueAt: string], never>(`
  insert into schedule_run (name, due_at) values ($1, $2::timestamptz) on conflict do nothing`);

/** Takes a due time; of all processes that try, one gets it. */
export async function takeRun(db: Queryable, name: string, dueAt: string): Promise<boolean> {
  return (await db.execute(take, name, dueAt)) > 0;
}

const voidAfter = statement<[name: string, after: string], never>(`
  delete from schedule_run where name = $1 and due_at > $2::timestamptz`);

/** Forgets due times after an instant, which a clock that was wrong has taken; tells how many. */
export function voidRuns(db: Queryable, name: string, after: string): Promise<number> {
  return db.execute(voidAfter, name, after);
}

const note = statement<[name: string, dueAt: string, task: number], never>(`
  update schedule_run set task_tracking_id = $3 where name = $1 and due_at = $2::timestamptz`);

/** Notes which task a due time led to. */
export async function noteRun(db: Queryable, name: string, dueAt: string, task: number): Promise<void> {
  await db.execute(note, name, dueAt, task);
}

const forget = statement<[name: string, before: string], never>(`
  delete from schedule_run where name = $1 and due_at < $2::timestamptz`);

/** Forgets old due times; the latest stays, as it says what is done. */
export async function forgetRuns(db: Queryable, name: string, before: string): Promise<void> {
  await db.execute(forget, name, before);
}
