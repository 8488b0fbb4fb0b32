import { AsyncLocalStorage } from 'node:async_hooks';
import { dashboardOperations, operations } from '../../catalogue.ts';
import type { Context } from '../../src/base/context.ts';
import type { Database, Queryable } from '../../src/base/database.ts';
import type { Operation } from '../../src/base/operation.ts';
import type { Cleaned } from './database.ts';
import { standStill, standstill, type UnderWay } from './standstill.ts';

/** Makes what organizations read as slow as it can be: it ends when the test says so, and holds its connection till then. */
export class SlowReads {
  /** Reads that opened a transaction on the connections that changes need. */
  readonly transactions: string[] = [];
  #running = new AsyncLocalStorage<string>();
  #organizations: ReadonlySet<number> = new Set();
  #slow = false;

  constructor(t: Cleaned) {
    for (const operation of [...operations, ...dashboardOperations]) this.#watch(operation, t);
  }

  /** The database as the service is to see it. */
  of(database: Database): Database {
    return {
      ...database,
      ...this.#held(database),
      hot: this.#held(database.hot),
      transaction: (work, options) => {
        const reader = this.#running.getStore();
        if (reader !== undefined) this.transactions.push(reader);
        return database.transaction(work, options);
      },
      forDirectWrites: () => this.of(database.forDirectWrites()),
    };
  }

  /** Runs the check while everything that these organizations read stands still. */
  async during(databaseUrl: string, organizations: readonly number[], check: (underWay: UnderWay) => Promise<void>) {
    try {
      await standstill(databaseUrl, (underWay) => {
        this.#organizations = new Set(organizations);
        this.#slow = true;
        return check(underWay);
      });
    } finally {
      this.#slow = false;
    }
  }

  #held(queries: Queryable): Queryable {
    const turn = async (parameters: readonly unknown[]) => {
      if (this.#slow && this.#concerns(parameters)) await standStill(queries);
    };
    return {
      rows: async (statement, ...parameters) => {
        await turn(parameters);
        return queries.rows(statement, ...parameters);
      },
      row: async (statement, ...parameters) => {
        await turn(parameters);
        return queries.row(statement, ...parameters);
      },
      execute: async (statement, ...parameters) => {
        await turn(parameters);
        return queries.execute(statement, ...parameters);
      },
    };
  }

  /** Statements name their organization first; those of people are known by the operation that asks. */
  #concerns([first]: readonly unknown[]): boolean {
    return this.#running.getStore() !== undefined || (typeof first === 'number' && this.#organizations.has(first));
  }

  #watch(operation: Operation, t: Cleaned): void {
    const { run } = operation;
    operation.run = (input, context) => {
      const known: Partial<Context> = context;
      const others = known.organizationId !== undefined && !this.#organizations.has(known.organizationId);
      if (others || !operation.isPreview(input)) return run(input, context);
      return this.#running.run(operation.name, () => run(input, context));
    };
    t.after(() => {
      operation.run = run;
    });
  }
}
