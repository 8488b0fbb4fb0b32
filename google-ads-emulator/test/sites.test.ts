import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { at, listAt, parseJson } from '../src/json.ts';
import { TestEmulator } from './client.ts';

let emulator: TestEmulator;
before(async () => {
  emulator = await TestEmulator.start();
});
after(() => emulator.close());

test('every address in a sitemap is a page with a title, a description, one heading and structured data', async () => {
  for (const slug of ['acme-plumbing', 'globex-clinic', 'hooli-bakery']) {
    const sitemap = await (await fetch(`${emulator.url}/sites/${slug}/sitemap.xml`)).text();
    const addresses = [...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map((match) => match[1] ?? '');
    assert.ok(addresses.length >= 7, slug);
    for (const address of addresses) {
      const response = await fetch(address);
      const page = await response.text();
      assert.equal(response.status, 200, address);
      assert.match(page, /<title>.{5,}<\/title>/);
      assert.match(page, /<meta name="description" content=".{20,}">/);
      assert.equal([...page.matchAll(/<h1>/g)].length, 1, address);
      const data = parseJson(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(page)?.[1] ?? '');
      assert.ok(listAt(data, '@type').includes('LocalBusiness'));
      assert.ok(at(data, 'address', 'addressLocality'));
    }
  }
});

test('robots.txt names the sitemap, and an unknown page is 404', async () => {
  const robots = await (await fetch(`${emulator.url}/sites/acme-plumbing/robots.txt`)).text();
  assert.match(robots, /Sitemap: http:\/\/127\.0\.0\.1:\d+\/sites\/acme-plumbing\/sitemap\.xml/);
  assert.equal((await fetch(`${emulator.url}/sites/acme-plumbing/nothing`)).status, 404);
  assert.equal((await fetch(`${emulator.url}/sites/nobody/`)).status, 404);
});
