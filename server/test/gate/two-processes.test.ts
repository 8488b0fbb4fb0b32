import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { systemClock } from '../../src/adapters/system-clock.ts';
import type { Database } from '../../src/base/database.ts';
import { assertEachAuditedOnce } from '../harness/audit-events.ts';
import { type Cleaned, freshDatabase } from '../harness/database.ts';
import { type ServedProcess, serveInProcess } from '../harness/served-process.ts';
import { wholeSuite } from '../harness/service.ts';
import { type World, world } from '../harness/world.ts';
import type { IssuedKey, Person } from '../harness/world-people.ts';

const RATE_LIMIT = 120;
const REFILL_SECONDS_AT_MOST = 30;
const CALLERS = 50;
const WARM_CALLS = 200;
const ROUNDS = 3;
const PATH = '/v1/organizations/_';

describe('two processes on one database', () => {
  const suite = wholeSuite();
  let one: ServedProcess;
  let other: ServedProcess;
  let database: Database;
  let people: World;

  before(async () => {
    const fresh = await freshDatabase(suite);
    database = fresh.database;
    people = await world(database, systemClock);
    const settings = { databaseUrl: fresh.url };
    [one, other] = await Promise.all([serveInProcess(suite, settings), serveInProcess(suite, settings)]);
  });

  test('revocation on one is effective on the very next request to the other', async () => {
    await endsAtOnce(async (key) => {
      const revoked = await one.call('POST', `/dashboard/v1/organizations/harbor/api-keys/${key.id}/revoke`, owner());
      assert.equal(revoked.status, 200, revoked.text);
    });
  });

  test('a member removed on one loses keys on the other at once', async () => {
    await endsAtOnce(async ({ creator }) => {
      const removed = await one.call('DELETE', `/dashboard/v1/organizations/harbor/members/${creator.id}`, owner());
      assert.equal(removed.status, 200, removed.text);
    });
  });

  test('a role that falls on one stops the keys above it on the other at once', async () => {
    await endsAtOnce(async ({ creator }) => {
      const body = { role: 'member' };
      const path = `/dashboard/v1/organizations/harbor/members/${creator.id}`;
      const changed = await one.call('PUT', path, { ...owner(), body });
      assert.equal(changed.status, 200, changed.text);
    });
  });

  test('a session that signed out on one is gone on the other', async () => {
    const person = await newOwner();
    const me = () => other.call('GET', '/dashboard/v1/me', { cookie: person.cookie });
    assert.equal((await me()).status, 200);
    assert.equal((await one.call('POST', '/dashboard/v1/sign-out', { cookie: person.cookie })).status, 200);
    assert.equal((await me()).status, 401);
  });

  test('the rate limit holds across both: together they admit the limit, not twice the limit', async (t) => {
    const { databaseUrl, key } = await databaseWithKey(t);
    const settings = { databaseUrl, rateLimitPerMinute: RATE_LIMIT };
    const pair = await Promise.all([serveInProcess(t, settings), serveInProcess(t, settings)]);
    const began = performance.now();
    const answers = await Promise.all(
      Array.from({ length: 3 * RATE_LIMIT }, (_, turn) => pair[turn % 2]?.call('GET', PATH, { key })),
    );
    const seconds = (performance.now() - began) / 1000;
    assert.ok(seconds < REFILL_SECONDS_AT_MOST, `the load took ${seconds} s`);
    const admitted = answers.filter((answer) => answer?.status === 200).length;
    const refilled = Math.ceil((seconds * RATE_LIMIT) / 60);
    assert.ok(admitted >= RATE_LIMIT && admitted <= RATE_LIMIT + refilled, `${admitted} admitted in ${seconds} s`);
    assert.equal(answers.filter((answer) => answer?.status === 429).length, answers.length - admitted);
  });

  test('of all these requests each left exactly one event', async () => {
    await assertEachAuditedOnce(database, [...one.requestIds, ...other.requestIds]);
  });

  /**
   * Callers keep both processes busy while the change is made. What began after the change was answered must be
   * refused, by either process; what began before may have been served.
   */
  async function endsAtOnce(end: (key: IssuedKey) => Promise<void>): Promise<void> {
    for (let round = 0; round < ROUNDS; round += 1) {
      const key = await people.addKey({ creator: await newOwner() });
      let endedAt = Number.POSITIVE_INFINITY;
      let begun = 0;
      const served: number[] = [];
      const refused: number[] = [];
      const call = async (caller: number) => {
        for (let after = 0; after < 4; ) {
          const beganAt = performance.now();
          begun += 1;
          const { status } = await (caller % 2 === 0 ? one : other).call('GET', PATH, { key: key.key });
          (status === 200 ? served : refused).push(beganAt);
          if (beganAt > endedAt) after += 1;
        }
      };
      const load = Promise.all(Array.from({ length: CALLERS }, (_, caller) => call(caller)));
      while (begun < WARM_CALLS) await new Promise(setImmediate);
      await end(key);
      endedAt = performance.now();
      await load;
      assert.ok(served.length >= WARM_CALLS / 2, 'it was served before');
      assert.deepEqual(
        served.filter((beganAt) => beganAt > endedAt),
        [],
        'served after the end',
      );
      assert.ok(refused.filter((beganAt) => beganAt > endedAt).length >= 4 * CALLERS);
    }
  }

  const owner = () => ({ cookie: people.people.owner.cookie });
  const newOwner = (): Promise<Person> => people.addPerson(`owner-${performance.now()}`, 'owner');
});

async function databaseWithKey(t: Cleaned): Promise<{ databaseUrl: string; key: string }> {
  const { database, url } = await freshDatabase(t);
  const seeded = await world(database, systemClock);
  return { databaseUrl: url, key: (await seeded.addKey()).key };
}
