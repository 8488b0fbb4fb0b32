import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { text } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { Turns } from '../../../src/base/turns.ts';
import { Connections } from '../../../src/surfaces/wire/connections.ts';
import { testConfig } from '../../harness/config.ts';
import { testLog } from '../../harness/log.ts';
import { rawConnection } from '../../harness/raw-connection.ts';
import { TurnableClock } from '../../harness/turnable-clock.ts';
import { until } from '../../writes/patience.ts';

const HEAD = 'POST / HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n';
const PIECE = '1\r\n \r\n';
const END = '0\r\n\r\n';

describe('what is read of a connection that only costs', () => {
  const server = new Connections({
    config: testConfig(),
    clock: new TurnableClock(),
    log: testLog,
    turns: new Turns(),
  }).serve((request, response) => {
    request.on('data', () => {
      pieces += 1;
    });
    request.on('end', () => response.end('taken'));
  });
  let base = '';
  let requests = 0;
  let pieces = 0;

  before(async () => {
    server.on('request', () => {
      requests += 1;
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after(() => server.close());

  const openAre = (count: number) =>
    until(async () => {
      const open = await new Promise((resolve) => void server.getConnections((_error, now) => resolve(now)));
      return open === count || undefined;
    }, `${count} connections`);

  /** Everything that is answered to what is sent at once. */
  async function sent(bytes: string): Promise<string> {
    [requests, pieces] = [0, 0];
    const connection = await rawConnection(base);
    connection.send(bytes);
    return connection.closed;
  }

  test('of thousands of requests sent ahead the first few are, and nothing more once the connection has ended', async () => {
    await sent('GET / HTTP/1.1\r\nhost: a\r\n\r\n'.repeat(2_000));
    assert.ok(requests > 0 && requests < 200, `${requests} requests`);
  });

  test('of a body in thousands of single bytes the first few hundred are, and the connection ends', async () => {
    const answer = await sent(HEAD + PIECE.repeat(10_000) + END);
    assert.ok(pieces > 0 && pieces < 1_000, `${pieces} pieces`);
    assert.doesNotMatch(answer, /taken/);
  });

  test('a body in some hundred pieces is taken, and so is a large one in many', async () => {
    const close = HEAD.replace('host: a', 'host: a\r\nconnection: close');
    assert.match(await sent(close + PIECE.repeat(400) + END), /taken$/);
    assert.match(await sent(close + `40\r\n${'x'.repeat(64)}\r\n`.repeat(2_000) + END), /taken$/);
  });

  test('who asks to be led elsewhere takes no body from whoever comes after', async () => {
    const elsewhere: Duplex[] = [];
    server.on('connect', (_request, socket) => elsewhere.push(socket.on('error', () => {}).resume()));
    const led = await Promise.all(Array.from({ length: 5 }, () => rawConnection(base)));
    for (const connection of led) connection.send('CONNECT a:1 HTTP/1.1\r\nhost: a\r\n\r\n');
    await until(async () => elsewhere.length === led.length || undefined, 'all of them');
    const beside = await Promise.all(led.map(() => rawConnection(base)));
    await openAre(2 * led.length);
    for (const connection of led) connection.reset();
    await openAre(led.length);
    for (const connection of beside) connection.reset();
    await openAre(0);
    const close = HEAD.replace('host: a', 'host: a\r\nconnection: close');
    for (let turn = 0; turn < led.length; turn += 1) {
      await sent(`${close}2\r\n{}\r\n${END}`);
      assert.equal(pieces, 1, 'what was sent arrives');
    }
  });

  test('many small bodies on one connection are taken, each for itself', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    after(() => agent.destroy());
    for (let i = 0; i < 600; i += 1) {
      const asking = request(base, { agent, method: 'POST' }).end('{}');
      const [answer] = await once(asking, 'response');
      assert.equal(await text(answer), 'taken');
    }
  });
});
