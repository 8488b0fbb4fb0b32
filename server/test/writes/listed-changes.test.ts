import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { shortText } from '../../src/base/short-text.ts';
import { inWords } from '../../src/writes/change.ts';
import { inOneLine } from '../../src/writes/in-one-line.ts';
import { listedChanges } from '../../src/writes/listed-changes.ts';

const LONGEST_VALUE = 300;
const LONGEST_LINE = 2_000;

describe('what lists show of changes', () => {
  const changes = Array.from({ length: 30 }, (_, n) => ({
    field: 'location',
    from: null,
    to: `${n}`.padEnd(900, '\\'),
  }));

  test('is the first of them, with their texts cut, and stays so when it is cut again', () => {
    const listed = listedChanges(changes);
    assert.ok(JSON.stringify(listed).length <= 8_100, `${JSON.stringify(listed).length}`);
    assert.ok(listed.length > 10 && listed.length < 20, `${listed.length}`);
    assert.deepEqual(listed[0]?.to, `${'0'.padEnd(LONGEST_VALUE - 1, '\\')}…`);
    assert.deepEqual(listedChanges(listed), listed);
    const short = changes.map(({ field, from }, n) => ({ field, from, to: `${n}` }));
    assert.deepEqual(listedChanges(short), short.slice(0, 20));
  });

  test('is in words one line that says how many more there are, in which every quotation ends', () => {
    const line = inWords(changes);
    assert.ok(line.length <= LONGEST_LINE + 100, `${line.length}`);
    assert.match(line, /…”; and 2[0-9] more$/);
    assert.equal(line.match(/“/g)?.length, line.match(/”/g)?.length);
    assert.ok(
      inWords([{ field: 'name', from: null, to: '\u200b'.repeat(LONGEST_VALUE) }]).length < 400,
      'made visible',
    );
    assert.match(
      inOneLine(['x'.repeat(LONGEST_LINE + 1), 'y'], (text) => text),
      /x; and 1 more$/,
    );
  });

  test('ends with no half of a character', () => {
    assert.equal(shortText('ab𐐷', 4), 'ab𐐷');
    assert.equal(shortText('ab𐐷c', 4), 'ab…');
    assert.equal(shortText('ab𐐷cd', 5), 'ab𐐷…');
  });
});
