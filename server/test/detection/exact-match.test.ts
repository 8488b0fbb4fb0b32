import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { exactMatch } from '../../src/detection/detectors/exact-match.ts';
import { ad, adviceOf, evidenceOf, found, keyword, negative, term } from './evidence.ts';

const good = { impressions: 100, clicks: 20, cost: 60, conversions: 2 };
const on = (more: object = {}, text = 'burst pipe repair cost') =>
  found(exactMatch, evidenceOf({ terms: [term(1, text, good)], ...more }));

describe('a search term that converts', () => {
  test('is proposed as an exact keyword from two conversions within the target on', () => {
    const of = (conversions: number, cost: number) => {
      const terms = [term(1, 'burst pipe', { ...good, conversions, cost })];
      return found(exactMatch, evidenceOf({ terms })).findings.length;
    };
    assert.deepEqual([of(1.9, 60), of(2, 60), of(2, 80), of(2, 80.1)], [0, 1, 1, 0]);
  });

  test('goes to the ad that brought it, or the next that runs', () => {
    const { findings, estimatedMonthlySaving } = on();
    assert.deepEqual(findings[0]?.proposal, {
      op: 'add_keyword',
      campaign_id: 7,
      ad_id: 1,
      text: 'burst pipe repair cost',
      match_type: 'exact',
      cpc_bid: null,
    });
    assert.equal(estimatedMonthlySaving, undefined);
    const terms = [term(1, 'burst pipe', good, { adIds: [1, 2] })];
    const resting = found(exactMatch, evidenceOf({ terms, ads: [ad(1, { state: 'paused' }), ad(2)] }));
    assert.equal(resting.findings[0]?.about.ad_id, 2);
    assert.deepEqual(adviceOf(found(exactMatch, evidenceOf({ terms, ads: [] }))), { 'burst pipe': 'information' });
  });

  test('is left out where an exact keyword of the account holds it in whatever spelling', () => {
    for (const [matchType, state, count] of [
      ['exact', 'enabled', 0],
      ['exact', 'paused', 0],
      ['phrase', 'enabled', 1],
    ] as const) {
      const text = 'Cost repair BURST pipes';
      assert.equal(on({ keywords: [keyword(1, { text, matchType, state })] }).findings.length, count);
      assert.equal(on({ accountKeywords: [{ text, matchType }] }).findings.length, count);
    }
  });

  test('is proposed once for all its spellings', () => {
    const terms = [term(1, 'burst pipe', good), term(2, 'pipes burst', { ...good, conversions: 3 })];
    assert.deepEqual(adviceOf(found(exactMatch, evidenceOf({ terms }))), { 'pipes burst': 'act' });
  });

  test('is left out where it is excluded, or belongs to the brand campaign', () => {
    assert.equal(on({ negatives: [negative('repair', 'phrase')] }).findings.length, 0);
    assert.equal(on({ negatives: [negative('repair', 'phrase', 2)] }).findings.length, 1);
    assert.equal(on({}, 'acme plumbing phone').findings.length, 0);
    assert.equal(on({ campaign: { type: 'brand' } }, 'acme plumbing phone').findings.length, 1);
  });

  test('is nothing without a target, or while conversions are probably not counted', () => {
    const silent = evidenceOf().days.map((day) => ({ ...day, conversions: 0 }));
    assert.deepEqual(on({ days: silent }).findings, []);
  });

  test('that the platform takes in no keyword is only mentioned', () => {
    assert.equal(on({}, 'a b c d e f g h i j k').findings[0]?.advice, 'information');
    assert.equal(on({}, 'x'.repeat(10_000)).findings[0]?.proposal, null);
  });
});
