import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { z } from 'zod';
import { statement } from '../../src/base/database.ts';
import { dayText } from '../../src/base/days.ts';
import { type DetectionWorld, detectionWorld } from '../detection/world.ts';
import { LongestBlock } from '../harness/longest-block.ts';
import { databaseMs } from '../harness/processor-time.ts';
import { wholeSuite } from '../harness/service.ts';

const KEYWORDS = 50_000;
const NEGATIVES = 150_000;
const TERMS = 3_000;
/** Read and taken in in one go, 245,000 took 330. */
const LONGEST_BLOCK_MS = 100;
const CALLS = 5;
/** Every keyword read for each hundred search terms took 360. */
const MOST_DATABASE_MS = 100;

const addKeywords = statement<[organizationId: number, campaign: number, ad: number, count: number], never>(`
  insert into keyword (organization_id, campaign_id, ad_id, text, folded, match_type, state, created_at)
  select $1::integer, $2::bigint, $3::bigint, 'keyword ' || n, 'keyword ' || n, 'phrase', 'enabled',
    timestamptz '2025-01-01'
  from generate_series(1, $4::integer) n`);
const addTerms = statement<[organizationId: number, campaign: number, count: number], never>(`
  insert into search_term (organization_id, id, campaign_id, term)
  select $1::integer, n, $2::bigint, 'keyword ' || n * 2 - case when n % 3 = 0 then 100000 else 0 end
  from generate_series(1, $3::integer) n`);
const addTermDays = statement<
  [organizationId: number, campaign: number, ad: number, latest: string, count: number],
  never
>(`
  insert into search_term_day (organization_id, day, campaign_id, ad_id, term_id, impressions, clicks, cost_micros,
    conversions_micros, value_micros)
  select $1::integer, $4::date, $2::bigint, $3::bigint, n, 10, 1, n * 1000000::bigint, 0, 0
  from generate_series(1, $5::integer) n`);
const addNegatives = statement<[organizationId: number, campaign: number, count: number], never>(`
  insert into negative_keyword (organization_id, campaign_id, text, folded, match_type, created_at)
  select $1::integer, $2::bigint, 'keyword ' || n, 'keyword ' || n, 'phrase', timestamptz '2025-01-01'
  from generate_series(1, $3::integer) n`);
const analyze = statement<[], never>('analyze');
const reviewed = z.looseObject({ search_terms: z.array(z.looseObject({ term: z.string(), state: z.string() })) });

describe('the search terms of a campaign with 50,000 keywords', () => {
  const suite = wholeSuite();
  let world: DetectionWorld;

  before(async () => {
    world = await detectionWorld(suite);
    const { database, harbor, latest } = world;
    const { id, ad } = await world.campaign('vast');
    await database.execute(addKeywords, harbor.id, id, ad, KEYWORDS);
    await database.execute(addTerms, harbor.id, id, TERMS);
    await database.execute(addTermDays, harbor.id, id, ad, dayText(latest), TERMS);
    await world.days(id, [{ back: 0, clicks: TERMS, cost: TERMS }]);
    await world.rebuild();
    await database.execute(analyze);
  });

  for (const [query, found] of [
    ['contains=zzzzq', 0],
    ['state=excluded', 0],
    ['state=keyword', 100],
    ['converted=no', 100],
  ] as const) {
    test(`are reviewed by ${query} without reading its keywords`, async (t) => {
      const { harbor, service, database } = world;
      const path = `/dashboard/v1/organizations/${harbor.slug}/search-terms/review?limit=100&${query}`;
      const ask = () => service.call('GET', path, service.world.people.owner);
      const answer = await ask();
      assert.equal(answer.status, 200, answer.text.slice(0, 300));
      const { search_terms } = reviewed.parse(answer.json);
      assert.equal(search_terms.length, found);
      for (const { term, state } of search_terms) assert.equal(state, term.includes('-') ? 'new' : 'keyword', term);
      const worked = await databaseMs(database, async () => {
        for (let call = 0; call < CALLS; call += 1) await ask();
      });
      t.diagnostic(`${(worked / CALLS).toFixed(1)} ms a call`);
      assert.ok(worked / CALLS < MOST_DATABASE_MS, `${worked / CALLS} ms of PostgreSQL's processor time`);
    });
  }
});

describe('the search terms of a campaign with 150,000 negative keywords', () => {
  const suite = wholeSuite();

  test('are reviewed in turns, so that nobody else waits for it', async (t) => {
    const world = await detectionWorld(suite);
    const { database, harbor, latest, service } = world;
    const { id, ad } = await world.campaign('vast');
    await database.execute(addNegatives, harbor.id, id, NEGATIVES);
    await database.execute(addTerms, harbor.id, id, TERMS);
    await database.execute(addTermDays, harbor.id, id, ad, dayText(latest), TERMS);
    await world.days(id, [{ back: 0, clicks: TERMS, cost: TERMS }]);
    await world.rebuild();
    const path = `/dashboard/v1/organizations/${harbor.slug}/search-terms/review?limit=100&state=excluded`;
    const ask = () => service.call('GET', path, service.world.people.owner);
    const first = reviewed.parse((await ask()).json);
    assert.equal(first.search_terms.length, 100);
    const block = new LongestBlock();
    for (let call = 0; call < CALLS; call += 1) assert.equal((await ask()).status, 200);
    const longest = block.end();
    t.diagnostic(`${longest.toFixed(0)} ms`);
    assert.ok(longest < LONGEST_BLOCK_MS, `the loop was blocked for ${longest} ms`);
  });
});
