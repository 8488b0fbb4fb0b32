import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { listCampaignFigures } from '../../src/performance/list-campaign-figures.ts';
import { campaignDay } from '../figures/world.ts';
import { askableWorld } from './asking.ts';

const UNIT = 1_000_000;

const answer = z
  .string()
  .transform((text): unknown => JSON.parse(text))
  .pipe(
    z.object({
      period: z.object({ from: z.string(), to: z.string() }).nullable(),
      campaigns: z.array(
        z.looseObject({
          slug: z.string(),
          spend: z.number(),
          conversions: z.number(),
          clicks: z.int(),
          spend_by_day: z.array(z.number()),
        }),
      ),
      total: z.int(),
    }),
  );

test('every campaign has its figures of the last 30 days, one amount a day, whenever it began', async (t) => {
  const shop = await askableWorld(t, 3);
  const days = (month: string, from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, n) => `${month}-${String(from + n).padStart(2, '0')}`);
  await shop.campaigns('2026-01-01', '2026-03-05', [
    ...days('2026-01', 1, 31).map((date) => campaignDay(date, 1, { clicks: 2, costMicros: 10 * UNIT })),
    ...days('2026-02', 1, 28).map((date) => campaignDay(date, 1, { clicks: 2, costMicros: 10 * UNIT })),
    campaignDay('2026-03-05', 1, { clicks: 1, conversions: 3, costMicros: 7 * UNIT }),
    ...days('2026-03', 3, 5).map((date) => campaignDay(date, 2, { clicks: 1, costMicros: 4 * UNIT })),
  ]);
  await shop.rebuild();
  const { period, campaigns, total } = answer.parse(await shop.ask(listCampaignFigures, {}));
  assert.deepEqual(period, { from: '2026-02-04', to: '2026-03-05' });
  assert.equal(total, 3);
  const of = (slug: string) => campaigns.find((one) => one.slug === slug) ?? assert.fail(slug);
  const zeros = (count: number) => Array.from({ length: count }, () => 0);
  const tens = Array.from({ length: 25 }, () => 10);
  assert.deepEqual(of('c1').spend_by_day, [...tens, ...zeros(4), 7]);
  assert.deepEqual({ spend: of('c1').spend, conversions: of('c1').conversions }, { spend: 257, conversions: 3 });
  assert.equal(of('c1').clicks, 51);
  assert.deepEqual(of('c2').spend_by_day, [...zeros(27), 4, 4, 4]);
  assert.equal(of('c2').spend, 12);
  assert.deepEqual(of('c3').spend_by_day, []);
});

test('without figures there is no period, and campaigns are listed all the same', async (t) => {
  const shop = await askableWorld(t, 2);
  const { period, campaigns } = answer.parse(await shop.ask(listCampaignFigures, {}));
  assert.equal(period, null);
  assert.equal(campaigns.length, 2);
});
