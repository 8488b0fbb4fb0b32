import type { Queryable } from './database.ts';

/** Runs what is asked once its turn has come. */
export type InTurn = <T>(ask: () => Promise<T>) => Promise<T>;

/** The same queries, each of which waits for its turn. */
export function queriesInTurn(queries: Queryable, inTurn: InTurn): Queryable {
  return {
    rows: (statement, ...parameters) => inTurn(() => queries.rows(statement, ...parameters)),
    row: (statement, ...parameters) => inTurn(() => queries.row(statement, ...parameters)),
    execute: (statement, ...parameters) => inTurn(() => queries.execute(statement, ...parameters)),
  };
}
