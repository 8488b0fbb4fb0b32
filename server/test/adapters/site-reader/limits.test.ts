import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { test } from 'node:test';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { readSite, serveSite } from './site.ts';

const html = { 'content-type': 'text/html' };
const MIB = 1024 * 1024;

test('a page that unpacks to more than a page is read as far as the limit', async (t) => {
  const bomb = Buffer.concat([Buffer.from('<h1>Bomb</h1><p>'), Buffer.alloc(100 * MIB, 'a')]);
  const packed = { gzip: gzipSync(bomb), br: brotliCompressSync(bomb, { params: { 0: 1 } }) };
  for (const [encoding, bytes] of Object.entries(packed)) {
    const site = await serveSite(t, {
      '/': (_request, response) => response.writeHead(200, { ...html, 'content-encoding': encoding }).end(bytes),
    });
    const before = process.memoryUsage().rss;
    const { pages } = await readSite(site.url, { allowed: [site.host] });
    assert.equal(pages[0]?.blocks[0]?.text, 'Bomb');
    assert.ok(process.memoryUsage().rss - before < 90 * MIB, encoding);
  }
});

test('a page that never ends is read as far as the limit', async (t) => {
  const site = await serveSite(t, {
    '/': (_request, response) => {
      response.writeHead(200, html);
      response.write('<h1>Endless</h1>');
      const more = () => {
        while (!response.destroyed && response.write('<p>and on</p>'.repeat(5_000)));
      };
      response.on('drain', more);
      more();
    },
  });
  const { pages } = await readSite(site.url, { allowed: [site.host] });
  assert.equal(pages[0]?.blocks[0]?.text, 'Endless');
});

test('a site that keeps a visitor waiting is left, whether it sends nothing or a byte at a time', async (t) => {
  const drip = (_request: unknown, response: ServerResponse) => {
    response.writeHead(200, html);
    const timer = setInterval(() => response.write('a'), 20);
    response.on('close', () => clearInterval(timer));
  };
  for (const page of [() => {}, drip]) {
    const site = await serveSite(t, { '/': page });
    const began = performance.now();
    const read = readSite(site.url, { allowed: [site.host], pageTimeoutMs: 300 });
    await assert.rejects(read, { kind: 'too_slow' });
    assert.ok(performance.now() - began < 5_000);
  }
});

test('a slow site is given up as a whole: what was read until then counts', async (t) => {
  const slow = (_request: unknown, response: ServerResponse) =>
    setTimeout(() => response.writeHead(200, html).end('<h1>Slow</h1>'), 200);
  const pages = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`/page-${index}`, slow]));
  const links = Object.keys(pages).map((path) => `<a href="${path}">Page</a>`);
  const site = await serveSite(t, { '/': links.join(''), ...pages });
  const read = await readSite(site.url, { allowed: [site.host], siteTimeoutMs: 700 }, { mostPages: 50 });
  assert.ok(read.pages.length > 1 && read.pages.length < 10);
  assert.ok(read.leftOut.length > 30);
});

test('headers without an end, and what is no HTTP at all, are an unreachable site', async (t) => {
  const flood = await serveSite(t, {
    '/': (_request, response) => response.writeHead(200, { ...html, 'x-flood': 'a'.repeat(60_000) }).end('<h1>Hi</h1>'),
  });
  await assert.rejects(readSite(flood.url, { allowed: [flood.host] }), { kind: 'unreachable' });
  const noise = await serveSite(t, { '/': (request) => request.socket.end('SSH-2.0-OpenSSH_9.9\r\n') });
  await assert.rejects(readSite(noise.url, { allowed: [noise.host] }), { kind: 'unreachable' });
});

test('whoever asked can end the reading', async (t) => {
  const site = await serveSite(t, { '/': () => {} });
  const controller = new AbortController();
  const read = readSite(site.url, { allowed: [site.host] }, { signal: controller.signal });
  controller.abort(new Error('no longer wanted'));
  await assert.rejects(read, /no longer wanted/);
});

test('a letter with 200,000 marks is read without standing still, as one with four', async (t) => {
  const link = `<a href="/x">a${'\u0315'.repeat(100_000)}${'\u0300'.repeat(100_000)}b</a>`;
  const site = await serveSite(t, { '/': link });
  const began = performance.now();
  const { pages } = await readSite(site.url, { allowed: [site.host] });
  assert.ok(performance.now() - began < 5_000);
  assert.equal(pages[0]?.links[0]?.text, `a${'\u0315'.repeat(4)}`);
});

test('deep nesting, 10 MiB of tags and 100,000 attributes are read without standing still', async (t) => {
  const pages: Record<string, string> = {
    deep: `<h1>Deep</h1>${'<div>'.repeat(2_000_000)}`,
    tags: `<h1>Tags</h1>${'<b>x</b>'.repeat(1_200_000)}`,
    attributes: `<h1>Attributes</h1><p ${Array.from({ length: 100_000 }, (_, index) => `a${index}=b`).join(' ')}>`,
    unclosed: `<h1>Unclosed</h1>${'<p><a href="/x"><span class="btn">'.repeat(100_000)}`,
    scripts: `<h1>Scripts</h1><script type="application/ld+json">${'['.repeat(200_000)}</script>`,
    reviews: `<div class="reviews"><h1>Reviews</h1>${'<b class="a-b comment-no">x</b>'.repeat(100_000)}`,
    microdata: `<h1>Microdata</h1><div itemscope>${'<i itemprop="a">'.repeat(900)}${'<b itemprop=a>x</b>'.repeat(200_000)}`,
  };
  for (const [name, page] of Object.entries(pages)) {
    const site = await serveSite(t, { '/': page });
    const began = performance.now();
    const read = await readSite(site.url, { allowed: [site.host] }, { mostPages: 1 });
    assert.equal(read.pages[0]?.blocks[0]?.text.toLowerCase(), name);
    assert.ok(performance.now() - began < 10_000, `${name}: ${performance.now() - began} ms`);
  }
});
