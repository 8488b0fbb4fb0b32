import type { Tenancy } from '../../base/context.ts';
import { statement } from '../../base/database.ts';

const get = statement<[organizationId: number], { required: boolean }>(
  'select approvals_required as required from organization where id = $1',
);

/** Whether a person must sign off what keys and connected apps change. */
export async function areApprovalsRequired({ db, organizationId }: Tenancy): Promise<boolean> {
  return (await db.row(get, organizationId))?.required ?? false;
}

const hold = statement<[organizationId: number], never>(
  `select pg_advisory_xact_lock_shared(hashtextextended('approvals ' || $1::integer, 0))`,
);

/** The same, and it stays so until the transaction ends. */
export async function approvalsHeld(tenancy: Tenancy): Promise<boolean> {
  await tenancy.db.execute(hold, tenancy.organizationId);
  return areApprovalsRequired(tenancy);
}

const lock = statement<[organizationId: number], never>(
  `select pg_advisory_xact_lock(hashtextextended('approvals ' || $1::integer, 0))`,
);

/** For whoever turns them on or off: writes that relied on what was so end first, later ones see what is so then. */
export async function lockApprovals({ db, organizationId }: Tenancy): Promise<void> {
  await db.execute(lock, organizationId);
}
