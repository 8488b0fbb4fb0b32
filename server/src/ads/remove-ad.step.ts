import { Refusal } from '../base/errors.ts';
import { adNames } from '../campaigns/ads-of-campaign.store.ts';
import { campaignStep, foundDone, targetOf } from '../campaigns/campaign-step.ts';
import { deleteAd } from '../campaigns/drafts/ad-rows.store.ts';
import { type AdSpec, campaignRemoved, type PlatformAd } from '../ports/ad-platform.ts';
import type { Inverse, StepKind } from '../writes/step.ts';
import { isNameTaken } from './ad-name.ts';
import { restoreAd } from './restore-ad.step.ts';
import { aboutWholeAd, asItStands, type WholeAdDetails, wholeAdDetails } from './whole-ad.ts';

/** So many operations the platform takes in one request. */
const MOST_AT_ONCE = 10_000;
const OTHER_KIND = 'The ad is of a kind that could not be put back from here';

/** Removes an ad with everything below it, here and in the platform. */
export const removeAdStep: StepKind<WholeAdDetails, 'remove_ad'> = campaignStep({
  op: 'remove_ad',
  details: wholeAdDetails,
  guardrails: [{ when: 'always', check: async ({ ad }) => cannotComeBack(ad) }],
  undoneBy: [restoreAd],
  changesOf: ({ ad }) => [{ field: 'ad', from: ad.name, to: null }],

  about: aboutWholeAd,

  async save({ campaign_id, ad }, own) {
    await deleteAd(own, campaign_id, ad.id);
    return {};
  },

  async inverse(removal, campaign, context) {
    const { ad, there, sent, stays, already } = removal;
    if (already) return leftAlone('it was removed in the ad platform already');
    if (ad.generating) return leftAlone('it was still being written');
    const things = aboutWholeAd(removal);
    const since = await context.decidedSince(things);
    if (things.some((thing) => since.has(thing))) return leftAlone('changed since');
    const ads = await adNames(context, campaign.id);
    if (ads.some(({ id }) => id === ad.id) || isNameTaken(ads, ad.name, ad.id))
      return leftAlone('there is another of its name');
    // Nobody was about to send it again, and it was looked for when it was removed.
    if (sent && stays && !there) return leftAlone('it never arrived in the ad platform');
    const step = restoreAd.of({ ...targetOf(campaign), ad: { ...ad, platform_id: null }, there, stays });
    return { steps: [step], restored: ['ad'], skipped: [] };
  },

  platform: {
    reaches: ({ platform_id, ad, sent }) => platform_id !== null && (ad.platform_id !== null || sent === true),
    async tell(details, account, work) {
      const { platform_id, ad } = details;
      if (platform_id === null) return { wrote: [] };
      const campaign = await account.readCampaign(platform_id);
      if (!campaign) throw campaignRemoved();
      const there = campaign.ads.find((one) => isThat(ad, one));
      if (there) {
        const lost = withoutReturn(there);
        if (lost) throw lost;
        const last = asItStands(ad, there);
        await work.note({ ...details, ...last });
        // One that is found by its name was made by a try whose answer never came.
        const made = ad.platform_id === null ? await account.writtenWith(there) : { wrote: [] };
        const removed = await account.removeAd(there.id);
        return { wrote: [...made.wrote, ...removed.wrote], details: last };
      }
      // One that was sent and is not there never arrived: nobody else had removed it.
      if (ad.platform_id === null) return { wrote: [] };
      const { wrote } = work.mayHaveArrived ? account.writtenByRemoving(ad.platform_id) : { wrote: [] };
      return { ...(await foundDone(details, work)), wrote };
    },
  },
});

/** An ad that is in the platform without texts, or with too many words, as far as is known here. */
function cannotComeBack({ platform_id, headlines, ...words }: WholeAdDetails['ad']): Refusal | undefined {
  if (platform_id === null) return undefined;
  return headlines.length === 0 ? noReturn(OTHER_KIND) : tooMuchAtOnce(words);
}

/** The same by what the platform has, which may show more than is known here. */
function withoutReturn({ headlines, hasOtherKinds, ...parts }: PlatformAd): Refusal | undefined {
  return headlines.length === 0 || hasOtherKinds ? noReturn(OTHER_KIND) : tooMuchAtOnce(parts);
}

/** An ad is put back in one request: itself, each of its texts and each of its words. */
function tooMuchAtOnce({
  keywords,
  negatives,
  otherTexts = [],
}: Pick<AdSpec, 'otherTexts'> & Record<'keywords' | 'negatives', readonly unknown[]>): Refusal | undefined {
  const parts = 2 + otherTexts.length + keywords.length + negatives.length;
  if (parts <= MOST_AT_ONCE) return undefined;
  return noReturn(`The ad has ${parts} parts and could not be put back: the ad platform takes ${MOST_AT_ONCE} at once`);
}

/** What could not be put back is not removed from here. */
function noReturn(why: string): Refusal {
  return new Refusal('not_supported', `${why}; remove it in the ad platform.`);
}

/** Names of ads are unique in their campaign, and before ours was sent there was none of its name. */
function isThat({ platform_id, name }: WholeAdDetails['ad'], there: PlatformAd): boolean {
  return platform_id === null ? there.name.toLowerCase() === name.toLowerCase() : there.id === platform_id;
}

function leftAlone(why: string): Inverse {
  return { steps: [], restored: [], skipped: [`ad: ${why}`] };
}
