import { z } from 'zod';
import { amount, amountOrNull } from '../base/amounts.ts';
import { notFound } from '../base/errors.ts';
import { read } from '../base/operation.ts';
import { amountField } from '../base/schemas.ts';
import { findOrganization } from '../organizations/organization.store.ts';
import { campaignSlug } from './campaign-schemas.ts';
import { campaignsBesideOthers } from './campaign-write.store.ts';

/** As many as the table has in which several are chosen. */
const MOST_CAMPAIGNS = 2000;

/** What budgets are held to, so that people are told it before they ask for more. */
export const listBudgetLimits = read({
  name: 'list_budget_limits',
  summary: 'List what limits the budgets of campaigns',
  description:
    'Shows the monthly cap, how far one change may move a budget and, for the newest campaigns or the one named, what the cap counts of all other campaigns.',
  rest: 'GET /organizations/{org}/budget-limits',
  tool: null,
  scope: 'campaigns:read',
  audience: 'dashboard',
  input: z.strictObject({
    campaign: campaignSlug.optional().describe('Slug of one campaign; without it the newest.'),
  }),
  output: z.object({
    max_spend: amountField.nullable().describe('null where there is no cap.'),
    api_budget_change_limit_pct: amountField,
    campaigns: z.array(
      z.object({
        slug: z.string(),
        others: amountField.describe('The daily budgets of all other campaigns together, as the cap counts them.'),
      }),
    ),
  }),

  async run({ campaign }, context) {
    const [organization, campaigns] = await Promise.all([
      findOrganization(context),
      campaignsBesideOthers(context, campaign ?? null, MOST_CAMPAIGNS),
    ]);
    if (!organization) throw notFound('The organization');
    if (campaign !== undefined && campaigns.length === 0) throw notFound('That campaign');
    return {
      max_spend: amountOrNull(organization.max_spend),
      api_budget_change_limit_pct: amount(organization.api_budget_change_limit_pct),
      campaigns: campaigns.map(({ slug, others }) => ({ slug, others: amount(others) })),
    };
  },
});
