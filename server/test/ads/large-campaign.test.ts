import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { z } from 'zod';
import { statement } from '../../src/base/database.ts';
import { detectionWorld } from '../detection/world.ts';
import { processorMs } from '../harness/processor-time.ts';

const ADS = 3_000;
const KEYWORDS = 40_000;
const PLACES = 400;
/** Each ad compared with each keyword took seconds, and every keyword read to show some of them 380. */
const MOST_CPU_MS = 250;
const MOST_SHOWN = { ads: 300, keywords: 100 };

const addAds = statement<[organizationId: number, campaign: number, count: number], { id: number }>(`
  insert into ad (organization_id, campaign_id, name, state, final_url, created_at)
  select $1::integer, $2::bigint, 'Ad ' || n, 'enabled', 'https://acme.example', timestamptz '2025-01-01'
  from generate_series(2, $3::integer) n returning id`);
const addKeywords = statement<[organizationId: number, campaign: number, ad: number, count: number], never>(`
  insert into keyword (organization_id, campaign_id, ad_id, text, folded, match_type, state, created_at)
  select $1::integer, $2::bigint, $3::bigint, 'keyword ' || n, 'keyword ' || n, 'phrase', 'enabled',
    timestamptz '2025-01-01'
  from generate_series(1, $4::integer) n`);
const addPlaces = statement<[organizationId: number, campaign: number, count: number], never>(`
  insert into campaign_location (organization_id, campaign_id, position, kind, name, geo_target_id)
  select $1::integer, $2::bigint, n, 'location', 'Place ' || n, n::text from generate_series(1, $3::integer) n`);
const parts = z.looseObject({
  ads_count: z.int(),
  ads: z.array(z.looseObject({ keywords: z.array(z.unknown()), keywords_count: z.int() })),
  locations: z.array(z.unknown()),
});

test('the parts of a campaign with very many ads and keywords are shown at little cost, and both in part', async (t) => {
  const { shown, worked } = await shownOf(t, { isInPlatform: true });
  assert.deepEqual([shown.ads.length, shown.ads_count], [MOST_SHOWN.ads, ADS]);
  assert.equal(shown.ads.at(-1)?.keywords_count, KEYWORDS);
  assert.equal(shown.ads.at(-1)?.keywords.length, MOST_SHOWN.keywords);
  t.diagnostic(`${Math.round(worked)} ms`);
  assert.ok(worked < MOST_CPU_MS, `${worked} ms of processor time`);
});

test('of a draft, however large, nothing that is edited is left out', async (t) => {
  const { shown } = await shownOf(t, { isInPlatform: false });
  assert.deepEqual([shown.ads.length, shown.ads_count], [ADS, ADS]);
  assert.equal(shown.ads.at(-1)?.keywords.length, KEYWORDS);
  assert.equal(shown.locations.length, PLACES);
});

/** What is shown of a campaign whose last ad has very many keywords, and the processor time that it takes. */
async function shownOf(t: TestContext, { isInPlatform }: { isInPlatform: boolean }) {
  const { database, harbor, service, ...world } = await detectionWorld(t);
  const campaign = await world.campaign('vast', { runs: isInPlatform });
  const added = await database.rows(addAds, harbor.id, campaign.id, ADS);
  const last = Math.max(...added.map(({ id }) => id));
  await database.execute(addKeywords, harbor.id, campaign.id, last, KEYWORDS);
  await database.execute(addPlaces, harbor.id, campaign.id, PLACES);
  const { cookie } = service.world.people.owner;
  const begun = processorMs();
  const answer = await service.call('GET', `/dashboard/v1/organizations/${harbor.slug}/campaigns/vast/parts`, {
    cookie,
  });
  const worked = processorMs() - begun;
  assert.equal(answer.status, 200, answer.text.slice(0, 300));
  return { shown: parts.parse(answer.json), worked };
}
