import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { platformLanguage } from '../../src/campaigns/create/platform-language.ts';
import type { Site } from '../../src/ports/site-reader.ts';
import { campaignFrom, profileFrom, seedsFrom } from '../../src/websites/writing-room.ts';
import { readSite, serveSite } from '../adapters/site-reader/site.ts';

/** What every object answers to: whoever looks up a name of a page in one finds what nobody put there. */
const NAMES = Object.getOwnPropertyNames(Object.prototype);
const going = new AbortController().signal;
const CONTENT =
  '<title>Pipe Repair in Berlin</title><h1>Pipe Repair in Berlin</h1><p>We repair pipes for homeowners.</p>';

const jsonLd = (item: object) => `<script type="application/ld+json">${JSON.stringify(item)}</script>`;
/** As its own, which the name of the prototype is in no literal. */
const withMember = (name: string, value: unknown) =>
  Object.fromEntries([
    ['@type', 'Service'],
    [name, value],
  ]);

/** Every place of a page in which a name may stand. */
const PLACES: Readonly<Record<string, (name: string) => string>> = {
  'an element': (name) => `<${name}>Pipes</${name}>`,
  'an attribute': (name) => `<p ${name}="x">Pipes</p><a href=/ ${name}>Home</a>`,
  'a property': (name) => `<div itemscope itemtype="https://schema.org/Service"><b itemprop="${name}">Pipes</b></div>`,
  'a property that is an item': (name) =>
    `<div itemscope itemtype="https://schema.org/Service"><b itemprop="${name}" itemscope itemtype="https://schema.org/Offer"></b></div>`,
  'the type of an item': (name) => `<div itemscope itemtype="${name}"><b itemprop="name">Pipes</b></div>`,
  'the type of an item for machines': (name) => jsonLd({ '@type': name, name: 'Pipes', offers: { '@type': name } }),
  'a property for machines': (name) => jsonLd(withMember(name, 'Pipes')),
  'a property for machines that is an item': (name) => jsonLd(withMember(name, withMember(name, { '@type': name }))),
  'a currency': (name) =>
    jsonLd({ '@type': 'Product', name: 'Pipes', offers: { '@type': 'Offer', price: '12', priceCurrency: name } }),
  'the relation of a link': (name) => `<link rel="${name}" href="/x"><a rel="${name}" href="/">Home</a>`,
  'the language of an alternate': (name) => `<link rel=alternate hreflang="${name}" href="/">`,
  'the language of a page': (name) => `<html lang="${name}">`,
  'a country': (name) => jsonLd({ '@type': 'PostalAddress', addressCountry: name }),
  metadata: (name) => `<meta name="${name}" content="x"><meta property="${name}" content="x"><meta charset="${name}">`,
  'a class, an identity and a role': (name) => `<p class="${name}" id="${name}" role="${name}">Pipes</p>`,
  'a reference': (name) => `<p>Pipes &${name}; more</p>`,
};

describe('what a page names like a member of every object', () => {
  for (const [place, written] of Object.entries(PLACES)) {
    test(`${place}: is read and written from like any other name`, async (t) => {
      const pages = NAMES.map((name) => [`/${name}`, `${written(name)}${CONTENT}`] as const);
      const links = pages.map(([path]) => `<a href="${path}">Page</a>`).join('');
      const served = await serveSite(t, { '/': `${CONTENT}${links}`, ...Object.fromEntries(pages) });
      const site = await readSite(served.url, { allowed: [served.host] }, { mostPages: NAMES.length + 1 });
      assert.equal(site.pages.length, NAMES.length + 1);
      assert.ok(site.pages.every(({ blocks }) => blocks.some(({ text }) => text === 'Pipe Repair in Berlin')));
      assert.doesNotMatch(JSON.stringify([site, await allWrittenFrom(site)]), /native code|\[object/);
    });
  }

  test('an encoding is none that was asked for; a character set is one that nobody knows', async (t) => {
    for (const name of NAMES) {
      const encoded = { 'content-type': 'text/html', 'content-encoding': name };
      const site = await serveSite(t, {
        '/': (_, response) => response.writeHead(200, { 'content-type': `text/html; charset=${name}` }).end(CONTENT),
        '/encoded': (_, response) => response.writeHead(200, encoded).end(CONTENT),
      });
      const { pages } = await readSite(site.url, { allowed: [site.host] });
      assert.equal(pages[0]?.title, 'Pipe Repair in Berlin');
      await assert.rejects(readSite(`${site.url}encoded`, { allowed: [site.host] }), { kind: 'not_a_website' });
    }
  });

  test('no such language is one of the platform', () => {
    for (const name of NAMES) assert.equal(platformLanguage(name), null);
  });
});

async function allWrittenFrom(site: Site): Promise<unknown[]> {
  const now = Date.now();
  const profile = await profileFrom(site, now, going);
  const seeds = await seedsFrom(site, profile, going);
  const campaign = await campaignFrom({ site, profile, type: 'prospecting', now, ideas: [], signal: going });
  return [profile, seeds, campaign];
}
