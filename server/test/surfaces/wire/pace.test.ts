import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { before, describe, type TestContext, test } from 'node:test';
import { hasLatelyCome } from '../../../src/base/lately-come.ts';
import { Turns } from '../../../src/base/turns.ts';
import { Connections } from '../../../src/surfaces/wire/connections.ts';
import { intakeWith, testConfig } from '../../harness/config.ts';
import { testLog } from '../../harness/log.ts';
import { rawConnection } from '../../harness/raw-connection.ts';
import { type RunningService, startService, wholeSuite } from '../../harness/service.ts';
import { TurnableClock } from '../../harness/turnable-clock.ts';

const PER_SECOND = 10;
/** What may come at once, and what comes in another second. */
const MANY = 50;
const LAST_AFTER_MS = 750;
/** Half of them come at once, however long that takes on a busy machine. */
const APART_MS = 300;
const AT_ONCE_MS = 700;

describe('answers that no limit counts', () => {
  const suite = wholeSuite();
  let service: RunningService;
  let addresses = 0;

  before(async () => {
    const intake = intakeWith({ uncountedPerSecond: PER_SECOND });
    service = await startService(suite, {
      config: { intake, trustedProxies: 1, rateLimitPerMinute: 5, anonymousRateLimitPerMinute: 1 },
    });
  });

  const newAddress = () => {
    addresses += 1;
    return `10.1.0.${addresses}`;
  };

  /** Asks from an address, and tells how long the answer took. */
  const ask = async (path: string, address: string, key?: string) => {
    const begun = performance.now();
    const { status } = await service.call('GET', path, {
      key,
      headers: { 'x-forwarded-for': address },
      unchecked: true,
    });
    return { status, took: performance.now() - begun };
  };

  const flood = (path: string, address: string) => Promise.all(Array.from({ length: MANY }, () => ask(path, address)));

  for (const path of [
    '/',
    '/docs',
    '/docs/errors',
    '/docs/mcp',
    '/docs/reference.json',
    '/healthz',
    '/readyz',
    '/metrics',
    '/.well-known/oauth-authorization-server',
    '/v1/organizations',
    '/nowhere',
    '/mcp',
  ]) {
    test(`keep the pace of their address at ${path}`, async () => {
      const address = newAddress();
      const slowest = (await flood(path, address)).map(({ took }) => took).toSorted((a, b) => b - a);
      assert.ok((slowest[0] ?? 0) > LAST_AFTER_MS, `the last came after ${slowest[0]} ms`);
      const [last = 0, middle = 0] = [slowest[0], slowest[MANY / 2]];
      assert.ok(last - middle > APART_MS, `half of them came within ${middle} ms, the last after ${last}`);
    });
  }

  test('keep the pace of their network where its addresses are had for nothing, and hold up no other', async () => {
    const lines = Array.from({ length: 10 * MANY }, (_, i) => `2001:db8:7:${i.toString(16)}::1`);
    const flooding = Promise.all(lines.map((line) => ask('/docs', line)));
    const other = await ask('/docs', '2001:db8:8::1');
    const last = Math.max(...(await flooding).map(({ took }) => took));
    assert.ok(last > LAST_AFTER_MS, `the last came after ${last} ms`);
    assert.ok(other.took < last - APART_MS, `another network ${other.took}, the last of this ${last}`);
  });

  test('hold up neither what is counted nor other addresses', async () => {
    const address = newAddress();
    const { key } = await service.world.addKey();
    const flooding = flood('/', address);
    const [counted, other] = await Promise.all([ask('/v1/organizations', address, key), ask('/', newAddress())]);
    assert.equal(counted.status, 200);
    assert.ok(counted.took < AT_ONCE_MS, `${counted.took} ms`);
    assert.ok(other.took < AT_ONCE_MS, `${other.took} ms`);
    await flooding;
  });

  test('keep it also where others of their address went away before theirs', async () => {
    const address = newAddress();
    const { host } = new URL(service.base);
    for (let left = 0; left < 3 * MANY; left += 1) {
      const connection = await rawConnection(service.base);
      connection.send(`GET /docs HTTP/1.1\r\nhost: ${host}\r\nx-forwarded-for: ${address}\r\n\r\n`);
      connection.reset();
    }
    assert.ok((await ask('/docs', address)).took > LAST_AFTER_MS);
  });

  for (const [what, bytes] of [
    ['what is no request', 'BROKEN\r\n\r\n'],
    ['who wants to be connected elsewhere', 'CONNECT a:1 HTTP/1.1\r\nhost: a\r\n\r\n'],
  ] as const) {
    test(`keep it also for ${what}`, async () => {
      const took = await Promise.all(
        Array.from({ length: 2 * MANY }, async () => {
          const begun = performance.now();
          const connection = await rawConnection(service.base);
          connection.send(bytes);
          await connection.closed;
          return performance.now() - begun;
        }),
      );
      assert.ok(Math.max(...took) > LAST_AFTER_MS, `the last came after ${Math.max(...took)} ms`);
    });
  }

  test('are all given: none is refused for the pace', async () => {
    const answers = await flood('/docs', newAddress());
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
  });
});

/** A server that answers at once, each second one request of an address. */
async function slowlyAnswering(t: TestContext, handler: RequestListener) {
  const config = testConfig({ intake: intakeWith({ uncountedPerSecond: 1 }) });
  const connections = new Connections({ config, clock: new TurnableClock(), log: testLog, turns: new Turns() });
  const server = connections.serve(handler);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  t.after(() => server.close());
  const address = server.address();
  assert.ok(address && typeof address === 'object');
  const answers: Promise<Response>[] = [];
  while (answers.length < 8) {
    const arrived = once(server, 'request');
    answers.push(fetch(`http://127.0.0.1:${address.port}`));
    await arrived;
  }
  return { letGo: () => connections.letGo(server), answers };
}

test('whoever waits for such an answer has it when the service ends', async (t) => {
  const { letGo, answers } = await slowlyAnswering(t, (_request, response) => void response.end('here'));
  const begun = performance.now();
  letGo();
  for (const answer of answers) assert.equal(await (await answer).text(), 'here');
  assert.ok(performance.now() - begun < AT_ONCE_MS);
});

test('nobody rests for whoever only waits for their pace', async (t) => {
  const rested: boolean[] = [];
  const { letGo, answers } = await slowlyAnswering(t, (_request, response) => {
    rested.push(hasLatelyCome());
    response.end('here');
    rested.push(hasLatelyCome());
  });
  letGo();
  await Promise.all(answers);
  assert.deepEqual(
    rested,
    answers.flatMap(() => [true, false]),
  );
});
