import { AsyncLocalStorage } from 'node:async_hooks';
import type { Database, Queryable } from '../../src/base/database.ts';
import { Turns } from '../../src/base/turns.ts';
import type { Cleaned } from './database.ts';

/** What the process tells of all changes together, one statement at a time, however many there are. */
const OF_THE_PROCESS = /pg_notify\('event'/;

/** Tells what reaches the connections of a pool without having waited for a turn. */
export class OutOfTurn {
  seen: string[] = [];
  #inTurn = new AsyncLocalStorage<string>();

  constructor(t: Cleaned) {
    const inTurn = this.#inTurn;
    const { take } = Turns.prototype;
    Turns.prototype.take = function (line, place, work) {
      return take.call(this, line, place, () => inTurn.run(line.name, work)) as ReturnType<typeof work>;
    };
    t.after(() => {
      Turns.prototype.take = take;
    });
  }

  /** The database as the service is to see it. */
  of(database: Database): Database {
    return {
      ...database,
      ...this.#watched(database),
      transaction: (work, options) => {
        this.#note('a transaction');
        return database.transaction(work, options);
      },
      forWork: () => this.of(database.forWork()),
      forDirectWrites: () => this.of(database.forDirectWrites()),
    };
  }

  #watched(queries: Queryable): Queryable {
    return {
      rows: (statement, ...parameters) => {
        this.#note(statement.text);
        return queries.rows(statement, ...parameters);
      },
      row: (statement, ...parameters) => {
        this.#note(statement.text);
        return queries.row(statement, ...parameters);
      },
      execute: (statement, ...parameters) => {
        this.#note(statement.text);
        return queries.execute(statement, ...parameters);
      },
    };
  }

  #note(what: string): void {
    if (this.#inTurn.getStore() === undefined && !OF_THE_PROCESS.test(what)) this.seen.push(what.trim());
  }
}
