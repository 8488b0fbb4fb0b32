import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { zeroImpression } from '../../src/detection/detectors/zero-impression.ts';
import type { KeywordFacts } from '../../src/detection/evidence.ts';
import { ad, daysOf, evidenceOf, figures, found, keyword, LATEST, negative } from './evidence.ts';

const on = (changes: Partial<KeywordFacts>, more: object = {}, options: object = {}) =>
  found(zeroImpression, evidenceOf({ keywords: [keyword(1, { firstDay: null, ...changes })], ...more }), options);
const causeOf = (changes: Partial<KeywordFacts>, more: object = {}) => on(changes, more).findings[0]?.about.cause;

describe('a keyword that nobody sees', () => {
  test('is found after 30 days without an impression, those not settled included', () => {
    assert.equal(on({}).findings[0]?.advice, 'act');
    assert.equal(on({ impressions30: 1 }).findings.length, 0);
    assert.equal(on({ createdDay: LATEST - 28 }).findings.length, 0);
    assert.equal(on({ createdDay: LATEST - 29 }).findings.length, 1);
  });

  test('is as old as its campaign’s figures where it came in with the campaign', () => {
    const imported = { campaign: { createdDay: LATEST - 2 }, days: daysOf(40) };
    const [finding] = on({ createdDay: LATEST - 2 }, imported).findings;
    assert.equal(finding?.confidence, 0.8);
    assert.equal(on({ createdDay: LATEST - 2 }, { ...imported, days: daysOf(29) }).findings.length, 0);
    assert.equal(on({ createdDay: LATEST }, imported).findings.length, 0);
  });

  test('is not found where the campaign was hardly shown itself, or its ad rests', () => {
    const served = (count: number) => daysOf(100, (back) => ({ impressions: back < count ? 10 : 0 }));
    assert.equal(on({}, { days: served(6) }).findings.length, 0);
    assert.equal(on({}, { days: served(7) }).findings.length, 1);
    assert.equal(on({}, { ads: [ad(1, { state: 'paused' })] }).findings.length, 0);
  });

  test('is a paused one only when asked for, and then nothing is proposed', () => {
    assert.equal(on({ state: 'paused' }).findings.length, 0);
    const [finding] = on({ state: 'paused' }, {}, { include_paused: true }).findings;
    assert.deepEqual([finding?.advice, finding?.proposal], ['information', null]);
  });

  test('comes with its cause', () => {
    assert.equal(causeOf({ approval: 'disapproved' }), 'disapproved');
    assert.equal(causeOf({}, { negatives: [negative('number', 'phrase')] }), 'blocked_by_negative');
    assert.equal(causeOf({}, { negatives: [negative('number', 'phrase', 1)] }), 'blocked_by_negative');
    assert.equal(causeOf({}, { negatives: [negative('number', 'phrase', 2)] }), 'unknown');
    assert.equal(causeOf({ lowVolume: true }), 'low_volume');
    assert.equal(causeOf({ cpcBid: 1, firstPageCpc: 1.2 }), 'rank');
    assert.equal(causeOf({ firstPageCpc: 1.2 }, { ads: [ad(1, { cpcBid: 1 })] }), 'rank');
    assert.equal(causeOf({}, { days: daysOf(100, () => ({ lostToRank: 0.5 })) }), 'rank');
    const twin = keyword(2, { text: 'Number PIPES 1', last30: figures({ impressions: 5 }) });
    const both = evidenceOf({ keywords: [keyword(1, { text: 'pipe number 1' }), twin] });
    assert.equal(found(zeroImpression, both).findings[0]?.about.cause, 'duplicate');
  });

  test('gets the negative removed that blocks it, unless that is there for a reason', () => {
    const proposalFor = (text: string) =>
      on({ text: `${text} pipe` }, { negatives: [negative(text, 'broad')] }).findings[0];
    const { proposal } = proposalFor('number') ?? {};
    assert.deepEqual(proposal, {
      op: 'remove_negative_keyword',
      campaign_id: 7,
      ad_id: null,
      negative_keyword_id: 6,
      text: 'number',
      match_type: 'broad',
    });
    assert.equal(proposalFor('free')?.advice, 'investigate');
    assert.equal(proposalFor('acme')?.advice, 'investigate');
  });

  test('is left to a person where it names the business', () => {
    assert.equal(on({ text: 'emergency plumbing' }).findings[0]?.advice, 'investigate');
  });

  test('saves nothing', () => {
    assert.equal(on({}).estimatedMonthlySaving, undefined);
  });
});
