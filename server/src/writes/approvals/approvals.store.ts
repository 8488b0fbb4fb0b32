import type { Tenancy } from '../../base/context.ts';
import { statement } from '../../base/database.ts';

const get = statement<[organizationId: number], { required: boolean }>(
  'select approvals_required as required from organization where id = $1',
);

/** Whether a person must sign off what keys and connected apps change. */
export async function areApprovalsRequired({ db, organizationId }: Tenancy): Promise<boolean> {
  return (await db.row(get, organizationId))?.required ?? false;
}

const set = statement<[organizationId: number, required: boolean], never>(
  'update organization set approvals_required = $2 where id = $1 and approvals_required <> $2',
);

/** Turns the requirement on or off. */
export async function requireApprovals({ db, organizationId }: Tenancy, required: boolean): Promise<void> {
  await db.execute(set, organizationId, required);
}
