import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NONE, PairNumbers } from '../../src/detection/pair-numbers.ts';

test('every pair keeps the number it was given, however many there are, and others have none', () => {
  const numbers = new PairNumbers();
  const pairs = Array.from({ length: 20_000 }, (_, n) => [n % 211, Math.floor(n / 211)] as const);
  for (const [number, [first, second]] of pairs.entries()) {
    assert.equal(numbers.get(first, second), NONE);
    numbers.add(first, second, number);
  }
  assert.ok(pairs.every(([first, second], number) => numbers.get(first, second) === number));
  assert.equal(numbers.get(211, 0), NONE);
  assert.equal(numbers.get(0, 94 + 1), NONE);
});
