import { campaignRemoved } from '../../ports/ad-platform.ts';
import type { StepKind } from '../../writes/step.ts';
import { adsAmong } from '../ads-of-campaign.store.ts';
import { campaignStep, targetOf } from '../campaign-step.ts';
import { keyIn } from '../keyword-text.ts';
import { leftIn } from '../left-there.ts';
import { markingWhatIsSo } from '../was-so-before.ts';
import { addNegativeKeywordsStep } from './add-negative-keywords.step.ts';
import { deleteNegatives, negativesLike } from './negative-keyword.store.ts';
import {
  aboutNegatives,
  type NegativeKeywordDetails,
  named,
  negativeKeywordDetails,
  negativesThere,
  ownNegatives,
  removed,
} from './negative-keyword.ts';

/** Stops excluding searches: takes negative keywords off that stood in the way. Undone, they are put back. */
export const liftNegativeKeywords: StepKind<NegativeKeywordDetails, 'lift_negative_keywords'> = campaignStep({
  op: 'lift_negative_keywords',
  details: negativeKeywordDetails,
  guardrails: [],
  undoneBy: [addNegativeKeywordsStep],
  changesOf: ({ negatives }) => negatives.map(removed),

  about: aboutNegatives,

  async save({ campaign_id, negatives }, own) {
    await deleteNegatives(own, campaign_id, negatives);
    return {};
  },

  async inverse(details, campaign, context) {
    const { negatives } = details;
    const existing = new Set(
      (await negativesLike(context, campaign.id, negatives)).map((row) => keyIn(row.ad_id, row)),
    );
    const isBack = (one: (typeof negatives)[number]) => existing.has(keyIn(one.ad?.id ?? null, one));
    const placed = await adsAmong(context, campaign.id, new Set(negatives.flatMap(({ ad }) => ad?.id ?? [])));
    const adIds = new Map(placed.map((ad) => [ad.id, ad.platform_id]));
    const isPlaced = ({ ad }: (typeof negatives)[number]) => ad === undefined || adIds.has(ad.id);
    const { ours, skipped: notOurs } = await ownNegatives(details, context, 'it was gone before');
    const missing = ours.filter((one) => isPlaced(one) && !isBack(one));
    const skipped = [
      ...notOurs,
      ...ours.filter(isBack).map((one) => `${named(one)}: added since`),
      ...ours.filter((one) => !isPlaced(one)).map((one) => `${named(one)}: its ad is gone`),
    ];
    if (missing.length === 0) return { steps: [], restored: [], skipped };
    // An ad that was removed and put back since is another one in the platform.
    const again = missing.map(({ ad, ...one }) => ({
      ...one,
      platform_id: null,
      ...(ad && { ad: { id: ad.id, platform_id: adIds.get(ad.id) ?? null } }),
    }));
    const back = addNegativeKeywordsStep.of({ ...targetOf(campaign), negatives: again });
    return { steps: [back], restored: missing.map((one) => `${named(one)} (${one.match_type})`), skipped };
  },

  platform: {
    /** What somebody else had taken off is not ours to put back. */
    async tell(details, account, work) {
      if (details.platform_id === null) return { wrote: [] };
      const campaign = await account.readCampaign(details.platform_id);
      if (!campaign) throw campaignRemoved();
      const there = negativesThere(campaign);
      const negatives = await markingWhatIsSo(details.negatives, (one) => there.idOf(one) === undefined, {
        ...work,
        note: (negatives) => work.note({ ...details, negatives }),
      });
      const ids = negatives.filter(({ already }) => !already).flatMap(({ platform_id }) => platform_id ?? []);
      const { left, gone: found } = work.declined ? leftIn(campaign, ids) : { left: ids, gone: [] };
      const { wrote } = await account.removeNegatives(left, { found });
      return { details: { negatives }, wrote };
    },
  },
});
