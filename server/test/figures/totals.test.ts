import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { dayText } from '../../src/base/days.ts';
import { performanceOfPeriod } from '../../src/performance/performance-of-period.ts';
import type { CampaignDay } from '../../src/ports/platform-figures.ts';
import { naiveGroups, naivePeriod } from './naive.store.ts';
import { campaignDay, oneFigureWorld } from './world.ts';

const FIRST_DAY = 20_500;
const DAYS = 40;
const CAMPAIGNS = 4;

const offset = fc.integer({ min: 0, max: DAYS - 1 });
const period = fc.tuple(fc.integer({ min: -50, max: DAYS + 10 }), fc.integer({ min: 1, max: 60 }));
const row = fc.record({
  day: offset,
  campaign: fc.integer({ min: 1, max: CAMPAIGNS }),
  impressions: fc.integer({ min: 1, max: 1000 }),
  clicks: fc.integer({ min: 0, max: 100 }),
  costMicros: fc.integer({ min: 0, max: 50_000_000 }),
  conversions: fc.integer({ min: 0, max: 40 }).map((quarters) => quarters / 4),
});
const sync = fc.record({
  days: fc.tuple(offset, offset).map(([a, b]) => ({ from: Math.min(a, b), to: Math.max(a, b) })),
  rows: fc.uniqueArray(row, { maxLength: 60, selector: ({ day, campaign }) => `${day} ${campaign}` }),
});

test('sums by campaign, by day and by week are those of the daily figures, however days were restated', async (t) => {
  const shop = await oneFigureWorld(t, CAMPAIGNS);
  const { database, organizationId } = shop;
  const property = fc.asyncProperty(
    fc.array(sync, { minLength: 1, maxLength: 3 }),
    fc.array(period, { minLength: 3, maxLength: 3 }),
    fc.option(fc.constantFrom('c1', 'c2'), { nil: undefined }),
    async (syncs, periods, campaign) => {
      for (const { days, rows } of syncs) {
        const within = rows.filter(({ day }) => day >= days.from && day <= days.to);
        await shop.campaigns(day(days.from), day(days.to), within.map(asReported));
        if (within.length % 2 === 0) await shop.rebuild();
      }
      await shop.rebuild();
      for (const [start, length] of periods) {
        const [from, to] = [day(start), day(start + length - 1)];
        const [earlier, justBefore] = [day(start - length), day(start - 1)];
        const expected = await database.row(naivePeriod, organizationId, from, to, campaign ?? null);
        const before = await database.row(naivePeriod, organizationId, earlier, justBefore, campaign ?? null);
        for (const groupBy of ['campaign', 'day', 'week'] as const) {
          const found = await performanceOfPeriod(shop.tenancy, { from, to, campaign, groupBy }, 0);
          assert.deepEqual(found.now, expected);
          assert.deepEqual(found.before, before);
          const groups = await database.rows(naiveGroups, organizationId, from, to, campaign ?? null, groupBy);
          const named = new Set(groups.map(({ key }) => key));
          const others = found.groups.filter(({ key }) => !named.has(key));
          assert.deepEqual(
            found.groups.filter(({ key }) => named.has(key)).map(({ key, cost_micros }) => ({ key, cost_micros })),
            groups,
          );
          assert.ok(others.every(({ cost_micros }) => groupBy !== 'campaign' && cost_micros === 0));
        }
      }
    },
  );
  await fc.assert(property, { numRuns: 40 });
});

test('figures that come after days without any add to what was before', async (t) => {
  const shop = await oneFigureWorld(t, 2);
  await shop.campaigns('2026-03-01', '2026-03-01', [campaignDay('2026-03-01', 1, { costMicros: 3 })]);
  await shop.rebuild();
  await shop.campaigns('2026-03-08', '2026-03-09', [campaignDay('2026-03-09', 2, { costMicros: 4 })]);
  await shop.rebuild();
  for (const groupBy of ['campaign', 'day', 'week'] as const) {
    const all = await performanceOfPeriod(shop.tenancy, { from: '2026-03-01', to: '2026-03-09', groupBy }, 0);
    assert.equal(all.now.cost_micros, 7);
    const late = await performanceOfPeriod(shop.tenancy, { from: '2026-03-05', to: '2026-03-09', groupBy }, 0);
    assert.equal(late.now.cost_micros, 4);
    assert.equal(late.before.cost_micros, 3);
  }
});

test('weeks begin on Mondays and hold only days of the period', async (t) => {
  const shop = await oneFigureWorld(t, 1);
  const days = Array.from({ length: 14 }, (_, n) => `2026-03-${String(n + 1).padStart(2, '0')}`);
  await shop.campaigns(
    '2026-03-01',
    '2026-03-14',
    days.map((date) => campaignDay(date, 1, { costMicros: 1 })),
  );
  await shop.rebuild();
  const question = { from: '2026-03-05', to: '2026-03-10', groupBy: 'week' } as const;
  const { groups } = await performanceOfPeriod(shop.tenancy, question, 0);
  assert.deepEqual(
    groups.map(({ key, cost_micros }) => [key, cost_micros]),
    [
      ['2026-03-02', 4],
      ['2026-03-09', 2],
    ],
  );
});

test('a day without figures between others is there, with zeros', async (t) => {
  const shop = await oneFigureWorld(t, 1);
  const rows = [campaignDay('2026-03-01', 1, { costMicros: 3 }), campaignDay('2026-03-03', 1, { costMicros: 4 })];
  await shop.campaigns('2026-03-01', '2026-03-03', rows);
  await shop.rebuild();
  const question = { from: '2020-01-01', to: '9999-12-31', groupBy: 'day' } as const;
  const { groups } = await performanceOfPeriod(shop.tenancy, question, 0);
  assert.deepEqual(
    groups.map(({ key, cost_micros }) => [key, cost_micros]),
    [
      ['2026-03-01', 3],
      ['2026-03-02', 0],
      ['2026-03-03', 4],
    ],
  );
});

function day(offset: number): string {
  return dayText(FIRST_DAY + offset);
}

function asReported(row: { day: number; campaign: number } & Partial<CampaignDay>): CampaignDay {
  const { day: offset, campaign, ...figures } = row;
  return campaignDay(day(offset), campaign, { ...figures, conversionsValue: 1.5 });
}
