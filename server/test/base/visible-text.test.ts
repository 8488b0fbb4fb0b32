import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { hasUnseen, quoted, visible, visibleInJson } from '../../src/base/visible-text.ts';

suite('Text that somebody else wrote', () => {
  test('shows what would not be seen', () => {
    const rows: [string, string][] = [
      ['a\u200db', 'a\\u{200d}b'],
      ['25.00\ufe0f', '25.00\\u{fe0f}'],
      ['\u200d', '\\u{200d}'],
      ['a\u2800b', 'a\\u{2800}b'],
      ['Physio\u202e00.52', 'Physio\\u{202e}00.52'],
      ['two\nlines', 'two\\u{a}lines'],
      ['a\uffff', 'a\\u{ffff}'],
      ['e\u0301\ufe01', 'e\u0301\\u{fe01}'],
      ['e\u0301\u200d', 'e\u0301\\u{200d}'],
      ['🔧\ufe0f\ufe00\ufe01', '🔧\ufe0f\\u{fe00}\\u{fe01}'],
      ['葛\ufe00\ufe00', '葛\ufe00\\u{fe00}'],
      ['x\u{1d159}\u{16fe4}', 'x\\u{1d159}\\u{16fe4}'],
      ['а\u200cб', 'а\\u{200c}б'],
    ];
    for (const [text, shown] of rows) {
      assert.equal(visible(text), shown);
      assert.equal(hasUnseen(text), true, shown);
    }
  });

  test('leaves alone what joins letters and emoji', () => {
    for (const text of ['क्‍ष', 'می‌خواهم', '👩‍👩‍👧', '🏳️‍🌈', '❤️', '1️⃣', '葛\ufe00飾', 'Joe’s Diner', 'x y']) {
      assert.equal(visible(text), text);
      assert.equal(hasUnseen(text), false, text);
    }
  });

  test('is visible in JSON that is read by agents and pages, whose line breaks and own letters stay', () => {
    const hostile = { name: 'Acme\u200b', tags: ['\u{e0053}Y', 'می‌خواهم'], text: 'two\nlines\t“Größe”' };
    const shown = { name: 'Acme\\u{200b}', tags: ['\\u{e0053}Y', 'می‌خواهم'], text: 'two\nlines\t“Größe”' };
    for (const space of [0, 2]) {
      assert.deepEqual(JSON.parse(visibleInJson(JSON.stringify(hostile, null, space))), shown);
    }
    const plain = JSON.stringify({ name: 'Acme', text: 'two\nlines' });
    assert.equal(visibleInJson(plain), plain);
  });

  test('is quoted so that nothing in it ends the quotation', () => {
    for (const mark of ['“', '”', '„', '‟', '«', '»', '＂', '〝', '〞', '〟', '「', '"']) {
      assert.equal(quoted(`A${mark} → B`), '“A" → B”', mark);
    }
    assert.equal(quoted('Joe’s'), '“Joe’s”');
  });
});
