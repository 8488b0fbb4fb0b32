import { z } from 'zod';
import { amount } from '../base/amounts.ts';
import { notFound } from '../base/errors.ts';
import { read } from '../base/operation.ts';
import { cursorAfter, pageOf, positionOf } from '../base/pages.ts';
import { amountField, pageInput, pageOutput } from '../base/schemas.ts';
import { campaignSlug } from '../campaigns/campaign-schemas.ts';
import { KEYWORD_SORTS, type KeywordListRow, keywordPage } from './keyword.store.ts';

const position = z.object({ figure: z.string(), id: z.int() });

/** The keywords of a campaign with their figures of 30 days. */
export const listKeywords = read({
  name: 'list_keywords',
  summary: 'List the keywords of a campaign',
  description:
    'Lists the keywords of a campaign with clicks, cost and conversions of the last 30 days with data, highest first. Use it to see what a campaign spends on; narrow it to enabled or paused keywords. It lists no negative keywords and no search terms: those are what people typed, read them with the search terms.',
  rest: 'GET /organizations/{org}/campaigns/{slug}/keywords',
  tool: 'svc_list_keywords',
  scope: 'campaigns:read',
  input: z.strictObject({
    slug: campaignSlug,
    state: z.enum(['enabled', 'paused']).optional().describe('Only keywords in this state: enabled or paused.'),
    sort: z.enum(KEYWORD_SORTS).default('cost').describe('cost, clicks or conversions, highest first.'),
    ...pageInput,
  }),
  output: z.object({
    keywords: z.array(
      z.object({
        text: z.string(),
        match_type: z.string().describe('phrase, exact or broad.'),
        state: z.string().describe('enabled or paused.'),
        clicks_30d: z.int(),
        cost_30d: amountField,
        conversions_30d: amountField,
        avg_cpc: amountField.describe('0.0 where there were no clicks.'),
      }),
    ),
    ...pageOutput,
  }),

  async run({ slug, state, sort, limit, cursor }, context) {
    const query = { list: 'keywords', slug, state, sort };
    const after = positionOf(context, query, cursor, position);
    const found = await keywordPage(context, { slug, state: state ?? null, sort }, after, limit + 1);
    if (!found) throw notFound('That campaign');
    const { rows, next } = pageOf(found.rows, limit, ({ figure, id }) => ({ figure, id }));
    return { keywords: rows.map(viewOf), total: found.total, next_cursor: cursorAfter(context, query, next) };
  },
});

function viewOf(row: KeywordListRow) {
  return {
    text: row.text,
    match_type: row.match_type,
    state: row.state,
    clicks_30d: row.clicks_30d,
    cost_30d: amount(row.cost_30d),
    conversions_30d: amount(row.conversions_30d),
    avg_cpc: amount(row.avg_cpc),
  };
}
