import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase, statement } from '../../src/base/database.ts';
import { isOutage } from '../../src/base/outage.ts';
import { replaceDays } from '../../src/figures/replace-days.ts';
import { holdFigures } from '../../src/figures/state.store.ts';
import { performanceOfPeriod } from '../../src/performance/performance-of-period.ts';
import { searchTermsPage } from '../../src/search-terms/search-terms.ts';
import { freshDatabase } from '../harness/database.ts';
import { ACCOUNT, campaignDay, figureWorld, keywordDay, oneFigureWorld, termDay, type World } from './world.ts';

const NOW = Date.parse('2026-03-10T12:00:00Z');
const recentFigures = statement<[organizationId: number], object>(`
  select c.slug, c.spend_7d, c.conversions_7d, a.latest_day from campaign c
  join ad_account a on a.organization_id = c.organization_id and a.id = c.ad_account_id
  where c.organization_id = $1 order by c.slug`);
const keywordFigures = statement<[organizationId: number], object>(`
  select platform_id, clicks_30d, cost_30d, conversions_30d from keyword
  where organization_id = $1 order by platform_id`);
const factCount = statement<[organizationId: number], { count: number }>(
  'select count(*) as count from search_term_day where organization_id = $1',
);
const one = statement<[], { one: number }>('select 1 as one');
const endWaiting = statement<[], object>(`
  select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and wait_event = 'advisory'`);

async function spendOf(shop: World, from: string, to: string): Promise<number> {
  const { now } = await performanceOfPeriod(shop.tenancy, { from, to, groupBy: 'day' }, NOW);
  return now.cost_micros;
}

async function termsOf(shop: World, days = 90): Promise<[string, number][]> {
  const { rows } = await searchTermsPage(shop.tenancy, { days, minCost: 0, limit: 100 });
  return rows.map(({ term, cost }) => [term, cost]);
}

test('figures that come in for long are taken in, however long that is', async (t) => {
  const { url, database } = await freshDatabase(t);
  const { organizationId } = await figureWorld(database, 'acme', 1);
  const impatient = openDatabase({ url, workSilentMs: 1_000 });
  t.after(() => impatient.close());
  const slowly = async function* () {
    for (let time = 0; time < 60; time += 1) {
      await sleep(100);
      yield [campaignDay('2026-03-01', 1)];
    }
  };
  const days = { organizationId, accountId: ACCOUNT, from: '2026-03-01', to: '2026-03-01' };
  const { rows } = await replaceDays(impatient.forWork(), 'campaign', days, slowly());
  assert.equal(rows, 60);
});

test('while the platform tells figures no connection is held', async (t) => {
  const { url, database } = await freshDatabase(t);
  const { organizationId } = await figureWorld(database, 'acme', 1);
  const narrow = openDatabase({ url, workPoolSize: 1 });
  t.after(() => narrow.close());
  const asked: (number | undefined)[] = [];
  const ask = async () => void asked.push((await narrow.forWork().row(one))?.one);
  const told = async function* () {
    await ask();
    yield [campaignDay('2026-03-01', 1)];
    await ask();
    yield Array.from({ length: 20_000 }, () => campaignDay('2026-03-01', 1));
    await ask();
  };
  const days = { organizationId, accountId: ACCOUNT, from: '2026-03-01', to: '2026-03-01' };
  const { rows } = await replaceDays(narrow.forWork(), 'campaign', days, told());
  assert.equal(rows, 20_001);
  assert.deepEqual(asked, [1, 1, 1]);
});

test('a day that is restated is replaced, and the days around it stay', async (t) => {
  const shop = await oneFigureWorld(t, 1);
  const day = (date: string, costMicros: number) => campaignDay(date, 1, { costMicros });
  await shop.campaigns('2026-03-01', '2026-03-03', [
    day('2026-03-01', 10),
    day('2026-03-02', 20),
    day('2026-03-03', 40),
  ]);
  await shop.rebuild();
  assert.equal(await spendOf(shop, '2026-03-01', '2026-03-03'), 70);
  await shop.campaigns('2026-03-02', '2026-03-02', [day('2026-03-02', 21)]);
  await shop.rebuild();
  assert.equal(await spendOf(shop, '2026-03-01', '2026-03-03'), 71);
  await shop.campaigns('2026-03-02', '2026-03-03', []);
  const rebuilt = await shop.rebuild();
  assert.equal(rebuilt?.latestDay, '2026-03-01');
  assert.equal(await spendOf(shop, '2026-02-01', '2026-03-09'), 10);
});

test('replacing the same days twice changes nothing', async (t) => {
  const shop = await oneFigureWorld(t, 2);
  const rows = [termDay('2026-03-02', 1, 'shoes', { costMicros: 5 }), termDay('2026-03-02', 2, 'shoes')];
  for (let time = 0; time < 2; time += 1) {
    await shop.campaigns('2026-03-02', '2026-03-02', [campaignDay('2026-03-02', 1, { costMicros: 5 })]);
    const changed = time === 0 ? 2 : 0;
    assert.deepEqual(await shop.terms('2026-03-01', '2026-03-02', rows), { rows: 2, unknown: 0, changed });
    assert.equal((await shop.rebuild())?.generation, time === 0 ? 1 : undefined);
    assert.deepEqual(await termsOf(shop), [
      ['shoes', 5],
      ['shoes', 0],
    ]);
  }
});

test('a stream that fails midway leaves the old day whole', async (t) => {
  const shop = await oneFigureWorld(t, 1);
  const day = '2026-03-02';
  await shop.campaigns(day, day, [campaignDay(day, 1)]);
  await shop.terms(day, day, [termDay(day, 1, 'old one'), termDay(day, 1, 'old two')]);
  await shop.rebuild();
  const days = { organizationId: shop.organizationId, accountId: ACCOUNT, from: day, to: day };
  async function* failing() {
    yield [termDay(day, 1, 'new one')];
    yield Array.from({ length: 20_000 }, (_, n) => termDay(day, 1, `new ${n}`));
    throw new Error('the connection was lost');
  }
  await assert.rejects(replaceDays(shop.database, 'search_term', days, failing()), /the connection was lost/);
  assert.deepEqual(await shop.database.row(factCount, shop.organizationId), { count: 2 });
  assert.equal(await shop.rebuild(), undefined);
  await shop.terms(day, day, [termDay(day, 1, 'new one')]);
  const seen = (await termsOf(shop)).map(([term]) => term).sort();
  assert.deepEqual(seen, ['old one', 'old two'], 'readers see what was replaced after the rebuild');
  await shop.rebuild();
  assert.deepEqual(await termsOf(shop), [['new one', 0]]);
});

test('a connection that breaks midway leaves the old day whole, and the process alive', async (t) => {
  const shop = await oneFigureWorld(t, 1);
  const day = '2026-03-02';
  await shop.terms(day, day, [termDay(day, 1, 'old')]);
  await shop.database.transaction(async (holding) => {
    await holdFigures(holding, shop.organizationId);
    const loading = shop.terms(day, day, [termDay(day, 1, 'new'), termDay(day, 1, 'newer')]);
    const broken = assert.rejects(loading, isOutage);
    while ((await shop.database.rows(endWaiting)).length === 0) await sleep(10);
    await broken;
  });
  assert.deepEqual(await shop.database.row(factCount, shop.organizationId), { count: 1 });
  assert.deepEqual(await shop.terms(day, day, []), { rows: 0, unknown: 0, changed: 1 });
});

test('figures that are no numbers are refused', async (t) => {
  const shop = await oneFigureWorld(t, 1);
  const day = '2026-03-02';
  await assert.rejects(shop.campaigns(day, day, [campaignDay(day, 1, { clicks: Number.NaN })]), /out of range/);
  await assert.rejects(shop.campaigns(day, day, [campaignDay(day, 1, { costMicros: -1 })]), /cost_micros/);
  assert.deepEqual(await shop.campaigns(day, day, [campaignDay(day, 1)]), { rows: 1, unknown: 0, changed: 1 });
});

test('a row outside of the days being replaced is refused', async (t) => {
  const shop = await oneFigureWorld(t, 1);
  await assert.rejects(
    shop.campaigns('2026-03-02', '2026-03-03', [campaignDay('2026-03-04', 1)]),
    /2026-03-04 is not one of the days being replaced/,
  );
});

test('of two that load the same days at once, the figures of the one that ends last stand, alone', async (t) => {
  const shop = await oneFigureWorld(t, 1);
  const day = '2026-03-02';
  const days = { organizationId: shop.organizationId, accountId: ACCOUNT, from: day, to: day };
  const released = Promise.withResolvers<void>();
  async function* slow() {
    yield [termDay(day, 1, 'both', { costMicros: 1 }), termDay(day, 1, 'slow')];
    await released.promise;
  }
  const first = replaceDays(shop.database, 'search_term', days, slow());
  const quick = [termDay(day, 1, 'both', { costMicros: 2 }), termDay(day, 1, 'quick')];
  assert.deepEqual(await shop.terms(day, day, quick), { rows: 2, unknown: 0, changed: 2 });
  released.resolve();
  assert.deepEqual(await first, { rows: 2, unknown: 0, changed: 3 });
  await shop.campaigns(day, day, [campaignDay(day, 1)]);
  await shop.rebuild();
  assert.deepEqual(await termsOf(shop), [
    ['both', 1],
    ['slow', 0],
  ]);
});

test('list rows carry the seven and thirty days up to the latest day with data', async (t) => {
  const shop = await oneFigureWorld(t, 2);
  const half = { costMicros: 1_005_000, conversions: 0.25, clicks: 3 };
  const days = Array.from({ length: 10 }, (_, n) => `2026-03-${String(n + 1).padStart(2, '0')}`);
  await shop.campaigns(
    '2026-03-01',
    '2026-03-10',
    days.map((date) => campaignDay(date, 1, half)),
  );
  await shop.keywords('2026-02-01', '2026-03-10', [
    keywordDay('2026-02-08', 1, 1, half),
    keywordDay('2026-02-09', 1, 1, half),
    keywordDay('2026-03-10', 1, 1, half),
    keywordDay('2026-03-10', 2, 2, half),
    { ...keywordDay('2026-03-10', 2, 2), keywordId: 'unknown' },
  ]);
  await shop.rebuild();
  assert.deepEqual(await shop.database.rows(recentFigures, shop.organizationId), [
    { slug: 'c1', spend_7d: '7.04', conversions_7d: '1.75', latest_day: '2026-03-10' },
    { slug: 'c2', spend_7d: '0.00', conversions_7d: '0.00', latest_day: '2026-03-10' },
  ]);
  const keyword = (platform_id: string, clicks_30d: number, cost_30d: string, conversions_30d: string) => {
    return { platform_id, clicks_30d, cost_30d, conversions_30d };
  };
  assert.deepEqual(await shop.database.rows(keywordFigures, shop.organizationId), [
    keyword('100~1', 6, '2.01', '0.50'),
    keyword('100~2', 0, '0.00', '0.00'),
    keyword('200~1', 0, '0.00', '0.00'),
    keyword('200~2', 3, '1.01', '0.25'),
  ]);
  await shop.campaigns('2026-03-01', '2026-03-10', []);
  await shop.rebuild();
  assert.deepEqual(await shop.database.rows(recentFigures, shop.organizationId), [
    { slug: 'c1', spend_7d: '0.00', conversions_7d: '0.00', latest_day: null },
    { slug: 'c2', spend_7d: '0.00', conversions_7d: '0.00', latest_day: null },
  ]);
});

test('figures of campaigns that are not known here are counted and left out', async (t) => {
  const shop = await oneFigureWorld(t, 1);
  const day = '2026-03-02';
  const rows = [campaignDay(day, 1, { costMicros: 5 }), campaignDay(day, 77, { costMicros: 7 })];
  assert.deepEqual(await shop.campaigns(day, day, rows), { rows: 2, unknown: 1, changed: 1 });
  await shop.rebuild();
  assert.equal(await spendOf(shop, day, day), 5);
});

test('terms keep whatever characters people typed', async (t) => {
  const shop = await oneFigureWorld(t, 1);
  const day = '2026-03-02';
  const odd = ['tab\there', 'back\\slash \\N', 'line\nbreak\r', 'läufer 走 👟', "drop'; --", `${'x'.repeat(600)}`];
  await shop.campaigns(day, day, [campaignDay(day, 1)]);
  await shop.terms(
    day,
    day,
    [...odd, 'nul\0'].map((term) => termDay(day, 1, term)),
  );
  await shop.rebuild();
  const found = (await termsOf(shop)).map(([term]) => term);
  assert.deepEqual(new Set(found), new Set([...odd.slice(0, 5), 'x'.repeat(500), 'nul']));
});

test('organizations never see each other’s figures', async (t) => {
  const { database } = await freshDatabase(t);
  const day = '2026-03-02';
  const shops = [
    await figureWorld(database, 'one', 2),
    await figureWorld(database, 'two', 2),
    await figureWorld(database, 'no', 1),
  ];
  for (const [n, shop] of shops.slice(0, 2).entries()) {
    await shop.campaigns(day, day, [campaignDay(day, 1, { costMicros: n + 1 })]);
    await shop.terms(day, day, [termDay(day, 1, `term of ${n}`, { costMicros: n + 1 })]);
    await shop.rebuild();
  }
  for (const [n, shop] of shops.entries()) {
    const expected = n === 2 ? [] : [[`term of ${n}`, n + 1]];
    assert.deepEqual(await termsOf(shop), expected);
    assert.deepEqual(await termsOf(shop, 13), expected);
    assert.equal(await spendOf(shop, day, day), n === 2 ? 0 : n + 1);
  }
});
