import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { dayNumber } from '../../src/base/days.ts';
import { unfounded } from '../../src/documents/check.ts';
import { changeInWords, changeOf, decimalOf, Numbers, periodText } from '../../src/documents/numbers.ts';
import { Unfounded, written } from '../../src/documents/page.ts';
import { fact, quote, say } from '../../src/documents/prose.ts';

describe('a document holds no number that is no fact', () => {
  const grounds = { facts: [{ text: '$1,234.50', source: 'figures' }], quotes: ['“24 hour plumber”'], images: [] };

  test('numbers of facts and of quotations pass', () => {
    assert.deepEqual(unfounded('Spend was $1,234.50 on “24 hour plumber”.', grounds), []);
  });

  test('any other number is refused: rounded, spelled in other digits, or in a quotation nobody made', () => {
    assert.deepEqual(unfounded('Spend was $1,234.', grounds), ['1,234']);
    assert.deepEqual(unfounded('Spend was about 1,235.', grounds), ['1,235']);
    assert.deepEqual(unfounded('٣ campaigns, ３ ads, ² pages', grounds), ['٣', '３', '²']);
    assert.deepEqual(unfounded('“30 hour plumber” took it', grounds), ['“30 hour plumber”']);
    assert.deepEqual(unfounded('![x](data:image/svg+xml;base64,AAAA)', grounds), ['data:image/svg+xml;base64,AAAA']);
  });

  test('our own words cannot hold one at all', () => {
    assert.throws(() => say`Spend was 12`, /a number without a source/);
    assert.throws(() => say`Spend was ${'12'}`, /a number without a source/);
  });

  test('a page with one is not written', () => {
    const smuggled = { text: 'Spend was 99', facts: [], quotes: [] };
    const page = { title: say`Report`, sections: [{ title: 'In short', blocks: [smuggled] }] };
    assert.throws(() => written(page), Unfounded);
  });

  test('a page names the source of each of its numbers, and leaves out a heading without content', () => {
    const sections = [
      { title: 'In short', blocks: [say`Spend was ${fact('$5.00', 'Campaign figures')}.`] },
      { title: 'Nothing here', blocks: [{ bullets: [] }, { table: { head: ['A'], rows: [] } }] },
    ];
    const { markdown, facts } = written({ title: say`Report`, sections });
    assert.equal(
      markdown,
      '# Report\n\n## In short\n\nSpend was $5.00.\n\n## Where the numbers come from\n\n- Campaign figures\n',
    );
    assert.ok(facts.some(({ text, source }) => text === '$5.00' && source === 'Campaign figures'));
  });
});

describe('what others wrote is quoted, marked and harmless', () => {
  const cases: [hostile: string, shown: string][] = [
    ['**bold** _x_ `code`', '“\\*\\*bold\\*\\* \\_x\\_ \\`code\\`”'],
    ['<script>alert(1)</script>', '“\\<script\\>alert(1)\\</script\\>”'],
    ['[link](javascript:alert(1))', '“\\[link\\](javascript\\:alert(1))”'],
    ['![x](https://evil.example/p.png)', '“\\!\\[x\\](https\\://evil.example/p.png)”'],
    ['a | b', '“a \\| b”'],
    ['# Heading\n\n- item', '“\\# Heading - item”'],
    ['an “early” end” and "more"', "“an 'early' end' and 'more'”"],
    ['www.evil.example', '“www\\.evil.example”'],
    ['xhttps://evil.example/', '“xhttps\\://evil.example/”'],
    ['_www.evil.example', '“\\_www\\.evil.example”'],
    ['right\u202eleft', '“right\\\\u\\{202e\\}left”'],
    ['日本語の配管工', '“日本語の配管工”'],
    ['سباك طوارئ', '“سباك طوارئ”'],
  ];
  for (const [hostile, shown] of cases) {
    test(JSON.stringify(hostile), () => {
      const { text } = quote(hostile);
      assert.equal(text, shown);
      assert.deepEqual(unfounded(text, { facts: [], quotes: [text], images: [] }), []);
    });
  }

  test('what is long is cut between characters', () => {
    assert.equal(quote('🛁'.repeat(5), 3).text, '“🛁🛁🛁…”');
  });
});

describe('numbers are written as the organization uses them', () => {
  const source = 'figures';

  test('money in its currency, rounded half up and exactly', () => {
    assert.equal(new Numbers('USD').micros(1_234_565_000, source).text, '$1,234.57');
    assert.equal(new Numbers('USD').micros(1_005_000, source).text, '$1.01');
    assert.equal(new Numbers('EUR').micros(9_999_999_999_999, source).text, '€10,000,000.00');
    assert.equal(new Numbers('JPY').micros(1_234_500_000, source).text, '¥1,235');
    assert.equal(new Numbers('KWD').money(decimalOf('1.2345'), source).text, 'KWD\u00a01.235');
  });

  test('changes with their sign and their meaning; under a tenth they are within noise', () => {
    const words = (now: string, before: string, better: 'up' | 'down' | 'neither') =>
      changeInWords(changeOf(decimalOf(now), decimalOf(before)), better, source).text;
    assert.equal(words('112.5', '100', 'up'), '+12.5 %, better');
    assert.equal(words('112.5', '100', 'down'), '+12.5 %, worse');
    assert.equal(words('80', '100', 'neither'), '−20.0 %');
    assert.equal(words('90.1', '100', 'up'), '−9.9 %, within noise');
    assert.equal(words('90', '100', 'up'), '−10.0 %, worse');
    assert.equal(words('5', '0', 'up'), 'no comparison');
  });

  test('days with as little as tells them apart', () => {
    const text = (from: string, to: string) => periodText({ from: dayNumber(from), to: dayNumber(to) });
    assert.equal(text('2026-03-02', '2026-03-08'), '2–8 Mar 2026');
    assert.equal(text('2026-02-23', '2026-03-01'), '23 Feb – 1 Mar 2026');
    assert.equal(text('2025-12-29', '2026-01-04'), '29 Dec 2025 – 4 Jan 2026');
    assert.equal(text('2026-03-02', '2026-03-02'), '2 Mar 2026');
  });
});
