import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Casing } from '../../src/copywriting/casing.ts';
import { cleanText } from '../../src/copywriting/clean-text.ts';
import { lexiconOf } from '../../src/copywriting/languages/lexicons.ts';

const ENGLISH = lexiconOf('en');

test('a compound is written as the site does where its words stand, and not inside other words', () => {
  const casing = new Casing(['Ask for our on-site visits.'], ENGLISH);
  assert.equal(casing.asWritten('on site visits'), 'on-site visits');
  assert.equal(casing.asWritten('salon site on site'), 'salon site on-site');
  assert.equal(casing.asWritten('on sites'), 'on sites');
});

test('letters that are printed as one get one capital', () => {
  const casing = new Casing([], ENGLISH);
  for (const [printed, titled] of [
    ['ﬁre doors', 'Fire Doors'],
    ['ﬂoor care', 'Floor Care'],
    ['oﬃce chairs', 'Office Chairs'],
  ] as const) {
    assert.equal(casing.forAd(cleanText(printed), ENGLISH), titled);
  }
});
