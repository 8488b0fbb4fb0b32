import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ENGLISH } from '../../src/copywriting/languages/english.ts';
import { writtenAreas } from '../../src/copywriting/written-areas.ts';
import { ROOT } from './honest-pipes.ts';
import { written } from './written-site.ts';

const TOWNS = ['Austin', 'Round Rock', 'Cedar Park'];
const UNPLACED = { kind: 'unplaced' };

/** Where a campaign for a site with this on its home page is shown, where the ad platform knows the three towns. */
async function shownFor(markup: string, language = 'en') {
  return (await written({ '/': markup }, { language, knownPlaces: [...TOWNS, '横浜市', '川崎市'] })).places;
}

test('areas are read over the ends of lines', async () => {
  for (const [markup, count] of [
    ['<p>We serve<br>Austin, Round Rock and Cedar Park.</p>', 3],
    ['<p>We serve Austin,<br>Round Rock<br>and Cedar Park.</p>', 3],
    ['<p>Open daily. We serve<br>Austin, Round Rock<br>& Cedar Park.</p>', 3],
    ['<p>Our service areas:<br>Austin<br>Round Rock<br>Cedar Park<br>Call Us Today</p>', 3],
    ['<footer>Honest Pipes<br>We proudly serve<br>Austin & Round Rock<br>Ireland</footer>', 2],
    ['<footer><p>Our service areas:</p><p>Austin</p><p>Round Rock</p></footer>', 2],
  ] as const) {
    assert.deepEqual(await shownFor(markup), { kind: 'places', names: TOWNS.slice(0, count) }, markup);
  }
  const japanese = await shownFor('<p>対応エリア：<br>横浜市、<br>川崎市です。</p>', 'ja');
  assert.deepEqual(japanese, { kind: 'places', names: ['横浜市', '川崎市'] });
});

test('a name stands on the line that names it and the one that says it is served, however many stand beside it', () => {
  const more = Array.from({ length: 120 }, (_, index) => `${'QKXZVWJH'[index % 8]},`);
  const page = { address: ROOT, isForContact: false, footer: [] };
  const wordsOf = (lines: string[]) => {
    const { lists } = writtenAreas({ ...page, blocks: [{ lines, isAddress: false }] }, ENGLISH);
    return Object.fromEntries(lists.flat().map(({ text, sources }) => [text, sources.map(({ words }) => words)]));
  };
  const told = wordsOf(['We serve Austintown,', 'Austin,', 'Round Rock*,', ...more, 'Waco.']);
  assert.deepEqual(told.Austintown, ['We serve Austintown,']);
  assert.deepEqual(told.Austin, ['We serve Austintown,', 'Austin,']);
  assert.deepEqual(told['Round Rock'], ['We serve Austintown,', 'Round Rock*,']);
  assert.deepEqual(told.Z, ['We serve Austintown,', 'Z,']);
  const below = wordsOf([
    'Open daily. We proudly serve',
    'the Austin area, Waco,',
    'and Tyler. Call us.',
    'Plano and Waco',
  ]);
  assert.deepEqual(below.Tyler, ['We proudly serve', 'and Tyler. Call us.']);
});

test('what stands below the areas of a business is none that the site alone tells', async () => {
  const austin = '<footer>100 Congress Ave<br>Austin, TX 78701</footer>';
  const { places, words } = await written({ '/': `<p>Our service areas:<br>Austin<br>Call Us Today</p>${austin}` });
  assert.equal(places.kind === 'places' && places.names.length, 1);
  assert.doesNotMatch(words, /\b(?:in|serving) call us/i);
});

test('what is denied over the end of a line is denied', async () => {
  for (const markup of [
    '<p>We no longer<br>serve Austin and Round Rock.</p>',
    '<p>We serve Austin,<br>Round Rock and Cedar Park no more.</p>',
  ]) {
    assert.deepEqual(await shownFor(markup), { kind: 'places', names: [] }, markup);
  }
});

test('a site that says it serves areas which are not read is not shown all over a country', async () => {
  for (const markup of [
    '<p>Our service areas:</p><ul><li>see the map</li></ul>',
    '<p>We serve the greater Austin area.</p>',
    '<footer>Areas we serve<br>Ireland and around it</footer>',
  ]) {
    assert.deepEqual(await shownFor(markup), UNPLACED, markup);
  }
  for (const markup of ['<p>We serve customers with care.</p>', '<p>We cover all costs.</p>']) {
    assert.deepEqual(await shownFor(markup), { kind: 'places', names: [] }, markup);
  }
});
