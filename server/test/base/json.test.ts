import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { flawOf } from '../../src/base/json.ts';
import { processorMs } from '../harness/processor-time.ts';

const LIMITS = { depth: 32, values: 5_000 };
const MIB = 1024 * 1024;
const NO_LIMIT = { depth: MIB, values: MIB };
/** Far above what one pass takes on a busy machine, far below what a square of the length takes. */
const ONE_PASS_MS = 1_000;

test('a key that its object holds already is found at any depth, however it is written', () => {
  for (const [text, path] of [
    ['{"a":1,"a":2}', 'a'],
    ['{"dry_run":true,"dry\\u005frun":false}', 'dry_run'],
    ['{"a":{"b":1},"c":{"b":[{"d":1},{"d":1,"e":2,"d":3}]}}', 'c.b.1.d'],
    ['{"":1,"":2}', ''],
    ['{"a":"\\"","a":1}', 'a'],
    ['{"a":[1,{"x":1}],"b":"{","a":1}', 'a'],
    ['{"__proto__":1,"__proto__":2}', '__proto__'],
    ['[{"constructor":{},"constructor":{}}]', '0.constructor'],
  ] as const) {
    assert.deepEqual(flawOf(text, LIMITS), { flaw: 'repeated', path }, text);
  }
});

test('equal keys of different objects, equal values and keys inside of strings are no repetition', () => {
  for (const text of [
    '{"a":{"a":{"a":1}}}',
    '[{"a":1},{"a":1}]',
    '{"a":"a","b":"a","c":["a","a"]}',
    '{"a":"\\"a\\":1,\\"a\\":2"}',
    '{"a":1,"A":1,"a ":1}',
    '{"a":"\\\\","b":"\\\\"}',
  ]) {
    assert.equal(flawOf(text, LIMITS), undefined, text);
  }
});

test('what is deeper, or holds more, than it may is told before it is built', () => {
  assert.deepEqual(flawOf(`{"a":${'['.repeat(32)}`, LIMITS)?.flaw, 'deep');
  assert.equal(flawOf(`{"a":${'['.repeat(31)}${']'.repeat(31)}}`, LIMITS), undefined);
  const list = (length: number) => `{"a":{"b":[${Array.from({ length }, () => 1)}]}}`;
  assert.deepEqual(flawOf(list(6_000), LIMITS), { flaw: 'many', path: 'a.b' });
  assert.equal(flawOf(list(4_000), LIMITS), undefined);
  assert.deepEqual(flawOf(`{${Array.from({ length: 6_000 }, (_, n) => `"${n}":1`)}}`, LIMITS), {
    flaw: 'many',
    path: '',
  });
});

test('what holds more than it may is told so, whatever else is wrong with it before', () => {
  const many = Array.from({ length: 6_000 }, (_, n) => `"${n}":1`);
  assert.deepEqual(flawOf(`{"a":1,"a":1,${many}}`, LIMITS), { flaw: 'many', path: '' });
  assert.equal(flawOf(`{"a":1,"a":1,"b":${'['.repeat(32)}`, LIMITS)?.flaw, 'deep');
  assert.equal(flawOf('{}'.repeat(6_000), LIMITS)?.flaw, 'many');
});

test('of any JSON the first repeated key is told, and none where there is none', () => {
  fc.assert(
    fc.property(tree, (value) => {
      const path = repeatedIn(value);
      const flaw = flawOf(written(value), NO_LIMIT);
      assert.deepEqual(flaw, path === undefined ? undefined : { flaw: 'repeated', path });
    }),
    { seed: 20_260_302, numRuns: 2_000 },
  );
});

test('any text at all is read over once, without harm', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('{', '}', '[', ']', ',', ':', '"', '\\', 'a', '1') }), (text) => {
      flawOf(text, LIMITS);
    }),
    { seed: 20_260_302, numRuns: 2_000 },
  );
});

test('a text of 1 MiB takes one pass, whatever is in it', () => {
  for (const [what, text] of Object.entries({
    keys: `{${Array.from({ length: 100_000 }, (_, n) => `"${n.toString(36)}":1`)}}`,
    escapes: `{"a":"${'\\"'.repeat(MIB / 2)}"}`,
    backslashes: `{"a":"${'\\\\'.repeat(MIB / 2)}`,
    strings: `[${'"",'.repeat(MIB / 3)}""]`,
    depth: `${'['.repeat(MIB / 2)}${']'.repeat(MIB / 2)}`,
    ends: '}'.repeat(MIB),
  })) {
    const began = processorMs();
    flawOf(text, NO_LIMIT);
    assert.ok(processorMs() - began < ONE_PASS_MS, what);
  }
});

/** Objects are lists of pairs here, so that they can hold a key twice. */
type Tree = number | string | Tree[] | { pairs: [key: string, value: Tree][] };

const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small' },
    fc.nat(),
    fc.string(),
    fc.array(tie('tree'), { maxLength: 4 }),
    fc.record({
      pairs: fc.array(fc.tuple(fc.oneof(fc.constantFrom('a', 'b', '"', '\\', '__proto__'), fc.string()), tie('tree')), {
        maxLength: 5,
      }),
    }),
  ),
}));

function written(value: Tree): string {
  if (Array.isArray(value)) return `[ ${value.map(written).join(' , ')} ]`;
  if (typeof value !== 'object') return JSON.stringify(value);
  return `{${value.pairs.map(([key, member]) => `${JSON.stringify(key)} : ${written(member)}`).join(',')}}`;
}

/** In the order of the text: what stands inside of a value comes before the next key. */
function repeatedIn(value: Tree, path: (string | number)[] = []): string | undefined {
  if (typeof value !== 'object') return undefined;
  const members = Array.isArray(value) ? value.map((member, index) => [index, member] as const) : value.pairs;
  const seen = new Set<string | number>();
  for (const [key, member] of members) {
    if (seen.has(key)) return [...path, key].join('.');
    seen.add(key);
    const inside = repeatedIn(member, [...path, key]);
    if (inside !== undefined) return inside;
  }
  return undefined;
}
