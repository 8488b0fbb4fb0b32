import type { Tenancy } from '../../base/context.ts';
import { statement } from '../../base/database.ts';
import { givenTo, lettingPast, releasing } from '../../tasks/task.store.ts';

const OF_ACTION = `organization_id = $1 and type in ('apply_change', 'stop_spending') and payload ->> 'action_id' = $2`;

const hurry = statement<[organizationId: number, actionId: string], never>(releasing(OF_ACTION));

const letPast = statement<[organizationId: number, actionId: string, campaignIds: number[]], never>(
  lettingPast(OF_ACTION, '$3'),
);

const leaveToStops = statement<[organizationId: number, actionId: string], never>(givenTo('stop_spending', OF_ACTION));

/**
 * Lets an action that waits to be tried again be tried at once: somebody waits for its campaign. Where they want it to
 * stop, the action does not wait for the platform's quota either, nor for places that other changes hold, nor does it let
 * those run that are to stop.
 */
export async function hurryAction(
  { db, organizationId }: Tenancy,
  { actionId, forStop, toStop }: { actionId: string; forStop: boolean; toStop: readonly number[] },
): Promise<void> {
  if (forStop) {
    await db.execute(letPast, organizationId, actionId, [...toStop]);
    await db.execute(leaveToStops, organizationId, actionId);
  }
  await db.execute(hurry, organizationId, actionId);
}
