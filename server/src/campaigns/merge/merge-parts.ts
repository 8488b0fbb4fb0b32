import type { Tenancy } from '../../base/context.ts';
import type { PlatformAd, PlatformCampaign, PlatformNegative, Proximity } from '../../ports/ad-platform.ts';
import type { AssetRow, LocationRow } from '../campaign-parts.store.ts';
import { withFolded } from '../keyword-text.ts';
import {
  adoptParts,
  type MergedAd,
  type MergedKeyword,
  type MergedNegative,
  type ReadParts,
  removeGone,
  writeParts,
} from './merge.store.ts';
import { movedParts } from './moved-parts.ts';
import { replaceAssets, replaceLocations } from './replace-rows.store.ts';

const KM_PER_MILE = 1.609344;

/**
 * Makes what is below a campaign what the platform has. Ads, keywords and negative keywords that wait here without a
 * platform id stay; one that the platform has under the same text is taken to be it, arrived. Places and assets are only ever
 * edited in the platform once a campaign was launched, so they are taken as they are. Where that is asked for, answers with
 * the things that were other here.
 */
export async function mergeParts(
  tenancy: Tenancy,
  campaignId: number,
  there: PlatformCampaign,
  { firstSeen, compared }: { firstSeen: Date; compared: boolean },
): Promise<string[]> {
  const read = partsOf(there);
  await adoptParts(tenancy, campaignId, read);
  const moved = compared ? await movedParts(tenancy, campaignId, there.ads, read) : [];
  await writeParts(tenancy, campaignId, read, firstSeen);
  await removeGone(tenancy, campaignId, read);
  await replaceAssets(tenancy, campaignId, assetsOf(there));
  await replaceLocations(tenancy, campaignId, locationsOf(there));
  return moved;
}

function partsOf(there: PlatformCampaign): ReadParts {
  const ads: MergedAd[] = there.ads.map(adOf);
  const keywords: MergedKeyword[] = withFolded(there.ads.flatMap((ad) => keywordsOf(ad)));
  const negatives: MergedNegative[] = withFolded([
    ...there.negatives.map(negativeOf(null)),
    ...there.ads.flatMap((ad) => ad.negatives.map(negativeOf(ad.id))),
  ]);
  const idsOf = (parts: readonly { platform_id: string }[]) => parts.map(({ platform_id }) => platform_id);
  return {
    ads: JSON.stringify(ads),
    keywords: JSON.stringify(keywords),
    negatives: JSON.stringify(negatives),
    ids: { ads: idsOf(ads), keywords: idsOf(keywords), negatives: idsOf(negatives) },
  };
}

function adOf(ad: PlatformAd) {
  return {
    platform_id: ad.id,
    name: ad.name,
    state: ad.status,
    final_url: ad.finalUrl,
    headlines: ad.headlines,
    descriptions: ad.descriptions,
    path1: ad.path1,
    path2: ad.path2,
    cpc_bid: ad.cpcBid,
    approval: ad.approval,
  };
}

function keywordsOf({ id, keywords }: PlatformAd) {
  return keywords.map((keyword) => ({
    platform_ad_id: id,
    platform_id: keyword.id,
    text: keyword.text,
    match_type: keyword.matchType,
    state: keyword.status,
    cpc_bid: keyword.cpcBid,
    quality_score: keyword.qualityScore,
    approval: keyword.approval,
    low_volume: keyword.lowVolume,
    first_page_cpc: keyword.firstPageCpc,
  }));
}

function negativeOf(platformAdId: string | null) {
  return ({ id, text, matchType }: PlatformNegative) => ({
    platform_ad_id: platformAdId,
    platform_id: id,
    text,
    match_type: matchType,
  });
}

function assetsOf({ sitelinks, callouts }: PlatformCampaign): AssetRow[] {
  const links = sitelinks.map(({ id, text, description1, description2, url }) => ({
    kind: 'sitelink' as const,
    text,
    description1,
    description2,
    url,
    platform_id: id,
  }));
  const calls = callouts.map(({ id, text }) => ({
    kind: 'callout' as const,
    text,
    description1: null,
    description2: null,
    url: null,
    platform_id: id,
  }));
  return [...links, ...calls].map((asset, position) => ({ position, ...asset }));
}

/** Where the campaign is shown; the places that it excludes are kept with the campaign itself. */
function locationsOf({ locations, proximities }: PlatformCampaign): LocationRow[] {
  const places = locations
    .filter(({ excluded }) => !excluded)
    .map(({ id, name }) => ({
      kind: 'location' as const,
      name,
      geo_target_id: id,
      latitude: null,
      longitude: null,
      radius_km: null,
      platform_id: id,
    }));
  const circles = proximities.map((circle) => ({
    kind: 'radius' as const,
    name: circle.address,
    geo_target_id: null,
    latitude: circle.latitude,
    longitude: circle.longitude,
    radius_km: kilometres(circle),
    platform_id: null,
  }));
  return [...places, ...circles].map((place, position) => ({ position, ...place }));
}

function kilometres({ radius, unit }: Proximity): number {
  return unit === 'miles' ? radius * KM_PER_MILE : radius;
}
