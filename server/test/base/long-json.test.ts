import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { amount } from '../../src/base/amounts.ts';
import { holdsLongList, writtenInTurns } from '../../src/base/long-json.ts';

const element = fc.oneof(
  fc.jsonValue(),
  fc.constant(undefined),
  fc.constant(new Date(0)),
  fc.integer().map(amount),
  fc.record({ slug: fc.string({ unit: 'binary' }), missing: fc.constant(undefined) }),
);
const answer = fc.dictionary(fc.string(), fc.oneof(element, fc.array(element, { maxLength: 300 })), {
  noNullPrototype: true,
});

test('what is written in turns is what would be written at once', async () => {
  await fc.assert(
    fc.asyncProperty(answer, async (value) => {
      assert.equal(await writtenInTurns(value), JSON.stringify(value));
    }),
    { numRuns: 300 },
  );
});

test('only a list of many among the members of an answer takes turns', () => {
  const many = Array.from({ length: 200 }, (_, index) => index);
  assert.equal(holdsLongList({ period: null, rows: many }), true);
  for (const short of [{ rows: many.slice(1) }, { inner: { rows: many } }, many, 'text', null, undefined]) {
    assert.equal(holdsLongList(short), false);
  }
});
