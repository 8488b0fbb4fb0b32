import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { createServer as createTcpServer, type Socket } from 'node:net';
import { describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { configuredSiteReader } from '../../src/adapters/site-reader/configured.ts';
import { serveSite } from '../adapters/site-reader/site.ts';
import { testConfig } from '../harness/config.ts';
import type { Cleaned } from '../harness/database.ts';

const MIB = 1024 * 1024;
/** Twice what such a reading takes beside its process; without limits each of these takes far more. */
const MOST_TAKEN = 300 * MIB;
const PAGE_BYTES = 10 * MIB;
const PAGES = 20;
const PATHS = ['/', ...Array.from({ length: PAGES }, (_, index) => `/page-${index}`)];
const LINKS = PATHS.map((path) => `<a href="${path}">Page</a>`).join('');

/** Pages as large as they may be; one letter beyond Latin makes each character take two bytes. */
const CONTENTS: Readonly<Record<string, string>> = {
  'a link without an end': '<a href="/more">Ж',
  'short texts, and then nothing to read': '<p>Ж-one-word-of-a-text</p><a href="/more">Ж-one-word-of-a-link</a><!--',
};

/** Memory that was freed is not given back at once: each test is held against the beginning. */
const atRest = process.memoryUsage.rss();

describe('a website that is made to take memory', () => {
  for (const [what, content] of Object.entries(CONTENTS)) {
    test(`${what}, on page after page: what was read of one is all that is kept of it`, async (t) => {
      const page = gzipSync(`${LINKS}${content}${'x'.repeat(PAGE_BYTES - LINKS.length - content.length)}`);
      const headers = { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'gzip' };
      const send = (_request: unknown, response: ServerResponse) => response.writeHead(200, headers).end(page);
      const site = await serveSite(t, Object.fromEntries(PATHS.map((path) => [path, send])));
      const { taken, result } = await measured(site.host);
      assert.equal(result.status === 'fulfilled' && result.value.pages.length, PAGES);
      assert.ok(taken < MOST_TAKEN, `${Math.round(taken / MIB)} MiB`);
    });
  }

  test('a page in pieces of one byte without an end is given up before it has taken any', async (t) => {
    const { taken, result } = await measured(await servedInBytes(t));
    assert.equal(result.status, 'rejected');
    assert.ok(taken < MOST_TAKEN, `${Math.round(taken / MIB)} MiB`);
  });
});

/** Reads a site as the service does, and looks how much more memory the process has meanwhile. */
async function measured(host: string) {
  let most = atRest;
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, 20);
  const reader = configuredSiteReader(testConfig({ allowPrivateHosts: [host] }));
  const order = { address: `http://${host}/`, mostPages: PAGES, signal: new AbortController().signal };
  const [result] = await Promise.allSettled([reader.read(order)]);
  clearInterval(timer);
  return { taken: most - atRest, result };
}

/** A site without a robots.txt, whose pages come as chunks of one byte, as fast as they are read. */
async function servedInBytes(t: Cleaned): Promise<string> {
  const bytes = Buffer.from('1\r\nx\r\n'.repeat(10_000));
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    sockets.add(socket);
    const more = () => {
      while (!socket.destroyed && socket.write(bytes));
    };
    socket.on('error', () => {}).on('drain', more);
    socket.once('data', (request) => {
      if (request.toString().startsWith('GET /robots.txt')) {
        socket.end('HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n');
        return;
      }
      socket.write('HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ntransfer-encoding: chunked\r\n\r\n');
      more();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const bound = server.address();
  assert.ok(bound && typeof bound === 'object');
  return `127.0.0.1:${bound.port}`;
}
