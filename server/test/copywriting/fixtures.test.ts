import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { FIXTURES } from './fixture-sites.ts';
import { judgeFixture } from './judge.ts';

const LEAST_COVERED = 0.9;

describe('campaigns written from websites of every shape', () => {
  for (const fixture of FIXTURES) {
    test(`of ${fixture.name} can be launched`, async () => {
      const { judgement, campaign } = await judgeFixture(fixture);
      assert.deepEqual(
        judgement.faults,
        [],
        'every text is valid, new, in the language of the site and has its source',
      );
      assert.deepEqual(judgement.keywordsInTwoAds, []);
      assert.equal(judgement.relevantKeywords, 1);
      assert.ok(judgement.covered >= LEAST_COVERED, `covers ${judgement.covered} of what is sold`);
      for (const { headlines, descriptions, keywords } of campaign.ads) {
        assert.ok(headlines.length >= 3 && headlines.length <= 15);
        assert.ok(descriptions.length >= 2 && descriptions.length <= 4);
        assert.ok(keywords.length >= 1 && keywords.length <= 20);
        assert.ok(keywords.filter(({ matchType }) => matchType === 'exact').length <= 4);
        assert.equal(keywords.filter(({ matchType }) => matchType === 'broad').length, 0);
      }
    });

    test(`of ${fixture.name} can be launched for its brand`, async () => {
      const { judgement, campaign } = await judgeFixture(fixture, 'brand');
      assert.deepEqual(judgement.faults, []);
      assert.equal(campaign.ads.length, 1);
    });
  }
});
