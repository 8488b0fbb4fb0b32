import { type Queryable, statement } from '../../base/database.ts';
import type { QuotaCounter } from './quota-ledger.ts';

const take = statement<[day: string, operations: number, ceiling: number], { used: number }>(`
  insert into platform_quota as q (day, used) select $1::date, $2::bigint where $2::bigint <= $3::bigint
  on conflict (day) do update set used = q.used + $2::bigint where q.used + $2::bigint <= $3::bigint
  returning used`);

/** Counts in the database: one count for every process that shares the quota. */
export function sharedQuotaCounter(db: Queryable): QuotaCounter {
  return {
    take: async (day, operations, ceiling) => (await db.row(take, day, operations, ceiling)) !== undefined,
  };
}
