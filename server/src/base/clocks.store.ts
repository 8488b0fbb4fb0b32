import { type Queryable, statement } from './database.ts';

const now = statement<[], { now: string }>('select clock_timestamp() as now');

/** The database's now, in milliseconds since the epoch. */
export async function databaseNow(db: Queryable): Promise<number> {
  const row = await db.row(now);
  if (!row) throw new Error('the database told no time');
  return Date.parse(row.now);
}
