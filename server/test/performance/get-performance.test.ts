import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getPerformance } from '../../src/performance/get-performance.ts';
import { campaignDay } from '../figures/world.ts';
import type { Cleaned } from '../harness/database.ts';
import { refused } from '../identity/world.ts';
import { askableWorld, performanceAnswer } from './asking.ts';

const UNIT = 1_000_000;

/** c1 spends 10 a day from 2026-02-01 to 2026-03-05; c2 spends 4 a day in March; c3 nothing. */
async function marketplace(t: Cleaned) {
  const shop = await askableWorld(t, 3);
  const figures = { impressions: 300, clicks: 7, conversions: 1, conversionsValue: 25 };
  const rows = [
    ...days('2026-02', 1, 28).map((date) => campaignDay(date, 1, { ...figures, costMicros: 10 * UNIT })),
    ...days('2026-03', 1, 5).map((date) => campaignDay(date, 1, { ...figures, costMicros: 10 * UNIT })),
    ...days('2026-03', 1, 5).map((date) => campaignDay(date, 2, { clicks: 1, costMicros: 4 * UNIT })),
  ];
  await shop.campaigns('2026-02-01', '2026-03-05', rows);
  await shop.rebuild();
  const ask = async (query: Record<string, string> = {}) =>
    performanceAnswer.parse(await shop.ask(getPerformance, query));
  return { ...shop, raw: (query: Record<string, string>) => shop.ask(getPerformance, query), ask };
}

test('with neither from nor to, the seven days up to the latest day with data', async (t) => {
  const { ask, raw } = await marketplace(t);
  const answer = await ask();
  assert.deepEqual(answer, {
    period: { from: '2026-02-27', to: '2026-03-05' },
    summary: {
      spend: 90,
      impressions: 2150,
      clicks: 54,
      ctr: 0.025116,
      conversions: 7,
      cpa: 12.86,
      roas: 1.94,
      vs_previous: { spend: '+28.6%', conversions: '+0.0%', cpa: '+28.6%' },
    },
    by_campaign: [
      { slug: 'c1', spend: 70, conversions: 7, cpa: 10 },
      { slug: 'c2', spend: 20, conversions: 0, cpa: 0 },
    ],
  });
  assert.match(
    await raw({}),
    /"summary":\{"spend":90\.0,"impressions":2150,"clicks":54,"ctr":0\.025116,"conversions":7\.0,"cpa":12\.86,/,
  );
});

test('to alone gives the seven days ending then; from alone runs to the latest day with data', async (t) => {
  const { ask } = await marketplace(t);
  assert.deepEqual((await ask({ to: '2026-02-10' })).period, { from: '2026-02-04', to: '2026-02-10' });
  assert.deepEqual((await ask({ from: '2026-02-20' })).period, { from: '2026-02-20', to: '2026-03-05' });
  assert.equal((await ask({ from: '2026-02-20' })).summary.spend, 160);
  assert.equal((await ask({ from: '2026-03-05', to: '2026-03-05' })).summary.spend, 14);
  assert.equal((await ask({ from: '2025-01-01', to: '2026-12-31' })).summary.spend, 350);
});

test('invalid dates are a validation_error', async (t) => {
  const { ask } = await marketplace(t);
  for (const query of [
    { from: '2026-03-02', to: '2026-03-01' },
    { from: '2026-03-06' },
    { from: '2026-02-30' },
    { to: 'yesterday' },
    { to: '0001-01-01' },
    { group_by: 'month' },
    { compare: 'perhaps' },
    { form: '2026-03-01' },
  ]) {
    await refused(ask(query as Record<string, string>), 'validation_error');
  }
});

test('group_by day and week give rows with date and with week_start, a Monday', async (t) => {
  const { ask } = await marketplace(t);
  const byDay = await ask({ from: '2026-02-28', to: '2026-03-01', group_by: 'day' });
  assert.deepEqual(byDay.by_day, [
    { date: '2026-02-28', spend: 10, conversions: 1, cpa: 10 },
    { date: '2026-03-01', spend: 14, conversions: 1, cpa: 14 },
  ]);
  const byWeek = await ask({ from: '2026-02-28', to: '2026-03-04', group_by: 'week' });
  assert.deepEqual(byWeek.by_week, [
    { week_start: '2026-02-23', spend: 24, conversions: 2, cpa: 12 },
    { week_start: '2026-03-02', spend: 42, conversions: 3, cpa: 14 },
  ]);
  assert.equal(byWeek.by_campaign, undefined);
  assert.deepEqual(byWeek.summary, (await ask({ from: '2026-02-28', to: '2026-03-04' })).summary);
});

test('a campaign narrows everything; an unknown one is not_found', async (t) => {
  const { ask } = await marketplace(t);
  for (const group_by of ['campaign', 'day', 'week']) {
    assert.equal((await ask({ campaign: 'c2', group_by })).summary.spend, 20);
    assert.equal((await ask({ campaign: 'c3', group_by })).summary.spend, 0);
    await refused(ask({ campaign: 'c9', group_by }), 'not_found');
  }
  assert.deepEqual((await ask({ campaign: 'c2' })).by_campaign, [{ slug: 'c2', spend: 20, conversions: 0, cpa: 0 }]);
  assert.deepEqual((await ask({ campaign: 'c3' })).by_campaign, []);
});

test('vs_previous values are null when there is nothing to compare with, and with compare false', async (t) => {
  const { ask } = await marketplace(t);
  const none = { spend: null, conversions: null, cpa: null };
  assert.deepEqual((await ask({ from: '2026-02-01', to: '2026-03-05' })).summary.vs_previous, none);
  assert.deepEqual((await ask({ compare: 'false' })).summary.vs_previous, none);
  assert.deepEqual((await ask({ campaign: 'c2' })).summary.vs_previous, none);
  const after = (await ask({ from: '2026-03-06', to: '2026-03-10' })).summary;
  assert.deepEqual(after.vs_previous, { spend: '-100.0%', conversions: '-100.0%', cpa: null });
  const shorter = { from: '2026-03-03', to: '2026-03-05', campaign: 'c2' };
  assert.deepEqual((await ask(shorter)).summary.vs_previous, { spend: '+50.0%', conversions: null, cpa: null });
});

test('without any data the period is the seven days up to yesterday, with zeros', async (t) => {
  const shop = await askableWorld(t, 1);
  const zero = { spend: 0, impressions: 0, clicks: 0, ctr: 0, conversions: 0, cpa: 0, roas: 0 };
  for (const [group_by, rows] of [
    ['campaign', 'by_campaign'],
    ['day', 'by_day'],
    ['week', 'by_week'],
  ] as const) {
    assert.deepEqual(performanceAnswer.parse(await shop.ask(getPerformance, { group_by })), {
      period: { from: '2026-03-03', to: '2026-03-09' },
      summary: { ...zero, vs_previous: { spend: null, conversions: null, cpa: null } },
      [rows]: [],
    });
  }
});

function days(month: string, first: number, last: number): string[] {
  return Array.from({ length: last - first + 1 }, (_, n) => `${month}-${String(first + n).padStart(2, '0')}`);
}
