import { z } from 'zod';
import type { Context } from '../base/context.ts';
import { read } from '../base/operation.ts';
import { cursorAfter, positionOf } from '../base/pages.ts';
import { amountField, pageInput, pageOutput } from '../base/schemas.ts';
import { campaignSlug } from '../campaigns/campaign-schemas.ts';
import { folded } from '../campaigns/keyword-text.ts';
import { microsOf, ofMicros } from '../figures/ratios.ts';
import type { After, TermRow } from '../search-terms/search-terms.store.ts';
import { searchTermsPage } from '../search-terms/search-terms.ts';
import { termFilters, termPosition } from '../search-terms/term-schemas.ts';
import { TERM_STATES, type TermState, TermStates } from './term-states.ts';

const LONGEST_SEARCH = 80;
/** Mostly a page is among the first; where few match, the rest is looked at in a few large stretches. */
const FIRST_ROWS = 100;
const MORE_ROWS = 950;
/** One call looks at so many terms; where fewer match, the next call goes on from there. */
const MOST_LOOKED_AT = 2_000;

/** What people searched for, with what is already done about it. */
export const reviewSearchTerms = read({
  name: 'review_search_terms',
  summary: 'List search terms with what is done about them',
  description:
    'Lists search terms by cost, each with its state: excluded by a negative keyword of its campaign, a keyword in the same words, or new. Filters narrow the list; a page may be short while there is more, then next_cursor goes on.',
  rest: 'GET /organizations/{org}/search-terms/review',
  tool: null,
  scope: 'performance:read',
  audience: 'dashboard',
  weight: 'long',
  input: z.strictObject({
    campaign: campaignSlug.optional(),
    ...termFilters,
    contains: z.string().trim().max(LONGEST_SEARCH).optional(),
    state: z.enum(TERM_STATES).optional(),
    converted: z.enum(['yes', 'no']).optional(),
    ...pageInput,
  }),
  output: z.object({
    search_terms: z.array(
      z.object({
        term: z.string(),
        campaign: z.string().describe('Campaign slug.'),
        state: z.enum(TERM_STATES),
        clicks: z.int(),
        cost: amountField,
        conversions: amountField,
      }),
    ),
    ...pageOutput,
    total: pageOutput.total.describe('How many terms there are before state, words and conversions narrow them.'),
  }),

  async run({ limit, cursor, ...filters }, context) {
    const query = { list: 'review_search_terms', ...filters };
    const after = positionOf(context, query, cursor, termPosition);
    const { found, total, next } = await matching(context, filters, { after, limit });
    return {
      search_terms: found.map(({ term, campaign, state, clicks, cost, conversions }) => ({
        term,
        campaign,
        state,
        clicks,
        cost: ofMicros(cost),
        conversions: ofMicros(conversions),
      })),
      total,
      next_cursor: cursorAfter(context, query, next),
    };
  },
});

interface Filters {
  campaign?: string | undefined;
  days: number;
  min_cost?: number | undefined;
  contains?: string | undefined;
  state?: TermState | undefined;
  converted?: 'yes' | 'no' | undefined;
}

type Reviewed = TermRow & { state: TermState };

/** Goes down the ranked list until the page is full, the list ends, or enough was looked at for one call. */
async function matching(
  context: Context,
  { campaign, days, min_cost, ...filters }: Filters,
  { after, limit }: { after: After | undefined; limit: number },
): Promise<{ found: Reviewed[]; total: number; next: After | undefined }> {
  const states = new TermStates(context);
  const question = { campaign, days, minCost: microsOf(min_cost ?? 0) };
  const found: Reviewed[] = [];
  let at = after;
  for (let looked = 0, atOnce = FIRST_ROWS; ; looked += atOnce, atOnce = MORE_ROWS) {
    const page = await searchTermsPage(context, { ...question, limit: atOnce, after: at });
    for (const row of await wanted(page.rows, filters, states)) {
      found.push(row);
      const last = row.term_id === page.rows.at(-1)?.term_id;
      if (found.length === limit && !(last && !page.next)) {
        return { found, total: page.total, next: { cost: row.cost, termId: row.term_id } };
      }
    }
    at = page.next;
    if (!at || looked + atOnce >= MOST_LOOKED_AT) return { found, total: page.total, next: at };
  }
}

/** The state of a term is asked for last: most terms do not hold the words that are looked for. */
async function wanted(
  rows: readonly TermRow[],
  { contains, state, converted }: Omit<Filters, 'campaign' | 'days' | 'min_cost'>,
  states: TermStates,
): Promise<Reviewed[]> {
  const words = contains === undefined ? '' : folded(contains);
  const candidates = rows.filter(
    (row) =>
      (converted === undefined || (converted === 'yes') === row.conversions > 0) && folded(row.term).includes(words),
  );
  const stateOf = await states.of(candidates);
  return candidates
    .map((row, index) => ({ ...row, state: stateOf[index] ?? 'new' }))
    .filter((row) => state === undefined || row.state === state);
}
