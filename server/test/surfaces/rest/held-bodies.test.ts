import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { before, describe, test } from 'node:test';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { systemClock } from '../../../src/adapters/system-clock.ts';
import { Turns } from '../../../src/base/turns.ts';
import { Bodies } from '../../../src/surfaces/rest/bodies.ts';
import type { Cleaned } from '../../harness/database.ts';
import { silentLog } from '../../harness/log.ts';
import { type RawConnection, rawConnection } from '../../harness/raw-connection.ts';
import { type RunningService, startService, wholeSuite } from '../../harness/service.ts';

const SOMEBODY = { holder: 'somebody' };
const KIB = 1024;
const SENT = 90 * KIB;
const CONNECTIONS = 200;
/** Buffers of the connections themselves; the bodies sent come to 18 MB. */
const MAY_STAY = 2_000_000;
const LARGE = 70_000;
/** Just large enough to wait for a turn. */
const FEWEST = 9_000;
const ANSWER = /^HTTP\/1\.1 [2-5]\d\d .*\r\n\r\n.*}$/s;

describe('a body that was answered', () => {
  const suite = wholeSuite();
  let service: RunningService;
  let key: string;

  before(async () => {
    service = await startService(suite, { config: { rateLimitPerMinute: 100_000 } });
    key = (await service.world.addKey()).key;
  });

  for (const path of ['/v1/organizations/harbor/campaigns/none/negative-keywords', '/mcp']) {
    test(`to ${path} is not kept by the connection that it came on`, async () => {
      const opened: RawConnection[] = [];
      const begun = await heldBytes();
      for (let count = 0; count < CONNECTIONS; count += 1) opened.push(await answered(path));
      const kept = (await heldBytes()) - begun;
      for (const connection of opened) connection.reset();
      assert.ok(kept < MAY_STAY, `${CONNECTIONS} idle connections keep ${Math.round(kept / KIB)} KiB`);
    });
  }

  async function answered(path: string): Promise<RawConnection> {
    const connection = await rawConnection(service.base);
    const headers = `authorization: Bearer ${key}\r\ncontent-type: application/json\r\ncontent-length: ${SENT}\r\n`;
    connection.send(`POST ${path} HTTP/1.1\r\nhost: localhost\r\n${headers}\r\n`);
    connection.send(' '.repeat(SENT));
    await connection.until(ANSWER);
    return connection;
  }
});

describe('bodies', () => {
  test('take up their room as long as they are held, though their sender has gone', async (t) => {
    const { begin } = await open(t, 50_000);
    const first = await begin(40_000, 40_000);
    await first.body.arrive(SOMEBODY);
    await first.goAway();
    await assert.rejects((await begin(40_000, 40_000)).body.arrive(SOMEBODY), /Too much is on its way/);
    first.body.letGo();
    await (await begin(40_000, 40_000)).body.arrive(SOMEBODY);
  });

  test('that break off give their room back', async (t) => {
    const { begin } = await open(t, 50_000);
    const first = await begin(40_000, 20_000);
    const arrival = assert.rejects(first.body.arrive(SOMEBODY));
    await first.goAway();
    await arrival;
    await (await begin(45_000, 45_000)).body.arrive(SOMEBODY);
  });

  test('that are large are read one at a time for each holder, and others wait for nobody', async (t) => {
    const { begin } = await open(t, 500_000);
    const [first, second, others, small] = [
      await begin(LARGE, LARGE),
      await begin(LARGE, LARGE),
      await begin(LARGE, LARGE),
      await begin(1_000, 1_000),
    ];
    await first.body.arrive(SOMEBODY);
    const waiting = second.body.arrive(SOMEBODY).then(() => 'arrived');
    await others.body.arrive({ holder: 'somebody else' });
    await small.body.arrive(SOMEBODY);
    assert.equal(await Promise.race([waiting, nextTurn('waits')]), 'waits');
    assert.equal(
      first.body.read((bytes) => bytes?.length),
      LARGE,
    );
    assert.equal(await waiting, 'arrived');
  });

  test('that somebody of an organization sends on and on keep those of a colleague waiting for one of theirs alone', async (t) => {
    const { begin } = await open(t, 5_000_000);
    const of = (part: string, personId: number) => ({ holder: '1', part, personId });
    const first = await begin(FEWEST, FEWEST);
    await first.body.arrive(of('mina', 1));
    const order: string[] = [];
    const arrive = async (part: string, personId: number) => {
      const { body } = await begin(FEWEST, FEWEST);
      await body.arrive(of(part, personId));
      order.push(part);
      body.read(() => {});
    };
    const flood = Promise.allSettled(Array.from({ length: 24 }, () => arrive('mina', 1)));
    await sleep(100);
    const colleague = arrive('olga', 2);
    await sleep(50);
    first.body.read(() => {});
    await colleague;
    assert.ok(order.indexOf('olga') <= 1, order.join(' '));
    await flood;
  });

  test('that stall, or have waited for their turn, give way to whoever has far less', async (t) => {
    const { begin } = await open(t, 500_000);
    const fuller = { holder: 'fuller', personId: 1 };
    const read = await begin(LARGE, LARGE);
    await read.body.arrive(fuller);
    const outcomes: Promise<unknown>[] = [];
    for (const sent of [LARGE, ...Array<number>(5).fill(LARGE - 1)]) {
      outcomes.push((await begin(LARGE, sent)).body.arrive(fuller).catch(({ status }) => status));
    }
    await sleep(100);
    await (await begin(LARGE, LARGE)).body.arrive({ holder: 'other', personId: 2 });
    assert.equal(await Promise.race(outcomes), 503);
    assert.equal(
      read.body.read((bytes) => bytes?.length),
      LARGE,
      'what is being worked on stays',
    );
  });

  test('that come byte by byte are kept in one piece', async (t) => {
    const { begin } = await open(t, 500_000);
    const text = 'abcdefghij'.repeat(2_000);
    const { body, connection } = await begin(text.length, 0);
    const arrival = body.arrive(SOMEBODY);
    for (const byte of text) {
      connection.send(byte);
      if (byte === 'j') await nextTurn();
    }
    await arrival;
    assert.equal(
      body.read((bytes) => bytes?.toString()),
      text,
    );
  });

  test('that are large and never read pass their turn on', async (t) => {
    const { begin } = await open(t, 500_000);
    const [first, second] = [await begin(LARGE, LARGE), await begin(LARGE, LARGE)];
    await first.body.arrive(SOMEBODY);
    first.body.letGo();
    await second.body.arrive(SOMEBODY);
  });

  /** A server that only takes bodies, with room for so many bytes. */
  async function open(t: Cleaned, bytes: number) {
    const bodies = new Bodies(
      { bodyBytes: bytes, bodyBytesPerAddress: bytes },
      { turns: new Turns(), clock: systemClock, log: silentLog },
    );
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    t.after(() => {
      server.closeAllConnections();
      server.close();
    });
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : 0;

    /** A request that tells the length of its body and has sent some of it. */
    const begin = async (told: number, sent: number) => {
      const arrived = once(server, 'request');
      const connection = await rawConnection(`http://127.0.0.1:${port}`);
      connection.send(`POST / HTTP/1.1\r\nhost: a\r\ncontent-length: ${told}\r\n\r\n${' '.repeat(sent)}`);
      const [request, response] = await arrived;
      const goAway = async () => {
        const gone = once(response, 'close');
        connection.reset();
        await gone;
      };
      return {
        connection,
        body: bodies.of(request, response, { ip: '127.0.0.1', limit: bytes, senders: 'known' }),
        goAway,
      };
    };
    return { begin };
  }
});

/** What buffers hold once nothing is left that could be thrown away. */
async function heldBytes(): Promise<number> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc');
  for (let times = 0; times < 3; times += 1) {
    collect();
    await nextTurn();
  }
  return process.memoryUsage().arrayBuffers;
}
