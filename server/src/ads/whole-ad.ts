import { z } from 'zod';
import type { Tenancy } from '../base/context.ts';
import { eachInTurns } from '../base/long-work.ts';
import { adsAmong } from '../campaigns/ads-of-campaign.store.ts';
import { campaignTarget } from '../campaigns/campaign-step.ts';
import { aboutAd } from '../campaigns/decided-on.ts';
import type { WholeAd } from '../campaigns/drafts/ad-rows.store.ts';
import { sourcesOfAd } from '../campaigns/drafts/draft.store.ts';
import { idsByKeyword, keywordKey } from '../campaigns/keyword-text.ts';
import type { AdSpec, LaunchedAd, PlatformAd } from '../ports/ad-platform.ts';
import { wordsOfAd } from './ad-in-campaign.ts';

const word = z.object({
  id: z.number().nullable(),
  text: z.string(),
  match_type: z.enum(['phrase', 'exact', 'broad']),
  platform_id: z.string().nullable(),
});
type Word = z.infer<typeof word>;
const runs = z.enum(['enabled', 'paused']);
const wording = {
  headlines: z.array(z.string()),
  descriptions: z.array(z.string()),
  path1: z.string().nullable(),
  path2: z.string().nullable(),
};
const texts = z.object({ status: runs, finalUrl: z.string(), ...wording });

const keyword = word.extend({ state: runs, cpc_bid: z.string().nullable() });
const wholeAd = z.object({
  id: z.number(),
  name: z.string(),
  state: runs,
  final_url: z.string(),
  ...wording,
  cpc_bid: z.string().nullable(),
  /** Nothing of it was written yet. */
  generating: z.boolean().optional(),
  sources: z.record(z.string(), z.unknown()),
  platform_id: z.string().nullable(),
  keywords: z.array(keyword),
  negatives: z.array(word),
});

/** Which ad of which campaign a step is about, with everything below it: what is removed can be put back. */
export const wholeAdDetails = campaignTarget.extend({
  ad: wholeAd,
  /** What the platform alone had of it when it was removed. */
  there: z.object({ textsStatus: runs, otherTexts: z.array(texts) }).optional(),
  /** It was sent to the platform, and no id came back: it is known there by its name alone. */
  sent: z.boolean().optional(),
  /** It was only here, on a campaign that is in the platform, and nobody was about to send it. */
  stays: z.boolean().optional(),
  /** Somebody had removed it in the platform: it is not ours to put back. */
  already: z.boolean().optional(),
});
export type WholeAdDetails = z.infer<typeof wholeAdDetails>;

/** What is decided on where an ad goes, or comes back. */
export function aboutWholeAd({ campaign_id, ad }: WholeAdDetails): string[] {
  return [aboutAd(campaign_id, ad.name)];
}

/** An ad with everything below it as it stands; undefined when there is none of that id. */
export async function wholeAdOf(tenancy: Tenancy, campaignId: number, adId: number): Promise<WholeAd | undefined> {
  const [ad] = await adsAmong(tenancy, campaignId, [adId]);
  if (!ad) return undefined;
  const sources = await sourcesOfAd(tenancy, campaignId, adId);
  const { keywords, negatives } = await wordsOfAd(tenancy, campaignId, adId);
  return {
    ...wholeAd.parse({ ...ad, sources, keywords: [], negatives: [] }),
    keywords: await eachInTurns(keywords, (row) => keyword.parse(row)),
    negatives: await eachInTurns(negatives, (row) => word.parse(row)),
  };
}

/** The ad as the platform is asked to create it. */
export function specOf({ ad: { keywords, negatives, ...ad }, there }: WholeAdDetails): AdSpec {
  return {
    name: ad.name,
    status: ad.state,
    ...there,
    finalUrl: ad.final_url,
    headlines: ad.headlines,
    descriptions: ad.descriptions,
    path1: ad.path1,
    path2: ad.path2,
    cpcBid: ad.cpc_bid,
    keywords: keywords.map(({ text, match_type, state, cpc_bid }) => ({
      text,
      matchType: match_type,
      status: state,
      cpcBid: cpc_bid,
    })),
    negatives: negatives.map(({ text, match_type }) => ({ text, matchType: match_type })),
  };
}

/**
 * The ad as the platform has it, so that it comes back as it was whatever became of it there since it was last read. What
 * is known here keeps its row.
 */
export function asItStands(ad: WholeAd, there: PlatformAd): Pick<WholeAdDetails, 'ad' | 'there'> {
  const { textsStatus, otherTexts } = there;
  const keywordRows = new RowsOf(ad.keywords);
  const negativeRows = new RowsOf(ad.negatives);
  const stands = {
    ...ad,
    name: there.name,
    state: there.status,
    final_url: there.finalUrl,
    headlines: there.headlines,
    descriptions: there.descriptions,
    path1: there.path1,
    path2: there.path2,
    cpc_bid: there.cpcBid,
    keywords: there.keywords.map((one) => ({ ...keywordRows.wordOf(one), state: one.status, cpc_bid: one.cpcBid })),
    negatives: there.negatives.map((one) => negativeRows.wordOf(one)),
  };
  return { ad: stands, there: { textsStatus, otherTexts } };
}

/** Finds the rows of what the platform has: by its id, or by its text where a row has not learned its id yet. */
class RowsOf {
  readonly #byId = new Map<string, Word>();
  readonly #waiting = new Map<string, Word>();

  constructor(rows: readonly Word[]) {
    for (const row of rows) {
      if (row.platform_id === null) this.#waiting.set(keywordKey(row), row);
      else this.#byId.set(row.platform_id, row);
    }
  }

  wordOf({ id, text, matchType }: PlatformAd['negatives'][number]): Word {
    const word = { text, match_type: matchType };
    const row = this.#byId.get(id) ?? this.#waiting.get(keywordKey(word));
    return { id: row?.id ?? null, ...word, platform_id: id };
  }
}

/** The ad under the ids that the platform gave it, in the order in which it was asked. */
export function asLaunched(ad: WholeAd, { adId, keywordIds, negativeIds }: LaunchedAd): WholeAd {
  return {
    ...ad,
    platform_id: adId,
    keywords: ad.keywords.map((row, index) => ({ ...row, platform_id: keywordIds[index] ?? null })),
    negatives: ad.negatives.map((row, index) => ({ ...row, platform_id: negativeIds[index] ?? null })),
  };
}

/** The same for an ad that arrived although its answer did not. */
export function asFound(ad: WholeAd, there: Pick<PlatformAd, 'id' | 'keywords' | 'negatives'>): WholeAd {
  const keywordIds = idsByKeyword(there.keywords);
  const negativeIds = idsByKeyword(there.negatives);
  return {
    ...ad,
    platform_id: there.id,
    keywords: ad.keywords.map((row) => ({ ...row, platform_id: keywordIds.get(keywordKey(row)) ?? null })),
    negatives: ad.negatives.map((row) => ({ ...row, platform_id: negativeIds.get(keywordKey(row)) ?? null })),
  };
}
