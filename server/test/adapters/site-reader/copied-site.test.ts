import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { BoundedPages } from '../../../src/adapters/site-reader/bounded-site.ts';
import { readPage } from '../../../src/adapters/site-reader/read-page.ts';
import type { SitePage } from '../../../src/ports/site-reader.ts';
import { processorMs, sortingMs } from '../../harness/processor-time.ts';

/** Of what this machine takes to sort: a copy takes three quarters of it at most, and took four times as much without limits. */
const MOST_OF_SORTING = 1;
const TRIES = 7;
const PAGES = 25;

const many = (count: number, one: (index: number) => string) =>
  Array.from({ length: count }, (_, at) => one(at)).join('');
const jsonLd = (items: readonly object[]) => `<script type="application/ld+json">${JSON.stringify(items)}</script>`;
const itemsWith = (properties: (index: number) => object) =>
  [0, 1, 2].map((script) =>
    jsonLd(Array.from({ length: 100 }, (_, at) => ({ '@type': 'A', ...properties(script * 100 + at) }))),
  );
const named = (count: number, name: (index: number) => string, value: unknown) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [name(index), value]));
const nested = (depth: number): object => ({ '@type': 'A', ...(depth > 0 && { hasPart: nested(depth - 1) }) });

/** Pages that hold as many things as they can, each hardly any text. */
const SHAPES: Readonly<Record<string, () => string>> = {
  'items of microdata': () =>
    many(
      50,
      () => `<div itemscope itemtype=A>${many(98, (at) => `<b itemscope itemprop=k${at % 26} itemtype=B></b>`)}</div>`,
    ),
  'items of microdata in each other': () =>
    many(200, () => `${many(12, () => '<div itemscope itemprop=offers itemtype=A>')}${'</div>'.repeat(12)}`),
  'properties of microdata': () =>
    many(25, (item) => `<div itemscope>${many(100, (at) => `<meta itemprop="p${at}x${item}" content=x>`)}</div>`),
  'items of JSON-LD in each other': () => itemsWith(() => nested(10)).join(''),
  'items of JSON-LD with two properties in every order': () =>
    itemsWith((at) => ({ [`n${(at * 7_919) % 101}`]: ['x'], [`m${(at * 104_729) % 97}`]: ['x'] })).join(''),
  'items of JSON-LD with numbers for properties': () =>
    itemsWith(() => ({ 1000: 'a', 2540: 'b', 4294967294: 'c' })).join(''),
  'items of microdata with numbers for properties': () =>
    many(100, () => `<div itemscope itemtype=A><meta itemprop=1023 content=x><meta itemprop=2575 content=x></div>`),
  'properties of JSON-LD': () => itemsWith((at) => named(10, (index) => `${index}x${at}`, 1)).join(''),
  'empty values of JSON-LD': () => itemsWith(() => named(1, (index) => `k${index}`, Array(90).fill(''))).join(''),
  'numbers of JSON-LD': () => itemsWith(() => named(1, (index) => `k${index}`, Array(90).fill(0.5))).join(''),
  links: () => many(1_000, (at) => `<a href=#${at}></a>`),
  headings: () => many(1_500, () => '<h2>x</h2>'),
  'list items': () => `<ul>${many(1_500, () => '<li>x')}</ul>`,
  'cells of a table': () => `<table>${many(150, () => `<tr>${many(10, () => '<td>x')}`)}</table>`,
  alternates: () => many(100, (at) => `<link rel=alternate hreflang=de href=/${at}>`),
  buttons: () => many(60, (at) => `<button>${at}</button>`),
  'lines of a footer': () => `<footer>${many(100, () => '<p>x</p>')}</footer>`,
};

describe('a site is handed over as a copy, for which those who are served wait', () => {
  const shapes = {
    ...SHAPES,
    'all of it at once': () =>
      Object.values(SHAPES)
        .map((shape) => shape())
        .join(''),
  };
  for (const [what, shape] of Object.entries(shapes)) {
    test(`${what}: however many there are, the copy takes little`, async () => {
      const pages = await keptOf(shape());
      const [took, sorting] = [leastMs(copying(pages)), leastMs(sortingMs)];
      assert.ok(took < sorting * MOST_OF_SORTING, `${Math.round(took)} ms, sorting ${Math.round(sorting)} ms`);
    });
  }

  test('a large shop loses nothing: menus, texts and products on every page', async () => {
    const products = Array.from({ length: 30 }, (_, at) => ({
      '@type': 'Product',
      name: `Tent ${at}`,
      sku: `${at}`,
      image: '/tent.jpg',
      description: 'For two in the rain.',
      offers: { '@type': 'Offer', price: 90 + at, priceCurrency: 'EUR', availability: 'InStock' },
    }));
    const links = many(500, (at) => `<a href="/#tents-and-more-of-number-${at}">Tents of kind ${at}</a>`);
    const texts = many(200, (at) => `<p>Tent ${at} is dry in the rain and light in the bag, for two people.</p>`);
    const pages = await keptOf(`${links}${texts}${jsonLd(products)}<footer><p>Tents since 1990</p></footer>`);
    assert.equal(pages.length, PAGES);
    for (const { blocks, links: kept, structured, footer } of pages) {
      assert.deepEqual([blocks.length, kept.length, structured.length, footer.length], [201, 500, 60, 1]);
    }
  });
});

/** What is kept of a site, every page of which has this content. */
async function keptOf(content: string): Promise<SitePage[]> {
  const bytes = Buffer.from(`<html lang=en>${content}`);
  const url = new URL('https://shop.example/tents');
  const page = await readPage({ url, status: 200, contentType: 'text/html', contentLanguage: undefined, bytes });
  const kept = new BoundedPages();
  for (let read = 0; read < PAGES; read += 1) kept.add(page);
  return kept.pages;
}

function copying(pages: readonly SitePage[]): () => number {
  return () => {
    const begun = processorMs();
    structuredClone(pages);
    return processorMs() - begun;
  };
}

/** Of several tries: what else the process does meanwhile counts in some of them. */
function leastMs(measure: () => number): number {
  return Math.min(...Array.from({ length: TRIES }, measure));
}
