import { z } from 'zod';
import type { Context, Tenancy } from '../../base/context.ts';
import { invalid } from '../../base/errors.ts';
import { start } from '../../base/operation.ts';
import { findOrganization } from '../../organizations/organization.store.ts';
import type { AccountChoice } from '../../ports/ad-platform.ts';
import { claimAccount, holdersOf } from '../account-claim.store.ts';
import { countOtherAccounts, linkAndSelect } from '../ad-account.store.ts';
import { lockConnection } from '../ad-connection.store.ts';
import { queueSync } from '../queue-sync.ts';
import { ASKED_PER_MINUTE, managerHeld } from './connect-flow.ts';
import { notReached, type Reached, reachedByCaller } from './own-login.ts';

/** Those given up among them, since what is known of them stays: every list of accounts has an end. */
const MOST_ACCOUNTS = 1_000;

/** Claims an ad account for the organization and makes it the one that new campaigns are made in. */
export const selectAdAccount = start({
  name: 'select_ad_account',
  summary: 'Select an ad account',
  description:
    'Links an ad account that a login of yours reaches, makes it the account of new campaigns, and starts importing its campaigns and the figures of 90 days. From then on it belongs to this organization, until an Owner gives it up. Accounts linked before stay linked.',
  rest: 'POST /organizations/{org}/ad-accounts',
  tool: null,
  scope: 'campaigns:write',
  audience: 'dashboard',
  changes: ['ad_accounts', 'tasks'],
  hints: { destructive: false, idempotent: true, openWorld: true },
  heldByApprovals: false,
  spendsQuota: false,
  callsPerMinute: ASKED_PER_MINUTE,
  input: z.strictObject({ account_id: z.string().min(1).max(100) }),
  output: z.object({ account_id: z.string(), task_tracking_id: z.int(), status: z.literal('queued') }),

  async run({ account_id }, context) {
    const reached = await reachedByCaller(context, account_id);
    const { database, organizationId, caller, clock } = context;
    return database.transaction(async (db) => {
      const tenancy = { organizationId, db };
      await managerHeld(context, tenancy);
      await holdLogin(context, tenancy, reached);
      await requireCurrency(tenancy, reached.choice);
      await requireRoom(tenancy, account_id);
      const now = new Date(clock.now());
      if (!(await claimAccount(tenancy, account_id, now))) throw await heldElsewhere(context, tenancy, account_id);
      await linkAndSelect(tenancy, reached.choice, reached.connectionId, now);
      const task = await queueSync(context, tenancy, account_id, { personId: caller.personId });
      return { account_id, task_tracking_id: task, status: 'queued' as const };
    });
  },
});

/** Between the platform's answer and now the login may have been disconnected, or have become somebody else's. */
async function holdLogin({ caller }: Context, tenancy: Tenancy, { connectionId }: Reached): Promise<void> {
  const connection = await lockConnection(tenancy, connectionId);
  if (connection?.status !== 'working' || connection.owner_id !== caller.personId) throw notReached();
}

/** Every amount of an organization is in its currency. */
async function requireCurrency(tenancy: Tenancy, { currency }: AccountChoice): Promise<void> {
  const organization = await findOrganization(tenancy);
  if (organization?.currency === currency) return;
  const message = `is in ${currency}; every amount of this organization is in ${organization?.currency}`;
  throw invalid([{ path: 'account_id', message }]);
}

/** Two at once may come in where one was left: it is the end of a list, and no promise. */
async function requireRoom(tenancy: Tenancy, accountId: string): Promise<void> {
  if ((await countOtherAccounts(tenancy, accountId)) < MOST_ACCOUNTS) return;
  const message = 'is one too many: an organization has at most 1,000 ad accounts, those that it gave up among them';
  throw invalid([{ path: 'account_id', message }]);
}

/** Which organization it is only its members are told. */
async function heldElsewhere({ caller }: Context, { db }: Tenancy, accountId: string) {
  const slug = (await holdersOf(db, [accountId])).get(accountId)?.slug ?? '';
  const named = caller.organizations.get(slug)?.access === 'membership' ? slug : 'another organization';
  return invalid([{ path: 'account_id', message: `is held by ${named}; an Owner there has to give it up first` }]);
}
