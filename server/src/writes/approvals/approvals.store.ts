import type { Tenancy } from '../../base/context.ts';
import { statement } from '../../base/database.ts';

const get = statement<[organizationId: number], { required: boolean }>(
  'select approvals_required as required from organization where id = $1',
);

/** Whether a person must sign off what keys and connected apps change. */
export async function areApprovalsRequired({ db, organizationId }: Tenancy): Promise<boolean> {
  return (await db.row(get, organizationId))?.required ?? false;
}
