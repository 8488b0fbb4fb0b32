import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { getPriority, platform } from 'node:os';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { describe, test } from 'node:test';
import { configuredSiteReader } from '../../src/adapters/site-reader/configured.ts';
import { CutOff, Threads } from '../../src/base/threads.ts';
import { campaignFrom, profileFrom } from '../../src/websites/writing-room.ts';
import { testConfig } from '../harness/config.ts';

/** Longer than anything here may hold those who are served, on a busy machine too. */
const HELD_MS = 500;
const going = new AbortController().signal;

const PAGES: Record<string, string> = {
  'one word without an end, again and again': `<p>${'x'.repeat(2_999)}</p>`.repeat(300),
  'a hundred thousand names of one property': `<div itemscope><p itemprop="${'a b '.repeat(100_000)}">x</p></div>`,
  'one text under many names of many properties':
    `<div itemscope>${'<b itemprop="a b c d e f g h i j">'.repeat(20)}${'word '.repeat(900)}${'</b>'.repeat(20)}</div>`.repeat(
      400,
    ),
  'a million classes': `<p class="${'a '.repeat(1_000_000)}">Plumber in Berlin</p>`,
  'ten long scripts for machines':
    `<script type="application/ld+json">{"@type":"Thing","a":[${'"<b>x</b>",'.repeat(80_000)}"y"]}</script>`.repeat(10),
  'marks without an end on one letter': `<a href=/x>a${'\u0315'.repeat(30_000)}${'\u0300'.repeat(30_000)}</a>`,
  'nothing out of the ordinary':
    '<h1>Plumber in Berlin</h1><p>We repair pipes for homeowners in Berlin and around.</p>',
};

/** Elsewhere the threads of a process share one. */
const hasPriorities = platform() === 'linux';

describe('a website that is made to take long', () => {
  for (const [what, page] of Object.entries(PAGES)) {
    test(`${what}: nobody else is held up by reading it and writing from it`, async (t) => {
      const address = await served(t, page);
      const reader = configuredSiteReader(testConfig({ allowPrivateHosts: [new URL(address).host] }));
      const delay = monitorEventLoopDelay({ resolution: 5 });
      delay.enable();
      const site = await reader.read({ address, mostPages: 2, signal: going });
      const profile = await profileFrom(site, Date.now(), going);
      await campaignFrom({ site, profile, type: 'prospecting', now: Date.now(), ideas: [], signal: going });
      delay.disable();
      assert.ok(delay.max / 1e6 < HELD_MS, `${Math.round(delay.max / 1e6)} ms`);
    });
  }

  test('what does not end is ended, by its time or by whoever ordered it, and the next job has a thread again', async () => {
    const module = `import { work } from ${JSON.stringify(import.meta.resolve('../../src/base/threads.ts'))};
      work((job) => { while (job === 'on and on'); return job; });`;
    const threads = new Threads<string, string>(new URL(`data:text/javascript,${encodeURIComponent(module)}`));
    await assert.rejects(threads.run('on and on', { signal: going, withinMs: 1_000 }), CutOff);
    const stopped = AbortSignal.timeout(1_000);
    await assert.rejects(threads.run('on and on', { signal: stopped, withinMs: 60_000 }), { name: 'TimeoutError' });
    assert.equal(await threads.run('done', { signal: going, withinMs: 60_000 }), 'done');
  });

  test('what computes for long steps behind those who are served; the next job does not', {
    skip: !hasPriorities,
  }, async () => {
    const module = `import { getPriority } from 'node:os';
      import { work } from ${JSON.stringify(import.meta.resolve('../../src/base/threads.ts'))};
      work((ms) => {
        const begun = process.threadCpuUsage();
        for (let used = 0; used < ms * 1000; used = process.threadCpuUsage(begun).user);
        return getPriority(0);
      });`;
    const threads = new Threads<number, number>(new URL(`data:text/javascript,${encodeURIComponent(module)}`));
    const terms = { signal: going, withinMs: 60_000 };
    const own = getPriority(0);
    assert.equal(await threads.run(10, terms), own);
    assert.ok((await threads.run(6_000, terms)) > own);
    assert.equal(await threads.run(10, terms), own);
  });

  test('what fills the memory is ended and takes nothing else with it', async () => {
    const module = `import { work } from ${JSON.stringify(import.meta.resolve('../../src/base/threads.ts'))};
      work(() => { const kept = []; for (;;) kept.push(new Array(100_000).fill(kept.length)); });`;
    const threads = new Threads<string, string>(new URL(`data:text/javascript,${encodeURIComponent(module)}`));
    await assert.rejects(threads.run('more', { signal: going, withinMs: 60_000 }), /memory/);
  });
});

async function served(t: { after(hook: () => void): void }, page: string): Promise<string> {
  const server = createServer(({ url }, response) => {
    const isPage = url === '/';
    response.writeHead(isPage ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' });
    response.end(isPage ? `<html lang=en><title>Shop</title><body>${page}` : '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  const bound = server.address();
  assert.ok(bound && typeof bound === 'object');
  return `http://127.0.0.1:${bound.port}/`;
}
