import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Few, Foremost } from '../../src/reports/few.ts';

/** Numbers that look thrown, the same each time; many are alike. */
const thrown = Array.from({ length: 200 }, (_, at) => ({ at, size: (at * 7_919) % 23 }));

test('a few of a list are its first ones, and all are counted', () => {
  for (const length of [0, 1, 3, 4, thrown.length]) {
    const lines = thrown.slice(0, length);
    const few = new Few<(typeof thrown)[number]>(3);
    for (const line of lines) few.add(line);
    assert.deepEqual([few.total, few.top], [length, lines.slice(0, 3)]);
  }
});

test('the foremost of a list are those that sorting brings first, the earlier of two that are alike', () => {
  for (let length = 0; length <= thrown.length; length += 1) {
    const lines = thrown.slice(0, length);
    const foremost = new Foremost<(typeof thrown)[number]>(3, (a, b) => a.size > b.size);
    for (const line of lines) foremost.add(line);
    const sorted = lines.toSorted((a, b) => b.size - a.size);
    assert.deepEqual([foremost.total, foremost.top], [length, sorted.slice(0, 3)]);
  }
});
