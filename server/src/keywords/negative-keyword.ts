import { z } from 'zod';
import { campaignTarget } from '../campaigns/campaign-step.ts';
import type { Worded } from '../campaigns/keyword-text.ts';
import type { Change } from '../writes/change.ts';

/** Which negative keywords of which campaign a step is about. */
export const negativeKeywordDetails = campaignTarget.extend({
  negatives: z.array(
    z.object({
      text: z.string(),
      match_type: z.enum(['phrase', 'exact', 'broad']),
      platform_id: z.string().nullable(),
      /** The platform had it before: it is not ours to take away. */
      already: z.boolean().optional(),
    }),
  ),
});

export type NegativeKeywordDetails = z.infer<typeof negativeKeywordDetails>;

/** One that comes, as a change. */
export function added({ text, match_type }: Worded): Change {
  return { field: `negative keyword (${match_type})`, from: null, to: text };
}

/** One that goes, as a change. */
export function removed({ text, match_type }: Worded): Change {
  return { field: `negative keyword (${match_type})`, from: text, to: null };
}
