import { createHash } from 'node:crypto';
import { z } from 'zod';
import { amountOrNull } from '../../base/amounts.ts';
import type { Context } from '../../base/context.ts';
import { Refusal } from '../../base/errors.ts';
import { amountField } from '../../base/schemas.ts';
import { createDraft } from '../../campaigns/drafts/create-draft.step.ts';
import { editCampaign } from '../../campaigns/edit/edit-campaign.step.ts';
import { addNegativeKeywordsStep } from '../../campaigns/exclude/add-negative-keywords.step.ts';
import { liftNegativeKeywords } from '../../campaigns/exclude/lift-negative-keywords.step.ts';
import { impactOf } from '../../exclusions/impact.ts';
import { impactFields, impactView } from '../../exclusions/impact-view.ts';
import { addKeywords } from '../../keywords/add-keywords.step.ts';
import { setKeywordBid } from '../../keywords/set-keyword-bid.step.ts';
import { setKeywordState } from '../../keywords/set-keyword-state.step.ts';
import { guardedWrite } from '../../writes/guarded-write.ts';
import { inOneLine } from '../../writes/in-one-line.ts';
import type { AnyStepKind } from '../../writes/step.ts';
import { campaignRuns } from '../pending-saving.store.ts';
import { type Proposal, summaryOf } from '../proposal.ts';
import { organizationOfRecommendation, type RecommendationRow } from '../recommendation.store.ts';
import { markApplied } from './mark-recommendation.step.ts';
import { leftOutInWords, type PlannedRecommendation, planRecommendation } from './plan-recommendation.ts';
import { savingOf } from './saving-of.ts';
import { toBeJudged } from './unsafe-change.ts';

const steps: readonly AnyStepKind[] = [
  setKeywordState,
  setKeywordBid,
  addKeywords,
  addNegativeKeywordsStep,
  liftNegativeKeywords,
  editCampaign,
  createDraft,
  markApplied,
];

/** Carries out what a detector or the engine recommends. */
export const applyRecommendation = guardedWrite({
  name: 'apply_recommendation',
  summary: 'Apply a recommendation',
  description:
    'Carries out a pending recommendation. Previews by default: would_apply lists every change, blast_radius what share of the campaign’s clicks, cost and conversions it takes away, blocks_converting_terms the search terms that converted and would be lost, blocked_by what would refuse it; then send dry_run false. What changed since it was found is left out and named in skipped. Refused with unsafe_change where it would exclude a search term that has converted, with budget_cap_exceeded where it moves a budget too far, with already_applied where it is no longer pending. The action_id can be undone.',
  rest: 'POST /recommendations/{recommendation_id}/apply',
  tool: 'svc_apply_recommendation',
  scope: 'recommendations:apply',
  changes: ['recommendations'],
  hints: { destructive: true, idempotent: true, openWorld: true },
  movesBudgets: true,
  asksPlatform: true,
  steps,
  input: {
    recommendation_id: z.string().max(64).describe('As a finding or the list of recommendations names it.'),
    fingerprint: z
      .string()
      .max(64)
      .optional()
      .describe('As the preview told it: then it is executed only as it was previewed.'),
  },
  locate: ({ recommendation_id }, { caller, database }) => {
    const organizationIds = [...caller.organizations.values()].map(({ organizationId }) => organizationId);
    return organizationOfRecommendation(database.hot, organizationIds, recommendation_id);
  },
  preview: {
    fingerprint: z.string().describe('Send it along to execute what is previewed here, and nothing else.'),
    would_apply: z.array(z.object({ op: z.string(), summary: z.string() })),
    estimated_monthly_saving: amountField
      .nullable()
      .describe('Of what would_apply lists; null where that cannot be told or nothing is left to do.'),
    campaign_runs: z.boolean().describe('While it rests nothing is saved.'),
    ...impactFields,
    skipped: z.array(z.string()).describe('What changed since it was found and is left out.'),
    within_limits: z.boolean(),
    blocked_by: z
      .string()
      .nullable()
      .describe('The error that executing it would answer; null when it would go through.'),
    blocked_reason: z.string().nullable(),
  },
  result: z.object({
    applied: z.boolean(),
    action_id: z.string().nullable(),
    action_ids: z.array(z.string()),
    skipped: z.array(z.string()).optional().describe('What changed since it was found and was left out.'),
  }),

  async plan({ recommendation_id, fingerprint }, context) {
    const planned = await planRecommendation(recommendation_id, context);
    // An approver is shown anew what has changed; whoever executes is told.
    const isExecuted = context.waiting && !context.approving;
    if (isExecuted && fingerprint !== undefined && fingerprint !== fingerprintOf(planned.doing)) throw changedSince();
    const nothing = nothingLeft(planned);
    if (nothing && (context.waiting || context.approving)) throw nothing;
    const isChecked = context.waiting && !context.locking;
    return {
      steps: planned.steps,
      source: 'engine',
      skipped: leftOutInWords(planned.leftOut),
      ...(isChecked && { seen: { judged: await signOf(planned.recommendation, context) } }),
    };
  },
  async previewOf(_steps, refusal, { recommendation_id }, context) {
    const planning = { ...context, locking: false, waiting: false };
    const planned = await planRecommendation(recommendation_id, planning);
    const { recommendation, doing, leftOut } = planned;
    const refused = nothingLeft(planned) ?? refusal;
    return {
      fingerprint: fingerprintOf(doing),
      would_apply: doing.map((one) => ({ op: one.op, summary: summaryOf(one) })),
      estimated_monthly_saving: amountOrNull(await savingOf(context, planned)),
      campaign_runs: await campaignRuns(context, recommendation.campaign_id),
      ...impactView(await impactOf(context, recommendation.campaign_id, takenBy(doing))),
      skipped: leftOutInWords(leftOut),
      within_limits: refused?.code !== 'budget_cap_exceeded',
      blocked_by: refused?.code ?? null,
      blocked_reason: refused?.message ?? null,
    };
  },
  resultOf: ({ plan, actionId }) => ({
    applied: true,
    action_id: actionId,
    action_ids: actionId === null ? [] : [actionId],
    ...(plan.skipped?.length && { skipped: plan.skipped }),
  }),
});

/** Stands for what would be done: a later run of the detector may have replaced it. */
function fingerprintOf(doing: readonly Proposal[]): string {
  return createHash('sha256').update(JSON.stringify(doing)).digest('base64url').slice(0, 16);
}

/** Stands for all that decides whether it is safe. */
async function signOf({ id, campaign_id, type }: RecommendationRow, context: Context): Promise<string> {
  return (await toBeJudged(context, { recommendation_id: id, campaign_id, type })).sign;
}

function changedSince(): Refusal {
  return new Refusal('already_applied', 'The recommendation is another since it was previewed. Preview it again.');
}

function nothingLeft({ steps, leftOut }: PlannedRecommendation): Refusal | undefined {
  if (steps.length > 0) return undefined;
  const why = inOneLine(leftOutInWords(leftOut), (one) => one);
  return new Refusal('already_applied', `Nothing of the recommendation is left to do. ${why}.`);
}

function takenBy(proposals: readonly Proposal[]) {
  return {
    negatives: proposals.flatMap((one) => (one.op === 'add_negative_keyword' ? [one] : [])),
    keywordIds: proposals.flatMap((one) => (one.op === 'pause_keyword' ? [one.keyword_id] : [])),
  };
}
