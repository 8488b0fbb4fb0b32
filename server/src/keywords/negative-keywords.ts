import { z } from 'zod';
import type { Negative } from '../campaigns/negative-keyword.store.ts';

/** Which exclusions of which campaign a step is about. */
export const negativeDetails = z.object({
  campaign_id: z.number(),
  slug: z.string(),
  account_id: z.string().nullable(),
  /** The campaign in the platform; null while it was never there. */
  platform_campaign_id: z.string().nullable(),
  negatives: z.array(
    z.object({
      text: z.string(),
      match_type: z.enum(['phrase', 'exact', 'broad']),
      platform_id: z.string().nullable(),
    }),
  ),
});

export type NegativeDetails = z.infer<typeof negativeDetails>;

/** Two exclusions are the same when they differ in nothing but case. */
export function isSame(a: Pick<Negative, 'text' | 'match_type'>, b: Pick<Negative, 'text' | 'match_type'>): boolean {
  return a.match_type === b.match_type && folded(a.text) === folded(b.text);
}

/** Letter by letter, as databases do it: no letter is written otherwise for standing at the end of a word. */
function folded(text: string): string {
  return [...text].map((letter) => letter.toLowerCase()).join('');
}

/** Exclusions in words. */
export function words(negatives: readonly Pick<Negative, 'text' | 'match_type'>[]): string {
  return negatives.map(({ text, match_type }) => `“${text}” (${match_type})`).join(', ');
}
