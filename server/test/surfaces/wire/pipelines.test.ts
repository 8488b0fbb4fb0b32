import assert from 'node:assert/strict';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { before, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { Pipelines } from '../../../src/surfaces/wire/pipelines.ts';
import { auditEvents } from '../../harness/audit-events.ts';
import { intakeWith } from '../../harness/config.ts';
import { heldTurns } from '../../harness/held-turns.ts';
import { rawConnection } from '../../harness/raw-connection.ts';
import { type RunningService, startService, wholeSuite } from '../../harness/service.ts';

const MOST_UNDER_WAY = 16;
const TOO_MANY = MOST_UNDER_WAY + 50;
const FLOOD = 50_000;
const MIB = 2 ** 20;
const UNLIMITED = { rateLimitPerMinute: 10_000_000, anonymousRateLimitPerMinute: 10_000_000 };
/** Longer than such a place is kept. */
const KEPT_MS = 10_500;
const LEFT_MS = 2_500;
const STATUS_LINE = /HTTP\/1\.1 \d{3} /g;

test('what comes after the last request that is answered is never run, also when others have been answered meanwhile', () => {
  const pipelines = new Pipelines();
  const socket = new Duplex();
  const ran: number[] = [];
  const take = (number: number) => {
    const response = new ServerResponse(new IncomingMessage(new Socket()));
    pipelines.take(socket, response, () => ran.push(number));
    return response;
  };
  const responses = Array.from({ length: MOST_UNDER_WAY }, (_, number) => take(number));
  assert.equal(responses.at(-1)?.shouldKeepAlive, false);
  assert.deepEqual(ran, [0]);
  responses[0]?.emit('close');
  take(MOST_UNDER_WAY);
  for (const response of responses.slice(1)) response.emit('close');
  assert.deepEqual(ran, [...responses.keys()]);
});

describe('requests that are sent ahead of their answers on one connection', () => {
  const suite = wholeSuite();
  let service: RunningService;

  /** How many requests of nobody were kept. */
  const kept = async () =>
    (await auditEvents(service.database))
      .filter(({ path }) => path === '/v1/nothing')
      .reduce((sum, { count }) => sum + count, 0);

  before(async () => {
    service = await startService(suite, { config: UNLIMITED });
  });

  for (const [what, path] of [
    ['nothing that there is', '/v1/nothing'],
    ['the description of the API', '/v1/openapi.json'],
    ['a page', '/'],
    ['MCP', '/mcp'],
  ] as const) {
    test(`for ${what}: the first few are answered, then the connection ends`, async () => {
      const connection = await rawConnection(service.base);
      connection.send(`GET ${path} HTTP/1.1\r\nhost: a\r\n\r\n`.repeat(TOO_MANY));
      const answers = await connection.closed;
      assert.equal(answers.match(STATUS_LINE)?.length, MOST_UNDER_WAY);
      assert.match(answers.slice(answers.lastIndexOf('HTTP/1.1 ')), /^connection: close\r$/im);
    });
  }

  test('are all answered where no more than a few are under way', async () => {
    const connection = await rawConnection(service.base);
    const few = MOST_UNDER_WAY - 1;
    const nothing = 'GET /v1/nothing HTTP/1.1\r\nhost: a\r\n\r\n'.repeat(few - 1);
    connection.send(`${nothing}GET /v1/openapi.json HTTP/1.1\r\nhost: a\r\n\r\n`);
    await connection.until(/"openapi":/);
    connection.send(`${nothing}GET /docs/errors HTTP/1.1\r\nhost: a\r\n\r\n`);
    await connection.until(/<\/html>/);
    connection.send(`${nothing}GET /v1/nothing HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n`);
    assert.equal((await connection.closed).match(STATUS_LINE)?.length, 3 * few);
  });

  test('hold up nobody else, take no memory, and what was never begun leaves no event', async () => {
    const before = { events: await kept(), memory: process.memoryUsage().rss };
    const attackers = await Promise.all(Array.from({ length: 4 }, () => rawConnection(service.base)));
    const text = 'GET /v1/nothing HTTP/1.1\r\nhost: a\r\n\r\n'.repeat(FLOOD);
    for (const attacker of attackers) attacker.send(text);
    const { key } = await service.world.addKey();
    assert.equal((await service.call('GET', '/v1/organizations', { key })).status, 200);
    await Promise.all(attackers.map(({ closed }) => closed));
    assert.ok((await kept()) - before.events <= attackers.length * MOST_UNDER_WAY);
    assert.ok(process.memoryUsage().rss - before.memory < 200 * MIB);
  });
});

test('a connection on which too much was sent keeps its place for a while, and no other of its address takes it', async (t) => {
  const intake = intakeWith({ connections: 100, connectionsPerAddress: 4 });
  const { base } = await startService(t, { config: { ...UNLIMITED, intake } });
  const answers = async (requests: string) => {
    const connection = await rawConnection(base);
    connection.send(requests);
    return (await connection.closed).match(STATUS_LINE)?.length ?? 0;
  };
  const few = () => answers('GET /healthz HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n');
  const many = () => answers('GET /healthz HTTP/1.1\r\nhost: a\r\n\r\n'.repeat(FLOOD));
  // One is the harness's own.
  await Promise.all([many(), many(), many()]);
  assert.equal(await few(), 0, 'who comes at once is turned away');
  await pause(KEPT_MS);
  assert.equal(await few(), 1, 'and who comes later is not');
  for (let nth = 0; nth < 20; nth += 1) assert.equal(await few(), 1, 'others give their place back at once');
});

test('a connection that is closed over what it asked for keeps its place for a while, and gives it back behind proxies', async (t) => {
  const intake = intakeWith({ connections: 100, connectionsPerAddress: 4 });
  for (const trustedProxies of [0, 1]) {
    const { base, service } = await startService(t, { config: { ...UNLIMITED, intake, trustedProxies } });
    const head = `GET /v1/nothing HTTP/1.1\r\nhost: a\r\nx-forwarded-for: 192.0.2.1\r\nconnection: close\r\n\r\n`;
    const isLetIn = async () => {
      const connection = await rawConnection(base);
      connection.send(head);
      return (await connection.closed).startsWith('HTTP/1.1 ');
    };
    const turns = heldTurns(t, service.services, 3);
    const leaving = await Promise.all([rawConnection(base), rawConnection(base), rawConnection(base)]);
    for (const connection of leaving) connection.send(head);
    await turns.allWait();
    for (const connection of leaving) connection.reset();
    await Promise.all(leaving.map(({ closed }) => closed));
    turns.end(true);
    await pause(100);
    assert.equal(await isLetIn(), trustedProxies > 0, `behind ${trustedProxies} proxies`);
    await pause(LEFT_MS);
    assert.ok(await isLetIn());
  }
});
