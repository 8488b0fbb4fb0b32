import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { statement } from '../../src/base/database.ts';
import { reviewSearchTerms } from '../../src/exclusions/review-search-terms.ts';
import { campaignDay, termDay } from '../figures/world.ts';
import type { Cleaned } from '../harness/database.ts';
import { refused } from '../identity/world.ts';
import { askableWorld } from '../performance/asking.ts';

const DAY = '2026-03-05';
const UNIT = 1_000_000;
/** More than one stretch of the list holds. */
const MANY = 230;

const addNegative = statement<[organizationId: number, slug: string, text: string, matchType: string], never>(`
  insert into negative_keyword (organization_id, campaign_id, text, folded, match_type, created_at)
  select $1::integer, id, $3::text, lower($3::text), $4::text, now() from campaign where organization_id = $1 and slug = $2`);
const setKeyword = statement<[organizationId: number, slug: string, text: string], never>(`
  update keyword k set text = $3, folded = lower($3) from campaign c
  where k.organization_id = $1 and c.organization_id = $1 and c.slug = $2 and c.id = k.campaign_id
    and k.platform_id like '%~1'`);

const answer = z
  .string()
  .transform((text): unknown => JSON.parse(text))
  .pipe(
    z.strictObject({
      search_terms: z.array(
        z.strictObject({
          term: z.string(),
          campaign: z.string(),
          state: z.string(),
          clicks: z.int(),
          cost: z.number(),
          conversions: z.number(),
        }),
      ),
      total: z.int(),
      next_cursor: z.string().nullable(),
    }),
  );

async function shopWithStates(t: Cleaned) {
  const shop = await askableWorld(t, 2);
  await shop.campaigns(DAY, DAY, [campaignDay(DAY, 1)]);
  await shop.terms(DAY, DAY, [
    termDay(DAY, 1, 'red shoes', { clicks: 3, costMicros: 30 * UNIT, conversions: 2 }),
    termDay(DAY, 2, 'red shoes', { clicks: 1, costMicros: 20 * UNIT }),
    termDay(DAY, 1, 'free red shoes', { clicks: 2, costMicros: 10 * UNIT }),
    termDay(DAY, 1, 'Blue Boots', { clicks: 2, costMicros: 5 * UNIT }),
  ]);
  await shop.rebuild();
  const { database, organizationId } = shop;
  await database.execute(setKeyword, organizationId, 'c1', 'Red shoes');
  await database.execute(addNegative, organizationId, 'c1', 'FREE', 'phrase');
  await database.execute(addNegative, organizationId, 'c2', 'boots', 'phrase');
  const ask = async (query: Record<string, string> = {}) => answer.parse(await shop.ask(reviewSearchTerms, query));
  const names = async (query: Record<string, string>) =>
    (await ask(query)).search_terms.map(({ term, campaign }) => `${campaign} ${term}`);
  return { ...shop, ask, names };
}

test('each search term says whether its campaign excludes it, bids on it or neither', async (t) => {
  const { ask } = await shopWithStates(t);
  const { search_terms, total } = await ask();
  assert.deepEqual(
    search_terms.map(({ term, campaign, state }) => [campaign, term, state]),
    [
      ['c1', 'red shoes', 'keyword'],
      ['c2', 'red shoes', 'new'],
      ['c1', 'free red shoes', 'excluded'],
      ['c1', 'Blue Boots', 'new'],
    ],
  );
  assert.equal(total, 4);
});

test('state, words, conversions, campaign and cost narrow the list', async (t) => {
  const { names, ask } = await shopWithStates(t);
  assert.deepEqual(await names({ state: 'new' }), ['c2 red shoes', 'c1 Blue Boots']);
  assert.deepEqual(await names({ contains: 'BLUE' }), ['c1 Blue Boots']);
  assert.deepEqual(await names({ converted: 'yes' }), ['c1 red shoes']);
  assert.deepEqual(await names({ converted: 'no', campaign: 'c1' }), ['c1 free red shoes', 'c1 Blue Boots']);
  assert.deepEqual(await names({ min_cost: '20' }), ['c1 red shoes', 'c2 red shoes']);
  await refused(ask({ campaign: 'c9' }), 'not_found');
  await refused(ask({ state: 'gone' }), 'validation_error');
});

test('a narrowed list is paged without repeating or skipping a term', async (t) => {
  const { terms, rebuild, ask } = await shopWithStates(t);
  const rows = Array.from({ length: MANY }, (_, n) =>
    termDay(DAY, 1, `shoes ${n % 2 === 0 ? 'even' : 'odd'} ${n}`, { costMicros: (MANY - n) * UNIT }),
  );
  await terms(DAY, DAY, rows);
  await rebuild();
  const seen: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page = await ask({ contains: 'even', limit: '10', ...(cursor ? { cursor } : {}) });
    seen.push(...page.search_terms.map(({ term }) => term));
    cursor = page.next_cursor;
  }
  assert.deepEqual(
    seen,
    rows.map(({ term }) => term).filter((term) => term.includes('even')),
  );
  const { next_cursor } = await ask({ contains: 'even', limit: '10' });
  await refused(ask({ contains: 'odd', limit: '10', cursor: next_cursor ?? '' }), 'validation_error');
});
