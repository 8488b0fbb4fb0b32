import type { MutateOperation } from '../wire.gen.ts';
import type { AdGroupDescription, CampaignDescription } from '../worlds/description.ts';

/** The launch of a described campaign: one atomic request, as an application would send it. */
export function launchOperations(customer: string, seed: CampaignDescription): MutateOperation[] {
  const named = (kind: string, id: number) => `customers/${customer}/${kind}/${id}`;
  const campaign = named('campaigns', -2);
  return [
    {
      campaignBudgetOperation: {
        create: {
          resourceName: named('campaignBudgets', -1),
          name: `${seed.name} budget`,
          amountMicros: micros(seed.daily_budget),
          deliveryMethod: 'STANDARD',
          explicitlyShared: false,
        },
      },
    },
    {
      campaignOperation: {
        create: {
          resourceName: campaign,
          name: seed.name,
          status: 'ENABLED',
          advertisingChannelType: 'SEARCH',
          campaignBudget: named('campaignBudgets', -1),
          ...biddingOf(seed),
          networkSettings: { targetGoogleSearch: true, targetSearchNetwork: false, targetContentNetwork: false },
          geoTargetTypeSetting: { positiveGeoTargetType: 'PRESENCE' },
          containsEuPoliticalAdvertising: 'DOES_NOT_CONTAIN_EU_POLITICAL_ADVERTISING',
        },
      },
    },
    ...seed.locations.map((id) => ({
      campaignCriterionOperation: { create: { campaign, location: { geoTargetConstant: `geoTargetConstants/${id}` } } },
    })),
    {
      campaignCriterionOperation: {
        create: { campaign, language: { languageConstant: `languageConstants/${seed.language}` } },
      },
    },
    ...seed.negatives.map(
      (text) =>
        ({
          campaignCriterionOperation: { create: { campaign, negative: true, keyword: { text, matchType: 'PHRASE' } } },
        }) satisfies MutateOperation,
    ),
    ...seed.ad_groups.flatMap((adGroup, index) => adGroupOperations(campaign, named('adGroups', -10 - index), adGroup)),
    ...assetOperations(customer, campaign, seed),
  ];
}

function adGroupOperations(campaign: string, resourceName: string, seed: AdGroupDescription): MutateOperation[] {
  const [path1, path2] = seed.paths;
  const responsiveSearchAd = {
    headlines: seed.headlines.map((text) => ({ text })),
    descriptions: seed.descriptions.map((text) => ({ text })),
    ...(path1 !== undefined && { path1 }),
    ...(path2 !== undefined && { path2 }),
  };
  return [
    {
      adGroupOperation: {
        create: {
          resourceName,
          campaign,
          name: seed.name,
          type: 'SEARCH_STANDARD',
          status: 'ENABLED',
          ...(seed.cpc_bid !== undefined && { cpcBidMicros: micros(seed.cpc_bid) }),
        },
      },
    },
    {
      adGroupAdOperation: {
        create: { adGroup: resourceName, status: 'ENABLED', ad: { finalUrls: [seed.final_url], responsiveSearchAd } },
      },
    },
    ...seed.keywords.map(
      ({ text, match_type: matchType, bid }): MutateOperation => ({
        adGroupCriterionOperation: {
          create: {
            adGroup: resourceName,
            status: 'ENABLED',
            keyword: { text, matchType },
            ...(bid !== undefined && { cpcBidMicros: micros(bid) }),
          },
        },
      }),
    ),
  ];
}

function assetOperations(customer: string, campaign: string, seed: CampaignDescription): MutateOperation[] {
  const operations: MutateOperation[] = [];
  let next = -100;
  const link = (create: object, fieldType: 'SITELINK' | 'CALLOUT') => {
    const asset = `customers/${customer}/assets/${next--}`;
    operations.push({ assetOperation: { create: { resourceName: asset, ...create } } });
    operations.push({ campaignAssetOperation: { create: { campaign, asset, fieldType } } });
  };
  for (const { text: linkText, line1: description1, line2: description2, url } of seed.sitelinks) {
    link({ finalUrls: [url], sitelinkAsset: { linkText, description1, description2 } }, 'SITELINK');
  }
  for (const calloutText of seed.callouts) link({ calloutAsset: { calloutText } }, 'CALLOUT');
  return operations;
}

function biddingOf({ bidding }: CampaignDescription): object {
  if (bidding.strategy === 'manual_cpc') return { manualCpc: {} };
  return {
    maximizeConversions: bidding.target_cpa === undefined ? {} : { targetCpaMicros: micros(bidding.target_cpa) },
  };
}

function micros(units: number): string {
  return String(Math.round(units * 100) * 10_000);
}
