import { sharedQuotaCounter } from '../../../src/adapters/google-ads/quota-counter.store.ts';
import { type OperationKind, QuotaLedger } from '../../../src/adapters/google-ads/quota-ledger.ts';
import { type Database, statement } from '../../../src/base/database.ts';
import { AdPlatformError } from '../../../src/ports/ad-platform.ts';
import type { Clock } from '../../../src/ports/clock.ts';

const addOrganizations = statement<[count: number], { id: number }>(`
  insert into organization (slug, name, currency, created_at)
  select 'org-' || n, 'Organization ' || n, 'EUR', '2026-01-01' from generate_series(1, $1::integer) n
  returning id`);
const addClaims = statement<[], never>(`
  insert into ad_account_claim (account_id, organization_id, claimed_at) select id, id, '2026-01-01' from organization`);
const weigh = statement<[id: number, weight: number], never>(
  'update organization set operations_weight = $2 where id = $1',
);
const used = statement<[], { organization_id: number; kind: OperationKind; used: number }>(
  'select organization_id, kind, used from platform_use order by organization_id, kind',
);
const total = statement<[], { used: number }>('select used from platform_quota order by day desc limit 1');

/** Organizations that hold an ad account each; returns their ids. */
export async function organizationsWithAccounts(database: Database, count: number): Promise<number[]> {
  const rows = await database.rows(addOrganizations, count);
  await database.execute(addClaims);
  return rows.map(({ id }) => id);
}

/** The real ledger of a process that shares the database. */
export function ledgerOn(database: Database, clock: Clock, dailyOperations: number | null): QuotaLedger {
  return new QuotaLedger(sharedQuotaCounter(database), dailyOperations, clock);
}

/** Gives an organization a share of another size. */
export async function setWeight(database: Database, organizationId: number, weight: number): Promise<void> {
  await database.execute(weigh, organizationId, weight);
}

/** Whether the ledger lets it through; any other failure is one. */
export async function takes(
  ledger: QuotaLedger,
  organizationId: number,
  kind: OperationKind,
  operations: number,
): Promise<boolean> {
  try {
    await ledger.spend({ organizationId, kind }, operations);
    return true;
  } catch (error) {
    if (error instanceof AdPlatformError && error.outOfQuota) return false;
    throw error;
  }
}

/** Takes one operation after the other until it is refused, and tells how many there were. */
export async function takesAll(ledger: QuotaLedger, organizationId: number, kind: OperationKind): Promise<number> {
  let count = 0;
  while (await takes(ledger, organizationId, kind, 1)) count += 1;
  return count;
}

/** What was counted, by organization and kind. */
export function usedOperations(database: Database) {
  return database.rows(used);
}

/** What was counted today in all. */
export async function usedToday(database: Database): Promise<number> {
  return (await database.row(total))?.used ?? 0;
}
