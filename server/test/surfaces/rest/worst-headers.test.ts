import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { freshDatabase } from '../../harness/database.ts';
import { mustBlockNoLongerThan, type ServedProcess, serveInProcess } from '../../harness/served-process.ts';
import { wholeSuite } from '../../harness/service.ts';

/** What takes the square of its length takes from 70 ms on a fast machine to half a second, and what takes its length nothing to speak of. */
const LENGTH = 14_000;
const LONGEST_BLOCK_MS = 50;

const ADDRESSES = [
  ['GET', '/v1/organizations'],
  ['GET', '/dashboard/v1/me'],
  ['POST', '/dashboard/v1/sign-in'],
  ['POST', '/mcp'],
  ['GET', '/oauth/authorize?client_id=x'],
  ['POST', '/oauth/token'],
  ['GET', '/'],
  ['GET', '/nowhere'],
] as const;

/** Whatever of a request's head is read somewhere, by us or by what we stand on. */
const HEADERS = [
  'accept',
  'accept-encoding',
  'accept-language',
  'acting-as',
  'authorization',
  'content-type',
  'cookie',
  'forwarded',
  'idempotency-key',
  'if-none-match',
  'mcp-protocol-version',
  'origin',
  'referer',
  'sec-fetch-site',
  'user-agent',
  'x-forwarded-for',
  'x-forwarded-host',
];

/** Runs of what patterns look for, each ended by what they do not want there. */
const RUNS = [' ', '\t', ',', ';', '; ', '"', '\\"', '/', '=', 'a=', '%41', ':', '.', '-', '1', 'a', 'a/b;q=0.1,'];

describe('the worst heads of requests hold up nobody', () => {
  const suite = wholeSuite();
  let served: ServedProcess;
  let sent = 0;

  before(async () => {
    const { url } = await freshDatabase(suite);
    served = await serveInProcess(suite, { databaseUrl: url, trustedProxies: 1 });
    for (const [method, path] of ADDRESSES) await send(method, path, {});
  });

  for (const [method, path] of ADDRESSES) {
    test(`of ${method} ${path}`, async () => {
      for (const name of HEADERS) {
        await mustBlockNoLongerThan(LONGEST_BLOCK_MS, served, name, async () => {
          for (const run of RUNS) await send(method, path, { [name]: `x${run.repeat(LENGTH / run.length)}y` });
        });
      }
    });
  }

  /** Each from an address of its own: none of them is to be refused for those before it. */
  async function send(method: string, path: string, headers: Record<string, string>): Promise<void> {
    sent += 1;
    const from = { 'x-forwarded-for': `198.${18 + (sent >> 16)}.${(sent >> 8) & 255}.${sent & 255}` };
    const { status } = await served.call(method, path, { headers: { ...from, ...headers }, unchecked: true });
    assert.ok(status < 500, `${status} to ${JSON.stringify(headers).slice(0, 60)}`);
  }
});
