import { z } from 'zod';
import { campaignTarget } from '../campaigns/campaign-step.ts';
import type { PlacedChange } from '../writes/change.ts';

/** Which keywords come to which ad. */
export const keywordAddition = campaignTarget.extend({
  ad: z.object({ id: z.number(), platform_id: z.string().nullable() }),
  keywords: z.array(
    z.object({
      text: z.string(),
      match_type: z.enum(['phrase', 'exact', 'broad']),
      /** null: the ad's bid holds. */
      cpc_bid: z.string().nullable(),
      platform_id: z.string().nullable(),
      /** The ad had it before: it is not ours to take away. */
      already: z.boolean().optional(),
    }),
  ),
});
export type KeywordAddition = z.infer<typeof keywordAddition>;

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
export function keywordAdded({ text, match_type }: KeywordAddition['keywords'][number], adId: number): PlacedChange {
  return { field: `keyword (${match_type})`, from: null, to: text, on: `ad ${adId}` };
}

/** One that goes, as a change. */
export function keywordRemoved({ text, match_type, keyword_id }: KeywordRemoval['keywords'][number]): PlacedChange {
  return { field: `keyword (${match_type})`, from: text, to: null, on: `keyword ${keyword_id}` };
}
