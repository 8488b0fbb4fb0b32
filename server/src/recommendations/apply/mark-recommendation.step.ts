import { z } from 'zod';
import { campaignUrl } from '../../campaigns/campaign.ts';
import { campaignTarget } from '../../campaigns/campaign-step.ts';
import { clearPending } from '../../campaigns/campaign-write.store.ts';
import { defineStep, type OwnRows, type StepKind } from '../../writes/step.ts';
import { holdForAction, letGo, setApplied, setUndone } from './applied-recommendation.store.ts';
import { noConvertingTermBlocked } from './unsafe-change.ts';

const details = campaignTarget.extend({ recommendation_id: z.string(), type: z.string() });

/** The recommendation whose last step this is. */
export type MarkedRecommendation = z.infer<typeof details>;

const shared = {
  details,
  campaignOf: ({ campaign_id, slug }: MarkedRecommendation) => ({ id: campaign_id, slug }),
  about: ({ recommendation_id }: MarkedRecommendation) => [`recommendation ${recommendation_id}`],
  resultOf: ({ slug }: MarkedRecommendation, { appUrl, organization }: { appUrl: string; organization: string }) => ({
    campaign: slug,
    url: campaignUrl(appUrl, organization, slug),
  }),
};

/** Nothing of an undone recommendation is left: it is in none of the lists. */
const markUndone: StepKind<MarkedRecommendation, 'mark_recommendation_undone'> = defineStep({
  ...shared,
  op: 'mark_recommendation_undone',
  guardrails: [],
  changesOf: () => [{ field: 'recommendation', from: 'applied', to: 'undone' }],
  save: (details, own) => marked(own, () => setUndone(own, details.recommendation_id)),
  inverse: async () => ({ steps: [], restored: [], skipped: [] }),
});

/**
 * The last step of applying a recommendation, on our own rows alone: it is applied when everything else has happened. From
 * the moment the action is written down until then, its details stay what they were.
 */
export const markApplied: StepKind<MarkedRecommendation, 'mark_recommendation_applied'> = defineStep<
  MarkedRecommendation,
  'mark_recommendation_applied'
>({
  ...shared,
  op: 'mark_recommendation_applied',
  guardrails: [noConvertingTermBlocked],
  undoneBy: [markUndone],
  changesOf: () => [{ field: 'recommendation', from: 'pending', to: 'applied' }],
  save: (details, own) =>
    marked(own, () =>
      setApplied(own, details.recommendation_id, { actionId: own.actionId, at: new Date(own.clock.now()) }),
    ),
  inverse: async (details) => ({ steps: [markUndone.of(details)], restored: [], skipped: [] }),
  platform: {
    reaches: () => false,
    inBackground: false,
    markPending: ({ recommendation_id }, own) => holdForAction(own, recommendation_id, own.actionId),
    tell: async () => ({ wrote: [] }),
    async takeBack({ recommendation_id }, own) {
      await letGo(own, recommendation_id);
      await clearPending(own, own.actionId);
    },
  },
});

/** What was marked as on its way is so until the last step. */
async function marked(own: OwnRows, mark: () => Promise<void>): Promise<void> {
  await mark();
  if (own.last) await clearPending(own, own.actionId);
}
