import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fitPrior, type Observation, probabilityBelow } from '../../src/detection/prior.ts';
import { finished } from '../../src/detection/steps.ts';
import { Luck } from './luck.ts';

describe('what an account’s own terms tell of its next one', () => {
  test('without any, a fifth is taken for waste and nothing is certain', () => {
    const prior = finished(fitPrior([]));
    assert.ok(Math.abs(prior.wasteShare - 0.2) < 0.01);
    assert.ok(probabilityBelow(0.5, prior, { expected: 1, conversions: 0 }) < 0.6);
    assert.ok(probabilityBelow(0.5, prior, { expected: 3, conversions: 0 }) < 0.9);
    assert.ok(probabilityBelow(0.5, prior, { expected: 7, conversions: 0 }) > 0.97);
  });

  test('the share of waste and the spread of the others are found again', () => {
    const prior = finished(fitPrior(market({ terms: 4_000, wasteShare: 0.25, shape: 6, mean: 1.3, median: 2 })));
    assert.ok(Math.abs(prior.wasteShare - 0.25) < 0.03, `${prior.wasteShare}`);
    assert.ok(Math.abs(prior.mean - 1.3) < 0.08, `${prior.mean}`);
    assert.ok(prior.shape > 3.5 && prior.shape < 10, `${prior.shape}`);
  });

  test('of what is called waste with 97 % at least 95 % is waste, in markets of every kind', () => {
    for (const kind of [
      { terms: 400, wasteShare: 0.2, shape: 6, mean: 1.2, median: 0.7 },
      { terms: 400, wasteShare: 0.1, shape: 3, mean: 1, median: 0.7 },
      { terms: 400, wasteShare: 0.2, shape: 10, mean: 1.5, median: 0.7 },
      { terms: 40, wasteShare: 0.2, shape: 4, mean: 1.2, median: 1 },
      { terms: 15, wasteShare: 0.2, shape: 4, mean: 1.2, median: 1.5 },
    ]) {
      const found = { right: 0, wrong: 0 };
      for (let seed = 1; found.right + found.wrong < 120; seed += 1) {
        const terms = market({ ...kind, seed });
        const prior = finished(fitPrior(terms));
        for (const term of terms) {
          if (probabilityBelow(0.5, prior, term) >= 0.97) found[term.rate < 0.5 ? 'right' : 'wrong'] += 1;
        }
      }
      const precision = found.right / (found.right + found.wrong);
      assert.ok(precision >= 0.95, `${JSON.stringify(kind)}: ${precision}`);
    }
  });

  test('a market without waste is hardly ever accused of it', () => {
    let accused = 0;
    for (let seed = 1; seed <= 20; seed += 1) {
      const terms = market({ terms: 400, wasteShare: 0, shape: 3, mean: 1, median: 0.7, seed });
      const prior = finished(fitPrior(terms));
      accused += terms.filter((term) => probabilityBelow(0.5, prior, term) >= 0.97 && term.rate >= 0.5).length;
    }
    assert.ok(accused <= 2, `${accused} of 8,000`);
  });

  test('a conversion takes every suspicion of never converting away', () => {
    const prior = finished(fitPrior(market({ terms: 400, wasteShare: 0.3, shape: 6, mean: 1.4, median: 1 })));
    const silent = probabilityBelow(0.5, prior, { expected: 5, conversions: 0 });
    const once = probabilityBelow(0.5, prior, { expected: 5, conversions: 1 });
    assert.ok(silent > 0.97 && once < 0.8, `${silent} ${once}`);
  });

  test('words shift what is believed; alone they decide nothing', () => {
    const prior = finished(fitPrior([]));
    const bad = probabilityBelow(0.5, prior, { expected: 0.5, conversions: 0 }, 20);
    assert.ok(bad < 0.97);
    assert.ok(bad > probabilityBelow(0.5, prior, { expected: 0.5, conversions: 0 }));
  });

  test('observations out of the ordinary leave it finite', () => {
    for (const odd of [[], [{ expected: 0, conversions: 0 }], [{ expected: 1e9, conversions: 1e9 }]]) {
      const prior = finished(fitPrior(odd));
      for (const value of Object.values(prior)) assert.ok(Number.isFinite(value) && value > 0, JSON.stringify(prior));
    }
  });
});

interface Market {
  terms: number;
  wasteShare: number;
  shape: number;
  mean: number;
  /** Of the conversions expected of a term. */
  median: number;
  seed?: number;
}

/** Terms as they come: many with little cost, few with much; `rate` is the truth behind each. */
function market({ terms, wasteShare, shape, mean, median, seed = 7 }: Market): (Observation & { rate: number })[] {
  const luck = new Luck(seed);
  return Array.from({ length: terms }, () => {
    const expected = median * Math.exp(1.2 * luck.normal());
    const rate = luck.next() < wasteShare ? 0 : (luck.gamma(shape) * mean) / shape;
    return { expected, rate, conversions: luck.poisson(expected * rate) };
  });
}
