import assert from 'node:assert/strict';
import { Socket } from 'node:net';
import { before, describe, test } from 'node:test';
import { Turns } from '../../../src/base/turns.ts';
import { Connections } from '../../../src/surfaces/wire/connections.ts';
import { eventOf } from '../../harness/audit-events.ts';
import { intakeWith, testConfig } from '../../harness/config.ts';
import { testLog } from '../../harness/log.ts';
import { rawConnection, readAnswer } from '../../harness/raw-connection.ts';
import { type RunningService, startService, wholeSuite } from '../../harness/service.ts';
import { TurnableClock } from '../../harness/turnable-clock.ts';

const PER_MINUTE = 5;

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
      ['::ffff:198.51.100.9', '198.51.100.9'],
    ] as const) {
      const { requestId } = await ask(said, key);
      assert.equal((await eventOf(service.database, requestId)).ip, kept, said.slice(0, 40));
    }
  });

  test('is kept of a request to connect elsewhere too', async () => {
    const connection = await rawConnection(service.base);
    connection.send('CONNECT a.example:443 HTTP/1.1\r\nhost: a\r\nx-forwarded-for: 198.51.100.11:80\r\n\r\n');
    const { requestId } = readAnswer(await connection.closed);
    assert.equal((await eventOf(service.database, requestId)).ip, '198.51.100.11');
  });
});

test('who has gone away before they were let in, and has no address any more, is not let in', () => {
  const connections = new Connections({
    config: testConfig(),
    clock: new TurnableClock(),
    log: testLog,
    turns: new Turns(),
  });
  const server = connections.serve(() => assert.fail('nothing is answered'));
  const gone = new Socket();
  server.emit('connection', gone);
  assert.ok(gone.destroyed);
});

test('the lines of one IPv6 network never take all connections', () => {
  const intake = intakeWith({ connections: 20, connectionsPerAddress: 2 });
  const connections = new Connections({
    config: testConfig({ intake }),
    clock: new TurnableClock(),
    log: testLog,
    turns: new Turns(),
  });
  const server = connections.serve(() => assert.fail('nothing is answered'));
  const from = (remoteAddress: string) => {
    const socket = Object.defineProperty(new Socket(), 'remoteAddress', { value: remoteAddress });
    server.emit('connection', socket);
    return socket;
  };
  const lines = Array.from({ length: 15 }, (_, i) => from(`2001:db8:1:${i}::1`));
  assert.equal(lines.filter(({ destroyed }) => !destroyed).length, 10);
  assert.equal(from('2001:db8:2::1').destroyed, false);
  assert.equal(from('192.0.2.1').destroyed, false);
  for (const line of lines) line.destroy();
});
