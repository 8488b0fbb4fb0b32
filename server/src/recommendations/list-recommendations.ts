import { z } from 'zod';
import { amountOrNull } from '../base/amounts.ts';
import { notFound } from '../base/errors.ts';
import { read } from '../base/operation.ts';
import { cursorAfter, pageOf, positionOf } from '../base/pages.ts';
import { amountField, pageInput, pageOutput, timestamp } from '../base/schemas.ts';
import { findCampaign } from '../campaigns/campaign.store.ts';
import { campaignSlug } from '../campaigns/campaign-schemas.ts';
import { type RecommendationListRow, recommendationPage } from './recommendation-list.store.ts';

const position = z.object({ createdAt: z.string(), id: z.string() });

/** What detectors and the engine propose, newest first; by default what nobody has decided on yet. */
export const listRecommendations = read({
  name: 'list_recommendations',
  summary: 'List recommendations',
  description:
    'Lists what detectors and the engine propose for the campaigns of an organization, newest first: pending unless another status is asked for. Preview one with svc_apply_recommendation before applying it; the preview names every change. estimated_monthly_saving is always null here, monthly_saving is what a month in which its campaign runs would save. It runs no detector: svc_run_detector does. Summaries quote names that other people gave.',
  rest: 'GET /organizations/{org}/recommendations',
  tool: 'svc_list_recommendations',
  scope: 'recommendations:read',
  input: z.strictObject({
    campaign: campaignSlug.optional().describe('Only those of this campaign.'),
    status: z
      .enum(['pending', 'applied', 'dismissed'])
      .default('pending')
      .describe('pending (the default), applied or dismissed.'),
    ...pageInput,
  }),
  output: z.object({
    recommendations: z.array(
      z.object({
        id: z.string(),
        type: z.string().describe('The detector, or what the engine calls it: brand_leak, location, icp, budget.'),
        campaign: z.string(),
        campaign_runs: z.boolean().describe('While it rests nothing is saved.'),
        summary: z.string(),
        estimated_monthly_saving: z.null().describe('Always null; see monthly_saving.'),
        monthly_saving: amountField
          .nullable()
          .describe('What a month in which its campaign runs would save; null where none is computed.'),
        changes: z.int().describe('How many changes applying it would make.'),
        created_at: timestamp,
        updated_at: timestamp.describe('When its details were last replaced by a newer run.'),
      }),
    ),
    ...pageOutput,
  }),

  async run({ campaign: slug, status, limit, cursor }, context) {
    const query = { list: 'recommendations', slug, status };
    const after = positionOf(context, query, cursor, position);
    const campaign = slug === undefined ? null : await findCampaign(context, slug);
    if (campaign === undefined) throw notFound('That campaign');
    const found = await recommendationPage(context, { campaignId: campaign?.id ?? null, status }, after, limit + 1);
    const { rows, next } = pageOf(found.rows, limit, ({ created_at, id }) => ({ createdAt: created_at, id }));
    return { recommendations: rows.map(viewOf), total: found.total, next_cursor: cursorAfter(context, query, next) };
  },
});

function viewOf(row: RecommendationListRow) {
  return {
    id: row.id,
    type: row.type,
    campaign: row.campaign,
    campaign_runs: row.campaign_runs,
    summary: row.summary,
    estimated_monthly_saving: null,
    monthly_saving: amountOrNull(row.estimated_monthly_saving),
    changes: row.changes,
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
}
