import type { Tenancy } from '../../base/context.ts';
import type { PlatformAd } from '../../ports/ad-platform.ts';
import { aboutAd, aboutKeyword, aboutKeywordOfAd, aboutNegative } from '../decided-on.ts';
import type { ReadParts } from './merge.store.ts';
import { knownAds, movedKeywords, movedNegatives } from './moved-parts.store.ts';

/**
 * What below a campaign is other in the platform than it is known here, in the words of steps: what came, what went, and
 * what keywords became. What is below an ad that came or went did so with it. Texts that the platform has under an id of
 * ours are ours, however it writes them.
 */
export async function movedParts(
  tenancy: Tenancy,
  campaignId: number,
  ads: readonly PlatformAd[],
  read: ReadParts,
): Promise<string[]> {
  const keywords = await movedKeywords(tenancy, campaignId, read);
  const negatives = await movedNegatives(tenancy, campaignId, read);
  return [
    ...(await movedAds(tenancy, campaignId, ads)).map((name) => aboutAd(campaignId, name)),
    ...keywords.flatMap(({ id, ad_id, state_moved, bid_moved, ...keyword }) => [
      ...(id === null ? [aboutKeywordOfAd(ad_id, keyword)] : []),
      ...(id !== null && state_moved ? [aboutKeyword('state', id)] : []),
      ...(id !== null && bid_moved ? [aboutKeyword('bid', id)] : []),
    ]),
    ...negatives.map(({ ad_id, ...negative }) => aboutNegative(campaignId, ad_id, negative)),
  ];
}

/** The names of the ads that came or went. */
async function movedAds(tenancy: Tenancy, campaignId: number, ads: readonly PlatformAd[]): Promise<string[]> {
  const known = new Map((await knownAds(tenancy, campaignId)).map(({ platform_id, name }) => [platform_id, name]));
  const there = new Set(ads.map(({ id }) => id));
  const came = ads.flatMap(({ id, name }) => (known.has(id) ? [] : [name]));
  const went = [...known].flatMap(([id, name]) => (there.has(id) ? [] : [name]));
  return [...came, ...went];
}
