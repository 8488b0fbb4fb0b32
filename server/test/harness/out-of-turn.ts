import { AsyncLocalStorage } from 'node:async_hooks';
import type { Database, Queryable } from '../../src/base/database.ts';
import { Turns } from '../../src/base/turns.ts';
import type { Cleaned } from './database.ts';

/** What the process tells of all changes together, one statement at a time, however many there are. */
const OF_THE_PROCESS = /pg_notify\('event'/;

/** An organization asks something of the connections of work in the background in these lines alone. */
const LONG_LOOKS = /looks,|impacts of stops,|keyword ideas,/;

/** Tells what reaches the connections of a pool without having waited for a turn. */
export class OutOfTurn {
  seen: string[] = [];
  /** The lines in which there is a turn, the outermost first. */
  #inTurn = new AsyncLocalStorage<string>();

  constructor(t: Cleaned) {
    const inTurn = this.#inTurn;
    const { take } = Turns.prototype;
    Turns.prototype.take = function (line, place, work) {
      const lines = `${inTurn.getStore() ?? ''}${line.name},`;
      return take.call(this, line, place, () => inTurn.run(lines, work)) as ReturnType<typeof work>;
    };
    t.after(() => {
      Turns.prototype.take = take;
    });
  }

  /** The database as the service is to see it. */
  of(database: Database, lines = /./): Database {
    const note = (what: string) => this.#note(what, lines);
    return {
      ...database,
      ...watched(database, note),
      transaction: (work, options) => {
        note('a transaction');
        return database.transaction(work, options);
      },
      forWork: () => this.of(database.forWork(), LONG_LOOKS),
      forChanges: () => this.of(database.forChanges()),
      forDirectWrites: () => this.of(database.forDirectWrites()),
    };
  }

  #note(what: string, lines: RegExp): void {
    if (!lines.test(this.#inTurn.getStore() ?? '') && !OF_THE_PROCESS.test(what)) this.seen.push(what.trim());
  }
}

function watched(queries: Queryable, note: (what: string) => void): Queryable {
  return {
    rows: (statement, ...parameters) => {
      note(statement.text);
      return queries.rows(statement, ...parameters);
    },
    row: (statement, ...parameters) => {
      note(statement.text);
      return queries.row(statement, ...parameters);
    },
    execute: (statement, ...parameters) => {
      note(statement.text);
      return queries.execute(statement, ...parameters);
    },
  };
}
