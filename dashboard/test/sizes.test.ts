import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { buildDashboard } from '../build.ts';

const KILOBYTE = 1000;
const SIGN_IN_LIMIT = 250 * KILOBYTE;
const PAGE_LIMIT = 120 * KILOBYTE;

const DIST = join(import.meta.dirname, '../dist');
const STATIC_IMPORT = /(?:\bfrom|\bimport)\s*["']\.\/([\w.-]+\.js)["']/g;
const PAGE_CHUNK = /-page-[\w-]+\.js$/;

test('what a browser loads stays small: 250 kB to sign in, 120 kB more for any page', async () => {
  await buildDashboard();
  const chunks = readChunks();
  const [, entry = ''] = /src="\/assets\/([\w.-]+\.js)"/.exec(readFileSync(join(DIST, 'index.html'), 'utf8')) ?? [];
  const first = closure(chunks, [entry]);
  const pages = [...chunks.keys()].filter((name) => PAGE_CHUNK.test(name));
  assert.ok(pages.length >= 8, `pages are found: ${pages}`);
  for (const page of pages) {
    const all = closure(chunks, [entry, page]);
    const own = [...all].filter((name) => !first.has(name));
    if (page.startsWith('sign-in-page')) {
      const size = sizeOf(chunks, all);
      assert.ok(size <= SIGN_IN_LIMIT, `the sign-in page takes ${size} bytes`);
    }
    const size = sizeOf(chunks, own);
    assert.ok(size <= PAGE_LIMIT, `${page} takes ${size} bytes of its own: ${own.join(', ')}`);
  }
});

function readChunks(): Map<string, string> {
  const folder = join(DIST, 'assets');
  const names = readdirSync(folder).filter((name) => name.endsWith('.js'));
  return new Map(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
}

/** What is loaded with these chunks, without being asked for. */
function closure(chunks: ReadonlyMap<string, string>, from: readonly string[]): Set<string> {
  const found = new Set<string>();
  const left = [...from];
  for (let name = left.pop(); name !== undefined; name = left.pop()) {
    if (found.has(name)) continue;
    found.add(name);
    left.push(...[...(chunks.get(name) ?? '').matchAll(STATIC_IMPORT)].map(([, imported = '']) => imported));
  }
  return found;
}

function sizeOf(chunks: ReadonlyMap<string, string>, names: Iterable<string>): number {
  return [...names].reduce((sum, name) => sum + gzipSync(chunks.get(name) ?? '').length, 0);
}
