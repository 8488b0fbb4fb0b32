import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Market } from '../src/market/market.ts';
import { marketDescription } from '../src/worlds/market-description.ts';
import { SHOP, Shop, smallWorld, WASTE } from './small-world.ts';

const TERMS = [
  'red shoes',
  'red shoe',
  'shoes red',
  'cheap red shoes',
  'red dancing shoes',
  'shoe rack',
  'ballet slippers',
];

function marketOf(more: object = {}): Market {
  const terms = TERMS.map((text) => ({
    text,
    searches: 100,
    reached_by: text.startsWith('ballet') ? ['dance shoes'] : [],
  }));
  const base = { cpc: 1, ctr: 0.1, cvr: 0.1, value: 50 };
  return new Market(marketDescription.parse({ base, terms, ...more }), [], 1);
}

const reached = (text: string, matchType: string) =>
  marketOf()
    .claimsOf(text, matchType)
    .map(({ term }) => term.text)
    .sort();

test('an exact keyword reaches its text and close variants, a phrase what holds it, a broad one all that holds its words', () => {
  assert.deepEqual(reached('red shoes', 'EXACT'), ['red shoe', 'red shoes', 'shoes red']);
  assert.deepEqual(reached('red shoes', 'PHRASE'), ['cheap red shoes', 'red shoe', 'red shoes']);
  assert.deepEqual(reached('shoes red', 'BROAD'), [
    'cheap red shoes',
    'red dancing shoes',
    'red shoe',
    'red shoes',
    'shoes red',
  ]);
});

test('a term is reached by its meaning through broad keywords alone', () => {
  assert.deepEqual(reached('dance shoes shop', 'BROAD'), ['ballet slippers']);
  assert.deepEqual(reached('dance shoes shop', 'PHRASE'), []);
});

test('negative keywords match literally', () => {
  const blocked = (text: string, matchType: string) =>
    marketOf()
      .termsBlockedBy(text, matchType)
      .map(({ text: term }) => term);
  assert.deepEqual(blocked('red shoes', 'EXACT'), ['red shoes']);
  assert.deepEqual(blocked('red shoes', 'PHRASE'), ['red shoes', 'cheap red shoes']);
  assert.deepEqual(blocked('shoes red', 'BROAD'), ['red shoes', 'shoes red', 'cheap red shoes', 'red dancing shoes']);
});

test('a keyword in words of the market brings no demand of its own, one in new words only where the market allows it', () => {
  const size = (market: Market, text: string) => {
    const before = market.terms.length;
    market.meet(text, 'PHRASE', 0);
    return market.terms.length - before;
  };
  assert.equal(size(marketOf(), 'garden hose'), 0);
  assert.equal(size(marketOf({ unlisted: 1 }), 'red shoes sale'), 0);
  const open = marketOf({ unlisted: 1 });
  assert.equal(size(open, 'garden hose'), 1);
  assert.equal(size(open, 'garden hose'), 0);
});

test('an exact keyword takes its term over, and adds neither searches nor clicks nor conversions', () => {
  const [plain, taken] = [new Shop(), new Shop()];
  taken.addKeyword('red shoes sale', 'EXACT');
  const days = plain.play(60);
  taken.play(60);
  assert.deepEqual(taken.byTerm(days), plain.byTerm(days));
  const exact = taken.keyword('red shoes sale');
  const since = { first: days.first + 1, last: days.last };
  const others = ({ stream }: { stream: { term: { text: string }; keyword: string } }) =>
    stream.term.text === 'red shoes sale' && stream.keyword !== exact;
  assert.equal(taken.total(since, others).eligible, 0);
  assert.ok(taken.total(since, ({ stream }) => stream.keyword === exact).conversions > 0);
});

test('keywords that reach the same term share its searches, those closer to it getting more', () => {
  const [plain, shared] = [new Shop(), new Shop()];
  shared.addKeyword('shoes', 'BROAD');
  const days = plain.play(60);
  shared.play(60);
  assert.deepEqual(shared.byTerm(days), plain.byTerm(days));
  const searches = (text: string) =>
    shared.total(days, ({ stream }) => stream.keyword === shared.keyword(text) && stream.term.text === 'red shoes sale')
      .eligible;
  assert.ok(searches('shoes') > 0 && searches('shoes') < searches('red shoes') / 3);
});

test('a negative keyword removes exactly what it blocks', () => {
  const [plain, less] = [new Shop(), new Shop()];
  less.exclude(WASTE);
  less.exclude('paris', 'PHRASE');
  plain.play(1);
  less.play(1);
  const days = plain.play(40);
  less.play(40);
  const wanted = plain.byTerm(days);
  assert.ok((wanted.get(WASTE)?.costMicros ?? 0) > 0);
  wanted.delete(WASTE);
  wanted.delete('red shoes paris');
  assert.deepEqual(less.byTerm(days), wanted);
});

test('a term that nobody bids on is reached by the keyword added for it, at the rates of the term', () => {
  const shop = new Shop();
  shop.addKeyword('boots', 'PHRASE');
  const days = shop.play(120);
  const boots = shop.byTerm(days).get('blue boots');
  assert.ok(boots && boots.clicks > 300);
  assert.ok(Math.abs(boots.conversions / boots.clicks - 0.1) < 0.04, String(boots.conversions / boots.clicks));
});

test('a change leaves the past as it was, the earlier part of the day included', () => {
  const changes: ((shop: Shop) => void)[] = [
    (shop) => shop.exclude(WASTE),
    (shop) => shop.addKeyword('red shoes sale', 'EXACT'),
    (shop) => shop.updateKeyword('red shoes', { status: 'PAUSED' }, 'status'),
    (shop) => shop.setBudget(5),
    (shop) => shop.addKeyword('garden hose', 'BROAD'),
  ];
  for (const daily_budget of [10_000, 12]) {
    const shop = new Shop(smallWorld({ daily_budget }, { unlisted: 1 }));
    shop.advance(0.2);
    for (const change of changes) {
      const days = { first: shop.today(SHOP) - 40, last: shop.today(SHOP) };
      const before = shop.byTerm(days);
      change(shop);
      assert.deepEqual(shop.byTerm(days), before);
      shop.advance(1.07);
    }
  }
});
