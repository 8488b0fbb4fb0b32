import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { newKeywords } from '../../src/detection/detectors/new-keywords.ts';
import type { KeywordIdea } from '../../src/ports/ad-platform.ts';
import { ad, adviceOf, evidenceOf, figures, found, keyword, negative, term } from './evidence.ts';

const seen = (clicks: number, conversions = 0, cost = 30, impressions = 500) => ({
  impressions,
  clicks,
  cost,
  conversions,
});
const count = (last90: object, more: object = {}) =>
  found(newKeywords, evidenceOf({ terms: [term(1, 'burst pipe', last90)], ...more })).findings.length;
const idea = (text: string, changes: Partial<KeywordIdea> = {}): KeywordIdea => ({
  text,
  monthlySearches: 100,
  competition: 'low',
  lowBid: '1.00',
  highBid: '2.00',
  ...changes,
});

describe('a new keyword', () => {
  test('is no idea with a word that brought nothing here, and none that people search for here already', () => {
    const accountTerms = Array.from({ length: 60 }, (_, n) => ({
      campaignId: 7,
      text: n % 2 === 0 ? `pipe repair w${n}` : 'pipe jingle',
      clicks: 40,
      cost: 80,
      conversions: n % 2 === 0 ? 4 : 0,
    }));
    const texts = (terms: string[]) =>
      found(
        newKeywords,
        evidenceOf({
          keywords: [keyword(1)],
          ideas: ['repair pipes fast', 'repair pipe', 'pipe jingle'].map((text) => idea(text)),
          accountTerms,
          terms: terms.map((text, n) => term(n, text, { clicks: 3, cost: 9 })),
        }),
      ).findings.map(({ about }) => about.text);
    assert.deepEqual(texts([]), ['repair pipe']);
    assert.deepEqual(texts(['repair pipe']), []);
  });

  test('is a term with a conversion within the target', () => {
    assert.deepEqual(
      [count(seen(5, 0.9)), count(seen(5, 1)), count(seen(5, 1, 40)), count(seen(5, 1, 40.1))],
      [0, 1, 1, 0],
    );
  });

  test('or one that is clicked a lot and has nothing against it yet', () => {
    assert.deepEqual([count(seen(19)), count(seen(20))], [0, 1]);
    assert.deepEqual([count(seen(20, 0, 30, 667)), count(seen(20, 0, 30, 666))], [0, 1]);
    assert.deepEqual([count(seen(20, 0, 59)), count(seen(20, 0, 60))], [1, 0]);
    assert.deepEqual([count(seen(40, 1, 189)), count(seen(40, 1, 190))], [1, 0]);
  });

  test('or an idea that people search for, at a price that a click is worth', () => {
    const on = (changes: Partial<KeywordIdea>) =>
      found(newKeywords, evidenceOf({ keywords: [keyword(1)], ideas: [idea('pipe repair', changes)] })).findings.length;
    // A click is worth 40 × 0.05 = 2.
    assert.deepEqual([on({ highBid: '2.00' }), on({ highBid: '2.01' })], [1, 0]);
    assert.deepEqual([on({ monthlySearches: 9 }), on({ monthlySearches: 10 })], [0, 1]);
    assert.deepEqual([on({ highBid: null, lowBid: null }), on({ highBid: null, lowBid: '1.50' })], [0, 1]);
  });

  test('is no idea that means something else, names a competitor, or fits no ad', () => {
    const texts = ['pipe repair jobs', 'roto rooter pipe', 'garden furniture', 'pipe repair'];
    const evidence = evidenceOf({ keywords: [keyword(1)], ideas: texts.map((text) => idea(text)) });
    assert.deepEqual(adviceOf(found(newKeywords, evidence)), { 'pipe repair': 'act' });
  });

  test('is added as a phrase to the ad that showed it, else to the most similar one', () => {
    const keywords = [keyword(1, { adId: 1, text: 'drain cleaning' }), keyword(2, { adId: 2, text: 'pipe burst' })];
    const terms = [term(1, 'burst pipe repair', seen(5, 1), { adIds: [0] })];
    const [finding] = found(newKeywords, evidenceOf({ keywords, terms })).findings;
    assert.ok(finding?.proposal?.op === 'add_keyword');
    assert.deepEqual([finding.proposal.ad_id, finding.proposal.match_type], [2, 'phrase']);
    assert.equal(finding.expectedConversions, 0.25);
    const shown = found(newKeywords, evidenceOf({ terms: [term(1, 'burst pipe repair', seen(5, 1), { adIds: [2] })] }));
    assert.equal(shown.findings[0]?.about.ad_id, 2);
    const resting = evidenceOf({ ads: [ad(1, { state: 'paused' })], terms: [term(1, 'burst pipe', seen(5, 1))] });
    assert.equal(found(newKeywords, resting).findings.length, 0);
  });

  test('is no duplicate and no conflict', () => {
    const held = [{ text: 'Pipes BURST', matchType: 'broad' as const }];
    assert.equal(count(seen(5, 1), { accountKeywords: held }), 0);
    assert.equal(count(seen(5, 1), { keywords: [keyword(1, { text: 'burst pipes' })] }), 0);
    assert.equal(count(seen(5, 1), { negatives: [negative('burst', 'broad')] }), 0);
    const twice = evidenceOf({ terms: [term(1, 'burst pipe', seen(5, 1)), term(2, 'pipes burst', seen(5, 1))] });
    assert.equal(found(newKeywords, twice).findings.length, 1);
    assert.equal(found(newKeywords, evidenceOf({ terms: [term(1, 'acme phone', seen(5, 1))] })).findings.length, 0);
  });

  test('without a target is one that is clicked a lot', () => {
    const organization = { ...evidenceOf().organization, last90: figures({}) };
    const evidence = evidenceOf({
      campaign: { targetCpa: null },
      days: evidenceOf().days.map((day) => ({ ...day, conversions: 0 })),
      organization,
      terms: [term(1, 'burst pipe', seen(5, 1)), term(2, 'leaking tap', seen(25))],
      ideas: [idea('tap repair')],
    });
    const { findings, warnings } = found(newKeywords, evidence);
    assert.deepEqual(
      findings.map(({ about }) => about.text),
      ['leaking tap'],
    );
    assert.equal(warnings[0]?.code, 'no_target');
  });
});
