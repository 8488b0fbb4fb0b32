import { type Queryable, statement } from '../../base/database.ts';
import type { QuotaCounter } from './quota-ledger.ts';

const take = statement<
  [
    day: string,
    organizationId: number,
    kind: string,
    operations: number,
    now: Date,
    allowed: number | null,
    asked: number | null,
    ceiling: number | null,
    guaranteed: number | null,
    comeIn: number | null,
    withheld: number | null,
    lenders: number | null,
  ],
  { taken: boolean }
>('select take_operations($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) as taken');

/** Counts in the database: one count for every process that shares the quota, in one statement for each call. */
export function sharedQuotaCounter(db: Queryable): QuotaCounter {
  return {
    async take({ day, organizationId, kind, operations, now, allowed, sharing }) {
      const {
        asked = null,
        ceiling = null,
        guaranteed = null,
        comeIn = null,
        withheld = null,
        lenders = null,
      } = sharing ?? {};
      const share = [asked, ceiling, guaranteed, comeIn, withheld, lenders] as const;
      const row = await db.row(take, day, organizationId, kind, operations, now, allowed, ...share);
      return row?.taken ?? false;
    },
  };
}
