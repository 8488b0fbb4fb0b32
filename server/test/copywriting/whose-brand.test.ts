import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPage } from '../../src/adapters/site-reader/read-page.ts';
import { compose } from '../../src/copywriting/compose.ts';
import { profileOf } from '../../src/copywriting/profile-of.ts';

const NOW = Date.parse('2026-06-01T12:00:00Z');
const ROOT = 'https://smith-plumbing.example';
const NAME = 'Smith & Sons Plumbing';
/** What the address of the site alone says. */
const HOST = 'Smith Plumbing';

const UNRATED = {
  '@type': 'Plumber',
  name: NAME,
  url: `${ROOT}/`,
  telephone: '+1 512 555 0100',
  address: { '@type': 'PostalAddress', streetAddress: '1 Main St', addressLocality: 'Austin', addressRegion: 'TX' },
};
const OWN = { ...UNRATED, aggregateRating: { '@type': 'AggregateRating', ratingValue: '4.8', reviewCount: '312' } };
const RIVAL = {
  '@type': 'LocalBusiness',
  name: 'Cheap Rivals',
  telephone: '+1 512 555 0000',
  foundingDate: '1871',
  address: { '@type': 'PostalAddress', streetAddress: '5 Elm', addressLocality: 'Dallas', addressCountry: 'FR' },
  areaServed: 'Plano',
  makesOffer: {
    '@type': 'Offer',
    itemOffered: {
      '@type': 'Service',
      name: 'Rival heaters',
      offers: { '@type': 'Offer', price: '77', priceCurrency: 'USD' },
    },
  },
  aggregateRating: { '@type': 'AggregateRating', ratingValue: '4.9', reviewCount: '9999' },
};
const HOTEL = { ...RIVAL, '@type': 'Hotel', name: 'Hilton Dallas' };

interface Told {
  /** What the site calls itself in its metadata. */
  siteName?: string;
  /** The name of that metadata. */
  under?: string;
  home?: object;
  heaters?: object;
  host?: string;
}

/** How a business tells its name and its rating beside whatever its builder put into the metadata. */
const OF_ITSELF: Record<string, Told> = {
  'no site name': { home: OWN },
  'the default of a builder': { siteName: 'My Site 1', home: OWN },
  'the name of a page': { siteName: 'Home', home: OWN },
  'the name of a page, elsewhere': { siteName: 'Startseite', home: OWN },
  'the default on every page': { siteName: 'My Site', home: { '@graph': [{ ...website('My Site') }, OWN] } },
  'the domain': { siteName: 'smith-plumbing.example', home: OWN },
  'the domain with www': { siteName: 'www.smith-plumbing.example', home: OWN },
  'the default of an icon generator': { siteName: 'MyWebSite', under: 'apple-mobile-web-app-title', home: OWN },
  'an abbreviation': { siteName: 'S&amp;S', under: 'application-name', home: OWN },
  'spelled out': { siteName: 'Smith and Sons Plumbing', home: OWN },
  'in another order': { siteName: 'Plumbing by Smith &amp; Sons', home: OWN },
  'with a legal form': { siteName: 'Smith &amp; Sons Plumbing, L.L.C.', home: OWN },
  'a tagline': { siteName: 'Austin Plumbers', home: OWN },
  'the address of its start page in a language': { siteName: 'Home', home: { ...OWN, url: `${ROOT}/en/` } },
  'the address without www': {
    siteName: 'Austin Plumbers',
    home: { ...OWN, url: 'http://www.smith-plumbing.example' },
  },
  'beside others': { home: { '@graph': [RIVAL, HOTEL, OWN] } },
  'beside others on another page': { home: OWN, heaters: RIVAL },
};

/** How a page tells of other businesses, on its home page or on another. */
const OF_OTHERS: Record<string, Told> = {
  'a business without address on another page': { heaters: RIVAL },
  'a business with a page here': { heaters: { ...RIVAL, url: `${ROOT}/partners/rivals` } },
  'a business with a post here': { heaters: { ...RIVAL, url: `${ROOT}/?p=12` } },
  'a business with a page here, told of at home': { home: { ...RIVAL, url: `${ROOT}/partners/rivals` } },
  'a list of others': { home: listOf({ ...RIVAL, url: `${ROOT}/rivals` }) },
  'a list of others without addresses': { home: listOf(RIVAL) },
  'a list of others, straight': { home: { '@type': 'ItemList', itemListElement: [RIVAL, HOTEL] } },
  'a list of others beside a site name': { siteName: 'Smith &amp; Sons Plumbing', home: listOf(RIVAL) },
  'the place of an event': { home: { '@type': 'Event', name: 'Open day', location: HOTEL } },
  'the place of a festival': { home: { '@type': 'Festival', name: 'Open day', location: HOTEL } },
  'the place of a course': {
    home: { '@type': 'Course', hasPart: { '@type': 'CourseInstance', location: HOTEL } },
  },
  'the provider of a course': {
    home: { '@type': 'Course', name: 'Pipe course', provider: { ...RIVAL, '@type': 'Organization', logo: 'x.png' } },
  },
  'whoever runs the servers': {
    home: { ...RIVAL, url: 'https://builder.example/' },
    host: 'smith-plumbing.builder.example',
  },
  'whoever has a part of the domain': {
    home: { ...RIVAL, url: 'https://rivals.smith-plumbing.example/' },
  },
};

const NAMED = { titled: true, signed: true };
const NAMELESS = { titled: false, signed: false };

test('a business has the name and the rating that it tells at its own address, whatever its metadata says', async () => {
  for (const [what, told] of Object.entries(OF_ITSELF)) {
    for (const written of [NAMED, { titled: true, signed: false }, { titled: false, signed: true }, NAMELESS]) {
      const { brand, words } = await madeOf(told, written);
      const label = `${what}, ${JSON.stringify(written)}`;
      assert.equal(brand, NAME, label);
      assert.match(words, /4\.8/, label);
      assert.equal(ofOthers(words), undefined, label);
    }
  }
});

test('a business that a site tells of gives it neither name nor rating nor year nor place', async () => {
  for (const [what, told] of Object.entries(OF_OTHERS)) {
    const named = await madeOf(told, NAMED);
    assert.equal(named.brand, NAME, what);
    assert.equal(ofOthers(named.words), undefined, what);
    const nameless = await madeOf(told, NAMELESS);
    assert.equal(nameless.brand, told.siteName ? NAME : HOST, what);
    assert.equal(ofOthers(nameless.words), undefined, `${what}, without a name anywhere`);
  }
});

test('a business without an address at home is not the one that signs the page, and has no part in its claims', async () => {
  for (const siteName of [undefined, 'Smith &amp; Sons Plumbing']) {
    const told = { home: RIVAL, ...(siteName && { siteName }) };
    const { brand, words } = await madeOf(told, NAMED);
    assert.equal(brand, NAME);
    assert.equal(ofOthers(words), undefined);
  }
});

test('where a business has no rating, that of another is none of it', async () => {
  const { address: _, areaServed: __, makesOffer: ___, ...claiming } = RIVAL;
  const others = [RIVAL, { ...RIVAL, url: `${ROOT}/partners/rivals` }, { ...claiming, url: ROOT }];
  for (const siteName of ['', 'Smith &amp; Sons Plumbing', 'Home']) {
    for (const heaters of others) {
      const { brand, words } = await madeOf({ siteName, home: UNRATED, heaters }, NAMED);
      assert.equal(brand, NAME);
      assert.equal(ofOthers(words), undefined);
    }
  }
});

test('what a business is called as a company says where it is, and a website that has another name hides nothing', async () => {
  const { url: _, ...website } = { '@type': 'WebSite', name: 'Austin Plumbers', url: ROOT, publisher: OWN };
  assert.match((await madeOf({ home: website }, NAMED)).words, /4\.8/);
  const { words, brand } = await madeOf({ siteName: NAME, home: { ...UNRATED, name: 'Al Smith Holdings' } }, NAMED);
  assert.equal(brand, NAME);
  assert.match(words, /Austin/);
});

test('a name that is told to machines alone is the name where nothing says otherwise', async () => {
  const { url: _, ...withoutAddress } = OWN;
  const alone = { ...withoutAddress, name: 'Muddy Paws' };
  for (const item of [alone, { ...alone, '@id': 'urn:uuid:123' }, { ...alone, '@id': `${ROOT}/#business` }]) {
    const { brand, words } = await madeOf({ home: item }, NAMELESS);
    assert.equal(brand, 'Muddy Paws');
    assert.match(words, /4\.8/);
  }
});

test('a business of another address is the one of the site where it has its name', async () => {
  for (const url of ['https://www.facebook.com/smith', `${ROOT}/austin`]) {
    const { brand, words } = await madeOf({ home: { ...OWN, url } }, NAMED);
    assert.equal(brand, NAME);
    assert.match(words, /4\.8/);
  }
});

function website(name: string) {
  return { '@type': 'WebSite', name, url: ROOT };
}

function listOf(item: object) {
  return { '@type': 'ItemList', itemListElement: [{ '@type': 'ListItem', position: 1, item }] };
}

/** The first line that tells something of another business. */
function ofOthers(words: string): string | undefined {
  return /.*(rival|\$77|hilton|dallas|plano|france|4\.9|9,?999|1871).*/i.exec(words)?.[0];
}

async function madeOf(
  { siteName, under = 'og:site_name', home, heaters, host = 'smith-plumbing.example' }: Told,
  { titled, signed }: { titled: boolean; signed: boolean },
): Promise<{ brand: string; words: string }> {
  const root = `https://${host}`;
  const named = siteName ? `<meta property="${under}" content="${siteName}">` : '';
  const nav = '<nav><a href="/drains">Drain cleaning</a><a href="/heaters">Water heaters</a></nav>';
  const footer = signed ? '© 2024 Smith &amp; Sons Plumbing' : '1 Main St';
  const page = (path: string, title: string, text: string, item?: object) =>
    readPage({
      url: new URL(`${root}${path}`),
      status: 200,
      contentType: 'text/html',
      contentLanguage: 'en',
      bytes: Buffer.from(
        `<html lang="en"><head><title>${title}${titled ? ' | Smith &amp; Sons Plumbing' : ' in Austin'}</title>${named}${
          item ? `<script type="application/ld+json">${JSON.stringify(item)}</script>` : ''
        }</head><body>${nav}<main><h1>${title}</h1>${text}</main><footer>${footer}</footer>`,
      ),
    });
  const pages = await Promise.all([
    page('/', 'Plumbers', '<p>We repair leaks within a day.</p><ul><li>Free estimates</li></ul>', home),
    page('/drains', 'Drain cleaning', '<p>Blocked drains are cleaned the same day.</p>'),
    page('/heaters', 'Water heaters', '<p>We repair heaters of every maker.</p>', heaters),
  ]);
  const site = { address: `${root}/`, pages, leftOut: [] };
  const profile = profileOf(site, NOW);
  const both = (['prospecting', 'brand'] as const).map((type) => compose({ site, profile, type, now: NOW, ideas: [] }));
  const made = JSON.stringify([profile, await Promise.all(both)], undefined, 1);
  return { brand: profile.brand_name, words: made };
}
