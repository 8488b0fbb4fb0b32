import assert from 'node:assert/strict';
import { after, before, describe, type TestContext, test } from 'node:test';
import type { DocumentFetcher, FetchedDocument } from '../../../src/ports/document-fetcher.ts';
import { type RunningService, startService, wholeSuite } from '../../harness/service.ts';
import { App, Browser, REDIRECT, taken } from './app.ts';

/** Requests of one address, all at once; each names a host that takes the connection and never answers. */
const FLOOD = 30;
/** Whoever has an IPv6 network comes from another line of it each time. */
const ADDRESSES = ['192.0.2.1', '192.0.2.2', '192.0.2.3', '192.0.2.4', '2001:db8:1:', '2001:db8:2:'];
/** What an answer may take on a busy machine: far less than anybody waits in a line. */
const PROMPT_MS = 1_000;
/** The longest that a request is held up by documents: its turn, its host's turn and the fetch, which here has no end. */
const LONGEST_WAIT_MS = 5_000;

describe('while addresses name documents on hosts that never answer', () => {
  const silence = Promise.withResolvers<FetchedDocument>();
  const silent = new Set<string>();
  const asked: string[] = [];
  const flood: Promise<{ status: number; error: string; ms: number }>[] = [];
  // Before the service ends.
  after(async () => {
    silence.reject(new Error('the host does not answer'));
    await Promise.all(flood);
  });
  const suite = wholeSuite();
  const documents: DocumentFetcher = {
    fetch(url) {
      asked.push(url);
      if (url.includes('.silent.example/') || silent.has(url)) return silence.promise;
      const body = JSON.stringify({ client_id: url, client_name: 'Planner', redirect_uris: [REDIRECT] });
      return Promise.resolve({ status: 200, headers: {}, body });
    },
  };
  let service: RunningService;
  let connected: App;
  let refreshToken: string;

  before(async () => {
    service = await startService(suite, { config: { trustedProxies: 1 }, adapters: { documents } });
    connected = new App(service, 'https://connected.example/app.json');
    refreshToken = (await connected.connect()).refresh_token;
    for (let i = 0; i < FLOOD; i += 1) {
      for (const address of ADDRESSES) {
        const from = address.endsWith(':') ? `${address}${i}::1` : address;
        flood.push(authorize(`https://h${flood.length}.silent.example/d`, `203.0.113.${i}, ${from}`));
      }
    }
    await Promise.race(flood);
  });

  /** What stands before the last address is the caller's own invention. */
  async function authorize(
    clientId: string,
    forwarded: string,
  ): Promise<{ status: number; error: string; ms: number }> {
    const began = performance.now();
    const answer = await new Browser(service).go(new App(service, clientId).authorizeUrl(), {
      headers: { 'x-forwarded-for': forwarded, accept: 'application/json' },
    });
    const error = /"error":"(\w+)"/.exec(await answer.text())?.[1] ?? '';
    return { status: answer.status, error, ms: performance.now() - began };
  }

  test('a new app connects from another address at once', async () => {
    for (let i = 0; i < 5; i += 1) {
      const { status, error, ms } = await authorize(`https://new-${i}.example/app.json`, `198.51.100.${i}`);
      assert.equal(status, 303, error);
      assert.ok(ms < PROMPT_MS, `${ms} ms`);
    }
  });

  test('a new app that one of them has named before is not held up behind it', async () => {
    const url = 'https://named-before.example/app.json';
    const theirs = authorize(url, '192.0.2.1');
    const { status, ms } = await authorize(url, '198.51.100.9');
    assert.equal(status, 303);
    assert.ok(ms < PROMPT_MS, `${ms} ms`);
    await theirs;
  });

  test('a connected app goes on without waiting, also when its own host is silent', async (t) => {
    forgetCached(t);
    service.clock.turn({ hours: 1 });
    silent.add(connected.clientId);
    const before = asked.filter((url) => url === connected.clientId).length;
    const began = performance.now();
    taken(await connected.refresh(refreshToken));
    const ms = performance.now() - began;
    assert.ok(ms < PROMPT_MS, `${ms} ms`);
    assert.equal(asked.filter((url) => url === connected.clientId).length, before + 1, 'it is fetched anew behind');
  });

  test('each of them has two fetches, and whoever waits is told to come again, not that the app is unknown', async () => {
    assert.equal(asked.filter((url) => url.includes('.silent.example/')).length, 2 * ADDRESSES.length);
    const waiting = new Set(flood);
    const answers: Awaited<(typeof flood)[number]>[] = [];
    while (waiting.size > 2 * ADDRESSES.length) {
      const [done, answer] = await Promise.race([...waiting].map(async (one) => [one, await one] as const));
      waiting.delete(done);
      answers.push(answer);
    }
    assert.deepEqual(new Set(answers.map(({ error }) => error)), new Set(['temporarily_unavailable']));
    for (const { ms } of answers) assert.ok(ms < LONGEST_WAIT_MS, `${ms} ms`);
  });
});

/** The library goes by the machine's time: an hour later it remembers no document. */
function forgetCached(t: TestContext): void {
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 3_600_000 });
}
