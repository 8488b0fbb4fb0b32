import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { optimizedKeywords } from '../../src/detection/detectors/optimized-keywords.ts';
import type { KeywordFacts } from '../../src/detection/evidence.ts';
import type { Figures } from '../../src/detection/figures.ts';
import { adviceOf, evidenceOf, figures, found, keyword } from './evidence.ts';

const good = (count: number) =>
  Array.from({ length: count }, (_, n) => keyword(n, { last90: figures({ clicks: 100, cost: 100, conversions: 6 }) }));
const bad = (changes: Partial<KeywordFacts> = {}, cost = 130, conversions = 0, clicks = 60) =>
  keyword(99, { text: 'bad', last90: figures({ clicks, cost, conversions }), ...changes });
const on = (one: KeywordFacts, kept = 15, options: object = {}) =>
  found(optimizedKeywords, evidenceOf({ keywords: [...good(kept), one] }), options);

describe('what does not belong to the best keywords', () => {
  test('is paused where it certainly loses money, and watched where that may be bad luck', () => {
    assert.deepEqual(adviceOf(on(bad())), { bad: 'act' });
    assert.deepEqual(adviceOf(on(bad({}, 119))), { bad: 'watch' });
    assert.deepEqual(adviceOf(on(bad({}, 120))), { bad: 'act' });
    assert.equal(on(bad({}, 240, 1)).estimatedMonthlySaving, 200 / 3);
  });

  test('is watched where it converts though too dearly: twice whatever it costs, once below 98 % certainty', () => {
    assert.deepEqual(adviceOf(on(bad({}, 400, 2))), { bad: 'watch' });
    assert.deepEqual(adviceOf(on(bad({}, 5.8 * 40, 1))), { bad: 'watch' });
    assert.deepEqual(adviceOf(on(bad({}, 5.9 * 40, 1))), { bad: 'act' });
  });

  test('is watched where it converted in the last 30 days: more of that may not be told yet', () => {
    const once = figures({ clicks: 20, cost: 60, conversions: 1 });
    assert.deepEqual(adviceOf(on(bad({ last30: once }, 300, 1))), { bad: 'watch' });
    assert.deepEqual(adviceOf(on(bad({ last30: figures({ clicks: 20, cost: 60 }) }, 300, 1))), { bad: 'act' });
  });

  test('is judged by half a year where all of it was silent', () => {
    const many = Array.from({ length: 120 }, (_, n) =>
      keyword(n, { last90: figures({ clicks: 100, cost: 200, conversions: 5 }) }),
    );
    const after = (older: Partial<Figures>) => {
      const olderFigures = new Map([[99, figures(older)]]);
      return adviceOf(found(optimizedKeywords, evidenceOf({ keywords: [...many, bad({}, 200)], olderFigures })));
    };
    assert.deepEqual(after({}), { bad: 'watch' });
    assert.deepEqual(after({ clicks: 60, cost: 200 }), { bad: 'act' });
    assert.deepEqual(after({ clicks: 60, cost: 200, conversions: 1 }), { bad: 'watch' });
  });

  test('saves a quarter where another keyword that runs takes its searches over', () => {
    const saved = (text: string) => {
      const other = keyword(98, { text, last90: figures({ clicks: 100, cost: 100, conversions: 6 }) });
      const keywords = [...good(14), other, bad({ text: 'bad pipe fitting' })];
      return found(optimizedKeywords, evidenceOf({ keywords })).estimatedMonthlySaving;
    };
    assert.equal(saved('good pipe'), 130 / 3);
    assert.equal(saved('pipe fittings'), 130 / 12);
  });

  test('is kept while it is among the best so many', () => {
    assert.deepEqual(on(bad(), 14).findings, []);
    assert.deepEqual(adviceOf(on(bad(), 14, { suggested_count: 14 })), { bad: 'act' });
    assert.deepEqual(adviceOf(on(bad(), 1, { suggested_count: 1 })), { bad: 'act' });
  });

  test('is kept where it is worth more than it costs, however many are better', () => {
    assert.deepEqual(on(bad({}, 100, 4)).findings, []);
  });

  test('is kept where its clicks could not have brought one conversion yet', () => {
    assert.deepEqual(on(bad({}, 400, 0, 19)).findings, []);
    assert.deepEqual(adviceOf(on(bad({}, 400, 0, 20))), { bad: 'act' });
  });

  test('is kept where it names the business or has just converted', () => {
    assert.deepEqual(on(bad({ text: 'acme plumbing' })).findings, []);
    assert.deepEqual(adviceOf(on(bad({ recent: figures({ conversions: 1 }) }))), { bad: 'watch' });
    assert.deepEqual(on(bad({ state: 'paused' })).findings, []);
  });

  test('is not looked for without a target, nor while conversions are not counted', () => {
    const silent = evidenceOf().days.map((day) => ({ ...day, conversions: 0 }));
    const keywords = [...good(15), bad()];
    assert.deepEqual(found(optimizedKeywords, evidenceOf({ keywords, days: silent })).findings, []);
    const organization = { ...evidenceOf().organization, last90: figures({}) };
    const unknown = evidenceOf({ keywords, days: silent, organization, campaign: { targetCpa: null } });
    const { findings, warnings } = found(optimizedKeywords, unknown);
    assert.deepEqual([findings, warnings[0]?.code], [[], 'no_target']);
  });
});
