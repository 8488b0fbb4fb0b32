import { AsyncLocalStorage } from 'node:async_hooks';
import { dashboardOperations, operations } from '../../catalogue.ts';
import type { Database, Queryable } from '../../src/base/database.ts';
import type { Operation } from '../../src/base/operation.ts';
import { queriesInTurn } from '../../src/base/queries-in-turn.ts';
import type { Cleaned } from './database.ts';
import { standStill, standstill, type UnderWay } from './standstill.ts';

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
      forDirectWrites: () => this.of(database.forDirectWrites()),
    };
  }

  /** Runs the check while everything that the operation executes stands still. */
  async during(databaseUrl: string, operation: string, check: (underWay: UnderWay) => Promise<void>): Promise<void> {
    this.begun = 0;
    try {
      await standstill(databaseUrl, (underWay) => {
        this.#slow = operation;
        return check(underWay);
      });
    } finally {
      this.#slow = undefined;
    }
  }

  async #turn(queries: Queryable): Promise<void> {
    if (this.#slow !== undefined && this.#executing.getStore() === this.#slow) await standStill(queries);
  }

  #held(queries: Queryable): Queryable {
    return queriesInTurn(queries, async (ask) => {
      await this.#turn(queries);
      return ask();
    });
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
