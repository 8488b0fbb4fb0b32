import type { PlanContext, Step } from '../../writes/step.ts';
import { type CampaignRow, findCampaign } from '../campaign.store.ts';
import { campaignForUndo } from '../campaign-for-write.ts';
import { targetOf } from '../campaign-step.ts';
import { addNegativeKeywordsStep } from '../exclude/add-negative-keywords.step.ts';
import { notYetNegative } from '../exclude/negative-keyword.store.ts';
import type { NegativeKeywordDetails } from '../exclude/negative-keyword.ts';
import { takenOver } from '../exclude/taken-over.ts';

/**
 * The campaign that a draft grew out of, where going live may have to exclude something there. It is held still before the
 * draft is: whatever touches both takes the older one first.
 */
export async function sourceOfLaunch(slug: string, context: PlanContext): Promise<CampaignRow | undefined> {
  const draft = await findCampaign(context, slug);
  if (!draft?.grown_from) return undefined;
  return draft.grown_from.excludes.length > 0 ? campaignForUndo(context, draft.grown_from.campaign_id) : undefined;
}

/** Excludes in the source what the launched campaign takes over from it; undefined where that is so already. */
export async function exclusionInSource(
  draft: CampaignRow,
  source: CampaignRow,
  context: PlanContext,
): Promise<Step<NegativeKeywordDetails, 'add_negative_keywords'> | undefined> {
  const missing = await notYetNegative(context, source.id, await takenOver(context, draft));
  const negatives = missing.map(({ text, match_type }) => ({ text, match_type, platform_id: null }));
  return negatives.length > 0 ? addNegativeKeywordsStep.of({ ...targetOf(source), negatives }) : undefined;
}
