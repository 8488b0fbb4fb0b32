import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { describe, test } from 'node:test';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { gunzipped } from '../../../src/adapters/site-reader/body.ts';
import { readSite, serveSite } from './site.ts';

const MIB = 1024 * 1024;
const LARGEST_PAGE = 10 * MIB;
/** What the network holds on the way between two programs. */
const ON_THE_WAY = 8 * MIB;
const HOME = '<h1>Plumbing</h1><a href="/more">More</a>';

/** A block without content, as a server writes it that sends what it has so far; and one that holds a single letter. */
const EMPTY_BLOCK = Buffer.from([0, 0, 0, 0xff, 0xff]);
const BLOCK_OF_ONE = Buffer.from([0, 1, 0, 0xfe, 0xff, 0x61]);
const GZIP_BEGUN = gzipSync('').subarray(0, 10);

/** What begins each encoding, and what may follow it again and again without anything coming of it. */
const NOTHING: Readonly<Record<string, { begun: Buffer; again: Buffer }>> = {
  gzip: { begun: GZIP_BEGUN, again: EMPTY_BLOCK },
  'x-gzip': { begun: Buffer.alloc(0), again: gzipSync('') },
  deflate: { begun: deflateSync('').subarray(0, 2), again: EMPTY_BLOCK },
  // One letter up to the end of a byte; then metadata of no length.
  br: { begun: Buffer.from([0x0b, 0x00, 0x80, 0x61]), again: Buffer.from([0x06]) },
};

describe('a packed body is bounded as it comes, too', () => {
  for (const [encoding, { begun, again }] of Object.entries(NOTHING)) {
    test(`${encoding} that nothing comes of is given up soon; the rest of the site is read`, async (t) => {
      const sent = { bytes: 0 };
      const site = await serveSite(t, { '/': HOME, '/more': endless(encoding, begun, again, sent) });
      const { pages, leftOut } = await readSite(site.url, { allowed: [site.host] });
      assert.deepEqual([pages.length, leftOut.length], [1, 1]);
      assert.match(leftOut[0]?.reason ?? '', /could not be reached/);
      assert.ok(sent.bytes < ON_THE_WAY, `${sent.bytes} bytes`);
    });
  }

  test('one that little comes of is read no further than a page is long', async (t) => {
    const sent = { bytes: 0 };
    const site = await serveSite(t, { '/': HOME, '/more': endless('gzip', GZIP_BEGUN, BLOCK_OF_ONE, sent) });
    const { pages } = await readSite(site.url, { allowed: [site.host] });
    assert.match(pages[1]?.blocks[0]?.text ?? '', /^a+$/);
    assert.ok(sent.bytes > LARGEST_PAGE && sent.bytes < LARGEST_PAGE + ON_THE_WAY, `${sent.bytes} bytes`);
  });

  test('what can hardly be packed is read to its end', async (t) => {
    const page = `<p>${randomBytes(MIB / 2).toString('base64')}</p><h1>The end</h1>`;
    for (const [encoding, pack] of Object.entries({ gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync })) {
      const headers = { 'content-type': 'text/html', 'content-encoding': encoding };
      const packed = pack(page);
      const site = await serveSite(t, { '/': (_, response) => response.writeHead(200, headers).end(packed) });
      const { pages } = await readSite(site.url, { allowed: [site.host] });
      assert.equal(pages[0]?.blocks.at(-1)?.text, 'The end', encoding);
    }
  });

  test('a file that is kept packed is held to the same', async () => {
    const nothing = Buffer.concat([GZIP_BEGUN, Buffer.alloc(5 * MIB, EMPTY_BLOCK)]);
    await assert.rejects(gunzipped(nothing, LARGEST_PAGE), /next to nothing/);
    const list = randomBytes(3 * MIB);
    const { bytes, whole } = await gunzipped(gzipSync(list), LARGEST_PAGE);
    assert.ok(whole && bytes.equals(list));
  });
});

/** Answers with what begins an encoding and then the same, as long as somebody reads. */
function endless(encoding: string, begun: Buffer, again: Buffer, sent: { bytes: number }) {
  const piece = Buffer.alloc(again.length * 10_000, again);
  return (_request: unknown, response: ServerResponse) => {
    response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': encoding });
    response.write(begun);
    const more = () => {
      for (let goesOn = true; goesOn && !response.destroyed; sent.bytes += piece.length) goesOn = response.write(piece);
    };
    response.on('drain', more);
    more();
  };
}
