import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dateOfDay } from '../src/clock.ts';
import { SHOP, Shop, smallWorld } from './small-world.ts';

function lastDays(shop: Shop, count: number): { first: number; last: number } {
  const today = shop.today(SHOP);
  return { first: today - count, last: today - 1 };
}

test('the same seed gives the same figures, another one gives others', () => {
  const [one, same, other] = [new Shop(), new Shop(), new Shop(smallWorld(), 8)];
  const days = lastDays(one, 50);
  assert.deepEqual(same.byTerm(days), one.byTerm(days));
  assert.notDeepEqual(other.byTerm(days), one.byTerm(days));
});

test('days are the same in whatever order and however often they are asked for', () => {
  const [one, other] = [new Shop(), new Shop()];
  const days = lastDays(one, 20);
  const wanted = one.byTerm(days);
  for (let day = days.last; day >= days.first; day -= 1) other.byTerm({ first: day, last: day });
  other.advance(0.5);
  assert.deepEqual(clicksOf(other.byTerm(days)), clicksOf(wanted));
});

test('conversions are Poisson: over many seeds their variance is about their mean', () => {
  const world = smallWorld({}, { drift: 0 });
  const counts = Array.from({ length: 150 }, (_, seed) => {
    const shop = new Shop(world, seed);
    const days = { first: shop.today(SHOP) - 55, last: shop.today(SHOP) - 42 };
    return shop.total(days, ({ stream }) => stream.term.text === 'red shoes sale').conversions;
  });
  const mean = counts.reduce((sum, count) => sum + count, 0) / counts.length;
  const variance = counts.reduce((sum, count) => sum + (count - mean) ** 2, 0) / (counts.length - 1);
  assert.ok(mean > 8, String(mean));
  assert.ok(variance / mean > 0.75 && variance / mean < 1.4, `${variance} / ${mean}`);
  assert.ok(Math.min(...counts) < mean / 2, 'a good term has bad weeks');
});

test('the truth is what figures tend to, with and without a budget that binds', () => {
  for (const daily_budget of [10_000, 30]) {
    const shop = new Shop(smallWorld({ daily_budget }));
    const days = shop.play(173 * 5);
    shop.advance(31);
    const sums = shop.byTerm(days);
    const total = shop.total(days);
    const truth = [...shop.truth(SHOP).streams];
    const trueCost = truth.reduce((sum, [, { cost }]) => sum + cost, 0);
    near(total.costMicros / 1_000_000 / (days.last - days.first + 1), trueCost, 0.05, 'cost a day');
    for (const [{ term }, expected] of truth) {
      const sum = sums.get(term.text);
      assert.ok(sum, term.text);
      near(sum.clicks / sum.impressions, expected.clicks / expected.impressions, 0.06, `${term.text}: click rate`);
      near(sum.costMicros / 1_000_000 / sum.clicks, expected.cost / expected.clicks, 0.03, `${term.text}: price`);
      near(sum.conversions / sum.clicks, term.cvr, 0.1, `${term.text}: conversion rate`);
      near(sum.costMicros / total.costMicros, expected.cost / trueCost, 0.06, `${term.text}: share of cost`);
    }
  }
});

test('conversion rates drift slowly, and no further than the market says', () => {
  const shop = new Shop(smallWorld({}, { drift: 0.4, weekend: { searches: 1, cvr: 1 } }));
  const rates = Array.from({ length: 12 }, () => {
    const days = shop.play(28);
    const { clicks, conversions } = shop.total(days, ({ stream }) => stream.term.cvr === 0.1);
    return conversions / clicks;
  });
  assert.ok(Math.max(...rates) / Math.min(...rates) > 1.25, String(rates));
  assert.ok(Math.max(...rates) < 0.1 * 1.4 * 1.15 && Math.min(...rates.slice(0, -1)) > 0.1 * 0.6 * 0.85, String(rates));
});

test('weekends differ in searches and in conversion rate', () => {
  const shop = new Shop(smallWorld({}, { drift: 0, weekend: { searches: 0.5, cvr: 0.4 } }));
  const days = shop.play(364);
  shop.advance(31);
  const isWeekend = (day: number) => [0, 6].includes(new Date(dateOfDay(day)).getUTCDay());
  const weekend = shop.total(days, ({ day }) => isWeekend(day));
  const week = shop.total(days, ({ day }) => !isWeekend(day));
  near(weekend.eligible / 2 / (week.eligible / 5), 0.5, 0.1, 'searches');
  near(weekend.conversions / weekend.clicks / (week.conversions / week.clicks), 0.4, 0.15, 'conversion rate');
});

test('while tracking is broken clicks go on and no conversion is counted, later ones neither', () => {
  const shop = new Shop(smallWorld({ tracking_gaps: [{ days_ago: 30, days: 8 }] }));
  shop.advance(40);
  const seeded = shop.today(SHOP) - 40;
  const gap = shop.total({ first: seeded - 30, last: seeded - 23 });
  assert.ok(gap.clicks > 100);
  assert.equal(gap.conversions, 0);
  for (const day of [seeded - 31, seeded - 22]) assert.ok(shop.total({ first: day, last: day }).conversions > 0);
  const half = new Shop(smallWorld({ tracking_gaps: [{ days_ago: 60, days: 60, kept: 0.5 }] }));
  half.advance(40);
  const whole = new Shop();
  whole.advance(40);
  const days = { first: seeded - 59, last: seeded - 1 };
  near(half.total(days).conversions / whole.total(days).conversions, 0.5, 0.2, 'kept');
});

test('a term can begin to convert', () => {
  const terms = [{ text: 'red shoes', searches: 9000, cvr: 0.2, converts_since_days_ago: 7 }];
  const shop = new Shop(smallWorld({}, { terms }));
  const seeded = shop.today(SHOP);
  shop.advance(35);
  assert.equal(shop.total({ first: seeded - 50, last: seeded - 8 }).conversions, 0);
  assert.ok(shop.total({ first: seeded - 7, last: seeded - 1 }).conversions > 5);
});

test('a conversion is reported up to 30 days after its click, clicks and cost at once', () => {
  const shop = new Shop();
  const days = shop.play(3);
  const early = shop.total(days);
  shop.advance(31);
  const late = shop.total(days);
  assert.deepEqual([late.clicks, late.costMicros], [early.clicks, early.costMicros]);
  assert.ok(late.conversions > early.conversions);
  shop.advance(31);
  assert.deepEqual(shop.total(days), late);
});

test('today is partial, three hours late', () => {
  const shop = new Shop();
  const today = shop.today(SHOP);
  const so = (days: number) => {
    shop.advance(days);
    return shop.total({ first: today, last: today }).impressions;
  };
  const [nine, later, evening, night] = [so(0), so(1 / 24), so(8 / 24), so(1)];
  assert.ok(nine > 0 && nine < later && later < evening && evening < night);
  near(nine / night, 9 / 24, 0.25, 'share of the day');
});

function clicksOf(sums: Map<string, { clicks: number; costMicros: number }>): [string, number, number][] {
  return [...sums].map(([key, { clicks, costMicros }]): [string, number, number] => [key, clicks, costMicros]).sort();
}

function near(value: number, wanted: number, tolerance: number, what: string): void {
  assert.ok(Math.abs(value - wanted) <= tolerance * wanted, `${what}: ${value} instead of ${wanted}`);
}
