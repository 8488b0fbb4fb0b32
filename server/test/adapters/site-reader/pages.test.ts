import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPage } from '../../../src/adapters/site-reader/read-page.ts';
import type { SitePage } from '../../../src/ports/site-reader.ts';

function page(html: string | Buffer, contentType = 'text/html'): Promise<SitePage> {
  return readPage({
    url: new URL('https://www.acme.example/drains/'),
    status: 200,
    contentType,
    contentLanguage: undefined,
    bytes: Buffer.from(html),
  });
}

test('content is told from menus, footers, banners, programs and what is hidden', async () => {
  const read = await page(`
    <html lang="en-US"><head><title> Drains &amp; pipes </title>
    <meta property="og:site_name" content="Acme"><meta name="description" content="We clear&nbsp;drains"></head>
    <body class="cookie-page"><header><a href="/">Acme</a><nav><a href="/prices">Prices</a></nav><p>Open 24/7</p></header>
    <div id="cookie-banner"><p>We use cookies</p><button>Accept</button></div>
    <main><h1>Drain <em>cleaning</em></h1><p>From $129,<br>today.</p><p hidden>Secret</p><p style="display: none">Hidden</p>
    <ul><li>Kitchen<li>Bath</ul><table><tr><td>Visit<td>$49</table><blockquote>Great!</blockquote>
    <script>var x = "<p>no</p>"</script><a class="btn btn-primary" href="book">Book online</a>
    <details><summary>How fast?</summary>In an hour.</details></main>
    <footer><p>2100 South Lamar</p><a href="/privacy">Privacy</a></footer>`);
  assert.deepEqual(
    read.blocks.map(({ kind, level, text }) => [kind, level, text]),
    [
      ['paragraph', 0, 'Open 24/7'],
      ['heading', 1, 'Drain cleaning'],
      ['paragraph', 0, 'From $129,\ntoday.'],
      ['item', 0, 'Kitchen'],
      ['item', 0, 'Bath'],
      ['cell', 0, 'Visit'],
      ['cell', 0, '$49'],
      ['quote', 0, 'Great!'],
      ['heading', 4, 'How fast?'],
      ['paragraph', 0, 'In an hour.'],
    ],
  );
  assert.deepEqual([read.title, read.description, read.siteName], ['Drains & pipes', 'We clear drains', 'Acme']);
  assert.deepEqual(read.actions, ['Book online']);
  assert.deepEqual(read.footer, ['2100 South Lamar', 'Privacy']);
  assert.deepEqual(
    read.links.map(({ address, text, place }) => [address, text, place]),
    [
      ['https://www.acme.example/', 'Acme', 'navigation'],
      ['https://www.acme.example/prices', 'Prices', 'navigation'],
      ['https://www.acme.example/drains/book', 'Book online', 'content'],
      ['https://www.acme.example/privacy', 'Privacy', 'footer'],
    ],
  );
  assert.equal(read.language, 'en-US');
});

test('structured data is read from JSON-LD and microdata, nested items on their own too', async () => {
  const read = await page(`
    <script type="application/ld+json">{"@context":"https://schema.org","@graph":[{"@type":["LocalBusiness","Plumber"],
      "name":"Acme &amp; Sons","aggregateRating":{"@type":"AggregateRating","ratingValue":4.9},
      "__proto__":{"polluted":true},"constructor":"x"}]}</script>
    <script type="application/ld+json">{ broken </script>
    <div itemscope itemtype="https://schema.org/Product"><span itemprop="name">Heater</span>
      <div itemprop="offers" itemscope itemtype="https://schema.org/Offer"><meta itemprop="price" content="1450"></div></div>`);
  const types = read.structured.map(({ type }) => type);
  assert.deepEqual(types, ['LocalBusiness', 'Plumber', 'AggregateRating', 'Product', 'Offer']);
  const [business, , , product, offer] = read.structured;
  assert.deepEqual(business?.properties.name, ['Acme & Sons']);
  assert.deepEqual(business?.properties.aggregateRating, [
    { type: 'AggregateRating', properties: { ratingValue: [4.9] } },
  ]);
  assert.deepEqual(product?.properties.name, ['Heater']);
  assert.deepEqual(product?.properties.offers, [offer]);
  assert.deepEqual(offer?.properties.price, ['1450']);
  assert.equal(Object.keys(business?.properties ?? {}).includes('constructor'), false);
  assert.equal('polluted' in (business?.properties ?? {}), false);
});

test('the encoding is found in the header, the page, its mark or its bytes', async () => {
  const japanese = Buffer.from([0x90, 0x85, 0x93, 0xb9]);
  const heading = (bytes: Buffer, head = '') =>
    Buffer.concat([Buffer.from(`${head}<h1>`), bytes, Buffer.from('</h1>')]);
  const cases: [string, Buffer, string][] = [
    ['水道', heading(japanese), 'text/html; charset=Shift_JIS'],
    ['水道', heading(japanese, '<meta charset="shift_jis">'), 'text/html'],
    ['水道', heading(japanese, '<meta http-equiv="Content-Type" content="text/html; charset=x-sjis">'), 'text/html'],
    ['Größe', heading(Buffer.from('Größe', 'latin1')), 'text/html'],
    ['Größe', heading(Buffer.from('Größe')), 'text/html'],
    ['Größe', heading(Buffer.from('Größe')), 'text/html; charset=no-such-thing'],
    ['Größe', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('<h1>Größe</h1>', 'utf16le')]), 'text/html'],
  ];
  for (const [text, bytes, contentType] of cases) {
    assert.equal((await page(bytes, contentType)).blocks[0]?.text, text, contentType);
  }
});

test('the language is what the page states, unless its text is plainly of another', async () => {
  const german =
    'Wir sind für Sie da und helfen bei allen Fragen, die Sie auf dem Weg zu einer neuen Heizung haben. '.repeat(8);
  assert.equal((await page(`<html lang="en"><p>${german}`)).language, 'de');
  assert.equal((await page(`<html lang="de-AT"><p>${german}`)).language, 'de-AT');
  assert.equal((await page(`<p>${german}`)).language, 'de');
  assert.equal((await page('<html lang="en"><p>東京の水道修理はお任せください。')).language, 'ja');
  assert.equal((await page('<html lang="!!"><p>Acme')).language, null);
});

test('text that would trick its reader is made plain', async () => {
  const read = await page('<h1>Pay\u202eecivres\u200b now\u0000\u00ad!</h1><p>a\ud800b</p>');
  assert.equal(read.blocks[0]?.text, 'Payecivres now!'.replace('now!', 'now!'));
  assert.ok(read.blocks[1]?.text.isWellFormed());
});

test('digits above and below the line stay there, and how characters are pronounced is not read', async () => {
  const read = await page(`
    <script type="application/ld+json">{"@type":"Product","name":"Tank $99<sup>00</sup>","sku":"CO<sub>2</sub> 5"}</script>
    <main><p>From $99<sup>00</sup> or 89<sup><a href="#n">1)</a></sup>, 2<sup>nd</sup> visit, 30 m<sup>2</sup>, CO<sub>2</sub>.</p>
    <a class="btn" href="/x">Get 5<sup>1</sup></a>
    <p><ruby>水漏<rp>(</rp><rt>みずも</rt><rp>)</rp></ruby>れ、<ruby>修<rt>しゅう<rt></ruby>理</p></main>`);
  assert.deepEqual(
    read.blocks.map(({ text }) => text),
    ['From $99⁰⁰ or 89¹), 2nd visit, 30 m², CO₂.', '水漏れ、修理'],
  );
  assert.deepEqual(read.actions, ['Get 5¹']);
  assert.deepEqual(read.structured[0]?.properties, { name: ['Tank $99 ⁰⁰'], sku: ['CO ₂ 5'] });
});

test('other languages of a page are named, and its canonical address holds', async () => {
  const read = await page(
    `<link rel="canonical" href="/drains"><link rel="alternate" hreflang="es" href="/es/desagues">`,
  );
  assert.equal(read.address, 'https://www.acme.example/drains');
  assert.deepEqual(read.alternates, [{ language: 'es', address: 'https://www.acme.example/es/desagues' }]);
});
