import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { auditEvents, eventOf } from '../../harness/audit-events.ts';
import { intakeWith } from '../../harness/config.ts';
import { type RawConnection, rawConnection, readAnswer } from '../../harness/raw-connection.ts';
import { type RunningService, startService, wholeSuite } from '../../harness/service.ts';

const MIB = 1024 * 1024;
const UNLIMITED = { rateLimitPerMinute: 100_000, anonymousRateLimitPerMinute: 100_000 };
const MEMBERS = '/dashboard/v1/organizations/harbor/members';
const ANSWER = /^HTTP\/1\.1 [2-5]\d\d .*\r\n\r\n.*}$/s;
const CUT_OFF_WITHIN_MS = 8_000;

describe('a body', () => {
  const suite = wholeSuite();
  let service: RunningService;

  before(async () => {
    service = await startService(suite, { config: UNLIMITED });
  });

  test('is not waited for where its sender is refused: the answer comes on the headers', async () => {
    const { cookie } = service.world.people.member;
    for (const [headers, status] of [
      ['', 401],
      [`cookie: ${cookie}\r\n`, 403],
    ] as const) {
      const connection = await begin('POST', MEMBERS, `${headers}content-length: 15000\r\n`);
      const { status: answered, requestId } = readAnswer(await connection.until(ANSWER));
      assert.equal(answered, status);
      assert.equal((await eventOf(service.database, requestId)).status_code, status);
      connection.reset();
    }
  });

  test('is not waited for where it is too large: the answer comes on the headers', async () => {
    const { cookie } = service.world.people.owner;
    const connection = await begin('POST', MEMBERS, `cookie: ${cookie}\r\ncontent-length: ${MIB}\r\n`);
    const answer = await connection.closed;
    assert.equal(readAnswer(answer).status, 413);
    assert.match(answer, /^connection: close\r$/im);
  });

  test('does not take the answer away from whoever sends all of it before looking', async () => {
    for (let times = 0; times < 20; times += 1) {
      const connection = await begin('POST', MEMBERS, `${asOwner()}content-length: ${MIB}\r\n`);
      connection.send(Buffer.alloc(MIB));
      assert.equal(readAnswer(await connection.closed).status, 413);
    }
  });

  test('that turns out too large on its way is read no further', async () => {
    const connection = await begin('POST', MEMBERS, `${asOwner()}transfer-encoding: chunked\r\n`);
    connection.send(`8000\r\n${' '.repeat(0x8000)}\r\n`);
    assert.equal(readAnswer(await connection.closed).status, 413);
  });

  test('that nobody reads does not spoil the connection for the next request', async () => {
    const connection = await begin('POST', MEMBERS, 'content-length: 15000\r\n');
    await connection.until(ANSWER);
    connection.send(`${' '.repeat(15_000)}GET /v1/openapi.json HTTP/1.1\r\nhost: a\r\n\r\n`);
    assert.match(await connection.until(/"openapi":/), /^HTTP\/1\.1 401 .*HTTP\/1\.1 200 /s);
    connection.reset();
  });

  test('that nobody reads is not taken for ever: the connection is cut', async () => {
    const endless = await begin('POST', MEMBERS, `content-length: ${100 * MIB}\r\n`);
    const stalled = await begin('POST', MEMBERS, 'content-length: 15000\r\n');
    await Promise.all([endless.until(ANSWER), stalled.until(ANSWER)]);
    for (let sent = 0; sent < 8; sent += 1) endless.send(Buffer.alloc(MIB));
    const began = performance.now();
    await Promise.all([endless.closed, stalled.closed]);
    assert.ok(performance.now() - began < CUT_OFF_WITHIN_MS);
  });

  test('of nobody in particular never takes the room of those who are known', async () => {
    const held = await Promise.all(
      Array.from({ length: 40 }, async () => {
        const connection = await begin('POST', '/dashboard/v1/sign-in', `content-length: ${16 * 1024}\r\n`);
        connection.send(Buffer.alloc(15 * 1024));
        return connection;
      }),
    );
    await sleep(300);
    const { cookie } = service.world.people.owner;
    const renamed = await service.call('PUT', '/dashboard/v1/organizations/harbor/approvals', {
      cookie,
      body: { required: false },
    });
    assert.equal(renamed.status, 200, renamed.text);
    for (const connection of held) connection.reset();
  });

  test('is asked for with 100 Continue, and only from whoever may send it', async () => {
    const expecting = 'content-length: 2\r\nexpect: 100-continue\r\n';
    const stranger = await begin('POST', MEMBERS, expecting);
    const refused = await stranger.closed;
    assert.match(refused, /^HTTP\/1\.1 401 /, 'without 100 Continue');
    assert.match(refused, /^connection: close\r$/im, 'it does not know whether the body follows');

    const owner = await begin('POST', MEMBERS, asOwner() + expecting);
    await owner.until(/^HTTP\/1\.1 100 Continue\r\n\r\n$/);
    owner.send('{}');
    assert.match(await owner.until(/}$/), /HTTP\/1\.1 422 /);
    owner.reset();
  });

  test('that breaks off leaves one event', async () => {
    const agent = `broken/${performance.now()}`;
    const headers = `${asOwner()}user-agent: ${agent}\r\n`;
    const reset = await begin('POST', MEMBERS, `${headers}content-length: 1000\r\n`);
    reset.send('{"email":');
    const ended = await begin('POST', MEMBERS, `${headers}transfer-encoding: chunked\r\n`);
    ended.send('5\r\n{"ema');
    await sleep(200);
    reset.reset();
    ended.reset();
    const events = await settled(async () => (await eventsOf(agent)).length === 2);
    assert.ok(events, 'each left one');
    await sleep(100);
    assert.deepEqual(
      (await eventsOf(agent)).map(({ status_code, operation }) => [status_code, operation]),
      [
        [400, 'add_member'],
        [400, 'add_member'],
      ],
    );
    assert.deepEqual(await eventsNamed('unreadable_request'), []);
  });

  test('in broken chunks is answered 400 by its operation, once', async () => {
    const connection = await begin('POST', MEMBERS, `${asOwner()}transfer-encoding: chunked\r\n`);
    connection.send('zz\r\n{}\r\n');
    const { status, requestId } = readAnswer(await connection.closed);
    assert.equal(status, 400);
    const event = await eventOf(service.database, requestId);
    assert.deepEqual([event.operation, event.user], ['add_member', 'olga@people.example']);
    assert.deepEqual(await eventsNamed('unreadable_request'), []);
  });

  test('that takes its time does not outlive the access of its sender', async () => {
    const { world } = service;
    const leaver = await world.addPerson('lena', 'owner');
    const body = JSON.stringify({ email: (await world.addPerson('nora')).email, role: 'owner' });
    const headers = `cookie: ${leaver.cookie}\r\ncontent-length: ${body.length}\r\n`;
    const connection = await begin('POST', MEMBERS, headers);
    connection.send(body.slice(0, 5));
    await sleep(100);
    await world.remove(leaver);
    connection.send(body.slice(5));
    assert.equal(readAnswer(await connection.until(ANSWER)).status, 403);
    connection.reset();
  });

  const begin = async (method: string, path: string, headers: string): Promise<RawConnection> => {
    const connection = await rawConnection(service.base);
    connection.send(`${method} ${path} HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\n${headers}\r\n`);
    return connection;
  };
  const asOwner = () => `cookie: ${service.world.people.owner.cookie}\r\n`;
  const eventsOf = async (agent: string) =>
    (await auditEvents(service.database)).filter(({ user_agent }) => user_agent === agent);
  const eventsNamed = async (name: string) =>
    (await auditEvents(service.database)).filter(({ operation }) => operation === name);
});

describe('what is taken in at once', () => {
  test('bodies have only so much room, for one address and in all', async (t) => {
    for (const [bodyBytes, bodyBytesPerAddress, status] of [
      [100_000, 30_000, 429],
      [30_000, 100_000, 503],
    ] as const) {
      const intake = intakeWith({ bodyBytes, bodyBytesPerAddress });
      const service = await startService(t, { config: { ...UNLIMITED, intake } });
      const { cookie } = service.world.people.owner;
      const held = await Promise.all([12_000, 12_000].map((bytes) => unfinished(service, bytes)));
      const send = () => service.call('POST', MEMBERS, { cookie, raw: ' '.repeat(12_000) });
      const { status: answered, requestId, error, headers } = await send();
      assert.equal(answered, status);
      assert.deepEqual([error.code, headers['retry-after']], ['rate_limited', '1']);
      await eventOf(service.database, requestId);
      for (const connection of held) connection.reset();
      assert.ok(await settled(async () => (await send()).status === 400));
    }
  });

  test('connections beyond those that one address, or all together, may have are closed at once', async (t) => {
    for (const [connections, connectionsPerAddress] of [
      [100, 5],
      [5, 100],
    ] as const) {
      const intake = intakeWith({ connections, connectionsPerAddress });
      const { base } = await startService(t, { config: { ...UNLIMITED, intake } });
      const opened = await Promise.all(Array.from({ length: 12 }, () => rawConnection(base)));
      let closed = 0;
      for (const connection of opened) void connection.closed.then(() => (closed += 1));
      assert.ok(await settled(async () => closed >= 7), `${closed} of 12 are closed`);
      for (const connection of opened) connection.reset();
      assert.ok(await settled(async () => (await fetch(`${base}/healthz`)).ok), 'and later there is room again');
    }
  });

  test('behind proxies, which all callers share, only the number of connections in all is held', async (t) => {
    const intake = intakeWith({ connections: 100, connectionsPerAddress: 2 });
    const { base } = await startService(t, { config: { ...UNLIMITED, intake, trustedProxies: 1 } });
    const opened = await Promise.all(Array.from({ length: 10 }, () => rawConnection(base)));
    for (const connection of opened) {
      connection.send('GET /healthz HTTP/1.1\r\nhost: a\r\n\r\n');
      await connection.until(/ok/);
      connection.reset();
    }
  });

  async function unfinished(service: RunningService, bytes: number): Promise<RawConnection> {
    const connection = await rawConnection(service.base);
    const { cookie } = service.world.people.owner;
    connection.send(`POST ${MEMBERS} HTTP/1.1\r\nhost: a\r\ncookie: ${cookie}\r\ncontent-length: 15000\r\n`);
    connection.send('expect: 100-continue\r\n\r\n');
    await connection.until(/100 Continue/);
    connection.send(' '.repeat(bytes));
    await sleep(100);
    return connection;
  }
});

/** Whether something becomes true before long. */
async function settled(isSo: () => Promise<boolean>): Promise<boolean> {
  for (let tries = 0; tries < 100; tries += 1) {
    if (await isSo().catch(() => false)) return true;
    await sleep(50);
  }
  return false;
}
