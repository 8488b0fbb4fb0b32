import { z } from 'zod';
import { quoted } from '../../base/visible-text.ts';
import type { PlatformCampaign } from '../../ports/ad-platform.ts';
import type { PlacedChange } from '../../writes/change.ts';
import type { InverseContext } from '../../writes/step.ts';
import { campaignTarget } from '../campaign-step.ts';
import { aboutNegative } from '../decided-on.ts';
import { IdsThere } from '../ids-there.ts';
import type { Worded } from '../keyword-text.ts';

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
export function added({ text, match_type, ad }: NegativeOfStep): PlacedChange {
  return { field: `negative keyword (${match_type})`, from: null, to: text, ...onAd(ad) };
}

/** One that goes, as a change. */
export function removed({ text, match_type, ad }: NegativeOfStep): PlacedChange {
  return { field: `negative keyword (${match_type})`, from: text, to: null, ...onAd(ad) };
}

function onAd(ad: NegativeOfStep['ad']): Pick<PlacedChange, 'on'> {
  return ad ? { on: `ad ${ad.id}` } : {};
}

/** What is decided on where negative keywords come to a campaign, or go. */
export function aboutNegatives({ campaign_id, negatives }: NegativeKeywordDetails): string[] {
  return negatives.map((one) => about(campaign_id, one));
}

/** What of a step is still its own doing, and why the rest is not: others had done it before, or decided on it since. */
export async function ownNegatives(
  details: NegativeKeywordDetails,
  { decidedSince }: Pick<InverseContext, 'decidedSince'>,
  before: string,
): Promise<{ ours: NegativeOfStep[]; skipped: string[] }> {
  const since = await decidedSince(aboutNegatives(details));
  const [already, own] = parted(details.negatives, ({ already }) => already === true);
  const [decided, ours] = parted(own, (one) => since.has(about(details.campaign_id, one)));
  const skipped = [
    ...already.map((one) => `${named(one)}: ${before}`),
    ...decided.map((one) => `${named(one)}: changed since`),
  ];
  return { ours, skipped };
}

function parted<One>(all: readonly One[], is: (one: One) => boolean): [those: One[], others: One[]] {
  return [all.filter(is), all.filter((one) => !is(one))];
}

function about(campaignId: number, one: NegativeOfStep): string {
  return aboutNegative(campaignId, one.ad?.id ?? null, one);
}

/** One in the words of an undo. */
export function named({ text }: Worded): string {
  return `negative keyword ${quoted(text)}`;
}

/** What the platform excludes on a campaign and on its ads. */
export function negativesThere({ negatives, ads }: PlatformCampaign): IdsThere {
  const there = new IdsThere();
  for (const one of negatives) there.add({ ...one, adId: null });
  for (const { id: adId, negatives } of ads) for (const one of negatives) there.add({ ...one, adId });
  return there;
}
