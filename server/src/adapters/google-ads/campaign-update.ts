import type { CampaignChange, CampaignSettings, CampaignUpdate, PlatformWrite } from '../../ports/ad-platform.ts';
import { AdPlatformError, campaignRemoved } from '../../ports/ad-platform.ts';
import type { GoogleAdsClient } from './client.ts';
import { Gaql, gaql } from './gaql.ts';
import { microsOf } from './micros.ts';
import { statusName } from './operations.ts';
import { platformError, withIntended } from './platform-error.ts';
import { checkedId } from './resource-names.ts';
import { EXISTING, readSettings } from './structure.ts';
import type { Campaign, MutateOperation } from './wire.gen.ts';

/**
 * Changes the fields given as one request. The campaign is read first: to find its budget and how it bids, and to
 * leave it alone when it no longer is what the caller expected. It is read again afterwards.
 */
export async function updateCampaign(
  client: GoogleAdsClient,
  customerId: string,
  id: string,
  change: CampaignChange,
  expected: CampaignChange,
): Promise<CampaignUpdate> {
  const campaign = await currentSettings(client, customerId, id);
  if (campaign === null) throw campaignRemoved();
  const wanted = differences(campaign, change);
  // Nothing to do: somebody made the change, perhaps an earlier try of ours that was never answered.
  if (Object.keys(wanted).length === 0) {
    return { applied: true, already: true, campaign, wrote: plan(campaign, change).wrote };
  }
  if (Object.keys(differences(campaign, expected)).length > 0) return { applied: false, campaign };
  const { operations, wrote } = plan(campaign, wanted);
  try {
    await client.mutate(customerId, operations, { partialFailure: false });
  } catch (thrown) {
    throw withIntended(thrown, wrote);
  }
  // The change was made and answered: a read-back that fails must not make it look undone.
  const after = await currentSettings(client, customerId, id).catch(() => null);
  return { applied: true, already: false, campaign: after ?? { ...campaign, ...wanted }, wrote };
}

/** The campaign as it is now, null when it is gone. */
export async function currentSettings(
  client: GoogleAdsClient,
  customerId: string,
  id: string,
): Promise<CampaignSettings | null> {
  const which = gaql`${EXISTING} AND campaign.id = ${new Gaql(checkedId(id))}`;
  try {
    const [campaign] = await readSettings(client, customerId, which);
    return campaign ?? null;
  } catch (thrown) {
    throw platformError(thrown, 'read');
  }
}

/** Of the values given, those that the campaign does not have. */
function differences(campaign: CampaignSettings, values: CampaignChange): CampaignChange {
  const { name, budget, targetCpa, status } = values;
  return {
    ...(name !== undefined && name !== campaign.name && { name }),
    ...(budget !== undefined && microsOf(budget) !== microsOf(campaign.budget) && { budget }),
    ...(targetCpa !== undefined && micros(targetCpa) !== micros(campaign.targetCpa) && { targetCpa }),
    ...(status !== undefined && status !== campaign.status && { status }),
  };
}

function plan(campaign: CampaignSettings, change: CampaignChange) {
  const operations: MutateOperation[] = [];
  const wrote: PlatformWrite[] = [];
  const note = (resource: string, field: string, value: string | null) =>
    wrote.push({ resource, operation: 'update', field, value });
  if (change.budget !== undefined) {
    const amountMicros = budgetMicros(campaign, change.budget);
    const update = { resourceName: campaign.budgetResource, amountMicros };
    operations.push({ campaignBudgetOperation: { update, updateMask: 'amount_micros' } });
    note(campaign.budgetResource, 'amountMicros', amountMicros);
  }
  const update: Campaign = { resourceName: campaign.resource };
  const mask: string[] = [];
  if (change.name !== undefined) {
    update.name = change.name;
    mask.push('name');
    note(campaign.resource, 'name', change.name);
  }
  if (change.status !== undefined) {
    update.status = statusName(change.status);
    mask.push('status');
    note(campaign.resource, 'status', update.status);
  }
  if (change.targetCpa !== undefined) {
    const targetCpaMicros = micros(change.targetCpa);
    const [member, path, wirePath] = targetField(campaign, change.targetCpa);
    update[member] = targetCpaMicros === null ? {} : { targetCpaMicros };
    mask.push(path);
    note(campaign.resource, wirePath, targetCpaMicros);
  }
  if (mask.length > 0) operations.push({ campaignOperation: { update, updateMask: mask.join(',') } });
  return { operations, wrote };
}

/** A shared budget would move the spend of campaigns that nobody asked about. */
function budgetMicros(campaign: CampaignSettings, budget: string): string {
  if (!campaign.budgetShared) return microsOf(budget);
  const message = 'This budget is shared with other campaigns; give the campaign a budget of its own in Google Ads.';
  throw new AdPlatformError('google_ads_refused', message);
}

function targetField(campaign: CampaignSettings, targetCpa: string | null) {
  if (campaign.biddingStrategy === 'maximize_conversions') {
    return [
      'maximizeConversions',
      'maximize_conversions.target_cpa_micros',
      'maximizeConversions.targetCpaMicros',
    ] as const;
  }
  if (campaign.biddingStrategy === 'target_cpa' && targetCpa !== null) {
    return ['targetCpa', 'target_cpa.target_cpa_micros', 'targetCpa.targetCpaMicros'] as const;
  }
  const message = 'The way this campaign bids does not allow that target CPA; change its bidding in Google Ads first.';
  throw new AdPlatformError('google_ads_refused', message);
}

function micros(decimal: string | null): string | null {
  return decimal === null ? null : microsOf(decimal);
}
