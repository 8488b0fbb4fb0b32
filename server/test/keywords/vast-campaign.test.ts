import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { z } from 'zod';
import { statement } from '../../src/base/database.ts';
import { type DetectionWorld, detectionWorld } from '../detection/world.ts';
import { databaseMs } from '../harness/processor-time.ts';
import { wholeSuite } from '../harness/service.ts';

const KEYWORDS = 50_000;
const CALLS = 10;
/** Counting them takes most of it; without an index for its order a page took 65. */
const MOST_DATABASE_MS = 40;

const addKeywords = statement<[organizationId: number, campaign: number, ad: number, count: number], never>(`
  insert into keyword (organization_id, campaign_id, ad_id, text, folded, match_type, state, clicks_30d, cost_30d,
    conversions_30d, created_at)
  select $1::integer, $2::bigint, $3::bigint, 'keyword ' || n, 'keyword ' || n, 'phrase',
    case when n % 10 = 0 then 'paused' else 'enabled' end, n * 7919 % 1009, n * 7919 % 2003, n * 7919 % 101,
    timestamptz '2025-01-01'
  from generate_series(1, $4::integer) n`);
const tidy = statement<[], never>('vacuum (analyze) keyword');
const keywordPage = z.looseObject({
  keywords: z.array(z.looseObject({ text: z.string(), clicks_30d: z.int() })),
  total: z.int(),
  next_cursor: z.string().nullable(),
});

describe('a campaign of 50,000 keywords', () => {
  const suite = wholeSuite();
  let world: DetectionWorld;

  before(async () => {
    world = await detectionWorld(suite);
    const { database, harbor } = world;
    const campaign = await world.campaign('vast');
    await database.execute(addKeywords, harbor.id, campaign.id, campaign.ad, KEYWORDS);
    await database.execute(tidy);
  });

  const reads = ['sort=cost', 'sort=clicks', 'sort=conversions', 'sort=clicks&state=paused', 'state=enabled'].map(
    (query) => `/keywords?limit=100&${query}`,
  );
  for (const read of ['', ...reads]) {
    test(`answers GET ${read || 'the campaign'} without reading and ordering its keywords`, async (t) => {
      const { harbor, key, service, database } = world;
      const ask = () => service.call('GET', `/v1/organizations/${harbor.slug}/campaigns/vast${read}`, { key });
      const { status, text } = await ask();
      assert.equal(status, 200, text.slice(0, 300));
      const worked = await databaseMs(database, async () => {
        for (let call = 0; call < CALLS; call += 1) await ask();
      });
      t.diagnostic(`${(worked / CALLS).toFixed(1)} ms a call`);
      assert.ok(worked / CALLS < MOST_DATABASE_MS, `${worked / CALLS} ms of PostgreSQL's processor time`);
    });
  }

  test('is walked through by clicks, page after page, each keyword once', async () => {
    const { harbor, key, service } = world;
    const seen = new Set<string>();
    let [cursor, last]: [string | null, number] = ['', Number.POSITIVE_INFINITY];
    for (let pages = 0; pages < 20 && cursor !== null; pages += 1) {
      const path = `/v1/organizations/${harbor.slug}/campaigns/vast/keywords?limit=100&sort=clicks`;
      const answer = await service.call('GET', cursor === '' ? path : `${path}&cursor=${cursor}`, { key });
      const page = keywordPage.parse(answer.json);
      assert.equal(page.total, KEYWORDS);
      for (const { text, clicks_30d } of page.keywords) {
        assert.ok(clicks_30d <= last && !seen.has(text), text);
        seen.add(text);
        last = clicks_30d;
      }
      cursor = page.next_cursor;
    }
    assert.equal(seen.size, 2_000);
  });
});
