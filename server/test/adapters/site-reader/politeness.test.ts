import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { parseRobots } from '../../../src/adapters/site-reader/robots.ts';
import { processorMs } from '../../harness/processor-time.ts';
import { type Page, readSite, serveSite } from './site.ts';

test('robots.txt is asked for first, with a name and an address in the user agent, and obeyed', async (t) => {
  const site = await serveSite(t, {
    '/robots.txt': 'User-agent: *\nDisallow: /private\nAllow: /private/open',
    '/': '<a href="/private/a">A</a><a href="/private/open">Open</a><a href="/free">Free</a>',
    '/private/open': '<h1>Open</h1>',
    '/free': '<h1>Free</h1>',
  });
  const { pages, leftOut } = await readSite(site.url, { allowed: [site.host] });
  assert.equal(site.asked[0], '/robots.txt');
  assert.ok(!site.asked.includes('/private/a'));
  assert.equal(pages.length, 3);
  assert.match(leftOut[0]?.reason ?? '', /robots\.txt/);
  assert.deepEqual([...site.agents], ['Mozilla/5.0 (compatible; SluiceBot/1.0; +https://sluice.example/bot)']);
});

test('a site that forbids everything, or cannot say what it allows, is not read', async (t) => {
  const closed = await serveSite(t, { '/robots.txt': 'User-agent: *\nDisallow: /', '/': '<h1>No</h1>' });
  await assert.rejects(readSite(closed.url, { allowed: [closed.host] }), { kind: 'forbidden' });
  assert.deepEqual(closed.asked, ['/robots.txt']);
  const broken = await serveSite(t, { '/robots.txt': (_, response) => response.writeHead(503).end() });
  await assert.rejects(readSite(broken.url, { allowed: [broken.host] }), { kind: 'forbidden' });
});

test('the group of our own name counts, then everybody’s; the longest pattern decides', () => {
  const robots = parseRobots(
    `
    User-agent: other
    Disallow: /
    User-Agent: *
    Disallow: /everybody
    User-agent: SLUICEBOT # us
    Disallow: /*.pdf$
    Disallow: /shop
    Allow: /shop/sale
    Crawl-delay: 2
    Sitemap: https://www.example.com/map.xml`,
    'SluiceBot',
  );
  const may = (path: string) => robots.mayRead(new URL(path, 'https://www.example.com'));
  assert.deepEqual(['/', '/everybody', '/a.pdf', '/a.pdf?x', '/shop/x', '/shop/sale/x', '/%73hop/x'].map(may), [
    true,
    true,
    false,
    true,
    false,
    true,
    false,
  ]);
  assert.equal(robots.delaySeconds, 2);
  assert.deepEqual(robots.sitemaps, ['https://www.example.com/map.xml']);
});

test('a pattern of many stars is matched in no time', () => {
  const robots = parseRobots(`User-agent: *\nDisallow: /${'*a'.repeat(500)}$`, 'SluiceBot');
  const began = processorMs();
  robots.mayRead(new URL(`https://www.example.com/${'a'.repeat(1_500)}b`));
  assert.ok(processorMs() - began < 200);
});

test('a pattern of more stars than are looked for forbids more than it says, and allows nothing', () => {
  const may = (rules: string, path: string) =>
    parseRobots(`User-agent: *\n${rules}`, 'SluiceBot').mayRead(new URL(path, 'https://www.example.com'));
  const lines = (rule: string) =>
    Array.from({ length: 30 }, (_, line) => `${rule}: /shop${'*a'.repeat(400)}${line}$`).join('\n');
  assert.equal(may(lines('Disallow'), '/shop/b'), false);
  assert.equal(may(lines('Disallow'), '/b'), true);
  assert.equal(may(`Disallow: /shop\n${lines('Allow')}`, `/shop${'a'.repeat(500)}`), false);
});

test('a site whose robots.txt and sitemap are made to take long is read soon', async (t) => {
  const site = await serveSite(t, {
    '/robots.txt': `User-agent: *\n${Array.from({ length: 1_990 }, (_, line) => `Disallow: /a${'*a'.repeat(120)}${line % 10}`).join('\n')}`,
    '/sitemap.xml': (request, response) => {
      const listed = (page: number) => `http://${request.headers.host}/${'a'.repeat(1_900)}${page}`;
      response
        .writeHead(200, { 'content-type': 'text/plain' })
        .end(Array.from({ length: 5_000 }, (_, page) => listed(page)).join('\n'));
    },
    '/': '<h1>Plumber</h1>',
  });
  const began = processorMs();
  const { pages } = await readSite(site.url, { allowed: [site.host] });
  assert.equal(pages.length, 1);
  assert.ok(processorMs() - began < 5_000, `${Math.round(processorMs() - began)} ms`);
});

test('a line of blanks that ends in no way at all is read in no time', () => {
  const began = processorMs();
  parseRobots(`a:${' '.repeat(1_900)}#\u2028`, 'SluiceBot');
  assert.ok(processorMs() - began < 200);
});

test('pages come from links and from sitemaps, packed ones and lists of sitemaps too, none twice', async (t) => {
  const site = await serveSite(t, {
    '/robots.txt': (request, response) =>
      response.end(`User-agent: *\nSitemap: http://${request.headers.host}/index.xml`),
    '/index.xml': (request, response) => {
      const at = `http://${request.headers.host}`;
      response.end(`<sitemapindex><sitemap><loc>${at}/map.xml.gz</loc></sitemap></sitemapindex>`);
    },
    '/map.xml.gz': (request, response) => {
      const at = `http://${request.headers.host}`;
      const urls = ['/listed', '/linked/', '/blog/2019/old', '/picture.jpg', '/linked?utm_source=x'];
      const xml = `<urlset>${urls.map((path) => `<url><loc><![CDATA[${at}${path}]]></loc></url>`).join('')}</urlset>`;
      response.writeHead(200, { 'content-type': 'application/gzip' }).end(gzipSync(xml));
    },
    '/': '<nav><a href="/linked">Linked</a><a href="https://elsewhere.example/">Elsewhere</a></nav>',
    '/linked': '<h1>Linked</h1>',
    '/listed': '<h1>Listed</h1>',
    '/blog/2019/old': '<h1>Old</h1>',
  });
  const seen: number[] = [];
  const { pages } = await readSite(site.url, { allowed: [site.host] }, { onPage: (read) => seen.push(read) });
  assert.deepEqual(
    pages.map(({ address }) => new URL(address).pathname),
    ['/', '/linked', '/listed', '/blog/2019/old'],
  );
  assert.deepEqual(seen, [1, 2, 3, 4]);
  assert.equal(site.asked.filter((path) => path.startsWith('/linked')).length, 1);
});

test('what is no page is said so', async (t) => {
  const site = await serveSite(t, {
    '/': (_, response) => response.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF'),
    '/missing/': (_, response) => response.writeHead(500).end(),
    '/members/': (_, response) => response.writeHead(403).end(),
  });
  const read = (path: string) => readSite(`${site.url}${path}`, { allowed: [site.host] });
  await assert.rejects(read(''), { kind: 'not_a_website' });
  await assert.rejects(read('missing/'), { kind: 'unreachable' });
  await assert.rejects(read('members/'), { kind: 'forbidden' });
});

test('pages that redirect to ever other sites are followed to a few of them', async (t) => {
  const others = await Promise.all(Array.from({ length: 15 }, () => serveSite(t, { '/': '<h1>Elsewhere</h1>' })));
  const leading = others.map(({ url }, index): [string, Page] => [
    `/to-${index}`,
    (_request, response) => response.writeHead(302, { location: url }).end(),
  ]);
  const links = leading.map(([path]) => `<a href="${path}">To</a>`).join('');
  const site = await serveSite(t, {
    '/': `${links}<a href="/own">Own</a>`,
    ...Object.fromEntries(leading),
    '/own': '<h1>Own</h1>',
  });
  const allowed = [site, ...others].map(({ host }) => host);
  const { pages } = await readSite(site.url, { allowed }, { mostPages: 20 });
  assert.deepEqual(
    pages.map(({ address }) => new URL(address).pathname),
    ['/', '/own'],
  );
  assert.equal(others.filter(({ asked }) => asked.includes('/robots.txt')).length, 9);
});
