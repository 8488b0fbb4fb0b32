import { z } from 'zod';
import { amount, amountOrNull } from '../base/amounts.ts';
import { notFound } from '../base/errors.ts';
import { read } from '../base/operation.ts';
import { amountField, timestamp } from '../base/schemas.ts';
import { type CampaignDetailRow, campaignDetail } from './campaign-list.store.ts';
import { campaignFields, campaignSlug } from './campaign-schemas.ts';

/** One campaign with its settings and what is below it, counted. */
export const getCampaign = read({
  name: 'get_campaign',
  summary: 'Get a campaign',
  description:
    'Shows one campaign: state, daily budget, target CPA, goal, website, how many ads, keywords and negative keywords it has, and when it was last synced with the ad platform. Use it before changing a campaign. It shows no keywords and no figures: list the keywords or read the performance for those.',
  rest: 'GET /organizations/{org}/campaigns/{slug}',
  tool: 'svc_get_campaign',
  scope: 'campaigns:read',
  input: z.strictObject({ slug: campaignSlug }),
  output: z.object({
    ...campaignFields,
    removed: z
      .literal(true)
      .optional()
      .describe('Present where the campaign was removed in the ad platform: it can never run again.'),
    target_cpa: amountField.nullable().describe('null where no target is set.'),
    goal: z.string(),
    website_url: z.string(),
    ads_count: z.int(),
    keywords_count: z.int().describe('Includes paused keywords.'),
    negative_keywords_count: z.int().describe('Negative keywords on the campaign and on its ads.'),
    last_synced_at: timestamp.nullable().describe('null when the campaign was never in the ad platform.'),
  }),

  async run({ slug }, context) {
    const found = await campaignDetail(context, slug);
    if (!found) throw notFound('That campaign');
    return viewOf(found);
  },
});

function viewOf(row: CampaignDetailRow) {
  return {
    slug: row.slug,
    name: row.name,
    type: row.type,
    state: row.state,
    budget: amount(row.budget),
    target_cpa: amountOrNull(row.target_cpa),
    goal: row.goal,
    website_url: row.website_url,
    ads_count: row.ads_count,
    keywords_count: row.keywords_count,
    negative_keywords_count: row.negative_keywords_count,
    last_synced_at: row.last_synced_at,
    ...(row.may_run && { may_run: true as const }),
    ...(row.removed && { removed: true as const }),
    ...(row.generating && { generating: true as const }),
  };
}
