import assert from 'node:assert/strict';
import { before, beforeEach, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { statement } from '../../../src/base/database.ts';
import { auditEvents } from '../../harness/audit-events.ts';
import { rawConnection } from '../../harness/raw-connection.ts';
import { type RunningService, startService, wholeSuite } from '../../harness/service.ts';

const UNLIMITED = { rateLimitPerMinute: 100_000, anonymousRateLimitPerMinute: 100_000 };
const PATIENCE_MS = 10_000;
const READER_SLEEPS_MS = 1_000;
/** More bytes than the network takes at once. */
const EVENTS = 20_000;
const manyEvents = statement<[organizationId: number, count: number], never>(`
  insert into audit_event (organization_id, at, request_id, operation, path, status_code, user_agent)
  select $1::integer, timestamptz '2025-01-01T00:00:00Z' + make_interval(secs => n), 'req_' || lpad(n::text, 26, '0'),
    'list_campaigns', '/v1/x', 200, repeat('x', 400)
  from generate_series(0, $2 - 1) n`);
const STATUS_LINES = /HTTP\/1\.1 \d{3} /g;

describe('what cannot be read behind a whole request', () => {
  const suite = wholeSuite();
  let service: RunningService;
  let head: string;

  before(async () => {
    service = await startService(suite, { config: UNLIMITED });
  });

  beforeEach(async () => {
    const { key } = await service.world.addKey();
    head = `host: ${new URL(service.base).host}\r\nauthorization: Bearer ${key}\r\n`;
  });

  const get = (path = '/v1/organizations') => `GET ${path} HTTP/1.1\r\n${head}\r\n`;
  const post = (path: string, body: string, type = 'application/json') =>
    `POST ${path} HTTP/1.1\r\n${head}content-type: ${type}\r\ncontent-length: ${body.length}\r\n\r\n${body}`;

  for (const [behind, bytes, operation] of [
    ['a stray byte', '\0', 'unreadable_request'],
    ['another protocol', '\x16\x03\x01garbage\r\n\r\n', 'unreadable_request'],
    ['a line without a path', 'GET\r\n\r\n', 'unreadable_request'],
    ['headers without end', `GET / HTTP/1.1\r\nx: ${'a'.repeat(20_000)}`, 'unreadable_request'],
    [
      'a body that breaks',
      `POST /v1/x HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n`,
      'unreadable_request',
    ],
    ['CONNECT', 'CONNECT example.org:443 HTTP/1.1\r\nhost: example.org:443\r\n\r\n', 'unknown_method'],
  ] as const) {
    for (const [what, request, status] of [
      ['a read', () => get(), 200],
      ['a change', () => post('/v1/organizations/_/campaigns/none/pause', '{}'), 404],
      ['a token request', () => post('/oauth/token', 'a=b', 'application/x-www-form-urlencoded'), 400],
      ['a message of MCP', () => post('/mcp', '{}'), 400],
      ['a page', () => get('/docs/errors'), 200],
    ] as const) {
      test(`leaves the answer to ${what} its own, and ends the connection with it: ${behind}`, async () => {
        const before = await events(operation);
        const answer = await exchanged(request() + bytes);
        assert.deepEqual(answer.match(STATUS_LINES), [`HTTP/1.1 ${status} `], answer);
        // A page is answered at once, before anything that comes behind it is looked at.
        if (what !== 'a page') assert.match(answer, /^connection: close\r$/im);
        assert.doesNotMatch(answer, /not a valid HTTP request/);
        await leftOne(operation, before);
      });
    }
  }

  test('leaves all answers to those who sent several ahead', async () => {
    const answers = await exchanged(`${get().repeat(3)}\0`);
    assert.deepEqual(answers.match(STATUS_LINES), Array(3).fill('HTTP/1.1 200 '));
    assert.deepEqual(answers.match(/^connection: close\r$/gim)?.length, 1);
    assert.ok(answers.lastIndexOf('HTTP/1.1 200') < answers.search(/^connection: close\r$/im), 'with the last of them');
  });

  test('counts once, however much of it comes', async () => {
    const before = await events('unreadable_request');
    const connection = await rawConnection(service.base);
    connection.send(`${get()}\0`);
    for (let sent = 0; sent < 5; sent += 1) connection.send('\0'.repeat(1_000));
    assert.match(await connection.closed, /^HTTP\/1\.1 200 /);
    await leftOne('unreadable_request', before);
  });

  test('is answered 400 once the answer before it was sent', async () => {
    const connection = await rawConnection(service.base);
    connection.send(get());
    await connection.until(/"organizations":/);
    await pause(50);
    connection.send('\0');
    assert.deepEqual((await connection.closed).match(STATUS_LINES), ['HTTP/1.1 200 ', 'HTTP/1.1 400 ']);
  });

  test('leaves a long answer all of its pieces: CONNECT', async () => {
    const { id, slug } = service.world.harbor;
    await service.database.execute(manyEvents, id, EVENTS);
    const asked = get(`/v1/organizations/${slug}/audit/export?from=2025-01-01&to=2025-01-02`);
    const connection = await rawConnection(service.base);
    connection.sleep(READER_SLEEPS_MS);
    connection.send(`${asked}CONNECT a:1 HTTP/1.1\r\nhost: a:1\r\n\r\n`);
    const answer = await Promise.race([connection.closed, pause(PATIENCE_MS, 'stands still')]);
    connection.reset();
    assert.match(answer.slice(-100), new RegExp(`"total":${EVENTS}}\r\n0\r\n\r\n$`));
  });

  test('does not end an answer without end', async () => {
    const { cookie } = service.world.people.owner;
    const connection = await rawConnection(service.base);
    const { host } = new URL(service.base);
    const path = '/dashboard/v1/organizations/harbor/events';
    connection.send(`GET ${path} HTTP/1.1\r\nhost: ${host}\r\ncookie: ${cookie}\r\n\r\n`);
    await connection.until(/^HTTP\/1\.1 200 /);
    connection.send('\0');
    const left = await Promise.race([connection.closed.then(() => 'closed'), pause(300, 'open')]);
    connection.reset();
    assert.equal(left, 'open');
  });

  async function exchanged(bytes: string): Promise<string> {
    const connection = await rawConnection(service.base);
    connection.send(bytes);
    return connection.closed;
  }

  /** An event of its own, though nobody waits for it. */
  async function leftOne(operation: string, before: number): Promise<void> {
    const until = performance.now() + PATIENCE_MS;
    while ((await events(operation)) === before && performance.now() < until) await pause(10);
    await pause(20);
    assert.equal(await events(operation), before + 1, 'one event');
  }

  async function events(operation: string): Promise<number> {
    await service.service.gate.audit.drained();
    const kept = (await auditEvents(service.database)).filter((event) => event.operation === operation);
    return kept.reduce((sum, { count }) => sum + count, 0);
  }
});
