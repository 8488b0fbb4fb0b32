import { z } from 'zod';
import type { Tenancy } from '../../base/context.ts';
import { notFound, Refusal } from '../../base/errors.ts';
import { start } from '../../base/operation.ts';
import { type AdAccountRow, findAdAccount } from '../ad-account.store.ts';
import { findConnection } from '../ad-connection.store.ts';
import { managerHeld } from '../connect/connect-flow.ts';
import { queueAskedSync } from '../queue-sync.ts';

/** Brings an ad account in step now instead of at the next quarter of an hour. */
export const syncAdAccount = start({
  name: 'sync_ad_account',
  summary: 'Sync an ad account now',
  description:
    'Reads all campaigns and the figures of 90 days of a linked account again, at most once a minute: asking while one waits or runs names that one.',
  rest: 'POST /organizations/{org}/ad-accounts/{account_id}/sync',
  tool: null,
  scope: 'campaigns:write',
  audience: 'dashboard',
  changes: ['ad_accounts', 'tasks'],
  hints: { destructive: false, idempotent: true, openWorld: true },
  heldByApprovals: false,
  spendsQuota: false,
  input: z.strictObject({ account_id: z.string().min(1).max(100) }),
  output: z.object({ task_tracking_id: z.int(), status: z.literal('queued') }),

  run: ({ account_id }, context) =>
    context.database.transaction(async (db) => {
      const { organizationId, caller } = context;
      const tenancy = { organizationId, db };
      await managerHeld(context, tenancy);
      const account = await findAdAccount(tenancy, account_id);
      if (!account) throw notFound('That ad account');
      if (!(await isReachable(tenancy, account))) {
        throw new Refusal('setup_required', 'The ad account is not linked. Connect its login first.');
      }
      const task = await queueAskedSync(context, tenancy, account, { personId: caller.personId });
      return { task_tracking_id: task, status: 'queued' as const };
    }),
});

/** An account that its login has lost may be tried again; one whose login is broken has to wait for it. */
async function isReachable(tenancy: Tenancy, { status, connection_id }: AdAccountRow): Promise<boolean> {
  if (status !== 'pending' || connection_id === null) return status === 'linked';
  return (await findConnection(tenancy, connection_id))?.status === 'working';
}
