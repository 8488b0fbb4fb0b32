import type { Tenancy } from '../../base/context.ts';
import { statement } from '../../base/database.ts';
import { lettingPast, releasing } from '../../tasks/task.store.ts';

const OF_ACTION = `organization_id = $1 and type = 'apply_change' and payload ->> 'action_id' = $2`;

const hurry = statement<[organizationId: number, actionId: string], never>(releasing(OF_ACTION));

const letPast = statement<[organizationId: number, actionId: string], never>(lettingPast(OF_ACTION));

/**
 * Lets an action that waits to be tried again be tried at once: somebody waits for its campaign. Where they want it to
 * stop, the action does not wait for the platform's quota either.
 */
export async function hurryAction(
  { db, organizationId }: Tenancy,
  { actionId, forStop }: { actionId: string; forStop: boolean },
): Promise<void> {
  if (forStop) await db.execute(letPast, organizationId, actionId);
  await db.execute(hurry, organizationId, actionId);
}
