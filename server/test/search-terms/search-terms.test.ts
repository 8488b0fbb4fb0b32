import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { dayText } from '../../src/base/days.ts';
import { holdFigures } from '../../src/figures/state.store.ts';
import type { SearchTermDay } from '../../src/ports/platform-figures.ts';
import type { PageQuestion, TermRow } from '../../src/search-terms/search-terms.store.ts';
import { searchTermsPage } from '../../src/search-terms/search-terms.ts';
import { naiveTerms } from '../figures/naive.store.ts';
import { campaignDay, oneFigureWorld, termDay, type World } from '../figures/world.ts';

const LATEST = 20_500;
const HISTORY = 100;
const CAMPAIGNS = 3;

const row = fc.record({
  back: fc.integer({ min: 0, max: HISTORY - 1 }),
  campaign: fc.integer({ min: 1, max: CAMPAIGNS }),
  ad: fc.integer({ min: 1, max: 2 }),
  term: fc.integer({ min: 1, max: 60 }),
  clicks: fc.integer({ min: 0, max: 9 }),
  cost: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 20 })),
});

test('the search terms of every window are those of the daily figures, on every page', async (t) => {
  const shop = await oneFigureWorld(t, CAMPAIGNS);
  const { database, organizationId } = shop;
  const property = fc.asyncProperty(
    fc.array(row, { minLength: 1, maxLength: 300 }),
    fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 2, maxLength: 4 }),
    fc.option(fc.constantFrom('c1', 'c2', 'c3'), { nil: undefined }),
    fc.integer({ min: 0, max: 15 }),
    fc.integer({ min: 1, max: 100 }),
    async (rows, windows, campaign, minCost, limit) => {
      await loadTerms(shop, rows.map(asReported));
      for (const days of [1, 7, 30, 90, ...windows]) {
        const expected = await database.rows(naiveTerms, organizationId, days, campaign ?? null, minCost);
        assert.deepEqual(await allPages(shop, { campaign, days, minCost, limit }), expected);
      }
    },
  );
  await fc.assert(property, { numRuns: 15 });
});

test('a list with more terms than are kept ready is complete all the same', async (t) => {
  const shop = await oneFigureWorld(t, CAMPAIGNS);
  const { database, organizationId } = shop;
  const rows = Array.from({ length: 2_600 }, (_, n) => {
    const costMicros = n % 3 === 0 ? 0 : (n * 7919) % 1_000;
    return termDay(day(n % 40), n < 2_400 ? 1 : 2, `term ${n}`, { costMicros, clicks: n % 5, conversions: n % 2 });
  });
  await loadTerms(shop, rows);
  const questions = [
    { days: 90, minCost: 0 },
    { days: 90, minCost: 3 },
    { days: 90, minCost: 900 },
    { days: 90, minCost: 0, campaign: 'c1' },
    { days: 88, minCost: 1, campaign: 'c1' },
    { days: 88, minCost: 5_000, campaign: 'c2' },
    { days: 30, minCost: 0 },
    { days: 90, minCost: 0, campaign: 'c3' },
  ];
  const checkAll = async () => {
    for (const question of questions) {
      const { days, minCost, campaign } = question;
      const expected = await database.rows(naiveTerms, organizationId, days, campaign ?? null, minCost);
      assert.deepEqual(await allPages(shop, { ...question, limit: 100 }), expected);
    }
  };
  await t.test('and nobody waits for a sync: while one goes on, it is worked out', async () => {
    await database.transaction(async (transaction) => {
      await holdFigures(transaction, organizationId);
      await checkAll();
    });
  });
  await checkAll();
  const first = await searchTermsPage(shop.tenancy, { days: 90, minCost: 0, limit: 20 });
  assert.equal(first.total, 2_600);
});

test('lists made on demand go with the next rebuild', async (t) => {
  const shop = await oneFigureWorld(t, 1);
  await loadTerms(shop, [termDay(day(0), 1, 'shoes', { costMicros: 1 })]);
  const question = { campaign: 'c1', days: 13, minCost: 0, limit: 20 };
  assert.equal((await searchTermsPage(shop.tenancy, question)).total, 1);
  await loadTerms(shop, [termDay(day(0), 1, 'boots', { costMicros: 1 }), termDay(day(3), 1, 'socks')]);
  const { rows } = await searchTermsPage(shop.tenancy, question);
  assert.deepEqual(
    rows.map(({ term }) => term),
    ['boots', 'socks'],
  );
});

test('pages never repeat or skip a row that existed all the while', async (t) => {
  const shop = await oneFigureWorld(t, 1);
  const steady = Array.from({ length: 120 }, (_, n) => termDay(day(0), 1, `steady ${n}`, { costMicros: n % 11 }));
  const wavering = fc.array(
    fc.record({ term: fc.integer({ min: 1, max: 40 }), cost: fc.integer({ min: 0, max: 12 }) }),
    { maxLength: 40 },
  );
  const property = fc.asyncProperty(
    fc.array(wavering, { minLength: 2, maxLength: 6 }),
    fc.integer({ min: 5, max: 50 }),
    fc.constantFrom(undefined, 'c1'),
    fc.constantFrom(30, 31),
    async (states, limit, campaign, days) => {
      const seen: string[] = [];
      let after: PageQuestion['after'];
      let page = 0;
      do {
        const others = states[page % states.length] ?? [];
        const moved = others.map(({ term, cost }) => termDay(day(0), 1, `wavering ${term}`, { costMicros: cost }));
        await loadTerms(shop, page % 2 === 0 ? [...moved, ...steady] : [...steady, ...moved]);
        const found = await searchTermsPage(shop.tenancy, { campaign, days, minCost: 0, limit, after });
        seen.push(...found.rows.map(({ term }) => term));
        after = found.next;
        page += 1;
      } while (after);
      const unchanged = seen.filter((term) => term.startsWith('steady'));
      assert.equal(unchanged.length, steady.length);
      assert.equal(new Set(unchanged).size, steady.length);
    },
  );
  await fc.assert(property, { numRuns: 8 });
});

async function loadTerms(shop: World, rows: SearchTermDay[]): Promise<void> {
  await shop.campaigns(day(0), day(0), [campaignDay(day(0), 1)]);
  await shop.terms(day(HISTORY), day(0), rows);
  await shop.rebuild();
}

/** Every page one after the other; each says the same total. */
async function allPages(shop: World, question: PageQuestion): Promise<Omit<TermRow, 'term_id'>[]> {
  const rows: Omit<TermRow, 'term_id'>[] = [];
  const totals = new Set<number>();
  let after: PageQuestion['after'];
  do {
    const page = await searchTermsPage(shop.tenancy, { ...question, after });
    for (const { term, campaign, clicks, cost, conversions } of page.rows) {
      rows.push({ term, campaign, clicks, cost, conversions });
    }
    totals.add(page.total);
    after = page.next;
    assert.ok(page.rows.length === question.limit || !after, 'only the last page is short');
  } while (after);
  assert.deepEqual([...totals], [rows.length]);
  return rows;
}

function day(back: number): string {
  return dayText(LATEST - back);
}

function asReported({
  back,
  campaign,
  ad,
  term,
  clicks,
  cost,
}: typeof row extends fc.Arbitrary<infer Row> ? Row : never) {
  const adId = `${campaign}0${ad - 1}`;
  return termDay(day(back), campaign, `term ${term}`, { adId, clicks, costMicros: cost, conversions: clicks / 3 });
}
