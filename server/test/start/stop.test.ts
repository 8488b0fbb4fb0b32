import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '../../src/adapters/system-clock.ts';
import { type Database, statement } from '../../src/base/database.ts';
import { auditEvents, eventOf } from '../harness/audit-events.ts';
import { type Cleaned, freshDatabase } from '../harness/database.ts';
import { rawConnection, readAnswer } from '../harness/raw-connection.ts';
import { type World, world } from '../harness/world.ts';
import { type MainProcess, startMain } from '../writes/faults/main-process.ts';

const CALLERS = 16;
const PATH = '/v1/organizations';
const SIGN_IN = '/dashboard/v1/sign-in';
/** Of stopping everything but requests; it was ten seconds where a connection was waited for. */
const ENDS_WITHIN_MS = 5_000;
const ENDED_CONNECTION = ['ECONNRESET', 'ECONNREFUSED', 'EPIPE'];

const failed = statement<[account: Buffer, at: Date, times: number], never>(
  'insert into sign_in_failure (account, at) select $1, $2 from generate_series(1, $3)',
);

test('asked to end with nothing under way the service ends at once, whoever is still connected', async (t) => {
  const { main, key } = await started(t);
  assert.equal((await main.call('GET', PATH, { key })).status, 200, 'this connection stays open');
  const silent = await rawConnection(main.base);
  const halfway = await rawConnection(main.base);
  halfway.send('GET /v1/organizations HTTP/1.1\r\nhost: a\r\n');
  await sleep(100);
  const { code, ms } = await main.terminate();
  assert.equal(code, 0);
  assert.ok(ms < ENDS_WITHIN_MS, `${ms} ms`);
  assert.deepEqual([await silent.closed, await halfway.closed], ['', '']);
});

test('an open stream of events is let go at once: it has no end that could be waited for', async (t) => {
  const { main, people } = await started(t);
  const { cookie } = people.people.owner;
  const stream = await rawConnection(main.base);
  stream.send(`GET /dashboard/v1/organizations/harbor/events HTTP/1.1\r\nhost: a\r\ncookie: ${cookie}\r\n\r\n`);
  await stream.until(/event: following/);
  const { code, ms } = await main.terminate();
  assert.equal(code, 0);
  assert.ok(ms < ENDS_WITHIN_MS, `${ms} ms`);
  await stream.closed;
});

test('what was begun is answered, and the service ends as soon as it is', async (t) => {
  const { main, database } = await started(t);
  await database.execute(failed, createHash('sha256').update('slow@people.example').digest(), new Date(), 13);
  const slow = main.call('POST', SIGN_IN, { body: { email: 'slow@people.example', password: 'wrong' } });
  await sleep(300);
  const ended = main.terminate();
  const { status, error, requestId } = await slow;
  const answeredAt = performance.now();
  assert.deepEqual([status, error.code], [401, 'unauthorized']);
  assert.equal((await ended).code, 0);
  const ms = performance.now() - answeredAt;
  assert.ok(ms < ENDS_WITHIN_MS, `it ended ${ms} ms after the answer`);
  await eventOf(database, requestId);
});

test('under load every answer is one of ours and has its event; nobody gets anything else', async (t) => {
  const { main, database, key } = await started(t);
  const answered: string[] = [];
  const odd: unknown[] = [];
  const caller = async () => {
    for (;;) {
      try {
        const { status, requestId, text } = await main.call('GET', PATH, { key });
        if (status !== 200) odd.push(text);
        answered.push(requestId);
      } catch (error) {
        const code = error instanceof Error && 'code' in error ? String(error.code) : '';
        if (!ENDED_CONNECTION.includes(code)) odd.push(error);
        return;
      }
    }
  };
  const load = Promise.all(Array.from({ length: CALLERS }, caller));
  while (answered.length < 200) await sleep(5);
  const { code, ms } = await main.terminate();
  await load;
  assert.equal(code, 0);
  assert.ok(ms < ENDS_WITHIN_MS, `${ms} ms`);
  assert.deepEqual(odd, []);
  const kept = new Set((await auditEvents(database)).map(({ request_id }) => request_id));
  assert.deepEqual(
    answered.filter((id) => !kept.has(id)),
    [],
  );
});

test('a request whose body does not come any more is told to try again, and leaves its event', async (t) => {
  const { main, database, people } = await started(t);
  const { cookie } = people.people.owner;
  const upload = await rawConnection(main.base);
  upload.send(`POST /dashboard/v1/organizations/harbor/members HTTP/1.1\r\nhost: a\r\ncookie: ${cookie}\r\n`);
  upload.send('content-type: application/json\r\ncontent-length: 100\r\n\r\n{"email":');
  await sleep(300);
  const { code, ms } = await main.terminate();
  assert.equal(code, 0);
  assert.ok(ms < ENDS_WITHIN_MS, `${ms} ms`);
  const text = await upload.closed;
  const { status, requestId } = readAnswer(text);
  assert.equal(status, 503, text);
  assert.match(text, /^retry-after: 1\r$/m);
  assert.equal((await eventOf(database, requestId)).operation, 'add_member');
});

interface Started {
  main: MainProcess;
  database: Database;
  people: World;
  key: string;
}

async function started(t: Cleaned): Promise<Started> {
  const { database, url } = await freshDatabase(t);
  const people = await world(database, systemClock);
  const { key } = await people.addKey();
  const surroundings = { databaseUrl: url, emulator: 'http://127.0.0.1:9', vaultKey: randomBytes(32) };
  return { main: await startMain(t, surroundings), database, people, key };
}
