import type { Tenancy } from '../../base/context.ts';
import { statement } from '../../base/database.ts';

const hold = statement<[organizationId: number, id: string, action: string], never>(`
  update recommendation set applying = $3 where organization_id = $1 and id = $2 and status = 'pending'`);

/** Its details stay what they are while an action carries it out. */
export async function holdForAction({ db, organizationId }: Tenancy, id: string, actionId: string): Promise<void> {
  await db.execute(hold, organizationId, id, actionId);
}

const release = statement<[organizationId: number, id: string], never>(
  'update recommendation set applying = null where organization_id = $1 and id = $2',
);

/** The action came to nothing: it is pending as before. */
export async function letGo({ db, organizationId }: Tenancy, id: string): Promise<void> {
  await db.execute(release, organizationId, id);
}

const apply = statement<[organizationId: number, id: string, action: string, at: Date], never>(`
  update recommendation set status = 'applied', applying = null, action_id = $3, closed_at = $4
  where organization_id = $1 and id = $2 and status = 'pending'`);

export async function setApplied(
  { db, organizationId }: Tenancy,
  id: string,
  { actionId, at }: { actionId: string; at: Date },
): Promise<void> {
  await db.execute(apply, organizationId, id, actionId, at);
}

const undo = statement<[organizationId: number, id: string], never>(
  `update recommendation set status = 'undone' where organization_id = $1 and id = $2 and status = 'applied'`,
);

export async function setUndone({ db, organizationId }: Tenancy, id: string): Promise<void> {
  await db.execute(undo, organizationId, id);
}
