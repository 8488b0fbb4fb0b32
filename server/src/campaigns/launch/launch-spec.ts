import type { AdSpec, CampaignSpec, KeywordText, LaunchedCampaign, PlatformCampaign } from '../../ports/ad-platform.ts';
import type { AdRow } from '../ads-of-campaign.store.ts';
import type { CampaignRow, ExcludedPlace } from '../campaign.store.ts';
import type { CampaignParts, KeywordOfAd, NegativeOfAd } from '../campaign-parts.store.ts';
import type { PlatformId, PlatformIds } from '../campaign-write.store.ts';
import { idsByKeyword, keywordKey } from '../keyword-text.ts';
import { excludedPlaces, targetPlaces } from './target-places.ts';

const ENGLISH = '1000';

/** What ads are found by, and what they are not. */
export interface WordsOfAds {
  keywords: KeywordOfAd[];
  negatives: NegativeOfAd[];
}

/** Ads with their words. */
export interface WordedAds extends WordsOfAds {
  ads: AdRow[];
}

/** A campaign as the platform is asked to create it: everything at once. */
export function launchSpec(
  campaign: CampaignRow,
  parts: CampaignParts,
  excluded: readonly ExcludedPlace[],
): CampaignSpec {
  const { name, budget, target_cpa } = campaign;
  const { locationIds, proximities } = targetPlaces(parts.locations);
  const sitelinks = parts.assets.filter(({ kind }) => kind === 'sitelink');
  return {
    name,
    status: 'enabled',
    budget,
    targetCpa: target_cpa,
    locationIds,
    excludedLocationIds: excludedPlaces(excluded, parts.locations).map(({ id }) => id),
    proximities,
    languageIds: [campaign.language_id ?? ENGLISH],
    negatives: campaignNegatives(parts).map(keywordText),
    sitelinks: sitelinks.map(({ text, description1, description2, url }) => ({
      text,
      description1,
      description2,
      url: url ?? campaign.website_url,
    })),
    callouts: parts.assets.flatMap(({ kind, text }) => (kind === 'callout' ? [text] : [])),
    ads: parts.ads.map((ad) => adSpec(ad, parts)),
  };
}

/** One ad as the platform is asked to create it, with everything below it. */
export function adSpec(ad: AdRow, parts: WordsOfAds): AdSpec {
  return {
    name: ad.name,
    status: ad.state,
    finalUrl: ad.final_url,
    headlines: ad.headlines,
    descriptions: ad.descriptions,
    path1: ad.path1,
    path2: ad.path2,
    cpcBid: ad.cpc_bid,
    keywords: keywordsOf(parts, ad.id).map((keyword) => ({
      ...keywordText(keyword),
      status: keyword.state,
      cpcBid: keyword.cpc_bid,
    })),
    negatives: negativesOf(parts, ad.id).map(keywordText),
  };
}

/** The platform answers ids in the order in which it was asked. */
export function idsOfLaunched(parts: WordedAds, launched: Pick<LaunchedCampaign, 'negativeIds' | 'ads'>): PlatformIds {
  const ids: PlatformIds = { ads: [], keywords: [], negatives: [] };
  pair(ids.negatives, campaignNegatives(parts), launched.negativeIds);
  pair(
    ids.ads,
    parts.ads,
    launched.ads.map(({ adId }) => adId),
  );
  parts.ads.forEach((ad, index) => {
    pair(ids.keywords, keywordsOf(parts, ad.id), launched.ads[index]?.keywordIds ?? []);
    pair(ids.negatives, negativesOf(parts, ad.id), launched.ads[index]?.negativeIds ?? []);
  });
  return ids;
}

/** The same for a campaign that arrived although its answer did not: parts are recognised by what they say. */
export function idsOfFound(parts: WordedAds, found: Pick<PlatformCampaign, 'negatives' | 'ads'>): PlatformIds {
  const ids: PlatformIds = { ads: [], keywords: [], negatives: [] };
  const recognise = (rows: (KeywordOfAd | NegativeOfAd)[], there: (KeywordText & { id: string })[]) => {
    const known = idsByKeyword(there);
    return rows.flatMap((row) => {
      const platform_id = known.get(keywordKey(row));
      return platform_id === undefined ? [] : [{ id: row.id, platform_id }];
    });
  };
  ids.negatives.push(...recognise(campaignNegatives(parts), found.negatives));
  for (const ad of parts.ads) {
    const there = found.ads.find((one) => one.name === ad.name);
    if (!there) continue;
    ids.ads.push({ id: ad.id, platform_id: there.id });
    ids.keywords.push(...recognise(keywordsOf(parts, ad.id), there.keywords));
    ids.negatives.push(...recognise(negativesOf(parts, ad.id), there.negatives));
  }
  return ids;
}

function pair(pairs: PlatformId[], rows: { id: number }[], platformIds: string[]): void {
  rows.forEach(({ id }, index) => {
    const platform_id = platformIds[index];
    if (platform_id !== undefined) pairs.push({ id, platform_id });
  });
}

function campaignNegatives({ negatives }: WordsOfAds): NegativeOfAd[] {
  return negatives.filter(({ ad_id }) => ad_id === null);
}

function negativesOf({ negatives }: WordsOfAds, adId: number): NegativeOfAd[] {
  return negatives.filter(({ ad_id }) => ad_id === adId);
}

function keywordsOf({ keywords }: WordsOfAds, adId: number): KeywordOfAd[] {
  return keywords.filter(({ ad_id }) => ad_id === adId);
}

function keywordText({ text, match_type }: KeywordOfAd | NegativeOfAd) {
  return { text, matchType: match_type };
}
