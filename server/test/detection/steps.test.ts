import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { negativeKeywords } from '../../src/detection/detectors/negative-keywords.ts';
import { collected, finished, inTurns } from '../../src/detection/steps.ts';
import { evidenceOf, term } from './evidence.ts';

const TERMS = Array.from({ length: 20_000 }, (_, n) =>
  term(n, `pipe w${n % 900} x${n % 70}`, { clicks: 4, cost: 8, conversions: n % 40 === 0 ? 1 : 0 }),
);

describe('long work', () => {
  test('comes to the same in steps and at once', async () => {
    const detector = negativeKeywords.prepare({});
    const evidence = evidenceOf({ terms: TERMS });
    assert.deepEqual(await inTurns(detector.steps(evidence)), detector.run(evidence));
    assert.deepEqual(finished(collected([1, 2, 3], (n) => (n === 2 ? undefined : n * 2))), [2, 6]);
  });

  test('lets whatever else there is to do go first, many times', async () => {
    let turns = 0;
    const others = setInterval(() => {
      turns += 1;
    }, 1);
    await inTurns(negativeKeywords.prepare({}).steps(evidenceOf({ terms: TERMS })));
    clearInterval(others);
    assert.ok(turns >= 3, `${turns} turns`);
  });

  test('is done in more steps than terms could make wait', () => {
    let steps = 0;
    for (const _ of negativeKeywords.prepare({}).steps(evidenceOf({ terms: TERMS }))) steps += 1;
    assert.ok(steps > TERMS.length / 500, `${steps} steps`);
  });
});
