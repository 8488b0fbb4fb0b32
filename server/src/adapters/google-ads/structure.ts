import type { CampaignSettings, PlatformAd, PlatformCampaign } from '../../ports/ad-platform.ts';
import type { GoogleAdsClient } from './client.ts';
import type { Gaql } from './gaql.ts';
import { gaql } from './gaql.ts';
import { requiredText, textAt } from './json.ts';
import {
  addText,
  adOf,
  callout,
  location,
  negative,
  positiveKeyword,
  proximity,
  settings,
  sitelink,
} from './structure-rows.ts';

/** Reads campaigns with everything below them; removed things are left out. */
export async function readStructure(
  client: GoogleAdsClient,
  customerId: string,
  which: Gaql,
): Promise<PlatformCampaign[]> {
  const ask = (query: Gaql) => client.rows(customerId, query);
  const [campaigns, criteria, assets, adGroups, texts, keywords] = await Promise.all([
    readSettings(client, customerId, which),
    ask(campaignCriteria(which)),
    ask(campaignAssets(which)),
    ask(adGroupsOf(which)),
    ask(adTexts(which)),
    ask(keywordsOf(which)),
  ]);
  const byId = new Map(campaigns.map((campaign) => [campaign.id, withNothingBelow(campaign)]));
  for (const row of criteria) addCriterion(byId.get(requiredText(row, 'campaign', 'id')), row);
  for (const row of assets) addAsset(byId.get(requiredText(row, 'campaign', 'id')), row);
  const ads = new Map<string, PlatformAd>();
  for (const row of adGroups) {
    const ad = adOf(row);
    ads.set(ad.id, ad);
    byId.get(requiredText(row, 'campaign', 'id'))?.ads.push(ad);
  }
  for (const row of runningFirst(texts)) addText(ads.get(requiredText(row, 'adGroup', 'id')), row);
  for (const row of keywords) addKeyword(ads.get(requiredText(row, 'adGroup', 'id')), row);
  return [...byId.values()];
}

/** Reads campaigns without what is below them. */
export async function readSettings(
  client: GoogleAdsClient,
  customerId: string,
  which: Gaql,
): Promise<CampaignSettings[]> {
  const rows = await client.rows(
    customerId,
    gaql`SELECT campaign.id, campaign.name, campaign.status, campaign.start_date_time, campaign.bidding_strategy,
      campaign.bidding_strategy_type, campaign.maximize_conversions.target_cpa_micros,
      campaign.target_cpa.target_cpa_micros, campaign.campaign_budget, campaign_budget.id,
      campaign_budget.amount_micros, campaign_budget.explicitly_shared
      FROM campaign WHERE ${which} ORDER BY campaign.id`,
  );
  return rows.map(settings);
}

/** Search campaigns that exist. */
export const EXISTING = gaql`campaign.status != 'REMOVED' AND campaign.advertising_channel_type = 'SEARCH'`;

const campaignCriteria = (which: Gaql) => gaql`SELECT campaign.id, campaign_criterion.criterion_id,
  campaign_criterion.type, campaign_criterion.negative, campaign_criterion.display_name,
  campaign_criterion.keyword.text, campaign_criterion.keyword.match_type,
  campaign_criterion.location.geo_target_constant, campaign_criterion.language.language_constant,
  campaign_criterion.proximity.radius, campaign_criterion.proximity.radius_units,
  campaign_criterion.proximity.geo_point.latitude_in_micro_degrees,
  campaign_criterion.proximity.geo_point.longitude_in_micro_degrees,
  campaign_criterion.proximity.address.street_address, campaign_criterion.proximity.address.city_name,
  campaign_criterion.proximity.address.postal_code, campaign_criterion.proximity.address.country_code
  FROM campaign_criterion WHERE ${which} AND campaign_criterion.status != 'REMOVED'
  AND campaign_criterion.type IN ('KEYWORD', 'LOCATION', 'PROXIMITY', 'LANGUAGE')`;

const campaignAssets = (which: Gaql) => gaql`SELECT campaign.id, campaign_asset.field_type, asset.id,
  asset.final_urls, asset.sitelink_asset.link_text, asset.sitelink_asset.description1,
  asset.sitelink_asset.description2, asset.callout_asset.callout_text
  FROM campaign_asset WHERE ${which} AND campaign_asset.status != 'REMOVED'
  AND campaign_asset.field_type IN ('SITELINK', 'CALLOUT')`;

const adGroupsOf = (which: Gaql) => gaql`SELECT campaign.id, ad_group.id, ad_group.name, ad_group.status,
  ad_group.cpc_bid_micros FROM ad_group WHERE ${which} AND ad_group.status != 'REMOVED' ORDER BY ad_group.id`;

const adTexts = (which: Gaql) => gaql`SELECT ad_group.id, ad_group_ad.status,
  ad_group_ad.policy_summary.approval_status, ad_group_ad.policy_summary.review_status, ad_group_ad.ad.id, ad_group_ad.ad.type,
  ad_group_ad.ad.final_urls, ad_group_ad.ad.responsive_search_ad.headlines,
  ad_group_ad.ad.responsive_search_ad.descriptions, ad_group_ad.ad.responsive_search_ad.path1,
  ad_group_ad.ad.responsive_search_ad.path2
  FROM ad_group_ad WHERE ${which} AND ad_group.status != 'REMOVED' AND ad_group_ad.status != 'REMOVED'`;

const keywordsOf = (which: Gaql) => gaql`SELECT ad_group.id, ad_group_criterion.criterion_id,
  ad_group_criterion.status, ad_group_criterion.negative, ad_group_criterion.keyword.text,
  ad_group_criterion.keyword.match_type, ad_group_criterion.cpc_bid_micros,
  ad_group_criterion.quality_info.quality_score, ad_group_criterion.approval_status,
  ad_group_criterion.system_serving_status, ad_group_criterion.position_estimates.first_page_cpc_micros
  FROM ad_group_criterion WHERE ${which} AND ad_group.status != 'REMOVED'
  AND ad_group_criterion.status != 'REMOVED' AND ad_group_criterion.type = 'KEYWORD'`;

function withNothingBelow(campaign: CampaignSettings): PlatformCampaign {
  const nothing = {
    locations: [],
    proximities: [],
    languages: [],
    negatives: [],
    sitelinks: [],
    callouts: [],
    ads: [],
  };
  return { ...campaign, ...nothing };
}

function addCriterion(campaign: PlatformCampaign | undefined, row: unknown): void {
  if (campaign === undefined) return;
  switch (requiredText(row, 'campaignCriterion', 'type')) {
    case 'KEYWORD':
      campaign.negatives.push(negative(row, 'campaignCriterion', 'campaignCriteria', campaign.id));
      break;
    case 'LOCATION':
      campaign.locations.push(location(row));
      break;
    case 'PROXIMITY':
      campaign.proximities.push(proximity(row));
      break;
    case 'LANGUAGE':
      campaign.languages.push(requiredText(row, 'campaignCriterion', 'criterionId'));
      break;
  }
}

function addAsset(campaign: PlatformCampaign | undefined, row: unknown): void {
  if (requiredText(row, 'campaignAsset', 'fieldType') === 'SITELINK') campaign?.sitelinks.push(sitelink(row));
  else campaign?.callouts.push(callout(row));
}

/** Of several texts in one group the first that runs speaks for it. */
function runningFirst(rows: readonly unknown[]): unknown[] {
  const rank = (row: unknown) => (textAt(row, 'adGroupAd', 'status') === 'ENABLED' ? 0 : 1);
  return rows.toSorted((one, other) => rank(one) - rank(other));
}

function addKeyword(ad: PlatformAd | undefined, row: unknown): void {
  if (ad === undefined) return;
  const found = positiveKeyword(row, ad.id);
  if (found === null) ad.negatives.push(negative(row, 'adGroupCriterion', 'adGroupCriteria', ad.id));
  else ad.keywords.push(found);
}
