import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { keywordCount } from '../../src/detection/detectors/keyword-count.ts';
import { evidenceOf, figures, found, keyword } from './evidence.ts';

const many = (count: number) =>
  Array.from({ length: count }, (_, n) => keyword(n, { text: `${n % 2 === 0 ? 'burst pipe' : 'drain'} ${n}` }));
const on = (keywords: ReturnType<typeof many>, options: object = {}) =>
  found(keywordCount, evidenceOf({ keywords }), options).findings;

describe('an ad with many keywords', () => {
  test('is found above the threshold', () => {
    assert.equal(on(many(15)).length, 0);
    assert.equal(on(many(16)).length, 1);
    assert.equal(on(many(3), { threshold: 2 }).length, 1);
  });

  test('counts enabled keywords of one ad, each text once', () => {
    const sixteen = many(16);
    const [first, second, ...others] = sixteen;
    assert.ok(first && second);
    assert.equal(on([{ ...first, state: 'paused' }, second, ...others]).length, 0);
    assert.equal(on([{ ...first, adId: 2 }, second, ...others]).length, 0);
    assert.equal(on([{ ...first, text: second.text.toUpperCase(), matchType: 'exact' }, second, ...others]).length, 0);
  });

  test('is told what to split and what to drop, and nothing is proposed', () => {
    const shown = keyword(50, { text: 'leak', last30: figures({ impressions: 9 }) });
    const [finding] = on([...many(16), shown]);
    assert.deepEqual([finding?.advice, finding?.proposal, finding?.about.keywords], ['information', null, 17]);
    assert.deepEqual(
      JSON.parse(JSON.stringify(finding?.about.clusters)).map(({ theme, keywords }: Record<string, unknown>) => [
        theme,
        keywords,
      ]),
      [
        ['burst pipe', 8],
        ['drain', 8],
      ],
    );
    assert.equal(JSON.stringify(finding?.about.without_impressions).includes('leak'), false);
  });

  test('is the one finding that stands while conversions are not counted', () => {
    const days = evidenceOf().days.map((day) => ({ ...day, conversions: 0 }));
    const { findings, warnings } = found(keywordCount, evidenceOf({ keywords: many(16), days }));
    assert.deepEqual([findings.length, warnings[0]?.code], [1, 'tracking_suspect']);
  });
});
