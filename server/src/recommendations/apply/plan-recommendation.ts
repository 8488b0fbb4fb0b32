import { z } from 'zod';
import { notFound } from '../../base/errors.ts';
import type { CampaignRow } from '../../campaigns/campaign.store.ts';
import { campaignForUndo } from '../../campaigns/campaign-for-write.ts';
import { targetOf } from '../../campaigns/campaign-step.ts';
import { StillBusy } from '../../writes/actions/await-action.ts';
import type { PlanContext, Step } from '../../writes/step.ts';
import { type Proposal, proposal, summaryOf } from '../proposal.ts';
import { findRecommendation, lockRecommendation, type RecommendationRow } from '../recommendation.store.ts';
import { noLongerPending } from '../status.ts';
import { markApplied } from './mark-recommendation.step.ts';
import { type LeftOut, stepsFor } from './proposed-steps.ts';

/** What applying a recommendation comes to as things stand. */
export interface PlannedRecommendation {
  recommendation: RecommendationRow;
  steps: Step[];
  /** What is done, and what is left out because things changed since it was proposed. */
  doing: Proposal[];
  leftOut: LeftOut[];
}

const proposals = z.array(proposal);

/** Plans a pending recommendation anew: what is so already, and what changed since, is left out. */
export async function planRecommendation(id: string, context: PlanContext): Promise<PlannedRecommendation> {
  const recommendation = await pendingRecommendation(id, context);
  const planned: PlannedRecommendation = { recommendation, steps: [], doing: [], leftOut: [] };
  let own: CampaignRow | undefined;
  const proposed = proposals.parse(recommendation.proposals);
  context.looksThrough?.(proposed.length);
  for (const [campaignId, some] of byCampaign(proposed)) {
    const campaign = await campaignForUndo(context, campaignId);
    if (campaignId === recommendation.campaign_id) own = campaign;
    if (!campaign) planned.leftOut.push(...some.map((one) => ({ proposal: one, why: 'the campaign is gone' })));
    else {
      const { steps, leftOut } = await stepsFor(some, { campaign, recommendationId: id, context });
      const reasons = new Set(leftOut.map((one) => one.proposal));
      planned.steps.push(...steps);
      planned.leftOut.push(...leftOut);
      planned.doing.push(...some.filter((one) => !reasons.has(one)));
    }
  }
  if (planned.steps.length > 0) {
    const campaign = own ?? (await campaignForUndo(context, recommendation.campaign_id));
    if (!campaign) throw notFound('The campaign of that recommendation');
    planned.steps.push(markApplied.of({ ...targetOf(campaign), recommendation_id: id, type: recommendation.type }));
  }
  return planned;
}

/** What is left out, in words. */
export function leftOutInWords(leftOut: readonly LeftOut[]): string[] {
  return leftOut.map((one) => `${summaryOf(one.proposal)}: ${one.why}`);
}

/** One that is being applied right now is waited for by whoever wants to apply it. */
async function pendingRecommendation(id: string, context: PlanContext): Promise<RecommendationRow> {
  const found = await (context.locking ? lockRecommendation : findRecommendation)(context, id);
  if (!found) throw notFound('That recommendation');
  if (found.status === 'pending' && found.applying !== null && context.waiting)
    throw new StillBusy({ actionId: found.applying, busy: found.applying });
  if (found.status !== 'pending' || found.applying !== null) throw noLongerPending(found);
  return found;
}

/** The older campaign first: whatever touches several holds them in this order. */
function byCampaign(all: readonly Proposal[]): [campaignId: number, some: Proposal[]][] {
  return [...Map.groupBy(all, ({ campaign_id }) => campaign_id)].sort(([one], [other]) => one - other);
}
