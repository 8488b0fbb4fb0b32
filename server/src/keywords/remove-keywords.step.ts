import { campaignStep } from '../campaigns/campaign-step.ts';
import { aboutKeyword } from '../campaigns/decided-on.ts';
import { deleteKeywords } from '../campaigns/keyword-edit.store.ts';
import { leftToRemove } from '../campaigns/left-there.ts';
import type { StepKind } from '../writes/step.ts';
import { type KeywordRemoval, keywordRemoval, keywordRemoved } from './keyword-addition.ts';

/** Takes keywords away that were added and have spent nothing: how adding them is undone. */
export const removeKeywords: StepKind<KeywordRemoval, 'remove_keywords'> = campaignStep({
  op: 'remove_keywords',
  details: keywordRemoval,
  guardrails: [],
  changesOf: ({ keywords }) => keywords.map(keywordRemoved),

  about: ({ keywords }) => keywords.map(({ keyword_id }) => aboutKeyword('state', keyword_id)),

  async save({ campaign_id, keywords }, own) {
    await deleteKeywords(
      own,
      campaign_id,
      keywords.map(({ keyword_id }) => keyword_id),
    );
    return {};
  },

  platform: {
    async tell({ keywords, platform_id: campaignId }, account, work) {
      const ids = keywords.flatMap(({ platform_id }) => platform_id ?? []);
      if (ids.length === 0 || campaignId === null) return { wrote: [] };
      const { left, gone: found } = await leftToRemove(campaignId, ids, account, work);
      const { wrote } = await account.removeKeywords(left, { found });
      return { wrote };
    },
  },
});
