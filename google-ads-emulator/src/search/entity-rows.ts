import type { JsonObject } from '../json.ts';
import { numberAt, textAt } from '../json.ts';
import type { Account, Kind } from '../store/account.ts';
import { kindOf } from '../store/account.ts';
import type { World } from '../store/world.ts';
import { GEO_TARGETS } from './geo-targets.ts';

/** The rows of a resource without metrics, each joined to the resources it belongs to. */
export function entityRows(world: World, account: Account, from: string): JsonObject[] {
  if (from === 'customer') return [{ customer: customerOf(account) }];
  if (from === 'customer_client') return clientRows(world, account);
  if (from === 'geo_target_constant') return GEO_TARGETS.map((target) => ({ geoTargetConstant: { ...target } }));
  const source = SOURCES[from];
  if (!source) return [];
  const customer = customerOf(account);
  const rows: JsonObject[] = [];
  for (const resource of account.all(source.kind)) {
    if (from === 'keyword_view' && resource.negative === true) continue;
    rows.push({ customer, ...joined(account, resource, source.field) });
  }
  return rows;
}

/** The customer as a resource. */
export function customerOf(account: Account): JsonObject {
  const { id, name, currency, timeZone, manager } = account.facts;
  return {
    resourceName: `customers/${id}`,
    id,
    descriptiveName: name,
    currencyCode: currency,
    timeZone,
    manager,
    testAccount: true,
    autoTaggingEnabled: true,
    status: 'ENABLED',
  };
}

/** A campaign with the fields that Google derives. */
export function campaignOf(account: Account, name: string): JsonObject | undefined {
  const campaign = account.get(name);
  if (!campaign) return undefined;
  const status = textAt(campaign, 'status');
  return { ...campaign, primaryStatus: status === 'ENABLED' ? 'ELIGIBLE' : status };
}

function joined(account: Account, resource: JsonObject, field: string): JsonObject {
  const name = textAt(resource, 'resourceName');
  const adGroup = field === 'adGroup' ? resource : account.get(textAt(resource, 'adGroup'));
  const campaignName = field === 'campaign' ? name : textAt(adGroup, 'campaign') || textAt(resource, 'campaign');
  const campaign = campaignOf(account, campaignName) ?? campaignUsing(account, resource, field);
  const budget =
    field === 'campaignBudget' ? withReferences(account, resource) : account.get(textAt(campaign, 'campaignBudget'));
  const asset = field === 'asset' ? resource : account.get(textAt(resource, 'asset'));
  return {
    ...(adGroup && { adGroup }),
    ...(budget && { campaignBudget: budget }),
    ...(asset && kindOf(textAt(asset, 'resourceName')) === 'assets' && { asset }),
    [field]: field === 'adGroupCriterion' ? withEffectiveBid(resource, adGroup) : resource,
    ...(campaign && { campaign }),
    ...(field === 'adGroupCriterion' && {
      keywordView: { resourceName: name.replace('adGroupCriteria', 'keywordViews') },
    }),
  };
}

function campaignUsing(account: Account, resource: JsonObject, field: string): JsonObject | undefined {
  if (field !== 'campaignBudget') return undefined;
  for (const campaign of account.all('campaigns')) {
    if (campaign.campaignBudget === resource.resourceName) return campaignOf(account, textAt(campaign, 'resourceName'));
  }
  return undefined;
}

function withReferences(account: Account, budget: JsonObject): JsonObject {
  const users = [...account.all('campaigns')].filter(
    (campaign) => campaign.campaignBudget === budget.resourceName && campaign.status !== 'REMOVED',
  );
  return { ...budget, referenceCount: String(users.length) };
}

function withEffectiveBid(criterion: JsonObject, adGroup: JsonObject | undefined): JsonObject {
  const bid = numberAt(criterion, 'cpcBidMicros') || numberAt(adGroup, 'cpcBidMicros');
  return bid > 0 && criterion.negative !== true ? { ...criterion, effectiveCpcBidMicros: String(bid) } : criterion;
}

function clientRows(world: World, account: Account): JsonObject[] {
  const members = [...world.accounts.values()].filter(
    ({ facts }) => facts.id === account.id || facts.parent === account.id,
  );
  return members.map(({ facts }) => ({
    customer: customerOf(account),
    customerClient: {
      resourceName: `customers/${account.id}/customerClients/${facts.id}`,
      clientCustomer: `customers/${facts.id}`,
      id: facts.id,
      level: facts.id === account.id ? '0' : '1',
      manager: facts.manager,
      descriptiveName: facts.name,
      currencyCode: facts.currency,
      timeZone: facts.timeZone,
      status: 'ENABLED',
      testAccount: true,
      hidden: false,
    },
  }));
}

const SOURCES: Record<string, { kind: Kind; field: string }> = {
  campaign: { kind: 'campaigns', field: 'campaign' },
  campaign_budget: { kind: 'campaignBudgets', field: 'campaignBudget' },
  campaign_criterion: { kind: 'campaignCriteria', field: 'campaignCriterion' },
  campaign_asset: { kind: 'campaignAssets', field: 'campaignAsset' },
  asset: { kind: 'assets', field: 'asset' },
  ad_group: { kind: 'adGroups', field: 'adGroup' },
  ad_group_ad: { kind: 'adGroupAds', field: 'adGroupAd' },
  ad_group_criterion: { kind: 'adGroupCriteria', field: 'adGroupCriterion' },
  keyword_view: { kind: 'adGroupCriteria', field: 'adGroupCriterion' },
};
