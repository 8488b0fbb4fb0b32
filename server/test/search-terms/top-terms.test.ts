import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { TopTerms } from '../../src/search-terms/top-terms.ts';

/** Few different costs, so that many terms cost the same. */
const costs = fc.array(fc.integer({ min: 0, max: 12 }), { maxLength: 120 });

const naive = (all: readonly number[], most: number) =>
  all
    .map((cost, index) => ({ cost, id: index + 1 }))
    .sort((a, b) => b.cost - a.cost || b.id - a.id)
    .slice(0, most)
    .map(({ id }) => id);

function offered(all: readonly number[], most: number, atLeast?: number): TopTerms {
  const top = new TopTerms(Float64Array.from([0, ...all]), most, atLeast);
  for (let id = all.length; id > 0; id -= 1) top.offer(id);
  return top;
}

test('the highest costs are those of a sort, of equal costs the highest ids', () => {
  const property = fc.property(costs, fc.integer({ min: 1, max: 40 }), (all, most) => {
    const top = offered(all, most);
    assert.deepEqual(top.ranked(), naive(all, most));
    assert.deepEqual(top.ranked(), naive(all, most), 'and again');
    assert.equal(top.offered, all.length);
  });
  fc.assert(property, { numRuns: 500 });
});

test('costs only grow: a list that starts from the lowest cost of the window before is the same', () => {
  const grown = fc.array(fc.tuple(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 0, max: 5 })), { maxLength: 120 });
  const property = fc.property(grown, fc.integer({ min: 1, max: 40 }), (all, most) => {
    const before = offered(
      all.map(([cost]) => cost),
      most,
    );
    const later = all.map(([cost, more]) => cost + more);
    assert.deepEqual(offered(later, most, before.lowestCost()).ranked(), naive(later, most));
  });
  fc.assert(property, { numRuns: 500 });
});
