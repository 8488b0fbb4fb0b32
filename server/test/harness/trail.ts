import type { Database, Queryable } from '../../src/base/database.ts';

/** The same database, but for events that it does not keep while its trail is gone. */
export function withTrail(database: Database, trail: { isGone: boolean }, code = '57P01'): Database {
  const gone = Object.assign(new Error('not kept'), { code });
  const isUnkept = ({ text }: { text: string }) => trail.isGone && text.includes('insert into audit_event');
  const unkept = (queries: Queryable): Queryable => ({
    rows: async (asked, ...values) => (isUnkept(asked) ? Promise.reject(gone) : queries.rows(asked, ...values)),
    row: async (asked, ...values) => (isUnkept(asked) ? Promise.reject(gone) : queries.row(asked, ...values)),
    execute: async (asked, ...values) => (isUnkept(asked) ? Promise.reject(gone) : queries.execute(asked, ...values)),
  });
  return { ...database, lane: () => unkept(database.lane()) };
}
