import type {
  AdTexts,
  Approval,
  BiddingStrategy,
  Callout,
  CampaignSettings,
  MatchType,
  PlatformAd,
  PlatformKeyword,
  PlatformNegative,
  Proximity,
  RunStatus,
  Sitelink,
  TargetLocation,
} from '../../ports/ad-platform.ts';
import { at, doubleAt, integerAt, listAt, requiredText, textAt } from './json.ts';
import { decimalOf } from './micros.ts';

const MICRO_DEGREES = 1_000_000;

/** A row of `campaign` with its budget. */
export function settings(row: unknown): CampaignSettings {
  const biddingStrategy = strategyOf(row);
  const targetCpa =
    textAt(row, 'campaign', 'maximizeConversions', 'targetCpaMicros') ??
    textAt(row, 'campaign', 'targetCpa', 'targetCpaMicros');
  return {
    id: requiredText(row, 'campaign', 'id'),
    resource: requiredText(row, 'campaign', 'resourceName'),
    name: requiredText(row, 'campaign', 'name'),
    status: runStatus(row, 'campaign', 'status'),
    budget: decimalOf(textAt(row, 'campaignBudget', 'amountMicros') ?? '0'),
    budgetId: requiredText(row, 'campaignBudget', 'id'),
    budgetResource: requiredText(row, 'campaign', 'campaignBudget'),
    budgetShared: at(row, 'campaignBudget', 'explicitlyShared') === true,
    biddingStrategy,
    targetCpa: targetCpa === null || targetCpa === '0' ? null : decimalOf(targetCpa),
    startDate: textAt(row, 'campaign', 'startDateTime')?.slice(0, 10) ?? null,
  };
}

/** A strategy that several campaigns share is not this campaign's to change. */
function strategyOf(row: unknown): BiddingStrategy {
  if (textAt(row, 'campaign', 'biddingStrategy') !== null) return 'other';
  switch (textAt(row, 'campaign', 'biddingStrategyType')) {
    case 'MAXIMIZE_CONVERSIONS':
      return 'maximize_conversions';
    case 'TARGET_CPA':
      return 'target_cpa';
    case 'MANUAL_CPC':
      return 'manual_cpc';
    case 'TARGET_SPEND':
      return 'maximize_clicks';
    default:
      return 'other';
  }
}

/** A row of `campaign_criterion` that names a place. */
export function location(row: unknown): TargetLocation {
  const id = requiredText(row, 'campaignCriterion', 'criterionId');
  return {
    id,
    name: textAt(row, 'campaignCriterion', 'displayName') ?? id,
    excluded: at(row, 'campaignCriterion', 'negative') === true,
  };
}

/** A row of `campaign_criterion` that draws a circle. */
export function proximity(row: unknown): Proximity {
  const circle = at(row, 'campaignCriterion', 'proximity');
  const degrees = (name: string) => {
    const micro = doubleAt(circle, 'geoPoint', name);
    return micro === null ? null : micro / MICRO_DEGREES;
  };
  const address = ['streetAddress', 'postalCode', 'cityName', 'countryCode'];
  return {
    latitude: degrees('latitudeInMicroDegrees'),
    longitude: degrees('longitudeInMicroDegrees'),
    radius: doubleAt(circle, 'radius') ?? 0,
    unit: textAt(circle, 'radiusUnits') === 'MILES' ? 'miles' : 'kilometers',
    address: address
      .map((part) => textAt(circle, 'address', part))
      .filter((part) => part !== null)
      .join(', '),
  };
}

/** A negative keyword, of a campaign or of an ad; its id says which. */
export function negative(
  row: unknown,
  member: 'campaignCriterion' | 'adGroupCriterion',
  collection: 'campaignCriteria' | 'adGroupCriteria',
  parentId: string,
): PlatformNegative {
  return {
    id: `${collection}/${parentId}~${requiredText(row, member, 'criterionId')}`,
    text: requiredText(row, member, 'keyword', 'text'),
    matchType: matchTypeOf(textAt(row, member, 'keyword', 'matchType')),
  };
}

/** A row of `ad_group_criterion`, or null for a negative keyword. */
export function positiveKeyword(row: unknown, adId: string): PlatformKeyword | null {
  const criterion = at(row, 'adGroupCriterion');
  if (at(criterion, 'negative') === true) return null;
  const firstPage = textAt(criterion, 'positionEstimates', 'firstPageCpcMicros');
  return {
    id: `${adId}~${requiredText(criterion, 'criterionId')}`,
    text: requiredText(criterion, 'keyword', 'text'),
    matchType: matchTypeOf(textAt(criterion, 'keyword', 'matchType')),
    status: runStatus(criterion, 'status'),
    cpcBid: bid(textAt(criterion, 'cpcBidMicros')),
    qualityScore: integerAt(criterion, 'qualityInfo', 'qualityScore') || null,
    approval: keywordApproval(textAt(criterion, 'approvalStatus')),
    lowVolume: textAt(criterion, 'systemServingStatus') === 'RARELY_SERVED',
    firstPageCpc: bid(firstPage),
  };
}

/** A row of `ad_group`, still without texts. */
export function adOf(row: unknown): PlatformAd {
  return {
    id: requiredText(row, 'adGroup', 'id'),
    resource: requiredText(row, 'adGroup', 'resourceName'),
    name: textAt(row, 'adGroup', 'name') ?? '',
    status: runStatus(row, 'adGroup', 'status'),
    textsStatus: 'enabled',
    otherTexts: [],
    hasOtherKinds: false,
    finalUrl: '',
    headlines: [],
    descriptions: [],
    path1: null,
    path2: null,
    cpcBid: bid(textAt(row, 'adGroup', 'cpcBidMicros')),
    approval: 'unknown',
    keywords: [],
    negatives: [],
  };
}

/** A row of `ad_group_ad`: responsive texts, or none where it is of another kind. */
export interface AdText {
  status: RunStatus;
  texts: AdTexts | null;
  approval: Approval;
}

export function textOf(row: unknown): AdText {
  const isResponsive = textAt(row, 'adGroupAd', 'ad', 'type') === 'RESPONSIVE_SEARCH_AD';
  return {
    status: runStatus(row, 'adGroupAd', 'status'),
    texts: isResponsive ? textsOf(row) : null,
    approval: adApproval(at(row, 'adGroupAd', 'policySummary')),
  };
}

/** Gives an ad its texts; those that come first are its own. */
export function giveText(ad: PlatformAd, { status, texts, approval }: AdText): void {
  if (texts === null) ad.hasOtherKinds = true;
  else if (ad.headlines.length > 0) ad.otherTexts.push({ status, ...texts });
  else Object.assign(ad, texts, { textsStatus: status, approval });
}

function textsOf(row: unknown): AdTexts {
  const texts = at(row, 'adGroupAd', 'ad', 'responsiveSearchAd');
  const lines = (name: string) => listAt(texts, name).map((line) => requiredText(line, 'text'));
  const [finalUrl] = listAt(row, 'adGroupAd', 'ad', 'finalUrls');
  return {
    finalUrl: typeof finalUrl === 'string' ? finalUrl : '',
    headlines: lines('headlines'),
    descriptions: lines('descriptions'),
    path1: textAt(texts, 'path1'),
    path2: textAt(texts, 'path2'),
  };
}

/** A row of `campaign_asset` with a sitelink. */
export function sitelink(row: unknown): Sitelink {
  const [url] = listAt(row, 'asset', 'finalUrls');
  return {
    id: requiredText(row, 'asset', 'id'),
    text: requiredText(row, 'asset', 'sitelinkAsset', 'linkText'),
    description1: textAt(row, 'asset', 'sitelinkAsset', 'description1'),
    description2: textAt(row, 'asset', 'sitelinkAsset', 'description2'),
    url: typeof url === 'string' ? url : '',
  };
}

/** A row of `campaign_asset` with a callout. */
export function callout(row: unknown): Callout {
  return { id: requiredText(row, 'asset', 'id'), text: requiredText(row, 'asset', 'calloutAsset', 'calloutText') };
}

/** Anything but enabled does not run. */
function runStatus(value: unknown, ...path: string[]): RunStatus {
  return textAt(value, ...path) === 'ENABLED' ? 'enabled' : 'paused';
}

function matchTypeOf(name: string | null): MatchType {
  return name === 'EXACT' ? 'exact' : name === 'PHRASE' ? 'phrase' : 'broad';
}

function bid(micros: string | null): string | null {
  return micros === null || micros === '0' ? null : decimalOf(micros);
}

function keywordApproval(name: string | null): Approval {
  const known: Record<string, Approval> = {
    APPROVED: 'approved',
    DISAPPROVED: 'disapproved',
    PENDING_REVIEW: 'under_review',
    UNDER_REVIEW: 'under_review',
  };
  return known[name ?? ''] ?? 'unknown';
}

function adApproval(summary: unknown): Approval {
  const review = textAt(summary, 'reviewStatus');
  if (review === 'REVIEW_IN_PROGRESS' || review === 'UNDER_APPEAL') return 'under_review';
  const known: Record<string, Approval> = {
    APPROVED: 'approved',
    APPROVED_LIMITED: 'limited',
    AREA_OF_INTEREST_ONLY: 'limited',
    DISAPPROVED: 'disapproved',
  };
  return known[textAt(summary, 'approvalStatus') ?? ''] ?? 'unknown';
}
