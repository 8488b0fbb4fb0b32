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

/** Where a campaign is to be shown for a site that carries this, while the profile names no place unless told. */
async function placesFor(...items: object[]) {
  const [home, friends] = [items.slice(0, 1), items.slice(1)].map((some) => some.map(script).join(''));
  return placesOfPages({ home, friends });
}

interface Told {
  home?: string | undefined;
  friends?: string | undefined;
  language?: string;
  profileLocations?: (told: string[]) => string[];
}

async function placesOfPages({ home = '', friends = '', language = 'en', profileLocations = () => [] }: Told) {
  const read = (path: string, title: string, body: string) =>
    readPage({
      url: new URL(`${ROOT}${path}`),
      status: 200,
      contentType: 'text/html',
      contentLanguage: language,
      bytes: Buffer.from(`<html lang="${language}"><title>${title} | Honest Pipes</title><h1>${title}</h1>${body}`),
    });
  const pages = [
    await read('/', 'Drain cleaning', `<p>Honest Pipes cleans drains the same day.</p>${home}`),
    await read('/friends', 'Friends', `<p>Roofs are done by Windy Roofing.</p>${friends}`),
  ];
  const site: Site = { address: `${ROOT}/`, pages, leftOut: [] };
  const told = profileOf(site, NOW);
  const profile = { ...told, target_locations: profileLocations(told.target_locations) };
  const { places, country } = await compose({ site, profile, type: 'prospecting', now: NOW, ideas: [] });
  assert.deepEqual(ideaSeeds(site, profile).country, country);
  return { places, country };
}

const US = { name: 'United States', code: 'US' };
const BY_NAME = { places: { kind: 'places', names: ['Austin, TX'] }, country: US };
const around = (latitude: number, longitude: number) => ({
  places: {
    kind: 'radius',
    address: '2100 South Lamar Blvd, Austin, TX',
    position: { latitude, longitude },
    kilometres: 25,
  },
  country: US,
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

const LYON = { '@type': 'PostalAddress', addressLocality: 'Lyon', addressCountry: 'FR' };

test('only the business and its services tell where ads are shown, not whom or what else its site describes', async () => {
  for (const other of ['SingleFamilyResidence', 'TouristDestination', 'Person', 'Event']) {
    const item = { '@type': other, name: 'Something else', address: LYON, areaServed: 'Lyon' };
    assert.deepEqual(await placesFor(item, OWN), BY_NAME, other);
    assert.deepEqual(await placesFor(OWN, item), BY_NAME, other);
    assert.deepEqual(await placesFor({ ...OWN, founder: item, employee: item }), BY_NAME, other);
    assert.deepEqual(await placesFor(item), { places: { kind: 'places', names: [] }, country: null }, other);
  }
  const line = { '@type': 'ContactPoint', telephone: '+1 512 555 0100', areaServed: ['United States', 'Canada'] };
  assert.deepEqual(await placesFor({ ...OWN, contactPoint: line }), BY_NAME);
  const roofing = { '@type': 'Service', name: 'Roofing', provider: PARTNER, areaServed: 'Chicago' };
  assert.deepEqual(await placesFor(OWN, roofing), BY_NAME);
});

test('a business tells where it is and whom it serves in every way that is its own', async () => {
  const named = { '@type': 'Florist', name: 'Honest Pipes', address: OWN.address };
  assert.deepEqual(await placesFor(named), BY_NAME);
  assert.deepEqual(await placesFor({ ...OWN, address: undefined, location: OWN.address }), BY_NAME);
  assert.deepEqual(await placesFor(OWN.address), BY_NAME);
  assert.deepEqual(await placesFor({}, OWN.address), { places: { kind: 'places', names: [] }, country: null });
  const both = { places: { kind: 'places', names: ['Austin, TX', 'Dallas'] }, country: US };
  assert.deepEqual(await placesFor({ ...OWN, areaServed: 'Dallas' }), both);
  const service = { '@type': 'Service', name: 'Drains', areaServed: 'Dallas' };
  assert.deepEqual(await placesFor(OWN, service), both);
  assert.deepEqual(await placesFor(OWN, { ...service, provider: OWN }), both);
});

test('a country is understood by its code or name in known languages and its own, else kept as it is written', async () => {
  const stated = async (addressCountry: unknown) =>
    (await placesFor({ ...OWN, address: { ...ADDRESS, addressCountry } })).country;
  const spain = { name: 'Spain', code: 'ES' };
  const written = [
    'ES',
    'es',
    'ESP',
    'Spain',
    'SPAIN',
    'España',
    'Espana',
    'Espagne',
    'Spanien',
    'スペイン',
    'Spain (ES)',
  ];
  for (const text of [...written, { '@type': 'Country', name: 'Spain' }, { '@type': 'Country', name: 'ES' }]) {
    assert.deepEqual(await stated(text), spain, JSON.stringify(text));
  }
  const others = { UK: 'GB', 'U.K.': 'GB', England: 'GB', USA: 'US', 'U.S.A.': 'US', 'The Netherlands': 'NL' };
  const own = { Italia: 'IT', Polska: 'PL', België: 'BE', 日本: 'JP', 'United States (US)': 'US', Österreich: 'AT' };
  for (const [text, code] of Object.entries({ ...others, ...own })) {
    assert.equal((await stated(text))?.code, code, text);
  }
  for (const text of ['QQ', 'ZZ', 'EU', 'CS', 'XYZ', 'Georgia', 'Texas', 'Atlantis', 'Spain / France']) {
    assert.deepEqual(await stated(text), { name: text, code: null });
  }
});

test('the country that a footer names with the town is stated, too', async () => {
  const told = async (line: string, item: object = {}) =>
    placesOfPages({ home: `${script(item)}<footer><p>${line}</p></footer>` });
  const valencia = {
    '@type': 'Plumber',
    name: 'Honest Pipes',
    address: { ...ADDRESS, addressLocality: 'Valencia', addressRegion: undefined },
  };
  const lines = [
    '46001 Valencia, Spain',
    '46001 Valencia (España)',
    '46001 Valencia Spain',
    'Valencia Pipes, 46001 Valencia, Spain. Open daily',
    '46001 Valencia | Spain',
    '46001 Valencia, Spain Tel. +34 96',
  ];
  for (const line of [...lines, 'Calle Colón 5, 46001 Valencia, Comunitat Valenciana, Spain · info@pipes.example']) {
    const found = { places: { kind: 'places', names: ['Valencia'] }, country: { name: 'Spain', code: 'ES' } };
    assert.deepEqual(await told(line), found, line);
    assert.deepEqual(await told(line, valencia), found, line);
  }
  assert.equal((await told('Spain', valencia)).country?.code, 'ES');
  assert.equal((await told('Serving Valencia, Saugus and Lebanon', valencia)).country, null);
  assert.equal((await told('We serve Valencia, Saugus, Lebanon', valencia)).country, null);
  assert.equal((await told('Valencia, Lebanon, Saugus', valencia)).country, null);
  assert.equal((await told('Valencia, CA 91355', valencia)).country, null);
  assert.equal((await told('Spain</p><p>France', valencia)).country, null);
  assert.equal((await told('Website by Some Studio, Berlin, Germany', valencia)).country, null);
  assert.equal((await told('5 Peachtree St, Atlanta, Georgia', OWN)).country?.code, 'US');
});

test('a postcode stands before a town that ends there; other numbers count something', async () => {
  const town = async (...texts: string[]) =>
    (await placesOfPages({ home: texts.map((text) => `<p>${text}</p>`).join('') })).places;
  for (const text of [
    'Über 15000 Berliner Bäder saniert',
    'Über 15000 Berliner.',
    'More than 25000 Lyon and Paris customers',
    '25000 Lyon and Paris customers',
    'Plus de 25000 Lyonnais',
  ]) {
    const places = await town(text, 'Lindenstraße 5, 14467 Potsdam');
    assert.deepEqual(places, { kind: 'places', names: ['Potsdam'] }, text);
  }
  const addresses = {
    'D-60311 Frankfurt am Main, Tel. 069 1': 'Frankfurt am Main',
    '20095 Hamburg Tel. 040 123': 'Hamburg',
    '69001 Lyon – France': 'Lyon',
    '13100 Aix-en-Provence.': 'Aix-en-Provence',
    '14513 Teltow': 'Teltow',
    '5 Main St, West Jordan, UT 84084': 'West Jordan, Utah',
  };
  for (const [text, name] of Object.entries(addresses)) {
    assert.deepEqual(await town(text), { kind: 'places', names: [name] }, text);
  }
});

test('the surroundings of an address are used unless somebody chose other places than the profile was made with', async () => {
  const home = script({ ...OWN, geo: AUSTIN });
  const asMade = (told: string[]) => told;
  assert.deepEqual(await placesOfPages({ home, profileLocations: asMade }), around(30.25, -97.76));
  for (const chosen of [['Dallas'], ['Austin', 'Dallas'], ['Austin, TX']]) {
    const { places } = await placesOfPages({ home, profileLocations: () => chosen });
    assert.deepEqual(places, { kind: 'places', names: chosen });
  }
  const dallas = script({ ...OWN, geo: AUSTIN, areaServed: 'Dallas' });
  const { places } = await placesOfPages({ home: dallas, profileLocations: () => ['Austin'] });
  assert.deepEqual(places, { kind: 'places', names: ['Austin'] });
});
