import { z } from 'zod';
import { quoted } from '../../base/visible-text.ts';
import type { PlatformCampaign } from '../../ports/ad-platform.ts';
import type { Change } from '../../writes/change.ts';
import { campaignTarget } from '../campaign-step.ts';
import { isSameKeyword, type Worded } from '../keyword-text.ts';

const negative = z.object({
  text: z.string(),
  match_type: z.enum(['phrase', 'exact', 'broad']),
  platform_id: z.string().nullable(),
  /** The ad that it keeps from searches; left out where it holds for the whole campaign. */
  ad: z.object({ id: z.number(), platform_id: z.string().nullable() }).optional(),
  /** The platform had it so before: it is not ours to take back. */
  already: z.boolean().optional(),
});

/** Which negative keywords of which campaign a step is about. */
export const negativeKeywordDetails = campaignTarget.extend({ negatives: z.array(negative) });

export type NegativeKeywordDetails = z.infer<typeof negativeKeywordDetails>;
export type NegativeOfStep = z.infer<typeof negative>;

/** One that comes, as a change. */
export function added({ text, match_type }: Worded): Change {
  return { field: `negative keyword (${match_type})`, from: null, to: text };
}

/** One that goes, as a change. */
export function removed({ text, match_type }: Worded): Change {
  return { field: `negative keyword (${match_type})`, from: text, to: null };
}

/** One in the words of an undo. */
export function named({ text }: Worded): string {
  return `negative keyword ${quoted(text)}`;
}

/** A negative keyword as the platform has it, and on which ad. */
export interface NegativeThere extends Worded {
  id: string;
  adId: string | null;
}

/** Every negative keyword that the platform has on a campaign and on its ads. */
export function negativesThere({ negatives, ads }: PlatformCampaign): NegativeThere[] {
  const on = (adId: string | null) => (one: PlatformCampaign['negatives'][number]) => ({
    id: one.id,
    text: one.text,
    match_type: one.matchType,
    adId,
  });
  return [...negatives.map(on(null)), ...ads.flatMap((ad) => ad.negatives.map(on(ad.id)))];
}

/** The same negative keyword, in the same place, among those that the platform has. */
export function foundThere(one: NegativeOfStep, among: readonly NegativeThere[]): NegativeThere | undefined {
  const adId = one.ad?.platform_id ?? null;
  return among.find((other) => other.adId === adId && isSameKeyword(other, one));
}
