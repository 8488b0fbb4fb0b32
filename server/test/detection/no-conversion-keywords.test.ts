import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { noConversionKeywords } from '../../src/detection/detectors/no-conversion-keywords.ts';
import type { KeywordFacts } from '../../src/detection/evidence.ts';
import { daysOf, evidenceOf, figures, found, keyword, LATEST } from './evidence.ts';

const on = (changes: Partial<KeywordFacts>, more: object = {}) =>
  found(noConversionKeywords, evidenceOf({ keywords: [keyword(1, changes)], ...more }));
const adviceOn = (changes: Partial<KeywordFacts>, more: object = {}) => on(changes, more).findings[0]?.advice;
const spent = (cost: number, clicks = 30, conversions = 0) => figures({ impressions: 500, clicks, cost, conversions });

describe('a keyword without conversions', () => {
  test('is paused from three targets on, or from the clicks that should have brought one; watched before that', () => {
    assert.equal(adviceOn({ last30: spent(59) }), undefined);
    assert.equal(adviceOn({ last30: spent(60) }), 'watch');
    assert.equal(adviceOn({ last30: spent(119) }), 'watch');
    assert.equal(adviceOn({ last30: spent(120) }), 'act');
    assert.equal(adviceOn({ last30: spent(20, 58) }), undefined);
    assert.equal(adviceOn({ last30: spent(20, 59) }), 'act');
  });

  test('is judged by the first window that is long enough, and by no conversion in it', () => {
    const result = on({ last30: spent(50), last90: spent(150) });
    assert.equal(result.findings[0]?.window.days, 90);
    assert.equal(result.estimatedMonthlySaving, 50);
    const older = { olderFigures: new Map([[1, spent(100)]]) };
    assert.equal(on({ last30: spent(50), last90: spent(80) }, older).findings[0]?.window.days, 180);
    assert.equal(adviceOn({ last30: spent(50), last90: spent(150, 30, 1) }), undefined);
    assert.equal(adviceOn({ last30: spent(130, 30, 1) }), undefined);
  });

  test('is watched where nearly all keywords convert alike and three targets may be bad luck', () => {
    const alike = Array.from({ length: 120 }, (_, n) => keyword(n + 10, { last90: spent(200, 100, 5) }));
    const among = (cost: number) =>
      found(noConversionKeywords, evidenceOf({ keywords: [keyword(1, { last30: spent(cost) }), ...alike] }))
        .findings[0];
    assert.equal(among(120)?.advice, 'watch');
    assert.equal(among(240)?.advice, 'watch');
    assert.equal(among(400)?.advice, 'act');
  });

  test('is judged among many by all of its silence, not by the first days that are long enough', () => {
    const alike = Array.from({ length: 120 }, (_, n) => keyword(n + 10, { last90: spent(200, 100, 5) }));
    const among = (last90: ReturnType<typeof spent>, older = figures({})) => {
      const keywords = [keyword(1, { last30: spent(130), last90 }), ...alike];
      return found(noConversionKeywords, evidenceOf({ keywords, olderFigures: new Map([[1, older]]) })).findings[0];
    };
    assert.equal(among(spent(130))?.advice, 'watch');
    assert.deepEqual([among(spent(400))?.advice, among(spent(400))?.window.days], ['act', 30]);
    assert.equal(among(spent(200), spent(200))?.advice, 'act');
    assert.equal(among(spent(200), spent(200, 30, 3))?.advice, 'watch');
  });

  test('is only watched where a longer window speaks for it', () => {
    assert.equal(adviceOn({ last30: spent(130), last90: spent(300, 90, 5) }), 'watch');
    assert.equal(adviceOn({ last30: spent(130), last90: spent(600, 90, 1) }), 'act');
    assert.equal(adviceOn({ last30: spent(130), last90: spent(900, 90, 2) }), 'watch');
  });

  test('is at least 14 days old, by its first figures or by its row here', () => {
    const last30 = spent(130);
    assert.equal(adviceOn({ last30, createdDay: LATEST - 12, firstDay: LATEST - 12 }), undefined);
    assert.equal(adviceOn({ last30, createdDay: LATEST - 13, firstDay: null }), 'act');
    assert.equal(adviceOn({ last30, createdDay: LATEST, firstDay: LATEST - 13 }), 'act');
  });

  test('is judged by its clicks alone where no target is known, and the finding says so', () => {
    const unknown = {
      campaign: { targetCpa: null },
      days: daysOf(100, (back) => ({ conversions: back === 20 ? 2 : 0 })),
      organization: { ...evidenceOf().organization, last90: figures({ clicks: 900, cost: 1_800, conversions: 2 }) },
    };
    assert.equal(adviceOn({ last30: spent(5_000) }, unknown), undefined);
    const [finding] = on({ last30: spent(500, 2_000) }, unknown).findings;
    assert.equal(finding?.advice, 'act');
    assert.match(finding?.why ?? '', /no target CPA is known/);
  });

  test('is left alone where it names the business, is paused, or has just converted', () => {
    const last30 = spent(130);
    assert.equal(adviceOn({ last30, text: 'water heaters austin' }), 'investigate');
    assert.equal(adviceOn({ last30, state: 'paused' }), undefined);
    assert.equal(adviceOn({ last30, recent: spent(5, 1, 1) }), 'watch');
  });

  test('is not proposed while conversions are probably not counted', () => {
    const result = on({ last30: spent(130) }, { days: daysOf(100, () => ({ conversions: 0 })) });
    assert.deepEqual([result.findings, result.warnings[0]?.code], [[], 'tracking_suspect']);
  });

  test('carries what it is about, what it was measured by, and what would go with it', () => {
    const [finding] = on({ last30: spent(130), last90: spent(180, 90) }).findings;
    assert.deepEqual(finding?.about, {
      keyword_id: 1,
      text: 'pipe number 1',
      match_type: 'phrase',
      state: 'enabled',
      ad_id: 1,
      ad: 'Ad 1',
    });
    assert.deepEqual(finding?.blastRadius, { clicks: 0.1, cost: 0.1, conversions: 0 });
    assert.equal(finding?.expectedConversions, 1.5);
    assert.ok((finding?.confidence ?? 0) > 0.95);
    assert.deepEqual(finding?.proposal, {
      op: 'pause_keyword',
      campaign_id: 7,
      ad_id: 1,
      keyword_id: 1,
      text: 'pipe number 1',
      match_type: 'phrase',
      from: 'enabled',
      to: 'paused',
    });
  });
});
