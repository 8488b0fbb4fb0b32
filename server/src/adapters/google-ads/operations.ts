import type {
  AdSpec,
  KeywordSpec,
  KeywordText,
  MatchType,
  PlatformWrite,
  RunningTexts,
  RunStatus,
} from '../../ports/ad-platform.ts';
import { microsOf } from './micros.ts';
import { resourceName } from './resource-names.ts';
import type { KeywordInfo, MutateOperation } from './wire.gen.ts';

/** Collects the operations of one request; temporary ids let them name each other before they exist. */
export class Operations {
  readonly list: MutateOperation[] = [];
  #lastTemporaryId = 0;

  /** Adds an operation and answers its place, at which the outcome names its resource. */
  add(operation: MutateOperation): number {
    return this.list.push(operation) - 1;
  }

  temporaryId(): string {
    this.#lastTemporaryId -= 1;
    return String(this.#lastTemporaryId);
  }
}

/** Where in the outcome an ad's parts are. */
export interface AdPlaces {
  adGroup: number;
  keywords: number[];
  negatives: number[];
}

/** Adds an ad group, its responsive ads, its keywords and its negative keywords. */
export function addAdOperations(operations: Operations, customerId: string, campaign: string, ad: AdSpec): AdPlaces {
  const adGroup = resourceName(customerId, 'adGroups', operations.temporaryId());
  const place = operations.add({
    adGroupOperation: {
      create: {
        resourceName: adGroup,
        campaign,
        name: ad.name,
        status: statusName(ad.status),
        type: 'SEARCH_STANDARD',
        ...bid(ad.cpcBid),
      },
    },
  });
  operations.add(createTexts(adGroup, { ...ad, status: ad.textsStatus ?? 'enabled' }));
  for (const texts of ad.otherTexts ?? []) operations.add(createTexts(adGroup, texts));
  const keywords = ad.keywords.map((keyword) => operations.add(createKeyword(adGroup, keyword)));
  const negatives = ad.negatives.map((keyword) => operations.add(createAdNegative(adGroup, keyword)));
  return { adGroup: place, keywords, negatives };
}

function createTexts(
  adGroup: string,
  { status, finalUrl, headlines, descriptions, path1, path2 }: RunningTexts,
): MutateOperation {
  return {
    adGroupAdOperation: {
      create: {
        adGroup,
        status: statusName(status),
        ad: {
          finalUrls: [finalUrl],
          responsiveSearchAd: {
            headlines: headlines.map((text) => ({ text })),
            descriptions: descriptions.map((text) => ({ text })),
            ...(path1 !== null && { path1 }),
            ...(path2 !== null && { path2 }),
          },
        },
      },
    },
  };
}

/** A keyword in an ad group. */
export function createKeyword(adGroup: string, keyword: KeywordSpec): MutateOperation {
  return {
    adGroupCriterionOperation: {
      create: {
        adGroup,
        status: statusName(keyword.status ?? 'enabled'),
        keyword: keywordInfo(keyword),
        ...bid(keyword.cpcBid),
      },
    },
  };
}

/** A negative keyword of a campaign. */
export function createNegative(campaign: string, keyword: KeywordText): MutateOperation {
  return { campaignCriterionOperation: { create: { campaign, negative: true, keyword: keywordInfo(keyword) } } };
}

/** A negative keyword of an ad group. */
export function createAdNegative(adGroup: string, keyword: KeywordText): MutateOperation {
  return { adGroupCriterionOperation: { create: { adGroup, negative: true, keyword: keywordInfo(keyword) } } };
}

/** Our word for running or not in Google's. */
export function statusName(status: RunStatus): 'ENABLED' | 'PAUSED' {
  return status === 'enabled' ? 'ENABLED' : 'PAUSED';
}

/** What a creation or removal wrote. */
export function wrote(operation: 'create' | 'remove', resources: readonly (string | null)[]): PlatformWrite[] {
  return resources
    .filter((resource) => resource !== null)
    .map((resource) => ({ resource, operation, field: null, value: null }));
}

function keywordInfo({ text, matchType }: KeywordText): KeywordInfo {
  return { text, matchType: MATCH_TYPES[matchType] };
}

const MATCH_TYPES: Readonly<Record<MatchType, 'PHRASE' | 'EXACT' | 'BROAD'>> = {
  phrase: 'PHRASE',
  exact: 'EXACT',
  broad: 'BROAD',
};

function bid(decimal: string | null | undefined): { cpcBidMicros?: string } {
  return decimal === undefined || decimal === null ? {} : { cpcBidMicros: microsOf(decimal) };
}
