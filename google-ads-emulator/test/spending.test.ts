import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SHOP, Shop, smallWorld, WASTE } from './small-world.ts';

const SHORT = { daily_budget: 20 };
const MANUAL = { bidding: { strategy: 'manual_cpc' as const } };

test('a campaign short of budget spends about all of it, on no day much more, and loses searches to it', () => {
  const shop = new Shop(smallWorld(SHORT));
  const days = shop.play(60);
  const total = shop.total(days);
  const perDay = total.costMicros / 1_000_000 / 60;
  assert.ok(perDay > 18 && perDay < 21.5, String(perDay));
  assert.ok(total.lostToBudget / total.eligible > 0.2);
  for (let day = days.first + 1; day <= days.last; day += 1) {
    assert.ok(shop.total({ first: day, last: day }).costMicros < 20_000_000 * 1.2);
  }
});

test('money freed by a negative or a pause flows to what remains', () => {
  const tight = smallWorld({ daily_budget: 8 });
  const [plain, better] = [new Shop(tight), new Shop(tight)];
  better.exclude(WASTE);
  better.exclude('red shoes paris');
  better.updateKeyword('sneakers', { status: 'PAUSED' }, 'status');
  plain.play(1);
  better.play(1);
  const days = plain.play(120);
  better.play(120);
  const [before, after] = [plain.total(days), better.total(days)];
  assert.ok(Math.abs(after.costMicros / before.costMicros - 1) < 0.06, `${after.costMicros} ${before.costMicros}`);
  assert.ok(after.conversions > before.conversions * 1.2, `${after.conversions} ${before.conversions}`);
  assert.ok(after.lostToBudget < before.lostToBudget);
});

test('a campaign with money to spare saves what it no longer spends', () => {
  const [plain, better] = [new Shop(), new Shop()];
  better.exclude(WASTE);
  const days = plain.play(30);
  better.play(30);
  const waste = plain.total(days, ({ stream }) => stream.term.text === WASTE).costMicros;
  const left = better.total(days, ({ stream }) => stream.term.text === WASTE).costMicros;
  assert.equal(plain.total(days).costMicros - better.total(days).costMicros, waste - left);
});

test('a larger budget is spent from its moment on', () => {
  const shop = new Shop(smallWorld(SHORT));
  const before = shop.play(30);
  shop.setBudget(30);
  shop.play(1);
  const after = shop.play(30);
  const ratio = shop.total(after).costMicros / shop.total(before).costMicros;
  assert.ok(ratio > 1.35 && ratio < 1.6, String(ratio));
});

test('the bid moves price and volume, and no click costs more than the bid but by chance', () => {
  const [plain, lower] = [new Shop(smallWorld(MANUAL)), new Shop(smallWorld(MANUAL))];
  lower.updateKeyword('red shoes', { cpcBidMicros: '940000' }, 'cpc_bid_micros');
  plain.play(1);
  lower.play(1);
  const days = plain.play(60);
  lower.play(60);
  const of = (shop: Shop) => shop.total(days, ({ stream }) => stream.keyword === shop.keyword('red shoes'));
  const [usual, cut] = [of(plain), of(lower)];
  const price = (totals: { costMicros: number; clicks: number }) => totals.costMicros / totals.clicks;
  assert.ok(price(cut) / price(usual) > 0.72 && price(cut) / price(usual) < 0.88, String(price(cut) / price(usual)));
  assert.ok(cut.impressions / usual.impressions > 0.72 && cut.impressions / usual.impressions < 0.9);
  assert.ok(price(cut) < 0.94 * 1_000_000);
});

test('a dear term costs manual bidding more at the same bid, and wins less often', () => {
  const terms = [
    { text: 'red shoes', searches: 6000 },
    { text: 'red shoes wedding', searches: 6000, cpc: 3 },
  ];
  const shop = new Shop(smallWorld(MANUAL, { terms }));
  const dear = shop.total(shop.play(60), ({ stream }) => stream.term.cpc === 3);
  const usual = shop.total(
    { first: shop.today(SHOP) - 60, last: shop.today(SHOP) - 1 },
    ({ stream }) => stream.term.cpc === 1,
  );
  assert.ok(dear.costMicros / dear.clicks > (1.1 * usual.costMicros) / usual.clicks);
  assert.ok(dear.impressions / dear.eligible < 0.6 * (usual.impressions / usual.eligible));
});
