import assert from 'node:assert/strict';
import { test } from 'node:test';
import { placesNamed } from '../../../src/campaigns/create/find-places.ts';
import type { LocationSuggestion } from '../../../src/ports/ad-platform.ts';

const ANYWHERE = { own: undefined, likely: undefined, unknown: undefined };

/** What the platform answers with, the English name first, whatever it was asked for. */
async function found(searchedFor: string, canonicalName: string, naming: 'given' | 'perhaps'): Promise<string[]> {
  const [name = ''] = canonicalName.split(',');
  const place: LocationSuggestion = { id: '1', name, canonicalName, searchedFor, countryCode: 'DE', type: 'City' };
  const account = { suggestLocations: async () => [place] };
  return (await placesNamed(account, [searchedFor], ANYWHERE, naming)).map((one) => one.name);
}

for (const [asked, canonicalName, given, perhaps] of [
  ['Berlin', 'Berlin,Berlin,Germany', ['Berlin'], ['Berlin']],
  ['München', 'Munich,Bavaria,Germany', ['Munich'], []],
  ['Frankfurt am Main', 'Frankfurt,Hesse,Germany', ['Frankfurt'], []],
  ['Rock', 'Round Rock,Texas,United States', [], []],
  ['York', 'New York,New York,United States', [], []],
] as const) {
  test(`${asked} as the name of a place may be ${canonicalName}, as one word among others less easily`, async () => {
    assert.deepEqual(await found(asked, canonicalName, 'given'), given);
    assert.deepEqual(await found(asked, canonicalName, 'perhaps'), perhaps);
  });
}
