import { z } from 'zod';
import { stopImpactFields, stopImpactView } from '../../exclusions/impact-view.ts';
import { stopImpact } from '../../exclusions/stop-impact.ts';
import { guardedWrite } from '../../writes/guarded-write.ts';
import { findCampaign } from '../campaign.store.ts';
import { campaignForStop, campaignForWrite, mayRun } from '../campaign-for-write.ts';
import { campaignSlug } from '../campaign-schemas.ts';
import { addNegativeKeywordsStep } from '../exclude/add-negative-keywords.step.ts';
import { changeState, goLive, stateChange } from '../launch/change-state.step.ts';
import { exclusionInSource, sourceOfLaunch } from '../launch/source-of-launch.ts';

/** Launches, resumes or pauses a campaign, or makes it a draft again. */
export const setCampaignState = guardedWrite({
  name: 'set_campaign_state',
  summary: 'Launch, pause or resume a campaign',
  description:
    'Sets a campaign live (launch or resume), paused or back to draft. Previews by default: blocked_by names the first thing in the way, null when it would go through; then send dry_run false. The change is carried to the ad platform in the background: follow task_tracking_id with svc_get_task_status. The preview of a stop shows blast_radius, the share of the ad account that would go, and blocks_converting_terms. The action_id can be undone. Going live spends money.',
  rest: 'PUT /organizations/{org}/campaigns/{slug}/state',
  tool: 'svc_set_campaign_state',
  scope: 'campaigns:write',
  hints: { destructive: true, idempotent: true, openWorld: true },
  movesBudgets: true,
  asksPlatform: true,
  steps: [changeState, addNegativeKeywordsStep],
  input: { slug: campaignSlug, state: z.enum(['live', 'paused', 'draft']).describe('live, paused or draft.') },
  preview: {
    would_change: z.object({ state: z.object({ from: z.string(), to: z.string() }) }),
    blocked_by: z.string().nullable().describe('The first thing in the way; null when it would go through.'),
    blocked_reason: z.string().nullable(),
    would_exclude: z
      .array(z.object({ campaign: z.string(), term: z.string(), match_type: z.string() }))
      .optional()
      .describe('What the campaign that this one grew out of excludes from its launch on.'),
    removed: z
      .literal(true)
      .optional()
      .describe(
        'The campaign was removed in the ad platform: it rests there for good, and only its state here changes.',
      ),
    ...stopImpactFields,
  },
  result: z.object({
    accepted: z.boolean(),
    task_tracking_id: z.int().nullable(),
    action_id: z.string().nullable(),
  }),

  stops: ({ state }) => state !== 'live',
  async mayStart({ slug, state }, context) {
    const named = state === 'live' ? await findCampaign(context, slug) : undefined;
    return named ? [named.id] : [];
  },
  async plan({ slug, state }, context) {
    if (state !== 'live') {
      const { campaign, rests, seen } = await campaignForStop(context, slug, state);
      const rest = [stateChange(campaign, state)];
      return { ...(rests ? { steps: [], rests: rest } : { steps: rest }), stops: mayRun(campaign), seen };
    }
    const source = await sourceOfLaunch(slug, context);
    const campaign = await campaignForWrite(context, slug);
    if (campaign.state === state) return { steps: [] };
    const exclusion = source && (await exclusionInSource(campaign, source, context));
    return { steps: [await goLive(campaign, context), ...(exclusion ? [exclusion] : [])] };
  },
  async previewOf(steps, refusal, { state }, context) {
    const change = steps.find((step) => step.op === changeState.op);
    const exclusions = steps.flatMap(({ op, details, campaign }) =>
      op === addNegativeKeywordsStep.op
        ? details.negatives.map(({ text, match_type }) => ({ campaign: campaign.slug, term: text, match_type }))
        : [],
    );
    const { from, to } = change?.details ?? { from: state, to: state };
    const stopped = change?.stops ? await stopImpact(context, change.campaign.id) : undefined;
    return {
      ...(exclusions.length > 0 && { would_exclude: exclusions }),
      would_change: { state: { from, to } },
      blocked_by: refusal ? String(refusal.extra.blocked_by ?? refusal.code) : null,
      blocked_reason: refusal?.message ?? null,
      ...(change?.details.removed && { removed: true as const }),
      ...(stopped && stopImpactView(stopped)),
    };
  },
  resultOf: ({ actionId, taskId }) => ({ accepted: true, task_tracking_id: taskId, action_id: actionId }),
});
