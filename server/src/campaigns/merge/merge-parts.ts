import type { Tenancy } from '../../base/context.ts';
import { LongWork } from '../../base/long-work.ts';
import type { PlatformAd, PlatformCampaign, Proximity } from '../../ports/ad-platform.ts';
import type { AssetRow, LocationRow } from '../campaign-parts.store.ts';
import { folded } from '../keyword-text.ts';
import {
  adoptParts,
  BETWEEN_IDS,
  type Chunks,
  type MergedAd,
  type MergedKeyword,
  type MergedNegative,
  type ReadParts,
  removeGone,
  writeParts,
} from './merge.store.ts';
import { movedParts } from './moved-parts.ts';
import { replaceAssets, replaceLocations } from './replace-rows.store.ts';
import { WayForStops } from './way-for-stops.ts';

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
  { firstSeen, compared, isNew }: { firstSeen: Date; compared: boolean; isNew: boolean },
): Promise<string[]> {
  // What comes in for the first time cannot be stopped from here yet.
  const read = await partsOf(there, isNew ? undefined : new WayForStops(tenancy));
  await adoptParts(tenancy, campaignId, read);
  const moved = compared ? await movedParts(tenancy, campaignId, there.ads, read) : [];
  await writeParts(tenancy, campaignId, read, firstSeen);
  await removeGone(tenancy, campaignId, read);
  await replaceAssets(tenancy, campaignId, assetsOf(there));
  await replaceLocations(tenancy, campaignId, locationsOf(there));
  return moved;
}

async function partsOf(there: PlatformCampaign, way: WayForStops | undefined): Promise<ReadParts> {
  return {
    ads: inChunks<MergedAd>(way, () => there.ads.values().map(adOf)),
    keywords: inChunks<MergedKeyword>(way, () => there.ads.values().flatMap(keywordsOf)),
    negatives: inChunks<MergedNegative>(way, () => negativesOf(there)),
    ids: {
      ads: await idsOf(there.ads),
      keywords: await idsOf(there.ads.values().flatMap(({ keywords }) => keywords)),
      negatives: await idsOf(platformNegatives(there).map(({ negative }) => negative)),
    },
  };
}

/** So few are written and sent at once that nobody waits for it, and no statement takes long. */
const ROWS_AT_ONCE = 1_000;

/** Rows as statements take them, made while they are: all of a campaign's would take as much memory as it does. */
function inChunks<Row>(way: WayForStops | undefined, rows: () => Iterable<Row>): Chunks {
  return {
    async *[Symbol.asyncIterator]() {
      let chunk: Row[] = [];
      for (const row of rows()) {
        chunk.push(row);
        if (chunk.length < ROWS_AT_ONCE) continue;
        yield JSON.stringify(chunk);
        chunk = [];
        await way?.give();
      }
      if (chunk.length > 0) yield JSON.stringify(chunk);
    },
  };
}

async function idsOf(parts: Iterable<{ id: string }>): Promise<string> {
  const work = new LongWork();
  const texts: string[] = [];
  let ids: string[] = [];
  for (const { id } of parts) {
    ids.push(id);
    if (ids.length < ROWS_AT_ONCE) continue;
    texts.push(ids.join(BETWEEN_IDS));
    ids = [];
    if (work.hadItsTurn) await work.giveWay();
  }
  return [...texts, ...ids].join(BETWEEN_IDS);
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
  return keywords.values().map((keyword) => ({
    platform_ad_id: id,
    platform_id: keyword.id,
    text: keyword.text,
    folded: folded(keyword.text),
    match_type: keyword.matchType,
    state: keyword.status,
    cpc_bid: keyword.cpcBid,
    quality_score: keyword.qualityScore,
    approval: keyword.approval,
    low_volume: keyword.lowVolume,
    first_page_cpc: keyword.firstPageCpc,
  }));
}

/** The negative keywords of a campaign, then those of its ads. */
function* platformNegatives({ negatives, ads }: PlatformCampaign) {
  for (const negative of negatives) yield { adId: null, negative };
  for (const ad of ads) for (const negative of ad.negatives) yield { adId: ad.id, negative };
}

function negativesOf(there: PlatformCampaign) {
  return platformNegatives(there).map(({ adId, negative: { id, text, matchType } }) => ({
    platform_ad_id: adId,
    platform_id: id,
    text,
    folded: folded(text),
    match_type: matchType,
  }));
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
