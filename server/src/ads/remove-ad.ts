import { notFound } from '../base/errors.ts';
import { campaignForWrite } from '../campaigns/campaign-for-write.ts';
import { campaignSlug } from '../campaigns/campaign-schemas.ts';
import { targetOf } from '../campaigns/campaign-step.ts';
import { wasAdSent } from '../campaigns/drafts/new-ad.store.ts';
import { StillBusy } from '../writes/actions/await-action.ts';
import { guardedWrite } from '../writes/guarded-write.ts';
import type { PlanContext } from '../writes/step.ts';
import { draftPreview, draftResult, draftWrite, previewOf, resultOf } from './draft-write.ts';
import { adId } from './part-fields.ts';
import { isBeingPushed, isOnItsWay } from './push-ad.ts';
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
    const sent = ad.platform_id === null && (await isSentForGood(context, ad.id));
    const onlyHere = campaign.platform_id !== null && ad.platform_id === null;
    const stays = onlyHere && !(await isOnItsWay(context, ad.id));
    return {
      steps: [removeAdStep.of({ ...targetOf(campaign), ad, ...(sent && { sent }), ...(stays && { stays }) })],
    };
  },
  previewOf,
  resultOf,
});

/** Whether it was sent to the platform. A try that is under way is waited for: it would arrive after it was removed. */
async function isSentForGood(context: PlanContext, id: number): Promise<boolean> {
  if (!(await wasAdSent(context, id))) return false;
  const waits = context.waiting && !context.held;
  if (waits && (await isBeingPushed(context, id))) throw new StillBusy({ actionId: null, busy: `push of ad ${id}` });
  return true;
}
