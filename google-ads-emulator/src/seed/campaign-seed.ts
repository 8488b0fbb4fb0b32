import type { Archetype } from '../metrics/archetypes.ts';
import type { MutateOperation } from '../wire.gen.ts';

/** A demo campaign, in the words of whoever set it up. */
export interface CampaignSeed {
  name: string;
  dailyBudget: number;
  startedDaysAgo: number;
  pausedDaysAgo?: number;
  /** The demand it meets, relative to what its keywords usually see. */
  demand: number;
  bidding: { strategy: 'maximize_conversions'; targetCpa?: number } | { strategy: 'manual_cpc' };
  locations: readonly string[];
  language: string;
  negatives: readonly string[];
  adGroups: readonly AdGroupSeed[];
  sitelinks: readonly (readonly [text: string, line1: string, line2: string, url: string])[];
  callouts: readonly string[];
  madeInGoogleAds?: boolean;
}

/** An ad group with one responsive search ad. Keywords are a table: archetype, match type, text. */
interface AdGroupSeed {
  name: string;
  cpcBid?: number;
  finalUrl: string;
  paths: readonly [string, string];
  headlines: readonly string[];
  descriptions: readonly string[];
  keywords: string;
}

/** A row of a keyword table. */
export interface KeywordSeed {
  archetype: Archetype;
  matchType: 'EXACT' | 'PHRASE' | 'BROAD';
  text: string;
  bid?: number;
}

/** Reads a keyword table; a price after the text is the keyword's own bid. */
export function keywordsOf(table: string): KeywordSeed[] {
  const lines = table.split('\n').map((line) => line.trim());
  return lines
    .filter((line) => line !== '')
    .map((line) => {
      const [, type = '', match = '', text = '', bid] = /^(\w+)\s+(\w+)\s+(.+?)(?:\s+@(\d+\.\d+))?$/.exec(line) ?? [];
      const archetype = ARCHETYPES.find((known) => known === type);
      const matchType = MATCH_TYPES.find((known) => known === match);
      if (!archetype || !matchType) throw new Error(`Not a keyword of a seed: ${line}`);
      return { archetype, matchType, text, ...(bid !== undefined && { bid: Number(bid) }) };
    });
}

/** The launch of a demo campaign: one atomic request, as an application would send it. */
export function launchOperations(customer: string, seed: CampaignSeed): MutateOperation[] {
  const named = (kind: string, id: number) => `customers/${customer}/${kind}/${id}`;
  const campaign = named('campaigns', -2);
  return [
    {
      campaignBudgetOperation: {
        create: {
          resourceName: named('campaignBudgets', -1),
          name: `${seed.name} budget`,
          amountMicros: micros(seed.dailyBudget),
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
    ...seed.adGroups.flatMap((adGroup, index) => adGroupOperations(campaign, named('adGroups', -10 - index), adGroup)),
    ...assetOperations(customer, campaign, seed),
  ];
}

function adGroupOperations(campaign: string, resourceName: string, seed: AdGroupSeed): MutateOperation[] {
  const { finalUrl, paths } = seed;
  const responsiveSearchAd = {
    headlines: seed.headlines.map((text) => ({ text })),
    descriptions: seed.descriptions.map((text) => ({ text })),
    path1: paths[0],
    path2: paths[1],
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
          ...(seed.cpcBid !== undefined && { cpcBidMicros: micros(seed.cpcBid) }),
        },
      },
    },
    {
      adGroupAdOperation: {
        create: { adGroup: resourceName, status: 'ENABLED', ad: { finalUrls: [finalUrl], responsiveSearchAd } },
      },
    },
    ...keywordsOf(seed.keywords).map(
      ({ text, matchType, bid }): MutateOperation => ({
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

function assetOperations(customer: string, campaign: string, seed: CampaignSeed): MutateOperation[] {
  const operations: MutateOperation[] = [];
  let next = -100;
  const link = (create: object, fieldType: 'SITELINK' | 'CALLOUT') => {
    const asset = `customers/${customer}/assets/${next--}`;
    operations.push({ assetOperation: { create: { resourceName: asset, ...create } } });
    operations.push({ campaignAssetOperation: { create: { campaign, asset, fieldType } } });
  };
  for (const [linkText, description1, description2, url] of seed.sitelinks) {
    link({ finalUrls: [url], sitelinkAsset: { linkText, description1, description2 } }, 'SITELINK');
  }
  for (const calloutText of seed.callouts) link({ calloutAsset: { calloutText } }, 'CALLOUT');
  return operations;
}

function biddingOf({ bidding }: CampaignSeed): object {
  if (bidding.strategy === 'manual_cpc') return { manualCpc: {} };
  return { maximizeConversions: bidding.targetCpa === undefined ? {} : { targetCpaMicros: micros(bidding.targetCpa) } };
}

function micros(units: number): string {
  return String(Math.round(units * 100) * 10_000);
}

const MATCH_TYPES = ['EXACT', 'PHRASE', 'BROAD'] as const;
const ARCHETYPES = ['core', 'steady', 'longtail', 'high_cpc', 'no_conv', 'zero_impr', 'waste_magnet', 'gem'] as const;
