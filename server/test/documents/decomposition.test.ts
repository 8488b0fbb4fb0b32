import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type Causes,
  conversionsAsProduct,
  cpaAsProduct,
  decompose,
  spendAsProduct,
} from '../../src/documents/decomposition.ts';
import { fraction, scaled } from '../../src/documents/fraction.ts';

const MICROS = 1_000_000;
const RUNS = 5_000;

/** The same numbers each time, so that a failure can be looked at. */
function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}

test('the shares of a change add up to it to the cent, over random figures', () => {
  const next = chance(20_260_302);
  const any = (): Causes => ({
    clicks: Math.floor(next() ** 4 * 1_000_000),
    cost_micros: Math.floor(next() ** 3 * 900_000_000_000),
    conversions_micros: Math.floor(next() ** 3 * 5_000 * MICROS),
  });
  let divided = 0;
  for (let run = 0; run < RUNS; run += 1) {
    const [before, now] = [any(), any()];
    const quantities = [
      { as: spendAsProduct, of: ({ cost_micros }: Causes) => fraction(cost_micros, MICROS) },
      { as: conversionsAsProduct, of: ({ conversions_micros }: Causes) => fraction(conversions_micros, MICROS) },
      {
        as: cpaAsProduct,
        of: ({ cost_micros, conversions_micros }: Causes) => fraction(cost_micros, conversions_micros),
      },
    ];
    for (const { as, of } of quantities) {
      const [was, is, shownWas, shownIs] = [as(before), as(now), of(before), of(now)];
      if (!was || !is || !shownWas || !shownIs) continue;
      const { change, first, second } = decompose(was, is);
      assert.equal(first + second, change);
      assert.equal(change, scaled(shownIs, 2) - scaled(shownWas, 2), 'it is the difference of what the table shows');
      divided += 1;
    }
  }
  assert.ok(divided > RUNS);
});

test('where only one factor moved, all of the change is its own', () => {
  const before = { clicks: 100, cost_micros: 200 * MICROS, conversions_micros: 10 * MICROS };
  const moreClicks = { clicks: 150, cost_micros: 300 * MICROS, conversions_micros: 15 * MICROS };
  const dearer = { clicks: 100, cost_micros: 250 * MICROS, conversions_micros: 10 * MICROS };
  const of = (as: typeof spendAsProduct, now: Causes) => {
    const [was, is] = [as(before), as(now)];
    assert.ok(was && is);
    return decompose(was, is);
  };
  assert.deepEqual(of(spendAsProduct, moreClicks), { change: 10_000n, first: 10_000n, second: 0n });
  assert.deepEqual(of(spendAsProduct, dearer), { change: 5_000n, first: 0n, second: 5_000n });
  assert.deepEqual(of(conversionsAsProduct, moreClicks), { change: 500n, first: 500n, second: 0n });
  assert.deepEqual(of(cpaAsProduct, dearer), { change: 500n, first: 500n, second: 0n });
});

test('nothing is divided where nothing was clicked or converted', () => {
  const silent = { clicks: 0, cost_micros: 0, conversions_micros: 0 };
  assert.equal(spendAsProduct(silent), undefined);
  assert.equal(conversionsAsProduct(silent), undefined);
  assert.equal(cpaAsProduct({ clicks: 5, cost_micros: 5, conversions_micros: 0 }), undefined);
});
