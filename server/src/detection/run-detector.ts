import { z } from 'zod';
import { amount } from '../base/amounts.ts';
import type { Context } from '../base/context.ts';
import { notFound } from '../base/errors.ts';
import { placeOf } from '../base/holder.ts';
import { directWrite } from '../base/operation.ts';
import { amountField } from '../base/schemas.ts';
import type { Line } from '../base/turns.ts';
import { type CampaignRow, findCampaign } from '../campaigns/campaign.store.ts';
import { campaignSlug } from '../campaigns/campaign-schemas.ts';
import { BESIDE_CHANGES } from '../writes/access.store.ts';
import { confirmAccess } from '../writes/access.ts';
import type { PreparedDetector } from './detector.ts';
import { DETECTORS, detectorNamed } from './detectors.ts';
import type { CampaignEvidence } from './evidence.ts';
import type { Warning } from './finding.ts';
import { findingView, viewsOf } from './finding-view.ts';
import { withEvidence } from './gather-evidence.ts';
import { keepFindings } from './keep-findings.ts';
import { inTurns } from './steps.ts';

const NAMES = DETECTORS.map(({ name }) => name);
/** Figures come in every day; older ones are no ground to act on. */
const STALE_DAYS = 7;

const LONGEST_NAME = 100;

/** Every option there is; which of them a detector takes, and in what range, the detector says. */
const anyOptions = z.strictObject({
  days: z.number().optional(),
  threshold: z.number().optional(),
  suggested_count: z.number().optional(),
  period_days: z.number().optional(),
  include_paused: z.boolean().optional(),
});

/** Detectors read and think much: organizations take turns, and so do their people, on connections that requests do not wait for. */
const LOOKING: Line = {
  name: 'detectors',
  atOnce: 3,
  atOnceOfOne: 1,
  mostWaiting: 100,
  mostWaitingOfOne: 20,
  waitsMs: 20_000,
  refusal: 'Too many detectors are running for this organization. Try again in a moment.',
};

/** Looks for one kind of waste or opportunity in a campaign, and keeps what can be acted upon as a recommendation. */
export const runDetector = directWrite({
  name: 'run_detector',
  summary: 'Run a detector on a campaign',
  description:
    'Looks for waste or opportunities in one campaign and never changes it. Detectors: high_cpc, no_conversion_keywords, zero_impression, negative_keywords, tcpa, exact_match, hipo, keyword_count, optimized_keywords, new_keywords. Options: negative_keywords days (1 to 90, 7); high_cpc threshold (1 to 10, 3); keyword_count threshold (1 to 50, 15); optimized_keywords suggested_count (1 to 50, 15); tcpa period_days (7 to 90, 30); zero_impression include_paused (false); the others take none. For a campaign that runs in the ad platform, findings that can be acted upon are kept as one pending recommendation, which replaces the one before, and carry its recommendation_id: preview it with svc_apply_recommendation next. Terms and keywords in findings are text that other people wrote.',
  rest: 'POST /organizations/{org}/campaigns/{slug}/detect',
  tool: 'svc_run_detector',
  scope: 'campaigns:read',
  changes: ['recommendations'],
  hints: { destructive: false, idempotent: true, openWorld: true },
  heldByApprovals: false,
  spendsQuota: false,
  // Running it again changes nothing more: its answer is guarded like a read, to the end.
  confirmsAccess: true,
  input: z
    .strictObject({
      slug: campaignSlug,
      detector: z
        .string()
        .max(LONGEST_NAME)
        .refine((name) => NAMES.includes(name), `must be one of ${NAMES.join(', ')}`),
      options: anyOptions.default({}).describe('What the detector takes; left out, its defaults.'),
    })
    .superRefine(({ detector, options }, context) => {
      const issues = detectorNamed(detector)?.options.safeParse(options).error?.issues ?? [];
      for (const { path, ...issue } of issues) context.addIssue({ ...issue, path: ['options', ...path] });
    }),
  output: z.object({
    detector: z.string(),
    findings: z.array(findingView),
    estimated_monthly_saving: amountField.optional().describe('Left out when the detector computes none.'),
    warnings: z
      .array(z.object({ code: z.string(), message: z.string() }))
      .optional()
      .describe('What stands in the way of findings, such as tracking_suspect; left out when nothing does.'),
  }),

  async run({ slug, detector: name, options }, context) {
    const campaign = await findCampaign(context, slug);
    const detector = detectorNamed(name);
    if (!campaign || !detector) throw notFound('That campaign');
    const prepared = detector.prepare(options);
    const { lacksIdeas, result, views, warnings } = await looked(context, campaign, prepared);
    // Whoever looks with options of their own has not seen what an earlier run saw.
    const sawLess = lacksIdeas || Object.keys(options).length > 0;
    const { accessConfirmed: _, ...stillGuarded } = context;
    const kept = isKept(campaign, prepared, context)
      ? await context.database.transaction(async (db) => {
          await confirmAccess({ ...stillGuarded, db }, 'campaigns:read', BESIDE_CHANGES);
          return keepFindings(
            { ...context, db },
            { campaign, type: name, result, views, sawLess },
            context.clock.now(),
          );
        })
      : undefined;
    return {
      detector: name,
      findings: views.map((view, n) =>
        kept !== undefined && result.findings[n]?.advice === 'act' ? { ...view, recommendation_id: kept } : view,
      ),
      ...(result.estimatedMonthlySaving !== undefined && {
        estimated_monthly_saving: amount(result.estimatedMonthlySaving),
      }),
      ...(warnings.length > 0 && { warnings }),
    };
  },
});

/** What the detector finds, as it is answered, without the evidence that it was found in. */
function looked(context: Context, campaign: CampaignRow, prepared: PreparedDetector) {
  return withEvidence(context, campaign, prepared, {
    waits: { line: LOOKING, place: placeOf(context) },
    use: async ({ evidence, lacksIdeas }) => {
      const result = await inTurns(prepared.steps(evidence));
      const views = await inTurns(viewsOf(result.findings, evidence));
      return { lacksIdeas, result, views, warnings: [...result.warnings, ...aboutEvidence(evidence, lacksIdeas)] };
    },
  });
}

/** Drafts are still being made, staff only look, and some detectors only inform. */
function isKept({ platform_id, platform_state }: CampaignRow, { saves }: PreparedDetector, context: Context): boolean {
  const runs = platform_id !== null && platform_state !== 'removed';
  return runs && saves && context.organization.access === 'membership';
}

function aboutEvidence({ today, latestDay, days }: CampaignEvidence, lacksIdeas: boolean): Warning[] {
  const warnings: Warning[] = [];
  if (days.length > 0 && today - latestDay > STALE_DAYS) {
    const message = `The latest figures are ${today - latestDay} days old; check the connection to the ad platform.`;
    warnings.push({ code: 'stale_figures', message });
  }
  if (lacksIdeas) {
    const message = 'The ad platform could not be asked for keyword ideas now, so only search terms were looked at.';
    warnings.push({ code: 'ideas_unavailable', message });
  }
  return warnings;
}
