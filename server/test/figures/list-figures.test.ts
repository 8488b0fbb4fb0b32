import assert from 'node:assert/strict';
import { test } from 'node:test';
import { campaignPage } from '../../src/campaigns/campaign-list.store.ts';
import { getPerformance } from '../../src/performance/get-performance.ts';
import { askableWorld, performanceAnswer } from '../performance/asking.ts';
import { campaignDay } from './world.ts';

test('a list row’s cost for each conversion is what performance answers for the same seven days', async (t) => {
  const shop = await askableWorld(t, 3);
  const day = '2026-03-10';
  await shop.campaigns(day, day, [
    campaignDay(day, 1, { costMicros: 5_004_999, conversions: 0.004 }),
    campaignDay(day, 2, { costMicros: 100_005_000, conversions: 3.004 }),
    campaignDay(day, 3, { costMicros: 7_000_000, conversions: 0 }),
  ]);
  await shop.rebuild();
  const { by_campaign = [] } = performanceAnswer.parse(await shop.ask(getPerformance, { group_by: 'campaign' }));
  const { rows } = await campaignPage(shop.tenancy, { accountId: null, state: null }, undefined, 10);
  const shown = Object.fromEntries(by_campaign.map(({ slug, cpa }) => [slug, cpa]));
  assert.deepEqual(shown, { c1: 1251.25, c2: 33.29, c3: 0 });
  assert.deepEqual(Object.fromEntries(rows.map(({ slug, cpa_7d }) => [slug, Number(cpa_7d)])), shown);
});
