import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { systemClock } from '../../../src/adapters/system-clock.ts';
import { freshDatabase } from '../../harness/database.ts';
import { mustBlockNoLongerThan, type ServedProcess, serveInProcess } from '../../harness/served-process.ts';
import { wholeSuite } from '../../harness/service.ts';
import { world } from '../../harness/world.ts';

/** As long as the head of a request lets an address be. */
const LENGTH = 14_500;
const LONGEST_BLOCK_MS = 50;

/** What may come behind them is read by us, by the OAuth library or by what both stand on. */
const BEGINNINGS = [
  '/v1/',
  '/v1/organizations/harbor/campaigns/',
  '/v1/organizations/harbor/campaigns?',
  '/v1/organizations/harbor/campaigns?cursor=',
  '/v1/organizations/harbor/search-terms?campaign=',
  '/v1/actions/x/undo?',
  '/dashboard/v1/',
  '/dashboard/v1/organizations/harbor/search-terms/review?contains=',
  '/oauth/',
  '/oauth/authorize?',
  '/oauth/authorize?client_id=https://a.example/',
  '/oauth/authorize?redirect_uri=http://a/',
  '/oauth/authorize/x?',
  '/oauth/token?',
  '/oauth/register?',
  '/.well-known/',
  '/mcp?',
  '/join/',
  '/docs/',
  '/',
];

/** Runs of what addresses are made of, and of what is written in them otherwise. */
const RUNS = [
  ...['&a=', '&%61=1', '&a[b]=', '&a=%2B', '&limit=1', '&', '=', ';', ';a=', '+', '%20', '%2F', '%25', '%00', '%ff'],
  ...['%E2%80%AE', '%ED%A0%80', '/', '//', '.', '../', '%2e%2e/', '\\', 'svc_live_', 'join/', '-', '_', 'a', 'aA', '1'],
];

describe('the worst addresses of requests hold up nobody', () => {
  const suite = wholeSuite();
  let served: ServedProcess;
  let key: string;
  let sent = 0;

  before(async () => {
    const { database, url } = await freshDatabase(suite);
    const people = await world(database, systemClock);
    ({ key } = await people.addKey());
    served = await serveInProcess(suite, { databaseUrl: url, trustedProxies: 1 });
    for (const beginning of BEGINNINGS) for (const method of ['GET', 'POST']) await send(method, beginning, 'x');
  });

  for (const beginning of BEGINNINGS) {
    test(`that begin with ${beginning}`, async () => {
      for (const run of RUNS) {
        const rest = run.repeat((LENGTH - beginning.length) / run.length);
        await mustBlockNoLongerThan(LONGEST_BLOCK_MS, served, run, async () => {
          await send('GET', beginning, rest);
          await send('POST', beginning, rest);
        });
      }
    });
  }

  /** Each from an address of its own: none of them is to be refused for those before it. */
  async function send(method: string, beginning: string, rest: string): Promise<void> {
    sent += 1;
    const headers = { 'x-forwarded-for': `198.${18 + (sent >> 16)}.${(sent >> 8) & 255}.${sent & 255}` };
    const { status } = await served.call(method, `${beginning}${rest}`, {
      ...{ headers, unchecked: true },
      ...(beginning.startsWith('/v1/') && { key }),
    });
    assert.ok(status < 500, `${status} to ${method} ${beginning} and ${rest.slice(0, 20)}`);
  }
});
