import type { Tenancy } from '../base/context.ts';
import { statement } from '../base/database.ts';

const makeLock = statement<[organizationId: number], never>(
  'insert into budget_lock (organization_id) values ($1) on conflict do nothing',
);
const takeLock = statement<[organizationId: number], { organization_id: number }>(
  'select organization_id from budget_lock where organization_id = $1 for update',
);

/** Holds the organization's budgets still until the transaction ends: changes to them go one by one. */
export async function lockBudgets({ db, organizationId }: Tenancy): Promise<void> {
  if (await db.row(takeLock, organizationId)) return;
  await db.execute(makeLock, organizationId);
  await db.row(takeLock, organizationId);
}
