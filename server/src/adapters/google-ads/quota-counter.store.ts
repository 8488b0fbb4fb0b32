import { type Queryable, statement } from '../../core/database.ts';
import type { QuotaCounter } from './quota-ledger.ts';

const take = statement<[day: string, operations: number, ceiling: number], { used: number }>(`
  insert into platform_quota as q (day, used) select $1, $2 where $2 <= $3
  on conflict (day) do update set used = q.used + $2 where q.used + $2 <= $3
  returning used`);

/** Counts in the database: one count for every process that shares the quota. */
export function sharedQuotaCounter(db: Queryable): QuotaCounter {
  return {
    take: async (day, operations, ceiling) => (await db.row(take, day, operations, ceiling)) !== undefined,
  };
}
