import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { tcpa } from '../../src/detection/detectors/tcpa.ts';
import type { CampaignFacts } from '../../src/detection/evidence.ts';
import { daysOf, evidenceOf, found, LATEST } from './evidence.ts';

/** Thirty days that cost `cpa` for each of `conversions`, spread evenly, after as many like them. */
const month = (conversions: number, cpa: number, impressions = 200) =>
  daysOf(60, (back) => ({
    conversions: conversions / 30,
    cost: (conversions * cpa) / 30,
    impressions: back < 30 ? impressions : 200,
  }));
const on = (days: ReturnType<typeof daysOf>, campaign: Partial<CampaignFacts> = {}, options: object = {}) =>
  found(tcpa, evidenceOf({ days, campaign }), options).findings[0];
const targetOn = (...args: Parameters<typeof on>) => {
  const { proposal } = on(...args) ?? {};
  return proposal?.op === 'set_target_cpa' ? proposal.to : undefined;
};

describe('a target CPA', () => {
  test('is lowered where conversions cost less than 85 % of it, by a tenth at most', () => {
    assert.equal(on(month(30, 34)), undefined);
    assert.equal(targetOn(month(30, 33.9)), '36.00');
    assert.equal(targetOn(month(30, 10)), '36.00');
    assert.deepEqual(on(month(30, 33.9))?.proposal, {
      op: 'set_target_cpa',
      campaign_id: 7,
      from: '40.00',
      to: '36.00',
    });
  });

  test('is not lowered while the budget is not spent: that would only lose conversions', () => {
    const lost = (share: number) => month(30, 20).map((day) => ({ ...day, lostToBudget: share }));
    assert.equal(targetOn(lost(0.1)), '36.00');
    assert.equal(targetOn(lost(0.09)), undefined);
    assert.equal(on(lost(0.09))?.advice, 'information');
  });

  test('is not set first while the budget is not spent, for the same reason', () => {
    const lost = (share: number) => month(30, 20).map((day) => ({ ...day, lostToBudget: share }));
    const none = { targetCpa: null };
    assert.equal(targetOn(lost(0.1), none), '22.00');
    assert.equal(targetOn(lost(0.09), none), undefined);
    assert.equal(on(lost(0.09), none)?.advice, 'information');
  });

  test('is not lowered again for what the budget lost before the last change', () => {
    const changed = { targetChangedDay: LATEST - 15 };
    const lost = (since: number) =>
      month(30, 20).map((day) => ({ ...day, lostToBudget: day.day > LATEST - 15 ? since : 0.5 }));
    assert.equal(targetOn(lost(0.1), changed), '36.00');
    assert.equal(targetOn(lost(0.05), changed), undefined);
  });

  test('is never set first on a brand campaign', () => {
    assert.equal(on(month(30, 20), { targetCpa: null, type: 'brand' }), undefined);
    assert.ok(on(month(30, 20), { targetCpa: null, type: 'external' }));
  });

  test('is raised by a tenth where it costs more than 120 % and the campaign is shown a fifth less', () => {
    assert.equal(on(month(30, 48, 100)), undefined);
    assert.equal(targetOn(month(30, 48.1, 159)), '44.00');
    const full = on(month(30, 48.1, 160));
    assert.deepEqual([full?.advice, full?.proposal], ['information', null]);
    assert.match(full?.why ?? '', /waste/);
  });

  test('is set for the first time where 30 conversions came at a steady price', () => {
    const none = { targetCpa: null };
    assert.equal(targetOn(month(30, 20), none), '22.00');
    assert.equal(targetOn(month(29.9, 20), none), undefined);
    const uneven = (factor: number) =>
      daysOf(60, (back) => ({ conversions: 1, cost: Math.floor(back / 7) % 2 === 0 ? 20 * factor : 20 }));
    assert.equal(targetOn(uneven(1.4), none)?.startsWith('2'), true);
    assert.equal(targetOn(uneven(1.6), none), undefined);
    const idle = daysOf(60, (back) => ({ conversions: back < 7 ? 0 : 2, cost: back < 7 ? 0 : 40 }));
    assert.equal(targetOn(idle, none), undefined);
  });

  test('stays with fewer than 15 conversions, and is surer of itself from 30', () => {
    assert.equal(on(month(14.9, 20)), undefined);
    assert.equal(on(month(15, 20))?.confidence, 0.8);
    assert.equal(on(month(30, 20))?.confidence, 0.95);
  });

  test('rests for 14 days after a change, and where the platform takes none', () => {
    assert.equal(on(month(30, 20), { targetChangedDay: LATEST + 1 - 13 }), undefined);
    assert.ok(on(month(30, 20), { targetChangedDay: LATEST + 1 - 14 }));
    assert.equal(on(month(30, 20), { bidding: 'manual_cpc' }), undefined);
    assert.equal(on(month(30, 20), { bidding: null }), undefined);
  });

  test('is judged over the period asked for, its last days included', () => {
    const days = daysOf(60, (back) => ({ conversions: back < 7 ? 3 : 0, cost: back < 7 ? 30 : 20 }));
    assert.equal(on(days, {}, { period_days: 7 })?.window.days, 7);
    assert.equal(on(days, {}, { period_days: 7 })?.figures.conversions, 21);
    assert.equal(targetOn(days, {}, { period_days: 7 }), '36.00');
  });

  test('saves what a conversion costs above the new one; nothing when raised', () => {
    assert.equal(found(tcpa, evidenceOf({ days: month(30, 20) })).estimatedMonthlySaving, 0);
    assert.equal(found(tcpa, evidenceOf({ days: month(30, 60, 100) })).estimatedMonthlySaving, 0);
  });
});
