import type { Tenancy } from '../../base/context.ts';
import { statement } from '../../base/database.ts';
import { releasing } from '../../tasks/task.store.ts';

const hurry = statement<[organizationId: number, actionId: string], never>(
  releasing(`organization_id = $1 and type = 'apply_change' and payload ->> 'action_id' = $2`),
);

/** Lets an action that waits to be tried again be tried at once: somebody waits for its campaign. */
export async function hurryAction({ db, organizationId }: Tenancy, actionId: string): Promise<void> {
  await db.execute(hurry, organizationId, actionId);
}
