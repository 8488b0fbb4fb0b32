import { z } from 'zod';
import { notFound } from '../../base/errors.ts';
import { directWrite } from '../../base/operation.ts';
import { ownersHeld } from '../../identity/standing.ts';
import { releaseClaim } from '../account-claim.store.ts';
import { findAdAccount, unlinkAccount } from '../ad-account.store.ts';

/** Lets an Owner give an ad account up, so that another organization may select it. */
export const releaseAdAccount = directWrite({
  name: 'release_ad_account',
  summary: 'Give an ad account up',
  description:
    'Ends this organization’s hold on an ad account: from now on nothing of it is synced or changed from here, not even what is queued, and another organization whose people reach it may select it. Its campaigns, figures and actions stay here as they are; in the ad platform the campaigns go on running.',
  rest: 'DELETE /organizations/{org}/ad-accounts/{account_id}',
  tool: null,
  scope: 'campaigns:write',
  ownersOnly: true,
  audience: 'dashboard',
  changes: ['ad_accounts', 'campaigns'],
  hints: { destructive: true, idempotent: false, openWorld: false },
  heldByApprovals: false,
  spendsQuota: false,
  input: z.strictObject({ account_id: z.string().min(1).max(100) }),
  output: z.object({ released: z.literal(true) }),

  run: ({ account_id }, context) =>
    context.database.transaction(async (db) => {
      const tenancy = { organizationId: context.organizationId, db };
      await ownersHeld(context, db);
      const account = await findAdAccount(tenancy, account_id);
      const held = await releaseClaim(tenancy, account_id);
      if (!account || (!held && account.status === 'not_linked')) throw notFound('That ad account');
      await unlinkAccount(tenancy, account_id);
      return { released: true as const };
    }),
});
