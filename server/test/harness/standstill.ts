import { openDatabase, type Queryable, statement } from '../../src/base/database.ts';

const hold = statement<[], never>('select pg_advisory_xact_lock(4711)');
const wait = statement<[], never>('select pg_advisory_xact_lock_shared(4711)');
const waiting = statement<[], { count: number }>(`
  select count(*)::integer as count from pg_locks
  where locktype = 'advisory' and objid = 4711 and not granted
    and database = (select oid from pg_database where datname = current_database())`);

/** How many stand still, each holding a connection. */
export type UnderWay = () => Promise<number>;

/** Runs the check while whoever calls `standStill` does so, on the connection that they have. */
export async function standstill(databaseUrl: string, check: (underWay: UnderWay) => Promise<void>): Promise<void> {
  const own = openDatabase({ url: databaseUrl, poolSize: 2 });
  try {
    await own.transaction(async (db) => {
      await db.row(hold);
      await check(async () => (await own.row(waiting))?.count ?? 0);
    });
  } finally {
    await own.close();
  }
}

/** Waits until the check is over. */
export async function standStill(queries: Queryable): Promise<void> {
  await queries.row(wait);
}
