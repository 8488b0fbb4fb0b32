import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { at, type Json, listAt, numberAt, textAt } from '../src/json.ts';
import { ACME, INITECH, launch, signIn, TestEmulator } from './client.ts';

let emulator: TestEmulator;
before(async () => {
  emulator = await TestEmulator.start({ bigAccountTerms: 20_000 });
});
after(() => emulator.close());

const MEASURES = ['impressions', 'clicks', 'costMicros', 'conversions'];
const METRICS = 'metrics.impressions, metrics.clicks, metrics.cost_micros, metrics.conversions';
const DAYS = "segments.date BETWEEN '2026-08-16' AND '2026-11-14'";

function sums(rows: readonly Json[]): number[] {
  return MEASURES.map((measure) => rows.reduce<number>((sum, row) => sum + numberAt(row, 'metrics', measure), 0));
}

function trueSums(totals: Json | undefined): number[] {
  return ['impressions', 'clicks', 'cost_micros', 'conversions'].map((measure) => numberAt(totals, measure));
}

const totals = async (from = '2026-08-16', to = '2026-11-14', customer = ACME) =>
  (await emulator.control('GET', `totals?customer_id=${customer}&from=${from}&to=${to}`)).body;

test('every level adds up to the same totals, and search terms to all but the hidden ones', async () => {
  const truth = await totals();
  const wanted = trueSums(at(truth, 'total'));
  for (const from of ['customer', 'campaign', 'ad_group', 'ad_group_ad', 'keyword_view']) {
    assert.deepEqual(sums(await emulator.rows(`SELECT ${METRICS} FROM ${from} WHERE ${DAYS}`)), wanted, from);
    assert.deepEqual(
      sums(await emulator.rows(`SELECT segments.date, ${METRICS} FROM ${from} WHERE ${DAYS}`)),
      wanted,
      from,
    );
  }
  const terms = await emulator.rows(
    `SELECT search_term_view.search_term, campaign.id, ${METRICS} FROM search_term_view WHERE ${DAYS}`,
  );
  assert.deepEqual(sums(terms), trueSums(at(truth, 'search_terms', 'visible')));
  const hidden = trueSums(at(truth, 'search_terms', 'hidden'));
  assert.ok(numberAt(at(truth, 'search_terms', 'hidden'), 'cost_micros') > 0);
  assert.deepEqual(
    sums(terms).map((sum, index) => sum + (hidden[index] ?? 0)),
    wanted,
  );
});

test('the demo account has between 400 and 2,500 pairs of search term and campaign', async () => {
  const pairs = numberAt(await totals(), 'search_terms', 'visible_pairs');
  assert.ok(pairs >= 400 && pairs <= 2_500, String(pairs));
});

test('a date only in WHERE keeps rows without delivery, a date in SELECT drops them', async () => {
  const where = `WHERE ${DAYS} AND ad_group_criterion.keyword.text = 'polybutylene manifold rupture'`;
  const kept = await emulator.rows(
    `SELECT ad_group_criterion.keyword.text, metrics.impressions FROM keyword_view ${where}`,
  );
  assert.deepEqual(
    kept.map((row) => at(row, 'metrics', 'impressions')),
    ['0'],
  );
  const dropped = await emulator.rows(
    `SELECT segments.date, ad_group_criterion.keyword.text, metrics.impressions FROM keyword_view ${where}`,
  );
  assert.equal(dropped.length, 0);
});

test('a paused campaign has spent nothing since its pause', async () => {
  const query = `SELECT segments.date, metrics.cost_micros FROM campaign WHERE ${DAYS} AND campaign.name = 'Acme - Prospecting - Bathroom remodel' ORDER BY segments.date DESC`;
  const [last] = await emulator.rows(query);
  assert.equal(textAt(last, 'segments', 'date'), '2026-10-25');
});

test('a campaign paused at noon keeps what it spent until then, and spends no more', async () => {
  const own = await TestEmulator.start();
  const name = 'Acme - Prospecting - Water heaters';
  const spent = async () => {
    const { body } = await own.control('GET', `totals?customer_id=${ACME}&from=2026-11-14&to=2026-11-17`);
    return numberAt(
      listAt(body, 'by_campaign').find((campaign) => at(campaign, 'name') === name),
      'cost_micros',
    );
  };
  const before = await spent();
  assert.ok(before > 0);
  await own.control('POST', 'external-edit', { campaign: name, field: 'status', value: 'PAUSED' });
  assert.equal(await spent(), before);
  await own.control('POST', 'clock', { advance_seconds: 3 * 3600 });
  const atNoon = await spent();
  assert.ok(atNoon >= before);
  await own.control('POST', 'clock', { advance_days: 2 });
  assert.equal(await spent(), atNoon);
  await own.close();
});

test('no day costs much more than the budget, and a campaign short of budget loses impressions to it', async () => {
  const name = "campaign.name = 'Acme - Prospecting - Emergency plumbing'";
  const days = await emulator.rows(`SELECT segments.date, metrics.cost_micros FROM campaign WHERE ${DAYS} AND ${name}`);
  for (const day of days) assert.ok(numberAt(day, 'metrics', 'costMicros') <= 60_000_000 * 1.3, JSON.stringify(day));
  const [share] = await emulator.rows(
    `SELECT metrics.search_budget_lost_impression_share, metrics.search_impression_share, metrics.search_rank_lost_impression_share FROM campaign WHERE segments.date DURING LAST_30_DAYS AND ${name}`,
  );
  assert.ok(numberAt(share, 'metrics', 'searchBudgetLostImpressionShare') >= 0.2);
  const all = ['searchImpressionShare', 'searchBudgetLostImpressionShare', 'searchRankLostImpressionShare'];
  const sum = all.reduce((total, metric) => total + numberAt(share, 'metrics', metric), 0);
  assert.ok(Math.abs(sum - 1) < 1e-9);
});

test('a negative keyword stops its search term, and the same world always gives the same numbers', async () => {
  const term = "search_term_view.search_term = 'plumber on call diy'";
  const before = await emulator.rows(
    `SELECT ${METRICS} FROM search_term_view WHERE segments.date DURING LAST_30_DAYS AND ${term}`,
  );
  assert.ok((sums(before)[0] ?? 0) > 0);
  const [row] = await emulator.rows(
    "SELECT campaign.id FROM campaign WHERE campaign.name = 'Acme - Prospecting - Emergency plumbing'",
  );
  const campaign = textAt(row, 'campaign', 'resourceName');
  await emulator.mutate([
    {
      campaignCriterionOperation: {
        create: { campaign, negative: true, keyword: { text: 'diy', matchType: 'PHRASE' } },
      },
    },
  ]);
  const past = await emulator.rows(
    `SELECT ${METRICS} FROM search_term_view WHERE segments.date DURING LAST_30_DAYS AND ${term}`,
  );
  assert.deepEqual(sums(past), sums(before));
  await emulator.control('POST', 'clock', { advance_days: 3 });
  const { accessToken } = await signIn(emulator.url, 'olivia@demo.test');
  const query = `SELECT ${METRICS} FROM search_term_view WHERE segments.date BETWEEN '2026-11-15' AND '2026-11-17' AND ${term}`;
  assert.equal((await emulator.rows(query, ACME, accessToken)).length, 0);
});

test('conversions arrive late, so recent days are restated as time passes', async () => {
  const early = trueSums(at(await totals('2026-11-10', '2026-11-14'), 'total'));
  await emulator.control('POST', 'clock', { advance_days: 30 });
  const late = trueSums(at(await totals('2026-11-10', '2026-11-14'), 'total'));
  assert.deepEqual(
    late.slice(0, 3).map((value, index) => value >= (early[index] ?? 0)),
    [true, true, true],
  );
  assert.ok((late[3] ?? 0) > (early[3] ?? 0));
});

test('a new launch delivers from its launch on', async () => {
  const { accessToken } = await signIn(emulator.url, 'nora@demo.test');
  await emulator.mutate(launch(INITECH, 'Fresh'), {}, INITECH, accessToken);
  assert.equal(numberAt(await totals('2026-11-14', '2026-12-17', INITECH), 'total', 'impressions'), 0);
  await emulator.control('POST', 'clock', { advance_days: 10 });
  assert.ok(numberAt(await totals('2026-12-18', '2026-12-27', INITECH), 'total', 'impressions') > 0);
});

test('the ground truth tells true rates, prices and shares of cost, that add up', async () => {
  const { body } = await emulator.control('GET', `ground-truth?customer_id=${ACME}`);
  const total = numberAt(body, 'account', 'daily_cost');
  for (const level of ['campaigns', 'keywords', 'search_terms']) {
    const parts = listAt(body, level);
    const sum = (field: string) => parts.reduce<number>((all, part) => all + numberAt(part, field), 0);
    assert.ok(Math.abs(sum('daily_cost') / total - 1) < 0.001, level);
    assert.ok(Math.abs(sum('cost_share') - 1) < 0.001, level);
  }
  const dear = listAt(body, 'keywords').find((keyword) => textAt(keyword, 'keyword') === 'slab leak repair');
  const cpa = numberAt(dear, 'true_cpc') / numberAt(dear, 'true_cvr');
  assert.ok(Math.abs(numberAt(dear, 'true_cpa') / cpa - 1) < 0.001);
  assert.ok(cpa > 2 * numberAt(body, 'account', 'true_cpa'));
  const promo = listAt(body, 'campaigns').find((campaign) => textAt(campaign, 'campaign').startsWith('Spring promo'));
  assert.deepEqual(listAt(promo, 'tracking_gaps'), [{ from: '2026-10-14', to: '2026-10-22', kept: 0 }]);
});

test('the big account gives about as many rows as were asked for', async () => {
  const { accessToken } = await signIn(emulator.url, 'big@demo.test');
  const query =
    "SELECT segments.date, search_term_view.search_term, metrics.clicks FROM search_term_view WHERE segments.date BETWEEN '2026-08-16' AND '2026-11-13'";
  const rows = await emulator.rows(query, '1000000008', accessToken);
  assert.ok(rows.length > 16_000 && rows.length < 24_000, String(rows.length));
});
