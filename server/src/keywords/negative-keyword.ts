import { z } from 'zod';
import { campaignTarget } from '../campaigns/campaign-step.ts';
import type { NegativeKeyword } from '../campaigns/negative-keyword.store.ts';
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

type Worded = Pick<NegativeKeyword, 'text' | 'match_type'>;

/** Two negative keywords are the same when they differ in nothing but case. */
export function isSame(a: Worded, b: Worded): boolean {
  return a.match_type === b.match_type && folded(a.text) === folded(b.text);
}

/** Letter by letter, as databases do it: no letter is written otherwise for standing at the end of a word. */
function folded(text: string): string {
  return [...text].map((letter) => letter.toLowerCase()).join('');
}

/** One that comes, as a change. */
export function added({ text, match_type }: Worded): Change {
  return { field: `negative keyword (${match_type})`, from: null, to: text };
}

/** One that goes, as a change. */
export function removed({ text, match_type }: Worded): Change {
  return { field: `negative keyword (${match_type})`, from: text, to: null };
}
