import { notFound } from '../base/errors.ts';
import { campaignForWrite } from '../campaigns/campaign-for-write.ts';
import { campaignSlug } from '../campaigns/campaign-schemas.ts';
import { targetOf } from '../campaigns/campaign-step.ts';
import { guardedWrite } from '../writes/guarded-write.ts';
import { draftPreview, draftResult, draftWrite, previewOf, resultOf } from './draft-write.ts';
import { adId } from './part-fields.ts';
import { removeAdStep } from './remove-ad.step.ts';
import { wholeAdOf } from './whole-ad.ts';

/** Removes an ad from a campaign, whether it waits or runs. */
export const removeAd = guardedWrite({
  ...draftWrite,
  hints: { ...draftWrite.hints, openWorld: true },
  name: 'remove_ad',
  summary: 'Remove an ad',
  description:
    'Removes an ad with its keywords. On a campaign that is in the ad platform it is removed there first. Undoing puts it back; in the ad platform as a new ad, without the figures of the old one.',
  rest: 'POST /organizations/{org}/campaigns/{slug}/ads/{ad_id}/remove',
  steps: [removeAdStep],
  input: { slug: campaignSlug, ad_id: adId },
  preview: draftPreview,
  result: draftResult,

  async plan({ slug, ad_id }, context) {
    const campaign = await campaignForWrite(context, slug);
    const ad = await wholeAdOf(context, campaign.id, ad_id);
    if (!ad) throw notFound('That ad');
    return { steps: [removeAdStep.of({ ...targetOf(campaign), ad })] };
  },
  previewOf,
  resultOf,
});
