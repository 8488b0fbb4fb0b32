import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { highCpc } from '../../src/detection/detectors/high-cpc.ts';
import { ad, adviceOf, daysOf, evidenceOf, figures, found, keyword } from './evidence.ts';

/** Without the keyword the campaign has 290 clicks for 580 in its 30 settled days: 2 a click. */
const clicks10 = (cost: number, more: object = {}) => figures({ impressions: 100, clicks: 10, cost, ...more });
const around = (keywordCost: number) => daysOf(100, (back) => (back === 10 ? { cost: 20 + keywordCost - 20 } : {}));
const evidenceWith = (cost: number, changes: object = {}, more: object = {}) =>
  evidenceOf({ days: around(cost), keywords: [keyword(1, { last30: clicks10(cost), ...changes })], ...more });

describe('a keyword with dear clicks', () => {
  test('is found from the threshold on, measured against the campaign’s other clicks', () => {
    assert.deepEqual(found(highCpc, evidenceWith(59.9)).findings, []);
    const [finding] = found(highCpc, evidenceWith(60)).findings;
    assert.deepEqual(finding?.benchmark, { name: 'cpc_of_other_clicks', value: 2 });
    assert.deepEqual(finding?.threshold, { name: 'cpc', value: 6 });
    assert.equal(found(highCpc, evidenceWith(39.9), { threshold: 2 }).findings.length, 0);
    assert.equal(found(highCpc, evidenceWith(40), { threshold: 2 }).findings.length, 1);
  });

  test('is not found with fewer than five clicks, paused, or where nothing else was clicked', () => {
    const few = (clicks: number) => evidenceWith(0, { last30: figures({ clicks, cost: 20 * clicks }) });
    assert.equal(found(highCpc, few(4)).findings.length, 0);
    assert.equal(found(highCpc, few(5)).findings.length, 1);
    assert.equal(found(highCpc, evidenceWith(200, { state: 'paused' })).findings.length, 0);
    const alone = daysOf(30, (back) => ({ clicks: back === 10 ? 10 : 0, cost: back === 10 ? 200 : 0 }));
    assert.equal(found(highCpc, { ...evidenceWith(200), days: alone }).findings.length, 0);
  });

  test('is paused under smart bidding once it certainly loses money', () => {
    const advice = (cost: number, conversions = 0) =>
      adviceOf(found(highCpc, evidenceWith(cost, { last30: clicks10(cost, { conversions }) })))['pipe number 1'];
    assert.equal(advice(119), 'watch');
    assert.equal(advice(120), 'act');
    assert.equal(advice(189, 1), 'watch');
    assert.equal(advice(190, 1), 'act');
    const { findings, estimatedMonthlySaving } = found(
      highCpc,
      evidenceWith(200, { last30: clicks10(200, { conversions: 1 }) }),
    );
    assert.equal(findings[0]?.proposal?.op, 'pause_keyword');
    assert.equal(estimatedMonthlySaving, 160);
  });

  test('is only watched where it brought more than one conversion in 90 days, however dear', () => {
    const advice = (conversions: number) => {
      const last90 = figures({ impressions: 300, clicks: 30, cost: 900, conversions });
      return adviceOf(found(highCpc, evidenceWith(300, { last30: clicks10(300), last90 })))['pipe number 1'];
    };
    assert.deepEqual([advice(1), advice(2)], ['act', 'watch']);
  });

  test('is only mentioned where its conversions are within the target', () => {
    const within = evidenceWith(80, { last30: clicks10(80, { conversions: 2 }) });
    assert.deepEqual(adviceOf(found(highCpc, within)), { 'pipe number 1': 'information' });
    const above = evidenceWith(81, { last30: clicks10(81, { conversions: 2 }) });
    assert.deepEqual(adviceOf(found(highCpc, above)), { 'pipe number 1': 'watch' });
  });

  test('has its bid cut by a tenth to a quarter where bids are set by hand', () => {
    const manual = { campaign: { bidding: 'manual_cpc' } };
    const bids = (cost: number, changes: object = {}, conversions = 0) =>
      found(highCpc, evidenceWith(cost, { last30: clicks10(cost, { conversions }), ...changes }, manual)).findings[0];
    // A click is worth 40 × (0 + 2.5) / 60 = 1.67, far below 7: the cut is the largest.
    const own = bids(70, { cpcBid: 8 });
    assert.deepEqual([own?.proposal?.op, own?.advice], ['set_keyword_bid', 'act']);
    assert.ok(own?.proposal?.op === 'set_keyword_bid' && own.proposal.from === '8.00' && own.proposal.to === '6.00');
    assert.deepEqual(own?.savings, [{ of: 'keyword 1', amount: 17.5 }]);
    // One conversion for 70: a click is worth 40 × 3.5 / 60 = 2.33; still the largest.
    const ofAd = found(highCpc, {
      ...evidenceWith(70, {}, manual),
      ads: [ad(1, { cpcBid: 4 })],
    }).findings[0];
    assert.ok(ofAd?.proposal?.op === 'set_keyword_bid' && ofAd.proposal.from === null && ofAd.proposal.to === '3.00');
    assert.equal(bids(70)?.advice, 'information');
  });

  test('is cut by what its clicks are worth between those bounds', () => {
    const manual = { campaign: { bidding: 'manual_cpc', targetCpa: 100 } };
    // A click costs 6 and is worth 100 × (0 + 2.5) / 60 = 4.17: more than a quarter too much; with 0.2 conversions
    // 4.5, exactly a quarter; with 0.5 conversions 5, a sixth.
    const cut = (conversions: number) => {
      const one = evidenceWith(60, { last30: clicks10(60, { conversions }), cpcBid: 10 }, manual);
      const [finding] = found(highCpc, one).findings;
      return finding?.proposal?.op === 'set_keyword_bid' ? finding.proposal.to : undefined;
    };
    assert.equal(cut(0), '7.50');
    assert.equal(cut(0.5), '8.33');
    assert.equal(cut(0.59), '8.58');
  });

  test('is left alone where it names the business, has just converted, or no target is known', () => {
    const advice = (changes: object, more: object = {}) => found(highCpc, evidenceWith(200, changes, more)).findings[0];
    assert.equal(advice({ text: 'acme plumbing' })?.advice, 'investigate');
    assert.equal(advice({ recent: figures({ clicks: 1, conversions: 1 }) })?.advice, 'watch');
    const unknown = { campaign: { targetCpa: null }, days: around(200).map((day) => ({ ...day, conversions: 0 })) };
    const organization = { ...evidenceOf().organization, last90: figures({}) };
    const result = found(highCpc, evidenceWith(200, {}, { ...unknown, organization }));
    assert.deepEqual(
      result.findings.map(({ advice, proposal }) => [advice, proposal]),
      [['information', null]],
    );
    assert.deepEqual(
      result.warnings.map(({ code }) => code),
      ['no_target'],
    );
  });

  test('is not acted upon while conversions are probably not counted', () => {
    const days = around(200).map((day) => ({ ...day, conversions: 0 }));
    const result = found(highCpc, { ...evidenceWith(200), days });
    assert.deepEqual([result.findings.length, result.estimatedMonthlySaving], [0, 0]);
    assert.deepEqual(
      result.warnings.map(({ code }) => code),
      ['tracking_suspect'],
    );
  });
});
