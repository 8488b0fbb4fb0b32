import type { CampaignRow } from '../../campaigns/campaign.store.ts';
import { targetOf } from '../../campaigns/campaign-step.ts';
import { createDraft } from '../../campaigns/drafts/create-draft.step.ts';
import { freeNames } from '../../campaigns/drafts/free-name.ts';
import { editCampaign } from '../../campaigns/edit/edit-campaign.step.ts';
import { addNegativeKeywordsStep } from '../../campaigns/exclude/add-negative-keywords.step.ts';
import { liftNegativeKeywords } from '../../campaigns/exclude/lift-negative-keywords.step.ts';
import { namedParts } from '../../campaigns/named-parts.store.ts';
import { addKeywords } from '../../keywords/add-keywords.step.ts';
import { setKeywordBid } from '../../keywords/set-keyword-bid.step.ts';
import { setKeywordState } from '../../keywords/set-keyword-state.step.ts';
import type { PlanContext, Step } from '../../writes/step.ts';
import type { Proposal } from '../proposal.ts';
import { namedBy, Standing } from './standing.ts';

/** A proposal that is not carried out, and why, in words that end a sentence. */
export interface LeftOut {
  proposal: Proposal;
  why: string;
}

/** Where proposals are carried out. */
interface Planning {
  campaign: CampaignRow;
  recommendationId: string;
  context: PlanContext;
}

type Of<Op extends Proposal['op']> = Extract<Proposal, { op: Op }>;

/**
 * The steps that carry out what is proposed for one campaign, grouped by kind, so that the platform is told of each kind in
 * one request. What stops spending comes first, what makes something new last.
 */
export async function stepsFor(
  proposals: readonly Proposal[],
  { campaign, recommendationId, context }: Planning,
): Promise<{ steps: Step[]; leftOut: LeftOut[] }> {
  const standing = new Standing(campaign, await namedParts(context, campaign.id, namedBy(proposals)));
  const leftOut = proposals.flatMap((one) => {
    const why = standing.whyNot(one);
    return why === undefined ? [] : [{ proposal: one, why }];
  });
  const left = new Set(leftOut.map(({ proposal }) => proposal));
  const doable = proposals.filter((one) => !left.has(one));
  const of = <Op extends Proposal['op']>(op: Op) => doable.filter((one): one is Of<Op> => one.op === op);
  const target = targetOf(campaign);
  const steps: Step[] = [];
  for (const op of ['pause_keyword', 'enable_keyword'] as const) {
    const keywords = of(op).map((one) => standing.keywordEdit(one, standing.keyword(one.keyword_id)?.state ?? null));
    if (keywords.length > 0) steps.push(setKeywordState.of({ ...target, keywords }));
  }
  const negatives = of('add_negative_keyword').map((one) => standing.negative(one));
  if (negatives.length > 0) steps.push(addNegativeKeywordsStep.of({ ...target, negatives }));
  const lifted = of('remove_negative_keyword').map((one) => standing.liftedNegative(one));
  if (lifted.length > 0) steps.push(liftNegativeKeywords.of({ ...target, negatives: lifted }));
  const bids = of('set_keyword_bid').map((one) => standing.keywordEdit(one, one.from));
  if (bids.length > 0) steps.push(setKeywordBid.of({ ...target, keywords: bids }));
  const [cpa] = of('set_target_cpa');
  const [budget] = of('set_budget');
  if (cpa || budget) {
    const changes = {
      ...(budget && { budget: { from: campaign.budget, to: budget.to } }),
      ...(cpa && { target_cpa: { from: campaign.target_cpa, to: cpa.to } }),
    };
    steps.push(editCampaign.of({ ...target, changes }));
  }
  const keywords = of('add_keyword').map((one) => standing.newKeyword(one));
  if (keywords.length > 0) steps.push(addKeywords.of({ ...target, keywords }));
  const drafts = of('create_draft');
  const freeName = drafts.length > 0 ? await freeNames(context) : String;
  for (const [n, one] of drafts.entries()) {
    const { type, budget, target_cpa, focus, source_negatives_at_launch: excludes } = one;
    const keywords = one.keywords.filter(({ source_ad_id }) => standing.ad(source_ad_id));
    const key = `${recommendationId}/${n}`;
    const name = freeName(one.name);
    steps.push(createDraft.of({ ...target, key, type, name, budget, target_cpa, focus, keywords, excludes }));
  }
  return { steps, leftOut };
}
