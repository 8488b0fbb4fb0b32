import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { statement } from '../../../src/base/database.ts';
import { rawConnection } from '../../harness/raw-connection.ts';
import { type RunningService, startService, wholeSuite } from '../../harness/service.ts';

const PER_MINUTE = 5;
const addressOf = statement<[requestId: string], { ip: string | null }>(`
  select ip from audit_event where request_id = $1 union all
  select ip from unattributed_audit_event where request_id = $1`);

describe('where a request came from, as proxies say it', () => {
  const suite = wholeSuite();
  let service: RunningService;

  before(async () => {
    service = await startService(suite, {
      config: { trustedProxies: 1, anonymousRateLimitPerMinute: PER_MINUTE, rateLimitPerMinute: 1_000 },
    });
  });

  const ask = (forwarded: string, key?: string) =>
    service.call('GET', '/v1/organizations', { key, headers: { 'x-forwarded-for': forwarded }, unchecked: true });

  for (const [what, name] of [
    ['an address with a port', (n: number) => `203.0.113.9:${1_000 + n}`],
    ['an address in quotes', (n: number) => `"203.0.113.10:${1_000 + n}"`],
    ['an IPv6 address with a port', (n: number) => `[2001:db8::1]:${1_000 + n}`],
    ['what is no address', (n: number) => `nobody ${n}`],
  ] as const) {
    test(`${what} is the same whatever else stands there`, async () => {
      const statuses = [];
      for (let n = 0; n < PER_MINUTE + 1; n += 1) statuses.push((await ask(name(n))).status);
      assert.deepEqual(new Set(statuses), new Set([401, 429]));
    });
  }

  test('is kept as an address and as nothing else', async () => {
    const { key } = await service.world.addKey();
    for (const [said, kept] of [
      ['198.51.100.7:4711', '198.51.100.7'],
      ['"[2001:db8::7]:4711"', '2001:db8::7'],
      ['garbage <b>', '127.0.0.1'],
      ['7'.repeat(3_000), '127.0.0.1'],
      ['198.51.100.1, 198.51.100.8:80', '198.51.100.8'],
    ] as const) {
      const { requestId } = await ask(said, key);
      assert.equal((await service.database.row(addressOf, requestId))?.ip, kept, said.slice(0, 40));
    }
  });
});

test('who breaks off at once has every request that ran kept with an address', async (t) => {
  const service = await startService(t);
  const { key } = await service.world.addKey();
  const { host } = new URL(service.base);
  const before = await countOf(service);
  for (let left = 0; left < 60; left += 1) {
    const connection = await rawConnection(service.base);
    const headers = `host: ${host}\r\nauthorization: Bearer ${key}\r\n`;
    connection.send(`GET /v1/organizations HTTP/1.1\r\n${headers}\r\n`);
    connection.reset();
    await connection.closed;
  }
  assert.equal((await service.call('GET', '/v1/organizations', { key })).status, 200);
  const after = await countOf(service);
  assert.equal(after.without, 0);
  assert.ok(after.all > before.all);
});

const counted = statement<[], { all: number; without: number }>(`
  select count(*)::int as all, count(*) filter (where ip is null)::int as without from audit_event`);

async function countOf({ database }: RunningService): Promise<{ all: number; without: number }> {
  return (await database.row(counted)) ?? { all: 0, without: 0 };
}
