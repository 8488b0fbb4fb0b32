import type { StepKind } from '../../writes/step.ts';
import { campaignStep } from '../campaign-step.ts';
import { leftToRemove } from '../left-there.ts';
import { deleteNegatives } from './negative-keyword.store.ts';
import { aboutNegatives, type NegativeKeywordDetails, negativeKeywordDetails, removed } from './negative-keyword.ts';

/** Takes negative keywords off a campaign: how adding them is undone. */
export const removeNegativeKeywords: StepKind<NegativeKeywordDetails, 'remove_negative_keywords'> = campaignStep({
  op: 'remove_negative_keywords',
  details: negativeKeywordDetails,
  guardrails: [],
  changesOf: ({ negatives }) => negatives.map(removed),

  about: aboutNegatives,

  async save({ campaign_id, negatives }, own) {
    await deleteNegatives(own, campaign_id, negatives);
    return {};
  },

  platform: {
    async tell({ negatives, platform_id: campaignId }, account, work) {
      const ids = negatives.flatMap(({ platform_id }) => platform_id ?? []);
      if (ids.length === 0 || campaignId === null) return { wrote: [] };
      const { left, gone: found } = await leftToRemove(campaignId, ids, account, work);
      const { wrote } = await account.removeNegatives(left, { found });
      return { wrote };
    },
  },
});
