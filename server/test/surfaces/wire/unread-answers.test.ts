import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { describe, type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { IntakeLimits } from '../../../src/base/config.ts';
import { Turns } from '../../../src/base/turns.ts';
import { Connections } from '../../../src/surfaces/wire/connections.ts';
import { intakeWith, testConfig } from '../../harness/config.ts';
import { testLog } from '../../harness/log.ts';
import { TurnableClock } from '../../harness/turnable-clock.ts';
import { UnreadConnection } from '../../harness/unread-connection.ts';

const MIB = 2 ** 20;
/** More than the buffers of the system take on both sides. */
const LARGE = 16 * MIB;
const SOON = { readWithinMs: 300 };
const LATE = { readWithinMs: 60_000 };
const PATIENCE_MS = 10_000;
/** After so long it is known that an answer is not read. */
const UNTIL_KNOWN_MS = 2_300;
const GET = 'GET / HTTP/1.1\r\nhost: a\r\n\r\n';

const large: RequestListener = (_request, response) => void response.end('.'.repeat(LARGE));

describe('an answer that nobody reads', () => {
  const ways: Record<string, RequestListener> = {
    'at once': large,
    'in pieces that wait for nobody': (_request, response) => {
      for (let sent = 0; sent < LARGE; sent += MIB) response.write('.'.repeat(MIB));
      response.end();
    },
    'in pieces that wait for whoever reads': (_request, response) =>
      void Readable.from(Array(16).fill('.'.repeat(MIB))).pipe(response),
  };
  for (const [way, handler] of Object.entries(ways)) {
    test(`is cut off, when it is sent ${way}`, async (t) => {
      const { held } = await (await serve(t, handler, SOON)).unread();
      await closed(held);
    });
  }

  test('is cut off, when it goes on for ever in pieces that are small', async (t) => {
    const { server } = await serve(
      t,
      (_request, response) => {
        const telling = setInterval(() => response.write('.'), 50);
        response.once('close', () => clearInterval(telling));
      },
      SOON,
    );
    const connection = new UnreadConnection();
    server.emit('connection', connection);
    connection.push(GET);
    await closed(connection);
  });

  test('is cut off also where more requests keep coming', async (t) => {
    const { held, client } = await (await serve(t, large, SOON)).unread();
    const sending = setInterval(() => client.write(GET), 100);
    await closed(held).finally(() => clearInterval(sending));
  });

  test('is cut off also where the connection is to become one to somewhere else', async (t) => {
    const { server, unread } = await serve(t, large, SOON);
    server.on('connect', (_request, socket) => void socket.on('error', () => {}).end('no'));
    const { held, client } = await unread();
    client.write('CONNECT a:1 HTTP/1.1\r\nhost: a\r\n\r\n');
    await closed(held);
  });

  test('keeps the requests behind it from being begun, and they never are', async (t) => {
    let begun = 0;
    const handler: RequestListener = (request, response) => {
      begun += 1;
      large(request, response);
    };
    const { held } = await (await serve(t, handler, SOON)).unread(GET.repeat(15));
    await closed(held);
    assert.equal(begun, 1);
  });

  test('takes only so much memory with all the others of its address', async (t) => {
    const served = await serve(t, large, LATE);
    const before = process.memoryUsage().rss;
    const all = await Promise.all(Array.from({ length: 40 }, () => served.unread(GET.repeat(15))));
    await settled(() => standing(all) <= 4);
    assert.equal(standing(all), 4, '64 MiB');
    assert.ok(process.memoryUsage().rss - before < 400 * MIB);
  });

  test('makes room for those of another address, where its own has most of all room', async (t) => {
    const limits = { ...LATE, unreadBytes: 3.5 * LARGE, unreadBytesPerAddress: 3 * LARGE };
    const served = await serve(t, large, limits);
    const many = [await served.unread(), await served.unread(), await served.unread()];
    const other = await served.unread(GET, '127.0.0.2');
    await settled(() => standing(many) < 3);
    assert.deepEqual([standing(many), standing([other])], [2, 1]);
  });

  test('counts behind proxies for whom it was asked, also on a connection that others used before', async (t) => {
    const limits = { ...LATE, unreadBytes: 8 * LARGE, unreadBytesPerAddress: 2 * LARGE };
    const handler: RequestListener = (request, response) => {
      if (request.url === '/small') response.end();
      else large(request, response);
    };
    const served = await serve(t, handler, limits, 1);
    const first = GET.replace('/ ', '/small ').replace('host', 'x-forwarded-for: 10.0.0.2\r\nhost');
    const many: Opened[] = [];
    for (let one = 0; one < 4; one += 1) many.push(await served.unread(`${first}${askedFor('10.0.0.1')}`));
    const others = [await served.unread(askedFor('10.0.0.2')), await served.unread(askedFor('1.1.1.1, 10.0.0.3'))];
    await settled(() => standing(many) === 2);
    assert.deepEqual([standing(many), standing(others)], [2, 2]);
  });

  test('gives way before any that is read, and the one that waits longest first', async (t) => {
    const limits = { ...LATE, unreadBytes: 4 * LARGE, unreadBytesPerAddress: 4 * LARGE };
    const served = await serve(t, large, limits, 1);
    const reader = await served.unread(askedFor('10.0.0.1'));
    const reading = readSlowly(reader.client, LARGE, 20);
    const unread = [await served.unread(askedFor('10.0.0.2'))];
    await sleep(100);
    for (const address of ['10.0.0.3', '10.0.0.4']) unread.push(await served.unread(askedFor(address)));
    await sleep(UNTIL_KNOWN_MS);
    const late = await served.unread(askedFor('10.0.0.1'));
    await settled(() => standing(unread) < 3);
    assert.deepEqual(
      unread.map(({ held }) => held.destroyed),
      [true, false, false],
    );
    assert.equal(standing([late]), 1);
    await reading;
  });

  test('does not keep out those of its own address that are read', async (t) => {
    const limits = { ...LATE, unreadBytes: 9 * LARGE, unreadBytesPerAddress: 3 * LARGE };
    const served = await serve(t, large, limits);
    const unread = [await served.unread(), await served.unread(), await served.unread()];
    await sleep(UNTIL_KNOWN_MS);
    const { client } = await served.unread();
    await readSlowly(client, LARGE);
    assert.equal(standing(unread), 2);
  });
});

describe('an answer that is read', () => {
  test('slowly comes whole, however much longer that takes than nothing may be read', async (t) => {
    const { client, held } = await (await serve(t, large, SOON)).unread();
    const began = performance.now();
    await readSlowly(client, LARGE);
    assert.ok(!held.destroyed);
    assert.ok(performance.now() - began > 3 * SOON.readWithinMs);
  });

  test('leaves its connection as it was: the next request may take its time', async (t) => {
    const slow: RequestListener = (request, response) => {
      if (request.url === '/') large(request, response);
      else setTimeout(() => response.end('the end'), 3 * SOON.readWithinMs);
    };
    const { client } = await (await serve(t, slow, SOON)).unread(`${GET}${GET.replace('/', '/slow')}`);
    let last = '';
    for await (const chunk of client) {
      last = String(chunk).slice(-7);
      if (last === 'the end') break;
    }
    assert.equal(last, 'the end');
  });

  test('late is not cut off for being quiet after that', async (t) => {
    let said = 0;
    const handler: RequestListener = (_request, response) => {
      const telling = setInterval(() => {
        response.write('.');
        said += 1;
        if (said === 3) clearInterval(telling);
      }, 20);
    };
    const { server } = await serve(t, handler, SOON);
    const connection = new UnreadConnection();
    t.after(() => connection.destroy());
    server.emit('connection', connection);
    connection.push(GET);
    await settled(() => said === 3);
    connection.readAll();
    await sleep(3 * SOON.readWithinMs);
    assert.ok(!connection.destroyed);
  });

  test('comes in its turn, and one request runs at a time', async (t) => {
    let running = 0;
    const handler: RequestListener = async (request, response) => {
      running += 1;
      assert.equal(running, 1);
      await sleep(Number(request.url?.length) % 3);
      running -= 1;
      response.end(`${request.url};${'.'.repeat(MIB)}`);
    };
    const paths = Array.from({ length: 15 }, (_, number) => `/${'a'.repeat(number)}`);
    const { client } = await (await serve(t, handler, SOON)).unread(
      paths.map((path) => GET.replace('/', path)).join(''),
    );
    let text = '';
    for await (const chunk of client) {
      text = `${text}${chunk}`.replaceAll(/\.{2,}/g, '.');
      if (text.endsWith('.') && text.split(';').length > paths.length) break;
    }
    assert.deepEqual(text.match(/^\/a*(?=;)/gm), paths);
  });
});

interface Opened {
  client: Socket;
  /** The other end. */
  held: Socket;
}

/** Serves answers, and opens connections that send requests and do not read. */
async function serve(t: TestContext, handler: RequestListener, limits: Partial<IntakeLimits>, trustedProxies = 0) {
  const config = testConfig({ intake: intakeWith(limits), trustedProxies });
  const server = new Connections({ config, clock: new TurnableClock(), log: testLog, turns: new Turns() }).serve(
    handler,
  );
  const held = new Map<number | undefined, Socket>();
  server.on('connection', (socket) => held.set(socket.remotePort, socket));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  assert.ok(address && typeof address === 'object');
  const { port } = address;
  return {
    server,
    unread: async (text = GET, localAddress = '127.0.0.1'): Promise<Opened> => {
      const client = connect({ port, host: '127.0.0.1', localAddress }).on('error', () => {});
      t.after(() => client.destroy());
      await once(client, 'connect');
      // Forgotten as soon as it is cut off.
      const { localPort } = client;
      client.pause().write(text);
      await settled(() => (held.get(localPort)?.bytesWritten ?? 0) > 0);
      const socket = held.get(localPort);
      assert.ok(socket);
      return { client, held: socket };
    },
  };
}

function askedFor(address: string): string {
  return GET.replace('host', `x-forwarded-for: ${address}\r\nhost`);
}

async function readSlowly(client: Socket, bytes: number, pauseMs = 5): Promise<void> {
  let received = 0;
  while (received < bytes) {
    const some: Buffer | null = client.read();
    received += some?.length ?? 0;
    assert.ok(!client.closed || received >= bytes, `cut off after ${received} bytes`);
    await sleep(pauseMs);
  }
}

function standing(all: readonly Opened[]): number {
  return all.filter(({ held }) => !held.destroyed).length;
}

async function closed(socket: Socket): Promise<void> {
  assert.ok(await settled(() => socket.destroyed), 'it still stands');
}

/** Whether something becomes true before long. */
async function settled(isSo: () => boolean): Promise<boolean> {
  const until = performance.now() + PATIENCE_MS;
  while (!isSo() && performance.now() < until) await sleep(10);
  return isSo();
}
