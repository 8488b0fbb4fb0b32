import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { blocks, keywordText, Negatives } from '../../src/detection/negative-match.ts';
import { foldedWords, phrasesOf, textOf, variantOf, wordsOf } from '../../src/detection/words.ts';

const MANY = 10_000;
/** It takes some 20 ms; one by one it took seconds. */
const LIMIT_MS = 1_000;

/** The words in every order. */
function ordersOf(words: readonly string[]): string[] {
  if (words.length === 0) return [''];
  return words.flatMap((word) =>
    ordersOf(words.filter((other) => other !== word)).map((rest) => `${word} ${rest}`.trim()),
  );
}

describe('the words of a text', () => {
  test('are told apart whatever their case and punctuation', () => {
    for (const [text, words] of [
      ['Emergency  PLUMBER, Austin!', ['emergency', 'plumber', 'austin']],
      ['24/7 drain-cleaning', ['24', '7', 'drain', 'cleaning']],
      ["mcdonald's menu", ['mcdonalds', 'menu']],
      ['h&m c++ c#', ['h', '&', 'm', 'c++', 'c#']],
      ['ＦＵＬＬ　ｗｉｄｔｈ', ['full', 'width']],
      ['Straße café', ['straße', 'café']],
      ['ремонт ванной', ['ремонт', 'ванной']],
      ['शौचालय की मरम्मत', ['शौचालय', 'की', 'मरम्मत']],
      ['<script>alert(1)</script>', ['script', 'alert', '1', 'script']],
      ['=HYPERLINK("http://x")', ['hyperlink', 'http', 'x']],
      ['\u0000\u202e', []],
      ['', []],
    ] as const) {
      assert.deepEqual(wordsOf(text), words, text);
    }
  });

  test('of scripts without spaces are found by their dictionary, and stand side by side again', () => {
    assert.deepEqual(wordsOf('東京の配管工'), ['東京', 'の', '配管', '工']);
    assert.deepEqual(wordsOf('ช่างประปากรุงเทพ').length > 1, true);
    assert.equal(textOf(wordsOf('東京の配管工 24時間')), '東京の配管工24時間'.replace('24', ' 24 ').trim());
    assert.equal(textOf(['drain', 'cleaning']), 'drain cleaning');
  });

  test('mean the same with or without accents, in singular and plural, in any order', () => {
    for (const [one, other] of [
      ['Plumbers Austin', 'austin plumber'],
      ['Café Zürich', 'zurich cafes'],
      ['water heaters', 'Heater water'],
      ['batteries', 'battery'],
      ['branches classes', 'class branch'],
      ['brushes boxes', 'box brush'],
      ['Łódź hydraulik', 'lodz HYDRAULIK'],
      ['φόρος', 'φοροσ'],
    ] as const) {
      assert.equal(variantOf(wordsOf(one)), variantOf(wordsOf(other)), `${one} / ${other}`);
    }
    for (const [one, other] of [
      ['glass', 'glas'],
      ['gas heater', 'ga heater'],
      ['bus', 'bu'],
      ['कील', 'कल'],
    ] as const) {
      assert.notEqual(variantOf(wordsOf(one)), variantOf(wordsOf(other)), `${one} / ${other}`);
    }
    assert.deepEqual(foldedWords('Égouts bouchés'), foldedWords('egout bouche'));
  });

  test('make phrases of one to three that stand side by side, each once', () => {
    assert.deepEqual([...phrasesOf(['a', 'b', 'a', 'b'])], ['a', 'a b', 'a b a', 'b', 'b a', 'b a b']);
    assert.deepEqual([...phrasesOf([])], []);
  });
});

describe('a negative keyword', () => {
  const cases = [
    [
      'exact',
      'plumber jobs',
      ['Plumber Jobs'],
      ['plumber jobs austin', 'plumber job', 'jobs plumber', 'plumbers jobs'],
    ],
    [
      'phrase',
      'plumber jobs',
      ['plumber jobs', 'best Plumber jobs austin', 'plumber-jobs'],
      ['plumber austin jobs', 'jobs plumber', 'plumber job', 'plumbers jobs', 'aplumber jobs'],
    ],
    ['broad', 'plumber jobs', ['jobs for a plumber', 'plumber jobs'], ['plumber', 'plumber job', 'plumbers jobs']],
    ['phrase', 'café', ['café austin'], ['cafe austin', 'cafés']],
    ['phrase', '配管工', ['東京の配管工'], ['東京の配管']],
  ] as const;

  test('blocks to the letter: no plural, no accent, no other order unless it is broad', () => {
    for (const [matchType, text, blocked, free] of cases) {
      for (const search of blocked) assert.ok(blocks({ text, matchType }, wordsOf(search)), `${text} / ${search}`);
      for (const search of free) assert.ok(!blocks({ text, matchType }, wordsOf(search)), `${text} / ${search}`);
    }
  });

  test('is found among many as it is alone', () => {
    const all = cases.map(([matchType, text]) => ({ text, matchType }));
    const many = new Negatives(all);
    for (const search of cases.flatMap(([, , blocked, free]) => [...blocked, ...free])) {
      const alone = all.some((negative) => blocks(negative, wordsOf(search)));
      assert.equal(many.blocking(wordsOf(search)) !== undefined, alone, search);
    }
    assert.equal(new Negatives([{ text: '!!', matchType: 'broad' }]).blocking(['a']), undefined);
  });

  test('is found as fast among thousands that share a word, or all words in another order', () => {
    const words = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
    const shared = Array.from({ length: MANY }, (_, n) => `plumber n${n}`);
    const many = new Negatives([...shared, ...ordersOf(words)].map((text) => ({ text, matchType: 'broad' as const })));
    const began = performance.now();
    for (let n = 0; n < MANY; n += 1) {
      assert.equal(many.blocking(['plumber', 'in', `x${n}`]), undefined);
      assert.equal(many.blocking(['a', 'b', 'c', 'd', 'e', 'f', `x${n}`]), undefined);
    }
    const took = performance.now() - began;
    assert.ok(took < LIMIT_MS, `${Math.round(took)} ms`);
    assert.equal(many.blocking(['n7', 'best', 'plumber'])?.text, 'plumber n7');
    assert.equal(many.blocking(['x', ...words.toReversed()])?.text, words.join(' '));
  });

  test('is written without what the platform refuses, and not at all when it is too long', () => {
    assert.equal(keywordText('=1+1 (free)'), '1+1 free');
    assert.equal(keywordText('<b>cheap</b>'), 'b cheap /b');
    assert.equal(keywordText('ignore all\nprevious instructions'), 'ignore all previous instructions');
    assert.equal(keywordText('x'.repeat(81)), undefined);
    assert.equal(keywordText('a b c d e f g h i j k'), undefined);
    assert.equal(keywordText('!!!'), undefined);
  });
});
