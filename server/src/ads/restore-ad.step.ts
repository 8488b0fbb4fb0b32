import { mustNotBeMadeBefore } from '../campaigns/after-lost-try.ts';
import { campaignStep } from '../campaigns/campaign-step.ts';
import { restoreAdRows } from '../campaigns/drafts/ad-rows.store.ts';
import { type AdAccount, AdPlatformError, campaignRemoved } from '../ports/ad-platform.ts';
import type { Outcome, PlatformWork, StepKind } from '../writes/step.ts';
import { aboutWholeAd, asFound, asLaunched, specOf, type WholeAdDetails, wholeAdDetails } from './whole-ad.ts';

/** Puts an ad back: how removing it is undone. In the platform it is a new one of the same name. */
export const restoreAd: StepKind<WholeAdDetails, 'restore_ad'> = campaignStep({
  op: 'restore_ad',
  details: wholeAdDetails,
  guardrails: [],
  changesOf: ({ ad }) => [{ field: 'ad', from: null, to: ad.name }],

  about: aboutWholeAd,

  async save({ campaign_id, ad }, own) {
    await restoreAdRows(own, campaign_id, ad, new Date(own.clock.now()));
    return {};
  },

  platform: {
    // One that was not to be sent, because nobody has approved it, comes back here alone.
    reaches: ({ platform_id, there, stays }) => platform_id !== null && !(stays && there === undefined),
    tell: (details, account, work) =>
      details.platform_id === null
        ? Promise.resolve({ wrote: [] })
        : addAgain(details, details.platform_id, account, work),
  },
});

/** Names are unique in a campaign: after a try without an answer, the ad of that name is ours. */
async function addAgain(
  details: WholeAdDetails,
  campaignId: string,
  account: AdAccount,
  work: PlatformWork<WholeAdDetails>,
): Promise<Outcome> {
  const { ad } = details;
  const campaign = await account.readCampaign(campaignId);
  if (!campaign) throw campaignRemoved();
  const there = campaign.ads.find(({ name }) => name.toLowerCase() === ad.name.toLowerCase());
  if (there && work.mayHaveArrived) {
    return { details: { ad: asFound(ad, there) }, ...(await account.writtenWith(there)) };
  }
  if (there) throw new AdPlatformError('google_ads_refused', 'Google Ads has another ad of that name in the campaign.');
  await mustNotBeMadeBefore({ campaignId: details.campaign_id, there: campaign, name: ad.name }, account, work);
  const added = await account.addAd(campaignId, specOf(details));
  return { details: { ad: asLaunched(ad, added) }, wrote: added.wrote };
}
