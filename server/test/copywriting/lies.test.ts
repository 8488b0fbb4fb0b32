import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Checker } from '../../src/copywriting/check/checker.ts';
import type { SourcedText } from '../../src/copywriting/composed-campaign.ts';
import { FIXTURES } from './fixture-sites.ts';
import { judgeFixture } from './judge.ts';

/** Small changes that make a lie of a true text; undefined where they do not apply. */
const LIES: Record<string, (text: string) => string | undefined> = {
  'another number': (text) =>
    /\d/.test(text) ? text.replace(/\d(?=\D*$)/, (digit) => String((Number(digit) + 3) % 10)) : undefined,
  'another town': (text) =>
    / (in|en|à) \p{Lu}/u.test(text) ? text.replace(/ (in|en|à) \p{Lu}.*$/u, ' $1 Springfield') : undefined,
  'a name': (text) => `${text.replace(/\.$/, '')} Zorblatt`,
  'a number of its own': (text) => `${text.replace(/\.$/, '')} 4711`,
  'a price of its own': (text) => `${text.replace(/\.$/, '')} $3`,
  'a guarantee of its own': (text) => `${text.replace(/\.$/, '')} Money-Back`,
};

for (const name of ['acme-plumbing', 'globex-clinic', 'german', 'spanish', 'french', 'law-firm']) {
  test(`a true text of ${name} that is changed into a lie is caught`, async () => {
    const fixture = FIXTURES.find((one) => one.name === name);
    assert.ok(fixture);
    const { site, campaign } = await judgeFixture(fixture);
    const checker = new Checker(site, fixture.language, { brand: campaign.name, competitors: [] });
    const texts: SourcedText[] = campaign.ads.flatMap(({ headlines, descriptions }) => [...headlines, ...descriptions]);
    const believed = texts.flatMap(({ text, sources }) =>
      Object.values(LIES)
        .map((lie) => lie(text))
        .filter((lie) => lie !== undefined && lie !== text)
        .filter((lie) => checker.verdict({ text: lie ?? '', sources }, 'description').traceable.length === 0),
    );
    assert.deepEqual(believed, []);
  });
}
