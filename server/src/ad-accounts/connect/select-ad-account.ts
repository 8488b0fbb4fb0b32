import { z } from 'zod';
import type { Tenancy } from '../../base/context.ts';
import { invalid } from '../../base/errors.ts';
import { start } from '../../base/operation.ts';
import { organizationDetail } from '../../organizations/organization.store.ts';
import type { AccountChoice } from '../../ports/ad-platform.ts';
import { linkAndSelect } from '../ad-account.store.ts';
import { listConnections } from '../ad-connection.store.ts';
import { queueSync } from '../queue-sync.ts';
import { managerHeld } from './connect-flow.ts';

/** Links an ad account and makes it the one that new campaigns are made in; its campaigns are then imported. */
export const selectAdAccount = start({
  name: 'select_ad_account',
  summary: 'Select an ad account',
  description:
    'Links an ad account that a connected login reaches, makes it the account of new campaigns, and starts importing its campaigns and the figures of 90 days. Accounts linked before stay linked.',
  rest: 'POST /organizations/{org}/ad-accounts',
  tool: null,
  scope: 'campaigns:write',
  audience: 'dashboard',
  hints: { destructive: false, idempotent: true, openWorld: true },
  heldByApprovals: false,
  spendsQuota: false,
  input: z.strictObject({ account_id: z.string().min(1).max(100) }),
  output: z.object({ account_id: z.string(), task_tracking_id: z.int(), status: z.literal('queued') }),

  run: ({ account_id }, context) =>
    context.database.transaction(async (db) => {
      const { organizationId, caller, clock } = context;
      const tenancy = { organizationId, db };
      await managerHeld(context, tenancy);
      const { choice, connectionId } = await choiceOf(tenancy, account_id);
      await linkAndSelect(tenancy, choice, connectionId, new Date(clock.now()));
      const task = await queueSync(context, tenancy, account_id, { personId: caller.personId });
      return { account_id, task_tracking_id: task, status: 'queued' as const };
    }),
});

async function choiceOf(tenancy: Tenancy, accountId: string): Promise<{ choice: AccountChoice; connectionId: string }> {
  const refused = (message: string) => invalid([{ path: 'account_id', message }]);
  for (const { id, status, accounts } of await listConnections(tenancy)) {
    const choice = status === 'working' ? accounts.find(({ customerId }) => customerId === accountId) : undefined;
    if (!choice) continue;
    const organization = await tenancy.db.row(organizationDetail, tenancy.organizationId);
    if (organization?.currency !== choice.currency) {
      throw refused(`is in ${choice.currency}; every amount of this organization is in ${organization?.currency}`);
    }
    return { choice, connectionId: id };
  }
  throw refused('is not an account that a connected login reaches');
}
