import type { Tenancy } from '../../server/src/base/context.ts';
import type { Database } from '../../server/src/base/database.ts';
import { newId } from '../../server/src/base/ids.ts';
import { findCampaign, lockCampaign, updateCampaignRow } from '../../server/src/campaigns/campaign.store.ts';
import { budgetLimits, clearPending, pendingAction } from '../../server/src/campaigns/campaign-write.store.ts';
import { holdRole } from '../../server/src/identity/membership.store.ts';
import { BY_ONE } from '../../server/src/writes/access.store.ts';
import { insertAction } from '../../server/src/writes/actions/action.store.ts';
import { areApprovalsRequired } from '../../server/src/writes/approvals/approvals.store.ts';
import { lockBudgets } from '../../server/src/writes/budget-lock.store.ts';
import { ownQuota, spendWrite } from '../../server/src/writes/quota/write-quota.store.ts';
import type { BenchWorld } from './seed.ts';

const QUOTA = 1_000_000_000;

/** Reads the rows that a preview of a budget reads. */
export async function bareEditPreview(tenancy: Tenancy, slug: string, budget: number): Promise<object> {
  const campaign = await findCampaign(tenancy, slug);
  if (!campaign) throw new Error('the campaign is missing');
  await budgetLimits(tenancy, campaign.id);
  return { dry_run: true, would_change: { budget: { from: campaign.budget, to: budget } }, within_limits: true };
}

/** Runs the statements of an executed edit of a draft in one transaction, and checks nothing. */
export function bareEdit(
  database: Database,
  { organizationId, personId, keyId }: BenchWorld,
  slug: string,
  budget: number,
): Promise<object> {
  return database.transaction(async (db) => {
    const tenancy = { db, organizationId };
    const now = Date.now();
    await holdRole(tenancy, personId);
    await db.row(BY_ONE.keyInForce, organizationId, keyId, new Date(now));
    await lockBudgets(tenancy);
    const campaign = await lockCampaign(tenancy, slug);
    if (!campaign) throw new Error('the campaign is missing');
    await pendingAction(tenancy, campaign.id);
    await budgetLimits(tenancy, campaign.id);
    await areApprovalsRequired(tenancy);
    await db.row(ownQuota, organizationId);
    await db.row(spendWrite, organizationId, new Date(now).toISOString().slice(0, 10), QUOTA);
    const actionId = newId('act', now);
    await updateCampaignRow(tenancy, campaign.id, { budget: budget.toFixed(2) }, now);
    await clearPending(tenancy, actionId);
    await insertAction(tenancy, {
      id: actionId,
      at: new Date(now).toISOString(),
      source: 'dashboard',
      actor: { type: 'api_key' },
      op: 'update_campaign',
      campaign: { id: campaign.id, slug },
      detail: 'budget',
      steps: [{ op: 'update_campaign', details: { budget }, done: true }],
      status: 'executed',
      outcome: null,
      requestId: newId('req', now),
    });
    return { applied: true, action_id: actionId, changed: { budget: { from: campaign.budget, to: budget } } };
  });
}
