import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPage } from '../../src/adapters/site-reader/read-page.ts';
import { compose } from '../../src/copywriting/compose.ts';
import { ideaSeeds } from '../../src/copywriting/idea-seeds.ts';
import { profileOf } from '../../src/copywriting/profile-of.ts';
import type { Site } from '../../src/ports/site-reader.ts';
import { ROOT, script } from './honest-pipes.ts';

const NOW = Date.parse('2026-06-01T12:00:00Z');
const ADDRESS = {
  '@type': 'PostalAddress',
  streetAddress: '2100 South Lamar Blvd',
  addressLocality: 'Austin',
  addressRegion: 'TX',
};
const OWN = {
  '@type': 'Plumber',
  name: 'Honest Pipes',
  url: `${ROOT}/`,
  address: { ...ADDRESS, addressCountry: 'US' },
};
const AUSTIN = geo(30.25, -97.76);
const CHICAGO = geo(41.88, -87.63);
const PARTNER = {
  '@type': 'RoofingContractor',
  name: 'Windy Roofing',
  url: 'https://windy.example/',
  address: { '@type': 'PostalAddress', addressLocality: 'Chicago', addressCountry: 'FR' },
  geo: CHICAGO,
};

function geo(latitude: unknown, longitude: unknown) {
  return { '@type': 'GeoCoordinates', latitude, longitude };
}

/** Where a campaign is to be shown for a site that carries this, while the profile names no place. */
async function placesFor(...items: object[]) {
  const read = (path: string, title: string, body: string) =>
    readPage({
      url: new URL(`${ROOT}${path}`),
      status: 200,
      contentType: 'text/html',
      contentLanguage: 'en',
      bytes: Buffer.from(`<html lang="en"><title>${title} | Honest Pipes</title><h1>${title}</h1>${body}`),
    });
  const [home, friends] = [items.slice(0, 1), items.slice(1)].map((some) => some.map(script).join(''));
  const pages = [
    await read('/', 'Drain cleaning', `<p>Honest Pipes cleans drains the same day.</p>${home}`),
    await read('/friends', 'Friends', `<p>Roofs are done by Windy Roofing.</p>${friends}`),
  ];
  const site: Site = { address: `${ROOT}/`, pages, leftOut: [] };
  const profile = { ...profileOf(site, NOW), target_locations: [] };
  const { places, country } = await compose({ site, profile, type: 'prospecting', now: NOW, ideas: [] });
  assert.equal(ideaSeeds(site, profile).country, country);
  return { places, country };
}

const BY_NAME = { places: { kind: 'places', names: ['Austin, TX'] }, country: 'US' };
const around = (latitude: number, longitude: number) => ({
  places: {
    kind: 'radius',
    address: '2100 South Lamar Blvd, Austin, TX',
    position: { latitude, longitude },
    kilometres: 25,
  },
  country: 'US',
});

test('the country and the position of a business are its own, not those of others on its site', async () => {
  assert.deepEqual(await placesFor({}, PARTNER), { places: { kind: 'places', names: [] }, country: null });
  assert.deepEqual(await placesFor(PARTNER), { places: { kind: 'places', names: [] }, country: null });
  assert.deepEqual(await placesFor(OWN, PARTNER), BY_NAME);
  assert.deepEqual(await placesFor(PARTNER, OWN), BY_NAME);
  assert.deepEqual(await placesFor(PARTNER, { ...OWN, geo: AUSTIN }), around(30.25, -97.76));
  const typed = { ...PARTNER, address: { ...PARTNER.address, '@type': ['Thing', 'PostalAddress'] } };
  assert.deepEqual(await placesFor(typed), { places: { kind: 'places', names: [] }, country: null });
});

test('a position is that of the address it stands with, whichever page tells it', async () => {
  assert.deepEqual(await placesFor(OWN, { ...OWN, geo: AUSTIN }), around(30.25, -97.76));
  const branch = { '@type': 'Plumber', name: 'Honest Pipes', address: PARTNER.address, geo: CHICAGO };
  assert.deepEqual((await placesFor({ ...OWN, department: branch })).places.kind, 'places');
  const located = { ...OWN, address: undefined, location: { '@type': 'Place', address: OWN.address, geo: AUSTIN } };
  assert.deepEqual(await placesFor(located), around(30.25, -97.76));
  assert.deepEqual(await placesFor(OWN, AUSTIN), BY_NAME);
});

test('a position is two numbers of one item that lie on earth, and not both zero', async () => {
  for (const wrong of [
    geo('', ''),
    geo(0, 0),
    geo('0', '0.0'),
    geo(' ', ' '),
    geo(30.25, ''),
    geo(30.25, undefined),
    geo('north', 'west'),
    geo('30,25', '-97,76'),
    geo(91, 0),
    geo(30, -181),
    geo(true, true),
    geo([], []),
    [geo(30.25, undefined), geo(undefined, -97.76)],
  ]) {
    assert.deepEqual(await placesFor({ ...OWN, geo: wrong }), BY_NAME, JSON.stringify(wrong));
  }
  assert.deepEqual(await placesFor({ ...OWN, geo: [geo('', ''), AUSTIN] }), around(30.25, -97.76));
  assert.deepEqual(await placesFor({ ...OWN, geo: geo(' 30.25 ', '-97.76') }), around(30.25, -97.76));
  assert.deepEqual(await placesFor({ ...OWN, geo: geo(0, 9.45) }), around(0, 9.45));
});
