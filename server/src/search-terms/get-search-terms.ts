import { z } from 'zod';
import { read } from '../base/operation.ts';
import { cursorAfter, positionOf } from '../base/pages.ts';
import { amountField, pageInput, pageOutput } from '../base/schemas.ts';
import { campaignSlug } from '../campaigns/campaign-schemas.ts';
import { microsOf, ofMicros } from '../figures/ratios.ts';
import { searchTermsPage } from './search-terms.ts';
import { termFilters, termPosition } from './term-schemas.ts';

/** What people searched for when ads were shown, with what it cost. */
export const getSearchTerms = read({
  name: 'get_search_terms',
  summary: 'List search terms by cost',
  description:
    'Lists what people typed when the ads were shown, one row for each term and campaign, highest cost first, with clicks, cost and conversions over the last days with data. Use it to find searches that cost money without converting; exclude those with negative keywords next, or run the negative_keywords detector, which also checks for significance. It does not list the keywords that are bid on.',
  rest: 'GET /organizations/{org}/search-terms',
  tool: 'svc_get_search_terms',
  scope: 'performance:read',
  input: z.strictObject({
    campaign: campaignSlug.optional().describe('Slug of one campaign; without it all campaigns.'),
    ...termFilters,
    ...pageInput,
  }),
  output: z.object({
    search_terms: z.array(
      z.object({
        term: z.string(),
        campaign: z.string().describe('Campaign slug.'),
        clicks: z.int(),
        cost: amountField,
        conversions: amountField,
      }),
    ),
    ...pageOutput,
  }),

  async run({ campaign, days, min_cost, limit, cursor }, context) {
    const minCost = microsOf(min_cost ?? 0);
    const query = { list: 'search_terms', campaign, days, minCost };
    const after = positionOf(context, query, cursor, termPosition);
    const { rows, total, next } = await searchTermsPage(context, { campaign, days, minCost, limit, after });
    return {
      search_terms: rows.map((row) => ({
        term: row.term,
        campaign: row.campaign,
        clicks: row.clicks,
        cost: ofMicros(row.cost),
        conversions: ofMicros(row.conversions),
      })),
      total,
      next_cursor: cursorAfter(context, query, next),
    };
  },
});
