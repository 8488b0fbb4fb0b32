import { z } from 'zod';
import { amount } from '../base/amounts.ts';
import { read } from '../base/operation.ts';
import { cursorAfter, pageOf, positionOf } from '../base/pages.ts';
import { amountField, pageInput, pageOutput, timestamp } from '../base/schemas.ts';
import { type CampaignListRow, campaignPage } from './campaign-list.store.ts';
import { campaignFields, campaignState } from './campaign-schemas.ts';

const position = z.object({ createdAt: z.string(), id: z.int() });

/** The campaigns of an organization, newest first. */
export const listCampaigns = read({
  name: 'list_campaigns',
  summary: 'List campaigns',
  description:
    'Lists the campaigns of an organization, newest first, with state, daily budget and the figures of the last seven days with data. Use it to find the slug that other calls take; narrow it by ad account or state. It does not show keywords or a longer period: read the campaign, its keywords or the performance for that.',
  rest: 'GET /organizations/{org}/campaigns',
  tool: 'svc_list_campaigns',
  scope: 'campaigns:read',
  weight: 'light',
  input: z.strictObject({
    account_id: z.string().max(100).optional().describe('Only campaigns of this ad account.'),
    state: campaignState.optional().describe('Only campaigns in this state: live, paused, draft or error.'),
    ...pageInput,
  }),
  output: z.object({
    campaigns: z.array(
      z.object({
        ...campaignFields,
        spend_7d: amountField,
        conversions_7d: amountField,
        cpa_7d: amountField.describe('0.0 where there were no conversions.'),
        created_at: timestamp,
      }),
    ),
    ...pageOutput,
  }),

  async run({ account_id, state, limit, cursor }, context) {
    const query = { list: 'campaigns', account_id, state };
    const after = positionOf(context, query, cursor, position);
    const filters = { accountId: account_id ?? null, state: state ?? null };
    const found = await campaignPage(context, filters, after, limit + 1);
    const { rows, next } = pageOf(found.rows, limit, ({ created_at, id }) => ({ createdAt: created_at, id }));
    return { campaigns: rows.map(viewOf), total: found.total, next_cursor: cursorAfter(context, query, next) };
  },
});

function viewOf(row: CampaignListRow) {
  return {
    slug: row.slug,
    name: row.name,
    type: row.type,
    state: row.state,
    budget: amount(row.budget),
    spend_7d: amount(row.spend_7d),
    conversions_7d: amount(row.conversions_7d),
    cpa_7d: amount(row.cpa_7d),
    created_at: row.created_at,
    ...(row.may_run && { may_run: true as const }),
    ...(row.generating && { generating: true as const }),
  };
}
