import { z } from 'zod';
import { campaignTarget } from '../campaigns/campaign-step.ts';
import type { PlacedChange } from '../writes/change.ts';

const added = z.object({
  ad: z.object({ id: z.number(), platform_id: z.string().nullable() }),
  text: z.string(),
  match_type: z.enum(['phrase', 'exact', 'broad']),
  /** null: the ad's bid holds. */
  cpc_bid: z.string().nullable(),
  platform_id: z.string().nullable(),
  /** The ad had it before: it is not ours to take away. */
  already: z.boolean().optional(),
});
const details = campaignTarget.extend({ keywords: z.array(added) });
const ofOneAd = z.looseObject({ ad: z.unknown(), keywords: z.array(z.looseObject({})) });

/** Which keywords come to which ads of a campaign. */
export const keywordAddition = z.preprocess(withAdOnEach, details);
export type AddedKeyword = z.infer<typeof added>;
export type KeywordAddition = z.infer<typeof details>;

/** There was a step for each ad once, which named it for all its keywords. */
function withAdOnEach(kept: unknown): unknown {
  const { success, data } = ofOneAd.safeParse(kept);
  if (!success || data.ad === undefined) return kept;
  return { ...data, keywords: data.keywords.map((one) => ({ ad: data.ad, ...one })) };
}

/** Which keywords go. */
export const keywordRemoval = campaignTarget.extend({
  keywords: z.array(
    z.object({
      keyword_id: z.number(),
      text: z.string(),
      match_type: z.enum(['phrase', 'exact', 'broad']),
      platform_id: z.string().nullable(),
    }),
  ),
});
export type KeywordRemoval = z.infer<typeof keywordRemoval>;

/** One that comes to an ad, as a change. */
export function keywordAdded({ ad, text, match_type }: AddedKeyword): PlacedChange {
  return { field: `keyword (${match_type})`, from: null, to: text, on: `ad ${ad.id}` };
}

/** One that goes, as a change. */
export function keywordRemoved({ text, match_type, keyword_id }: KeywordRemoval['keywords'][number]): PlacedChange {
  return { field: `keyword (${match_type})`, from: text, to: null, on: `keyword ${keyword_id}` };
}
