import { LongWork } from '../../base/long-work.ts';
import type { CampaignSettings, PlatformAd, PlatformCampaign } from '../../ports/ad-platform.ts';
import type { GoogleAdsClient } from './client.ts';
import type { Gaql } from './gaql.ts';
import { gaql } from './gaql.ts';
import { requiredText } from './json.ts';
import { type Room, SIZE_OF_TEXTS } from './room.ts';
import {
  type AdText,
  adOf,
  callout,
  giveText,
  location,
  negative,
  positiveKeyword,
  proximity,
  settings,
  sitelink,
  textOf,
} from './structure-rows.ts';

/** Reads campaigns with everything below them, as far as there is room for it; removed things are left out. */
export async function readStructure(
  client: GoogleAdsClient,
  customerId: string,
  which: Gaql,
  room: Room,
): Promise<PlatformCampaign[]> {
  const ask = <Below>(query: Gaql, add: (found: Map<string, Below>, row: unknown) => void, size = 1) =>
    client.gather(customerId, query, { begin: () => new Map<string, Below>(), add, room, size });
  const [campaigns, criteria, assets, adGroups, texts, keywords] = await Promise.all([
    readSettings(client, customerId, which),
    ask(campaignCriteria(which), addCriterion),
    ask(campaignAssets(which), addAsset),
    ask(adGroupsOf(which), addAd),
    ask(adTexts(which), addTexts, SIZE_OF_TEXTS),
    ask(keywordsOf(which), addKeyword),
  ]);
  const work = new LongWork();
  for (const ad of [...adGroups.values()].flat()) {
    for (const text of runningFirst(texts.get(ad.id) ?? [])) giveText(ad, text);
    Object.assign(ad, keywords.get(ad.id));
    if (work.hadItsTurn) await work.giveWay();
  }
  return campaigns.map((campaign) => ({
    ...campaign,
    ...(criteria.get(campaign.id) ?? noCriteria()),
    ...(assets.get(campaign.id) ?? noAssets()),
    ads: adGroups.get(campaign.id) ?? [],
  }));
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

type Criteria = Pick<PlatformCampaign, 'locations' | 'proximities' | 'languages' | 'negatives'>;
type Assets = Pick<PlatformCampaign, 'sitelinks' | 'callouts'>;
type Keywords = Pick<PlatformAd, 'keywords' | 'negatives'>;

const noCriteria = (): Criteria => ({ locations: [], proximities: [], languages: [], negatives: [] });
const noAssets = (): Assets => ({ sitelinks: [], callouts: [] });
const noKeywords = (): Keywords => ({ keywords: [], negatives: [] });

function addCriterion(found: Map<string, Criteria>, row: unknown): void {
  const campaignId = requiredText(row, 'campaign', 'id');
  const criteria = found.getOrInsertComputed(campaignId, noCriteria);
  switch (requiredText(row, 'campaignCriterion', 'type')) {
    case 'KEYWORD':
      criteria.negatives.push(negative(row, 'campaignCriterion', 'campaignCriteria', campaignId));
      break;
    case 'LOCATION':
      criteria.locations.push(location(row));
      break;
    case 'PROXIMITY':
      criteria.proximities.push(proximity(row));
      break;
    case 'LANGUAGE':
      criteria.languages.push(requiredText(row, 'campaignCriterion', 'criterionId'));
      break;
  }
}

function addAsset(found: Map<string, Assets>, row: unknown): void {
  const assets = found.getOrInsertComputed(requiredText(row, 'campaign', 'id'), noAssets);
  if (requiredText(row, 'campaignAsset', 'fieldType') === 'SITELINK') assets.sitelinks.push(sitelink(row));
  else assets.callouts.push(callout(row));
}

function addAd(found: Map<string, PlatformAd[]>, row: unknown): void {
  found.getOrInsertComputed(requiredText(row, 'campaign', 'id'), () => []).push(adOf(row));
}

function addTexts(found: Map<string, AdText[]>, row: unknown): void {
  found.getOrInsertComputed(requiredText(row, 'adGroup', 'id'), () => []).push(textOf(row));
}

/** Of several texts in one group the first that runs speaks for it. */
function runningFirst(texts: readonly AdText[]): AdText[] {
  const rank = ({ status }: AdText) => (status === 'enabled' ? 0 : 1);
  return texts.toSorted((one, other) => rank(one) - rank(other));
}

function addKeyword(found: Map<string, Keywords>, row: unknown): void {
  const adId = requiredText(row, 'adGroup', 'id');
  const below = found.getOrInsertComputed(adId, noKeywords);
  const keyword = positiveKeyword(row, adId);
  if (keyword === null) below.negatives.push(negative(row, 'adGroupCriterion', 'adGroupCriteria', adId));
  else below.keywords.push(keyword);
}
