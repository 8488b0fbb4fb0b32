import type {
  AdSpec,
  CampaignSpec,
  LaunchedAd,
  LaunchedCampaign,
  PlatformAd,
  Written,
} from '../../ports/ad-platform.ts';
import type { GoogleAdsClient } from './client.ts';
import { Gaql, gaql } from './gaql.ts';
import { requiredText, UnreadableAnswer } from './json.ts';
import { microsOf } from './micros.ts';
import type { AdPlaces } from './operations.ts';
import { addAdOperations, createNegative, Operations, statusName, wrote } from './operations.ts';
import { checkedId, idOf, localName, resourceName } from './resource-names.ts';
import type { Asset, CampaignAsset, CampaignCriterion } from './wire.gen.ts';

const MICRO_DEGREES = 1_000_000;

/** Creates a budget, a campaign and everything below it as one request: all of it exists afterwards, or nothing. */
export async function launch(
  client: GoogleAdsClient,
  customerId: string,
  spec: CampaignSpec,
): Promise<LaunchedCampaign> {
  const operations = new Operations();
  const budget = addBudget(operations, customerId, spec);
  const campaign = addCampaign(operations, customerId, spec, budget.resource);
  for (const criterion of targeting(spec)) {
    operations.add({ campaignCriterionOperation: { create: { campaign: campaign.resource, ...criterion } } });
  }
  const negatives = spec.negatives.map((keyword) => operations.add(createNegative(campaign.resource, keyword)));
  const ads = spec.ads.map((ad) => addAdOperations(operations, customerId, campaign.resource, ad));
  addAssets(operations, customerId, spec, campaign.resource);
  const { resources } = await client.mutate(customerId, operations.list, { partialFailure: false });
  return {
    campaignId: idOf(created(resources, campaign.place)),
    budgetId: idOf(created(resources, budget.place)),
    negativeIds: negatives.map((place) => localName(created(resources, place))),
    ads: ads.map((places) => launchedAd(resources, places)),
    wrote: wrote('create', resources),
  };
}

/** Adds an ad to a campaign that exists, with everything below it, or not at all. */
export async function addAd(
  client: GoogleAdsClient,
  customerId: string,
  campaignId: string,
  ad: AdSpec,
): Promise<LaunchedAd & Written> {
  const operations = new Operations();
  const places = addAdOperations(operations, customerId, resourceName(customerId, 'campaigns', campaignId), ad);
  const { resources } = await client.mutate(customerId, operations.list, { partialFailure: false });
  return { ...launchedAd(resources, places), wrote: wrote('create', resources) };
}

/** What adding an ad has written, as it is found there. */
export async function writtenWith(
  client: GoogleAdsClient,
  customerId: string,
  { id, keywords, negatives }: PlatformAd,
): Promise<Written> {
  const texts = await client.rows(
    customerId,
    gaql`SELECT ad_group_ad.ad.id FROM ad_group_ad WHERE ad_group.id = ${new Gaql(checkedId(id))}`,
  );
  return {
    wrote: wrote('create', [
      resourceName(customerId, 'adGroups', id),
      ...texts.map((row) =>
        resourceName(customerId, 'adGroupAds', `${id}~${requiredText(row, 'adGroupAd', 'ad', 'id')}`),
      ),
      ...keywords.map((keyword) => resourceName(customerId, 'adGroupCriteria', keyword.id)),
      ...negatives.map((negative) => resourceName(customerId, 'adGroupCriteria', idOf(negative.id))),
    ]),
  };
}

/** The budget takes its name from the campaign, as Google does for budgets that are not shared. */
function addBudget(operations: Operations, customerId: string, spec: CampaignSpec) {
  const resource = resourceName(customerId, 'campaignBudgets', operations.temporaryId());
  const place = operations.add({
    campaignBudgetOperation: {
      create: {
        resourceName: resource,
        amountMicros: microsOf(spec.budget),
        deliveryMethod: 'STANDARD',
        explicitlyShared: false,
      },
    },
  });
  return { resource, place };
}

/** Search only, shown to people who are in the place; every campaign has to declare that it is not political. */
function addCampaign(operations: Operations, customerId: string, spec: CampaignSpec, campaignBudget: string) {
  const resource = resourceName(customerId, 'campaigns', operations.temporaryId());
  const place = operations.add({
    campaignOperation: {
      create: {
        resourceName: resource,
        name: spec.name,
        status: statusName(spec.status),
        advertisingChannelType: 'SEARCH',
        campaignBudget,
        maximizeConversions: spec.targetCpa === null ? {} : { targetCpaMicros: microsOf(spec.targetCpa) },
        networkSettings: { targetGoogleSearch: true, targetSearchNetwork: false, targetContentNetwork: false },
        geoTargetTypeSetting: { positiveGeoTargetType: 'PRESENCE' },
        containsEuPoliticalAdvertising: 'DOES_NOT_CONTAIN_EU_POLITICAL_ADVERTISING',
        ...(spec.startDate !== undefined && { startDateTime: `${spec.startDate} 00:00:00` }),
      },
    },
  });
  return { resource, place };
}

function targeting(spec: CampaignSpec): CampaignCriterion[] {
  return [
    ...spec.locationIds.map((id) => ({ location: placeOf(id) })),
    ...spec.excludedLocationIds.map((id) => ({ location: placeOf(id), negative: true })),
    ...spec.proximities.map(
      ({ latitude, longitude, radius, unit }): CampaignCriterion => ({
        proximity: {
          radius,
          radiusUnits: unit === 'miles' ? 'MILES' : 'KILOMETERS',
          geoPoint: {
            latitudeInMicroDegrees: Math.round(latitude * MICRO_DEGREES),
            longitudeInMicroDegrees: Math.round(longitude * MICRO_DEGREES),
          },
        },
      }),
    ),
    ...spec.languageIds.map((id) => ({ language: { languageConstant: `languageConstants/${checkedId(id)}` } })),
  ];
}

function placeOf(id: string): { geoTargetConstant: string } {
  return { geoTargetConstant: `geoTargetConstants/${checkedId(id)}` };
}

/** All assets first, then all links: Google works faster on operations of one kind in a row. */
function addAssets(operations: Operations, customerId: string, spec: CampaignSpec, campaign: string): void {
  const links: CampaignAsset[] = [];
  const add = (fieldType: 'SITELINK' | 'CALLOUT', content: Asset) => {
    const asset = resourceName(customerId, 'assets', operations.temporaryId());
    operations.add({ assetOperation: { create: { resourceName: asset, ...content } } });
    links.push({ campaign, asset, fieldType });
  };
  for (const { text, description1, description2, url } of spec.sitelinks) {
    const sitelinkAsset = {
      linkText: text,
      ...(description1 !== null && { description1 }),
      ...(description2 !== null && { description2 }),
    };
    add('SITELINK', { finalUrls: [url], sitelinkAsset });
  }
  for (const calloutText of spec.callouts) add('CALLOUT', { calloutAsset: { calloutText } });
  for (const create of links) operations.add({ campaignAssetOperation: { create } });
}

function launchedAd(resources: readonly (string | null)[], places: AdPlaces): LaunchedAd {
  return {
    adId: idOf(created(resources, places.adGroup)),
    keywordIds: places.keywords.map((place) => idOf(created(resources, place))),
    negativeIds: places.negatives.map((place) => localName(created(resources, place))),
  };
}

function created(resources: readonly (string | null)[], place: number): string {
  const resource = resources[place];
  if (resource === undefined || resource === null) throw new UnreadableAnswer('a resource without a name');
  return resource;
}
