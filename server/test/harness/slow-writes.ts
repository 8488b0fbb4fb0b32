import { AsyncLocalStorage } from 'node:async_hooks';
import { dashboardOperations, operations } from '../../catalogue.ts';
import { type Database, openDatabase, type Queryable, statement } from '../../src/base/database.ts';
import type { Operation } from '../../src/base/operation.ts';
import type { Cleaned } from './database.ts';

const hold = statement<[], never>('select pg_advisory_xact_lock(4712)');
const wait = statement<[], never>('select pg_advisory_xact_lock_shared(4712)');
const waiting = statement<[], { count: number }>(`
  select count(*)::integer as count from pg_locks
  where locktype = 'advisory' and objid = 4712 and not granted
    and database = (select oid from pg_database where datname = current_database())`);

/** Makes whatever one operation executes wait for a lock, on the connection that it has, until the test says so. */
export class SlowWrites {
  /** How many calls of the operation have begun to execute. */
  begun = 0;
  #executing = new AsyncLocalStorage<string>();
  #slow: string | undefined;

  constructor(t: Cleaned) {
    for (const operation of [...operations, ...dashboardOperations]) this.#watch(operation, t);
  }

  /** The database as the service is to see it. */
  of(database: Database): Database {
    return {
      ...database,
      ...this.#held(database),
      hot: this.#held(database.hot),
      transaction: (work, options) =>
        database.transaction(async (transaction) => {
          await this.#turn(transaction);
          return work(transaction);
        }, options),
    };
  }

  /** Runs the check while everything that the operation executes stands still. */
  async during(databaseUrl: string, operation: string, check: (underWay: UnderWay) => Promise<void>): Promise<void> {
    const own = openDatabase({ url: databaseUrl, poolSize: 2 });
    this.begun = 0;
    try {
      await own.transaction(async (db) => {
        await db.row(hold);
        this.#slow = operation;
        await check(async () => (await own.row(waiting))?.count ?? 0);
      });
    } finally {
      this.#slow = undefined;
      await own.close();
    }
  }

  async #turn(queries: Queryable): Promise<void> {
    if (this.#slow !== undefined && this.#executing.getStore() === this.#slow) await queries.row(wait);
  }

  #held(queries: Queryable): Queryable {
    return {
      rows: async (statement, ...parameters) => {
        await this.#turn(queries);
        return queries.rows(statement, ...parameters);
      },
      row: async (statement, ...parameters) => {
        await this.#turn(queries);
        return queries.row(statement, ...parameters);
      },
      execute: async (statement, ...parameters) => {
        await this.#turn(queries);
        return queries.execute(statement, ...parameters);
      },
    };
  }

  #watch(operation: Operation, t: Cleaned): void {
    const { run } = operation;
    operation.run = (input, context) => {
      if (operation.isPreview(input)) return run(input, context);
      if (operation.name === this.#slow) this.begun += 1;
      return this.#executing.run(operation.name, () => run(input, context));
    };
    t.after(() => {
      operation.run = run;
    });
  }
}

/** How many connections stand still. */
type UnderWay = () => Promise<number>;
