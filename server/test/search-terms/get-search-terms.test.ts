import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getSearchTerms } from '../../src/search-terms/get-search-terms.ts';
import { campaignDay, termDay } from '../figures/world.ts';
import type { Cleaned } from '../harness/database.ts';
import { refused } from '../identity/world.ts';
import { askableWorld, searchTermsAnswer } from '../performance/asking.ts';

async function shopWithTerms(t: Cleaned) {
  const shop = await askableWorld(t, 3);
  await shop.campaigns('2026-03-05', '2026-03-05', [campaignDay('2026-03-05', 1)]);
  await shop.terms('2026-01-01', '2026-03-09', [
    termDay('2026-03-05', 1, 'red shoes', { clicks: 3, costMicros: 12_345_000, conversions: 1.5 }),
    termDay('2026-03-05', 2, 'red shoes', { clicks: 1, costMicros: 40_000_000 }),
    termDay('2026-02-04', 1, 'free shoes', { clicks: 2, costMicros: 500_000 }),
    termDay('2026-02-03', 1, 'old shoes', { clicks: 2, costMicros: 90_000_000 }),
    termDay('2026-03-06', 1, 'newer than the latest day', { costMicros: 90_000_000 }),
  ]);
  await shop.rebuild();
  const ask = async (query: Record<string, string> = {}) =>
    searchTermsAnswer.parse(await shop.ask(getSearchTerms, query));
  return { ...shop, raw: () => shop.ask(getSearchTerms, {}), ask };
}

test('search terms of the 30 days up to the latest day with data, highest cost first', async (t) => {
  const { ask, raw } = await shopWithTerms(t);
  assert.deepEqual(await ask(), {
    search_terms: [
      { term: 'red shoes', campaign: 'c2', clicks: 1, cost: 40, conversions: 0 },
      { term: 'red shoes', campaign: 'c1', clicks: 3, cost: 12.35, conversions: 1.5 },
      { term: 'free shoes', campaign: 'c1', clicks: 2, cost: 0.5, conversions: 0 },
    ],
    total: 3,
    next_cursor: null,
  });
  assert.match(await raw(), /"cost":40\.0,"conversions":0\.0/);
  assert.equal((await ask({ days: '31' })).search_terms[0]?.term, 'old shoes');
  assert.equal((await ask({ days: '1' })).total, 2);
});

test('min_cost compares with the exact cost', async (t) => {
  const { ask } = await shopWithTerms(t);
  const totalFrom = async (min_cost: string) => (await ask({ min_cost })).total;
  assert.equal(await totalFrom('12.345'), 2);
  assert.equal(await totalFrom('12.35'), 1, '12.345 is shown as 12.35 and is below it all the same');
  assert.equal(await totalFrom('12.345001'), 1);
  assert.equal(await totalFrom('0'), 3);
  assert.equal(await totalFrom('1000000000'), 0);
});

test('a campaign narrows the list; an unknown one is not_found', async (t) => {
  const { ask } = await shopWithTerms(t);
  assert.equal((await ask({ campaign: 'c1' })).total, 2);
  assert.equal((await ask({ campaign: 'c1', days: '45' })).total, 3);
  assert.equal((await ask({ campaign: 'c3' })).total, 0);
  await refused(ask({ campaign: 'c9' }), 'not_found');
});

test('values out of range are a validation_error', async (t) => {
  const { ask } = await shopWithTerms(t);
  for (const [name, value] of [
    ['days', '0'],
    ['days', '91'],
    ['days', '1.5'],
    ['min_cost', '-1'],
    ['min_cost', 'NaN'],
    ['limit', '0'],
    ['limit', '101'],
    ['cursor', 'nonsense'],
    ['day', '7'],
  ] as const) {
    await refused(ask({ [name]: value }), 'validation_error');
  }
});

test('pages follow each other by cursor, and a cursor only fits its own query', async (t) => {
  const { ask } = await shopWithTerms(t);
  const first = await ask({ limit: '2' });
  assert.equal(first.search_terms.length, 2);
  assert.equal(first.total, 3);
  const cursor = first.next_cursor ?? '';
  const second = await ask({ limit: '1', cursor });
  assert.deepEqual(
    second.search_terms.map(({ term }) => term),
    ['free shoes'],
  );
  assert.equal(second.next_cursor, null);
  await refused(ask({ days: '31', cursor }), 'validation_error');
  await refused(ask({ min_cost: '1', cursor }), 'validation_error');
  await refused(ask({ campaign: 'c1', cursor }), 'validation_error');
});

test('an organization without figures has no search terms', async (t) => {
  const shop = await askableWorld(t, 1);
  const nothing = { search_terms: [], total: 0, next_cursor: null };
  assert.deepEqual(searchTermsAnswer.parse(await shop.ask(getSearchTerms, {})), nothing);
  assert.deepEqual(searchTermsAnswer.parse(await shop.ask(getSearchTerms, { campaign: 'c1' })), nothing);
  await refused(shop.ask(getSearchTerms, { campaign: 'c9' }), 'not_found');
});
