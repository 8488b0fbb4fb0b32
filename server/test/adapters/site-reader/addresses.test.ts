import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { describe, test } from 'node:test';
import { checkWebAddress, isSameSite } from '../../../src/base/web-address.ts';
import { SiteUnreadable } from '../../../src/ports/site-reader.ts';
import { connectionsDuring, readSite, serveSite } from './site.ts';

/** Addresses that no visit may go to, in every notation that means one. */
const REFUSED = [
  'http://127.0.0.1/',
  'http://127.1/',
  'http://2130706433/',
  'http://0x7f000001/',
  'http://0x7f.0.0.1/',
  'http://0177.0.0.1/',
  'http://017700000001/',
  'http://127.0.0.1./',
  'http://①②⑦.⓪.⓪.①/',
  'http://localhost/',
  'http://LOCALHOST./',
  'http://shop.localhost/',
  'http://printer.local/',
  'http://metadata.google.internal/computeMetadata/v1/',
  'http://router/',
  'http://router.home.arpa/',
  'http://0.0.0.0/',
  'http://0/',
  'http://10.0.0.1/',
  'http://172.16.0.1/',
  'http://172.31.255.255/',
  'http://192.168.1.1/',
  'http://169.254.169.254/latest/meta-data/',
  'http://100.64.0.1/',
  'http://100.100.100.200/',
  'http://168.63.129.16/',
  'http://192.0.0.192/',
  'http://192.0.2.1/',
  'http://198.18.0.1/',
  'http://198.51.100.1/',
  'http://203.0.113.1/',
  'http://224.0.0.1/',
  'http://240.0.0.1/',
  'http://255.255.255.255/',
  'http://[::]/',
  'http://[::1]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:7f00:1]/',
  'http://[::127.0.0.1]/',
  'http://[64:ff9b::7f00:1]/',
  'http://[64:ff9b:1::a00:1]/',
  'http://[2002:7f00:1::]/',
  'http://[2001:0:4136:e378:8000:63bf:3fff:fdd2]/',
  'http://[2001:db8::1]/',
  'http://[3fff::1]/',
  'http://[fc00::1]/',
  'http://[fd00:ec2::254]/',
  'http://[fe80::1]/',
  'http://[fec0::1]/',
  'http://[ff02::1]/',
  'http://[100::1]/',
  'http://8.8.8.8:8080/',
  'https://www.example.com:8443/',
  'https://www.example.com:22/',
  'ftp://www.example.com/',
  'file:///etc/passwd',
  'gopher://www.example.com/',
  'javascript:alert(1)',
  'http:www.example.com',
  'http:///www.example.com',
  '//www.example.com/',
  'www.example.com',
  'https://user:secret@www.example.com/',
  'https://www.exa mple.com/',
  'https://www.example.com/\nHost: other',
  'https://',
  '',
  `https://www.example.com/${'a'.repeat(2_100)}`,
];

describe('addresses that are never visited', () => {
  for (const address of REFUSED) {
    test(`${JSON.stringify(address.slice(0, 60))} is refused before anything is connected to`, async () => {
      assert.ok('problem' in checkWebAddress(address, []));
      let refusal: unknown;
      const begun = await connectionsDuring(() => readSite(address).catch((error: unknown) => (refusal = error)));
      assert.ok(refusal instanceof SiteUnreadable);
      assert.equal(refusal.kind, 'refused_address');
      assert.equal(begun, 0);
    });
  }

  test('public addresses pass, in IPv4 and IPv6', () => {
    for (const address of [
      'https://www.example.com/',
      'http://example.com',
      'https://8.8.8.8/',
      'https://[2606:4700::6810:84e5]/',
      'https://bücher.example/über-uns?seite=1#oben',
      'https://www.example.com:443/',
    ]) {
      assert.ok('url' in checkWebAddress(address, []), address);
    }
  });
});

describe('what names stand for', () => {
  const NAMES: [name: string, addresses: string[]][] = [
    ['a name that stands for a private address', ['127.0.0.1']],
    ['a name that stands for a public and a private address', ['93.184.215.14', '10.0.0.8']],
    ['a name that stands for a mapped address', ['::ffff:10.0.0.8']],
    ['a name that stands for what is no address', ['not-a-number']],
  ];
  for (const [what, addresses] of NAMES) {
    test(`${what} is refused without a connection`, async () => {
      const begun = await connectionsDuring(() =>
        assert.rejects(readSite('http://rebinding.example/', { find: async () => addresses }), {
          kind: 'refused_address',
        }),
      );
      assert.equal(begun, 0);
    });
  }

  test('a name is asked for once for each connection, and what it was checked as is what is connected to', async (t) => {
    const site = await serveSite(t, {
      '/': (_request, response) => response.writeHead(302, { location: 'http://rebinding.example/' }).end(),
    });
    const asked: string[] = [];
    const find = async (name: string) => {
      asked.push(name);
      return ['127.0.0.1'];
    };
    await assert.rejects(readSite(site.url, { allowed: [site.host], find }), { kind: 'refused_address' });
    assert.deepEqual(asked, ['rebinding.example']);
  });

  test('a name that nobody knows is unreachable', async () => {
    await assert.rejects(readSite('https://www.nobody-has-this.example/'), { kind: 'unreachable' });
  });
});

describe('redirects', () => {
  for (const target of [
    'http://169.254.169.254/latest/',
    'http://[::1]/',
    'http://localhost:22/',
    'file:///etc/passwd',
  ]) {
    test(`to ${target} are not followed`, async (t) => {
      const site = await serveSite(t, {
        '/': (_request, response) => response.writeHead(302, { location: target }).end(),
      });
      const read = () => assert.rejects(readSite(site.url, { allowed: [site.host] }), { kind: 'refused_address' });
      assert.equal(await connectionsDuring(read), 2, 'robots.txt and the page, nothing else');
    });
  }

  test('a port of an allowed host does not allow its other ports', async (t) => {
    const other = await serveSite(t, { '/': '<h1>Secret</h1>' });
    const site = await serveSite(t, {
      '/': (_request, response) => response.writeHead(302, { location: other.url }).end(),
    });
    await assert.rejects(readSite(site.url, { allowed: [site.host] }), { kind: 'refused_address' });
    assert.deepEqual(other.asked, []);
  });

  test('to another site end there, and those within the site or by way of another are followed', async (t) => {
    const to = (location: () => string) => (_request: unknown, response: ServerResponse) =>
      void response.writeHead(302, { location: location() }).end();
    const other = await serveSite(t, { '/': '<h1>Other</h1>', '/back': to(() => `${site.url}page`) });
    const site = await serveSite(t, {
      '/out': to(() => other.url),
      '/round': to(() => `${other.url}back`),
      '/': to(() => '/page'),
      '/page': '<h1>Page</h1>',
    });
    const read = (path: string) => readSite(`${site.url}${path}`, { allowed: [site.host, other.host] });
    await assert.rejects(read('out'), {
      kind: 'elsewhere',
      message: `${site.host} leads to another site, ${other.host}.`,
    });
    for (const path of ['', 'round']) assert.equal((await read(path)).address, `${site.url}page`, path);
  });

  test('without an end come to one', async (t) => {
    const site = await serveSite(t, {
      '/': (_request, response) => response.writeHead(302, { location: '/' }).end(),
    });
    await assert.rejects(readSite(site.url, { allowed: [site.host] }), { kind: 'unreachable' });
    assert.ok(site.asked.length < 10);
  });
});

test('two addresses belong together when somebody registered one domain for both', () => {
  const same = (one: string, other: string) => isSameSite(new URL(one), new URL(other));
  assert.ok(same('https://acme.com/', 'https://www.acme.com/shop'));
  assert.ok(same('https://shop.acme.co.uk/', 'https://acme.co.uk/'));
  assert.ok(!same('https://acme.co.uk/', 'https://bloom.co.uk/'));
  assert.ok(!same('https://acme.github.io/', 'https://bloom.github.io/'));
  assert.ok(!same('https://acme.com/', 'https://acme.com.evil.example/'));
  assert.ok(!same('https://acme.com/', 'https://notacme.com/'));
  assert.ok(!same('http://127.0.0.1:4001/', 'http://127.0.0.1:4002/'));
});
