import { partsAround } from '../campaigns/campaign-parts.store.ts';
import { campaignStep, foundDone, targetOf } from '../campaigns/campaign-step.ts';
import { deleteAd } from '../campaigns/drafts/ad-rows.store.ts';
import { campaignRemoved, type PlatformAd } from '../ports/ad-platform.ts';
import type { Inverse, StepKind } from '../writes/step.ts';
import { isNameTaken } from './ad-name.ts';
import { restoreAd } from './restore-ad.step.ts';
import { type WholeAdDetails, wholeAdDetails } from './whole-ad.ts';

/** Removes an ad with everything below it, here and in the platform. */
export const removeAdStep: StepKind<WholeAdDetails, 'remove_ad'> = campaignStep({
  op: 'remove_ad',
  details: wholeAdDetails,
  guardrails: [],
  undoneBy: [restoreAd],
  changesOf: ({ ad }) => [{ field: 'ad', from: ad.name, to: null }],

  async save({ campaign_id, ad }, own) {
    await deleteAd(own, campaign_id, ad.id);
    return {};
  },

  async inverse({ ad, there, already }, campaign, context) {
    if (already) return leftAlone('it was removed in the ad platform already');
    if (ad.generating) return leftAlone('it was still being written');
    const { ads } = await partsAround(context, campaign.id, null);
    if (ads.some(({ id }) => id === ad.id) || isNameTaken(ads, ad.name, ad.id))
      return leftAlone('there is another of its name');
    const step = restoreAd.of({ ...targetOf(campaign), ad: { ...ad, platform_id: null }, there });
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
        const last = asItIs(ad, there);
        await work.note({ ...details, ...last });
        return { ...(await account.removeAd(there.id)), details: last };
      }
      // One that was sent and is not there never arrived: nobody else had removed it.
      if (ad.platform_id === null) return { wrote: [] };
      return { ...(await foundDone(details, work)), wrote: [] };
    },
  },
});

/** The ad as the platform has it last, so that it comes back as it was: it may hold more than is known here. */
function asItIs(ad: WholeAdDetails['ad'], found: PlatformAd): Pick<WholeAdDetails, 'ad' | 'there'> {
  const { status, textsStatus, otherTexts } = found;
  const byId = new Map(found.keywords.map((keyword) => [keyword.id, keyword]));
  const keywords = ad.keywords.map((row) => {
    const keyword = byId.get(row.platform_id ?? '');
    return keyword ? { ...row, state: keyword.status, cpc_bid: keyword.cpcBid } : row;
  });
  return { ad: { ...ad, state: status, keywords }, there: { textsStatus, otherTexts } };
}

/** Names of ads are unique in their campaign, and before ours was sent there was none of its name. */
function isThat({ platform_id, name }: WholeAdDetails['ad'], there: PlatformAd): boolean {
  return platform_id === null ? there.name.toLowerCase() === name.toLowerCase() : there.id === platform_id;
}

function leftAlone(why: string): Inverse {
  return { steps: [], restored: [], skipped: [`ad: ${why}`] };
}
