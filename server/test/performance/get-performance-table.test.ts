import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { getPerformanceTable } from '../../src/performance/get-performance-table.ts';
import { campaignDay } from '../figures/world.ts';
import type { Cleaned } from '../harness/database.ts';
import { refused } from '../identity/world.ts';
import { daysBetween } from '../reports/world.ts';
import { askableWorld } from './asking.ts';

const UNIT = 1_000_000;

const figures = z.object({
  spend: z.number(),
  clicks: z.int(),
  cpa: z.number().nullable(),
  roas: z.number().nullable(),
});
const answer = z
  .string()
  .transform((text): unknown => JSON.parse(text))
  .pipe(
    z.object({
      period: z.object({ from: z.string(), to: z.string() }),
      previous: z.object({ from: z.string(), to: z.string(), complete: z.boolean() }),
      latest_day: z.string().nullable(),
      total: z.object({ now: figures, before: figures }),
      rows: z.array(
        z.object({ key: z.string(), name: z.string(), state: z.string().nullable(), now: figures, before: figures }),
      ),
    }),
  );

/** c1 spends 10 a day in February and 20 a day in March, c2 4 a day in March without converting. */
async function shop(t: Cleaned) {
  const world = await askableWorld(t, 2);
  const bought = { clicks: 2, conversions: 1, conversionsValue: 30 };
  await world.campaigns('2026-02-01', '2026-03-05', [
    ...daysBetween('2026-02-01', '2026-02-28').map((day) => campaignDay(day, 1, { ...bought, costMicros: 10 * UNIT })),
    ...daysBetween('2026-03-01', '2026-03-05').map((day) => campaignDay(day, 1, { ...bought, costMicros: 20 * UNIT })),
    ...daysBetween('2026-03-01', '2026-03-05').map((day) => campaignDay(day, 2, { clicks: 1, costMicros: 4 * UNIT })),
  ]);
  await world.rebuild();
  return async (query: Record<string, string>) => answer.parse(await world.ask(getPerformanceTable, query));
}

test('campaigns stand beside what they were in the period before; what cannot be divided is unknown', async (t) => {
  const ask = await shop(t);
  const { period, previous, latest_day, total, rows } = await ask({ from: '2026-03-01', to: '2026-03-05' });
  assert.deepEqual(period, { from: '2026-03-01', to: '2026-03-05' });
  assert.deepEqual(previous, { from: '2026-02-24', to: '2026-02-28', complete: true });
  assert.equal(latest_day, '2026-03-05');
  assert.deepEqual([total.now.spend, total.before.spend], [120, 50]);
  assert.deepEqual(
    rows.map(({ key, state, now, before }) => [key, state, now.spend, now.cpa, before.spend, before.cpa]),
    [
      ['c1', 'live', 100, 20, 50, 10],
      ['c2', 'live', 20, null, 0, null],
    ],
  );
  assert.equal(rows[0]?.now.roas, 1.5);
});

test('days and weeks stand beside those as long before', async (t) => {
  const ask = await shop(t);
  const days = await ask({ from: '2026-03-01', to: '2026-03-05', group_by: 'day' });
  assert.deepEqual(
    days.rows.map(({ key, now, before }) => [key, now.spend, before.spend]),
    ['01', '02', '03', '04', '05'].map((day) => [`2026-03-${day}`, 24, 10]),
  );
  const weeks = await ask({ from: '2026-02-23', to: '2026-03-05', group_by: 'week' });
  assert.deepEqual(
    weeks.rows.map(({ key, now, before }) => [key, now.spend, before.spend]),
    [
      ['2026-02-23', 84, 70],
      ['2026-03-02', 96, 40],
    ],
  );
});

test('a period before there were figures is said to be incomplete', async (t) => {
  const ask = await shop(t);
  assert.equal((await ask({ from: '2026-02-10', to: '2026-03-05' })).previous.complete, false);
  await refused(ask({ campaign: 'c9' }), 'not_found');
  await refused(ask({ from: '2026-03-05', to: '2026-03-01' }), 'validation_error');
});

test('an organization without figures has an empty table', async (t) => {
  const world = await askableWorld(t, 1);
  const { rows, latest_day } = answer.parse(await world.ask(getPerformanceTable, {}));
  assert.deepEqual([rows, latest_day], [[], null]);
});
