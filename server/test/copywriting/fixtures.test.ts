import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { FIXTURES } from './fixture-sites.ts';
import { judgeFixture } from './judge.ts';

const LEAST_COVERED = 0.9;

describe('campaigns written from websites of every shape', () => {
  for (const fixture of FIXTURES) {
    test(`of ${fixture.name} can be launched, and its brand campaign too`, async () => {
      const { judgement, campaign, site } = await judgeFixture(fixture);
      assert.deepEqual(
        judgement.faults,
        [],
        'every text is valid, new, in the language of the site and has its source',
      );
      assert.deepEqual(judgement.keywordsInTwoAds, []);
      assert.equal(judgement.relevantKeywords, 1);
      assert.ok(judgement.covered >= LEAST_COVERED, `covers ${judgement.covered} of what is sold`);
      const brand = await judgeFixture(fixture, { type: 'brand', read: site });
      assert.deepEqual(brand.judgement.faults, []);
      assert.equal(brand.campaign.ads.length, 1);
      for (const { headlines, descriptions, keywords } of [...campaign.ads, ...brand.campaign.ads]) {
        assert.ok(headlines.length >= 3 && headlines.length <= 15);
        assert.ok(descriptions.length >= 2 && descriptions.length <= 4);
        assert.ok(keywords.length >= 1 && keywords.length <= 20);
        assert.ok(keywords.every(({ matchType }) => matchType !== 'broad'));
      }
    });
  }
});
