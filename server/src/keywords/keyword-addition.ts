import { z } from 'zod';
import { campaignTarget } from '../campaigns/campaign-step.ts';
import type { Change } from '../writes/change.ts';

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

/** One that comes, or goes, as a change. */
export function keywordChange({ text, match_type }: { text: string; match_type: string }, comes: boolean): Change {
  const field = `keyword (${match_type})`;
  return comes ? { field, from: null, to: text } : { field, from: text, to: null };
}
