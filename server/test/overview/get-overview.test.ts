import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { z } from 'zod';
import { type Database, statement } from '../../src/base/database.ts';
import { getOverview } from '../../src/overview/get-overview.ts';
import { campaignDay } from '../figures/world.ts';
import { wholeSuite } from '../harness/service.ts';
import { askableWorld } from '../performance/asking.ts';

const UNIT = 1_000_000;

const SHARES = { impressions: 60, impressionShare: 0.6, lostToBudget: 0.25, lostToRank: 0.15 };

const overview = z.object({
  period: z.object({ from: z.string(), to: z.string() }),
  previous_period: z.object({ from: z.string(), to: z.string() }),
  summary: z.looseObject({ spend: z.number(), cpa: z.number() }),
  previous: z.object({ spend: z.number() }).loose(),
  by_day: z.array(z.looseObject({ date: z.string(), spend: z.number() })),
  previous_by_day: z.array(z.looseObject({ date: z.string() })),
  target_cpa: z.number().nullable(),
  pacing: z.looseObject({ month: z.string(), spent: z.number(), projected: z.number(), days_left: z.int() }),
  attention: z.array(z.looseObject({ kind: z.string(), may_run: z.boolean(), amount_monthly: z.number().nullable() })),
});

const setCampaign = statement<
  [organizationId: number, slug: string, state: string, budget: number, target: number | null],
  never
>('update campaign set state = $3, budget = $4, target_cpa = $5 where organization_id = $1 and slug = $2');

const ranThere = statement<[organizationId: number, slug: string], never>(
  `update campaign set platform_state = 'live' where organization_id = $1 and slug = $2`,
);

describe('the overview', () => {
  const suite = wholeSuite();
  let shop: Awaited<ReturnType<typeof askableWorld>>;
  let database: Database;

  before(async () => {
    shop = await askableWorld(suite, 3);
    database = shop.database;
    const days = Array.from({ length: 33 }, (_, n) => new Date(Date.UTC(2026, 1, 1 + n)).toISOString().slice(0, 10));
    const rows = days.flatMap((date) => [
      campaignDay(date, 1, { ...SHARES, clicks: 5, costMicros: 10 * UNIT, conversions: 1 }),
      campaignDay(date, 2, { clicks: 5, costMicros: 20 * UNIT, conversions: 1 }),
    ]);
    await shop.campaigns('2026-02-01', '2026-03-05', rows);
    await shop.rebuild();
    await database.execute(setCampaign, shop.organizationId, 'c1', 'live', 10, 12);
    await database.execute(setCampaign, shop.organizationId, 'c2', 'live', 50, 8);
    await database.execute(setCampaign, shop.organizationId, 'c3', 'error', 5, null);
  });

  const ask = async (query: Record<string, string> = {}) =>
    overview.parse(JSON.parse(await shop.ask(getOverview, query)));

  test('covers the thirty days up to the latest with data, against the thirty before', async () => {
    const { period, previous_period, summary, by_day } = await ask();
    assert.deepEqual(period, { from: '2026-02-04', to: '2026-03-05' });
    assert.deepEqual(previous_period, { from: '2026-01-05', to: '2026-02-03' });
    assert.deepEqual([summary.spend, summary.cpa, by_day.length], [900, 15, 30]);
  });

  test('a period of one’s own is compared with the one of the same length before it', async () => {
    const { previous_period, previous, previous_by_day } = await ask({ from: '2026-03-01', to: '2026-03-05' });
    assert.deepEqual(previous_period, { from: '2026-02-24', to: '2026-02-28' });
    assert.deepEqual([previous.spend, previous_by_day.length], [150, 5]);
  });

  test('the target is what today’s spend would bring if each campaign met its own', async () => {
    const { target_cpa } = await ask();
    assert.equal(target_cpa, 9, '210 spent in a week, for 70 / 12 and 140 / 8 conversions');
  });

  test('the month is projected at the pace of the last week', async () => {
    const { pacing } = await ask();
    assert.deepEqual(
      [pacing.month, pacing.spent, pacing.days_left, pacing.projected],
      ['2026-03', 150, 26, 150 + 26 * 30],
    );
  });

  test('what needs somebody comes worst first, with what it costs in a month', async () => {
    const { attention } = await ask();
    assert.deepEqual(
      attention.map(({ kind, amount_monthly }) => [kind, amount_monthly]),
      [
        ['campaign_error', null],
        ['over_target', 360],
        ['limited_by_budget', null],
      ],
    );
  });

  test('an error says whether the campaign may be spending', async () => {
    const mayRun = async () => (await ask()).attention.map(({ may_run }) => may_run);
    assert.deepEqual(await mayRun(), [false, false, false]);
    await database.execute(ranThere, shop.organizationId, 'c3');
    assert.deepEqual(await mayRun(), [true, false, false]);
  });

  test('a budget holds a campaign back that cost it impressions, not one that was lowered since', async () => {
    const limited = async () => (await ask()).attention.filter(({ kind }) => kind === 'limited_by_budget').length;
    assert.equal(await limited(), 1);
    const days = Array.from({ length: 7 }, (_, n) => new Date(Date.UTC(2026, 1, 27 + n)).toISOString().slice(0, 10));
    const unlimited = [{ ...SHARES, lostToBudget: 0.05 }, { impressions: 60 }];
    for (const shares of unlimited) {
      const rows = days.map((date) => campaignDay(date, 1, { ...shares, costMicros: 10 * UNIT, conversions: 1 }));
      await shop.campaigns('2026-02-27', '2026-03-05', rows);
      await shop.rebuild();
      for (const budget of [20, 10, 5]) {
        await database.execute(setCampaign, shop.organizationId, 'c1', 'live', budget, 12);
        assert.equal(await limited(), 0, `${budget}, ${JSON.stringify(shares)}`);
      }
    }
  });
});
