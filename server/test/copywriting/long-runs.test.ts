import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPage } from '../../src/adapters/site-reader/read-page.ts';
import { compose } from '../../src/copywriting/compose.ts';
import { profileOf } from '../../src/copywriting/profile-of.ts';
import { processorMs, sortingMs } from '../harness/processor-time.ts';

const NOW = Date.parse('2026-06-01T12:00:00Z');
const ROOT = 'https://runs.example';
/** As long as a text of a page may be, about. */
const RUN_LENGTH = 2_900;
/** Reading and writing such a site may take as long as sorting so many times. */
const SORTED = 30;

/** What a text may consist of, over and over; a pattern that begins anew at each place takes the square of its length. */
const PIECES = [
  ...[
    'a',
    'A',
    '1',
    '市',
    'あ',
    'ア',
    '円',
    'é',
    'e\u0301',
    '-',
    '.',
    ',',
    '*',
    '(',
    "'",
    '“',
    '$',
    '€',
    '%',
    '!',
    '+',
    '–',
  ],
  ...[
    'a-',
    'A-a ',
    '1,',
    '1.',
    '1 ',
    '1 000 ',
    '$1 ',
    '1€ ',
    '1円',
    '万1',
    '(1',
    '[1]',
    'a’',
    'A.',
    'a/',
    '0-1',
    '1–',
    '1\u202f0',
  ],
  ...['free ', 'Free-', 'over 1 ', 'from $', 'up to ', '24/7 ', 'Since 19', '4.9/5 ', 'not ', '& ', '無料', 'から'],
  ...[
    ',A',
    ', Ab Cd Ef Gh',
    '12345 Aa Bb Cc ',
    'calle a ',
    'Serving A and ',
    '〒123-4567 東京都',
    'TX 1234',
    'St St ',
    'Tel ',
  ],
  'Ordinary words of a plumber in Austin. ',
];

for (const piece of PIECES) {
  test(`a site of nothing but ${JSON.stringify(piece)} is read and written in the time of its length`, async () => {
    const run = piece.repeat(Math.ceil(RUN_LENGTH / piece.length));
    const pages = await Promise.all(['/', '/contact', '/services/drains'].map((path) => pageOf(path, run)));
    const site = { address: `${ROOT}/`, pages, leftOut: [] };
    const begun = processorMs();
    const profile = profileOf(site, NOW);
    await compose({ site, profile, type: 'prospecting', now: NOW, ideas: [] }).catch(() => {});
    const took = processorMs() - begun;
    const sorting = sortingMs();
    assert.ok(took < SORTED * sorting, `${Math.round(took)} ms, and sorting takes ${sorting.toFixed(1)} ms`);
  });
}

function pageOf(path: string, run: string) {
  const [short, cell] = [run.slice(0, 300), run.slice(0, 500)];
  const table = `<table><tr><th>Service<th>Price<tr><td>${cell}<td>${cell}</table>`;
  const part = `<h2>${short}</h2><p>${run}</p><ul><li>${run}</li></ul>${table}<footer>${run}</footer><address>${run}</address>`;
  return readPage({
    url: new URL(ROOT + path),
    status: 200,
    contentType: 'text/html',
    contentLanguage: 'en',
    bytes: Buffer.from(`<html lang="en"><title>${short}</title>${part.repeat(4)}`),
  });
}

const CARDS = 120;
const THINGS = ['tap', 'sink', 'bath', 'shower', 'toilet', 'boiler', 'radiator', 'pump', 'mirror', 'cabinet'];
/** Ideas of the platform for such a shop, about. */
const IDEAS = 200;
/** A thousand cards are more to read than a run of one letter. */
const SHOP_SORTED = 60;

test('a shop whose cards all say the same beside what is in stock is written in the time of its length', async () => {
  const pages = await Promise.all(['', ...THINGS].map(shopPage));
  const site = { address: `${ROOT}/`, pages, leftOut: [] };
  const ideas = Array.from({ length: IDEAS }, (_, at) => ({
    text: `${THINGS[at % THINGS.length]} model ${at}`,
    monthlySearches: 100,
    competition: 'medium' as const,
    lowBid: '1.00',
    highBid: '2.00',
  }));
  const begun = processorMs();
  const { ads } = await compose({ site, profile: profileOf(site, NOW), type: 'prospecting', now: NOW, ideas });
  const took = processorMs() - begun;
  const sorting = sortingMs();
  assert.ok(ads.length > 0);
  assert.ok(took < SHOP_SORTED * sorting, `${Math.round(took)} ms, and sorting takes ${sorting.toFixed(1)} ms`);
});

function shopPage(thing: string) {
  const name = thing === '' ? 'Things for your home' : `Bathroom ${thing}s`;
  const cards = Array.from(
    { length: thing === '' ? 0 : CARDS },
    (_, at) => `<div><h3>${thing} model ${at}</h3><p>Free shipping</p><p>Only ${at + 1} left in stock</p></div>`,
  );
  const links = THINGS.map((one) => `<a href="/shop/${one}">Bathroom ${one}s</a>`);
  const text = `<p>We sell ${name.toLowerCase()} of all makers from our own store.</p><p>Our people pack every parcel by hand with care.</p>
    <ul><li>Free shipping</li><li>60-day returns</li><li>Spare parts of all makers</li></ul>`;
  return readPage({
    url: new URL(thing === '' ? ROOT : `${ROOT}/shop/${thing}`),
    status: 200,
    contentType: 'text/html',
    contentLanguage: 'en',
    bytes: Buffer.from(
      `<html lang="en"><title>${name} | Runs</title><meta property="og:site_name" content="Runs">
       <nav>${links.join('')}</nav><main><h1>${name}</h1>${text}${cards.join('')}</main>`,
    ),
  });
}
