import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { hasUnseen, replaceUnseen } from '../../src/base/unseen.ts';
import { asWritten, quoted, visible, visibleInJson } from '../../src/base/visible-text.ts';
import { processorMs } from '../harness/processor-time.ts';

/** The most marks that one letter may carry, in scripts whose letters stand below each other as marks. */
const MOST_MARKS = 8;
/** Marks that grow out of their line in one direction or another. */
const STACKED: [script: string, base: string, mark: string][] = [
  ['Latin', 'A', '\u030d'],
  ['Latin below', 'A', '\u0329'],
  ['Cyrillic', 'А', '\u0488'],
  ['Cyrillic letters above', 'А', '\u2de0'],
  ['Thai', 'ส', '\u0e47'],
  ['Lao', 'ກ', '\u0ec9'],
  ['Arabic', 'م', '\u064e'],
  ['Hebrew', 'ש', '\u05b8'],
  ['Devanagari', 'क', '\u0902'],
  ['Tibetan', 'ཀ', '\u0fb3'],
  ['Myanmar', 'က', '\u1037'],
  ['symbols', 'A', '\u20dd'],
  ['a picture', '🔧', '\u0301'],
  ['nothing', '', '\u0301'],
];
const UNJOINED = String.raw`\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Inherited}`;
const PICTURES = String.raw`\p{Extended_Pictographic}\p{Emoji_Modifier}`;
/** Characters that are seen or not by what stands beside them, and halves of some. */
const ODD =
  'a é я م א ཀ ྐ က 👨 🏽 © 1 \u0301 \u0488 \u064e \u05b8 \u0fb3 \u1037 \u20e3 \u200c \u200d \ufe00 \ufe0f \u{e0100} \u200b \u3000 \u00a0 \u2800 \ud83d \udc68 \u2028'
    .split(' ')
    .concat(' ', '\n', '\0');
/** Words with many marks on one letter. */
const WORDS = [
  'Tiếng Việt, Nguyễn Thị Diệu',
  'ที่นี่ น้ำผึ้ง เพื่อนๆ กุ๊ก',
  'בְּרֵאשִׁ֖ית שָּׁ֑מַיִם',
  'مُحَمَّدٌ لِلّٰهِ هٰذَا رَئِّيس',
  'क्‍ष ज़िंदगी र्क्ष्मीं माँ',
  'བསྒྲུབས་ ཧཱུྃ ཧྐྵྨླྺྼྻྂ',
  'လျှို့ဝှက် မြို့ ကျွန်ုပ်',
  'ស្ត្រីខ្មែរ ញ៉ាំ',
  'ක්‍රී ශ්‍රී',
  'ᾧ ὦ ΐ',
  'க்ஷ்மீ కృష్ణుఁడు മലയാളം',
  'ᩉ᩠ᨾᩮᩢ᩶ᩣ',
];
const BLANKS = ['\u00a0', '\u2003', '\u2007', '\u200a', '\u202f', '\u205f', '\u3000'];

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

  test('shows marks that no script needs, which would be painted over what stands around them', () => {
    for (const [script, base, mark] of STACKED) {
      const [kept = '', ...cut] = visible(base + mark.repeat(100)).split('\\u{');
      assert.ok(cut.length >= 100 - MOST_MARKS && [...kept].length > 1, script);
      assert.equal(hasUnseen(base + mark.repeat(100)), true, script);
      for (const joiner of ['\u200d', '\u200c', '\u034f', '\ufe0f']) {
        const joined = visible(base + `${mark}${joiner}`.repeat(50));
        assert.doesNotMatch(joined, /[\p{M}\u200c\u200d]{9}/u, `${script} ${joiner.codePointAt(0)?.toString(16)}`);
      }
    }
  });

  test('keeps the marks of every script, composed or not', () => {
    for (const word of WORDS) {
      for (const form of ['NFC', 'NFD'] as const) assert.equal(visible(word.normalize(form)), word.normalize(form));
    }
  });

  test('shows blanks in a row, apart from plain spaces, which pages fold', () => {
    for (const blank of BLANKS) {
      const number = `\\u{${blank.codePointAt(0)?.toString(16)}}`;
      assert.equal(visible(`a${blank}b`), `a${blank}b`);
      assert.equal(visible(`a${blank.repeat(3)}b`), `a${blank}${number}${number}b`);
      assert.equal(visible(`a ${blank} ${blank} b`), `a ${number} ${number} b`);
      assert.equal(hasUnseen(`A${blank.repeat(120)}B`), true, number);
    }
    for (const text of ['a  b', 'Prêt\u00a0! Oui', '«\u00a0Oui\u00a0»', '100\u202f000\u00a0€'])
      assert.equal(visible(text), text);
  });

  test('is turned back to what was written', () => {
    const marked = ['x\u0301'.concat('\u0302'.repeat(9)), 'a\u00a0\u00a0\u00a0b', 'e\u0301\u200d', ...WORDS];
    for (const text of [...marked, 'own \\u{301}', 'own\\u{a0}', 'own \\u{61}']) {
      assert.equal(asWritten(visible(text)), text);
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

  test('is found in one look through the text as one pattern would find it, and much sooner', () => {
    const joined = String.raw`[[\p{L}\p{M}]--[${UNJOINED}]]${PICTURES}\ufe0f`;
    const varied = String.raw`[\p{L}--[${UNJOINED}]]${PICTURES}`;
    const mark = String.raw`[\p{M}\u200c\u200d]`;
    const stacking = String.raw`\p{Script=Tibetan}\p{Script=Myanmar}\p{Script=Tai_Tham}`;
    const tooMany = String.raw`(?<=${mark}{4}[${mark}--[${stacking}]]|${mark}{9}|\p{Zs}{2})`;
    const rule = new RegExp(
      String.raw`[[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{DI}\p{NChar}\u2800\u{16fe4}\u{1d159}]--[\u200c\u200d\ufe00-\ufe0f]]|(?<![${joined}])[\u200c\u200d]|(?<![${varied}])[\ufe00-\ufe0f](?!\u20e3)|[${mark}[\p{Zs}--[\u0020]]]${tooMany}`,
      'gv',
    );
    const part = fc.oneof(fc.constantFrom(...ODD), fc.string({ unit: 'binary', maxLength: 3 }));
    fc.assert(
      fc.property(fc.array(part, { maxLength: 40 }), (parts) => {
        const text = parts.join('');
        assert.equal(
          replaceUnseen(text, () => '<>'),
          text.replaceAll(rule, '<>'),
        );
        assert.equal(hasUnseen(text), text.search(rule) !== -1);
      }),
      { numRuns: 3_000 },
    );
    const marks = 'x\u0301\u0302\u0303\u0304'.repeat(40_000);
    const took = (work: () => unknown) => {
      const begun = processorMs();
      work();
      return processorMs() - begun;
    };
    const [ours, theirs] = [took(() => hasUnseen(marks)), took(() => marks.search(rule))];
    assert.ok(ours < theirs / 2, `${ours} ms, by the pattern ${theirs} ms`);
  });
});
