import type { Database, Queryable } from '../../src/base/database.ts';

/** The same database until an outage is set, be it one of some statements only. */
export function gone(database: Database, state: { outage?: Error; only?: RegExp }): Database {
  const unless = async <T>({ text }: { text: string }, ask: () => Promise<T>): Promise<T> => {
    if (state.outage && (!state.only || state.only.test(text))) throw state.outage;
    return ask();
  };
  const failing = (queries: Queryable): Queryable => ({
    rows: (asked, ...values) => unless(asked, () => queries.rows(asked, ...values)),
    row: (asked, ...values) => unless(asked, () => queries.row(asked, ...values)),
    execute: (asked, ...values) => unless(asked, () => queries.execute(asked, ...values)),
  });
  return {
    ...database,
    ...failing(database),
    hot: failing(database.hot),
    lane: () => failing(database.lane()),
    forDirectWrites: () => gone(database.forDirectWrites(), state),
    transaction: async (...work) => (state.outage ? Promise.reject(state.outage) : database.transaction(...work)),
  };
}

/** The same database, but that it goes as a transaction ends, with all that it has changed, while that is set. */
export function goneAtTheEnd(database: Database, state: { isGone: boolean }): Database {
  return {
    ...database,
    forDirectWrites: () => goneAtTheEnd(database.forDirectWrites(), state),
    transaction: (work, options) =>
      database.transaction(async (db) => {
        const result = await work(db);
        if (state.isGone) throw Object.assign(new Error('terminating connection'), { code: '57P01' });
        return result;
      }, options),
  };
}
