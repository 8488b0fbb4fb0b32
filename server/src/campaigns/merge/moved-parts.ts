import type { Tenancy } from '../../base/context.ts';
import { LongWork } from '../../base/long-work.ts';
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
  const work = new LongWork();
  const moved = (await movedAds(tenancy, campaignId, ads)).map((name) => aboutAd(campaignId, name));
  for await (const { id, ad_id, state_moved, bid_moved, ...keyword } of movedKeywords(tenancy, campaignId, read)) {
    if (id === null) moved.push(aboutKeywordOfAd(ad_id, keyword));
    if (id !== null && state_moved) moved.push(aboutKeyword('state', id));
    if (id !== null && bid_moved) moved.push(aboutKeyword('bid', id));
    if (work.hadItsTurn) await work.giveWay();
  }
  for await (const { ad_id, ...negative } of movedNegatives(tenancy, campaignId, read)) {
    moved.push(aboutNegative(campaignId, ad_id, negative));
    if (work.hadItsTurn) await work.giveWay();
  }
  return moved;
}

/** The names of the ads that came or went. */
async function movedAds(tenancy: Tenancy, campaignId: number, ads: readonly PlatformAd[]): Promise<string[]> {
  const known = new Map((await knownAds(tenancy, campaignId)).map(({ platform_id, name }) => [platform_id, name]));
  const there = new Set(ads.map(({ id }) => id));
  const came = ads.flatMap(({ id, name }) => (known.has(id) ? [] : [name]));
  const went = [...known].flatMap(([id, name]) => (there.has(id) ? [] : [name]));
  return [...came, ...went];
}
