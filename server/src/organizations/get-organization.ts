import { z } from 'zod';
import { amount, amountOrNull } from '../base/amounts.ts';
import { notFound } from '../base/errors.ts';
import { read } from '../base/operation.ts';
import { amountField } from '../base/schemas.ts';
import { findOrganization, listShownAccounts } from './organization.store.ts';
import { organizationFields, teamOf } from './organization-schemas.ts';

/** One organization with its spending limits and ad accounts. */
export const getOrganization = read({
  name: 'get_organization',
  summary: 'Get an organization with its limits and ad accounts',
  description:
    'Shows one organization: plan, currency, monthly spend cap, how far one call may move a budget, and its ad accounts with their status. Use it before changing budgets, to know the limits. It does not show performance.',
  rest: 'GET /organizations/{org}',
  tool: 'svc_get_account_overview',
  scope: 'organizations:read',
  weight: 'light',
  input: z.strictObject({}),
  output: z.object({
    ...organizationFields,
    max_spend: amountField
      .nullable()
      .describe('Monthly spend cap in the organization currency; null when none is set.'),
    api_budget_change_limit_pct: amountField.describe('The most one call may move a budget, in percent.'),
    ad_accounts: z.array(
      z.object({ id: z.string(), platform: z.string(), status: z.enum(['linked', 'pending', 'not_linked']) }),
    ),
  }),

  async run(_input, context) {
    const [row, accounts] = await Promise.all([findOrganization(context), listShownAccounts(context)]);
    if (!row) throw notFound('The organization');
    return {
      slug: row.slug,
      name: row.name,
      plan: row.plan,
      currency: row.currency,
      access: context.organization.access,
      adops_team: teamOf(row.adops_team),
      max_spend: amountOrNull(row.max_spend),
      api_budget_change_limit_pct: amount(row.api_budget_change_limit_pct),
      ad_accounts: accounts,
    };
  },
});
