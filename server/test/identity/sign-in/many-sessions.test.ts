import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { before, describe, test } from 'node:test';
import { z } from 'zod';
import { statement } from '../../../src/base/database.ts';
import { openSession } from '../../../src/identity/sign-in/session.ts';
import { type RunningService, startService, wholeSuite } from '../../harness/service.ts';
import type { Person } from '../../harness/world-people.ts';

const MOST = 100;
/** More than anybody gets now: somebody who signed in again and again before there was a bound. */
const FROM_BEFORE = 130;

const seed = statement<[personId: number, many: number, expiresAt: Date], never>(`
  insert into session (hash, person_id, created_at, expires_at)
  select sha256(($1::integer || ' ' || n)::bytea), $1, '2026-01-01'::timestamptz + make_interval(secs => n), $3
  from generate_series(1, $2) n`);
const kept = statement<[personId: number], { id: string }>(`
  select left(encode(hash, 'hex'), 32) as id from session where person_id = $1 order by created_at desc, hash`);
const list = z.object({
  sessions: z.array(z.object({ id: z.string(), current: z.boolean() })),
  sessions_count: z.int(),
});

describe('a person with many sessions', () => {
  const suite = wholeSuite();
  let service: RunningService;

  before(async () => {
    service = await startService(suite);
  });

  const somebody = () => service.world.addPerson(`p-${randomBytes(5).toString('hex')}`, 'owner');
  const inDays = (days: number) => new Date(service.clock.now() + days * 24 * 3_600_000);
  const seeded = async (many: number, expiresAt = inDays(30)) => {
    const person = await somebody();
    await service.database.execute(seed, person.id, many, expiresAt);
    return person;
  };
  const sessionsOf = async ({ id }: Person) => (await service.database.rows(kept, id)).map((row) => row.id);
  const open = async ({ id }: Person) => {
    const { services } = service.service;
    const context = { ...services, requestId: 'req_test', ip: '192.0.2.1' };
    assert.ok(await openSession(context, { id, password_hash: null, second_factor_since: null }));
  };

  test('has at most 100: one more ends the oldest', async () => {
    const person = await seeded(MOST - 1);
    const before = await sessionsOf(person);
    assert.equal(before.length, MOST);
    service.clock.turn({ minutes: 1 });
    await open(person);
    const after = await sessionsOf(person);
    assert.equal(after.length, MOST);
    assert.deepEqual(after.slice(1), before.slice(0, -1));
    assert.equal((await service.call('GET', '/dashboard/v1/me', person)).status, 200);
  });

  test('loses those that have run out before any that is live', async () => {
    const person = await seeded(MOST - 1, inDays(-1));
    await open(person);
    assert.equal((await sessionsOf(person)).length, 2);
  });

  test('has at most 100 also when many are opened at once', async () => {
    const person = await seeded(MOST - 1);
    await Promise.all(Array.from({ length: 8 }, () => open(person)));
    assert.equal((await sessionsOf(person)).length, MOST);
  });

  test('takes nothing from anybody else', async () => {
    const [one, other] = [await seeded(MOST - 1), await seeded(MOST - 1)];
    const before = await sessionsOf(other);
    await open(one);
    assert.deepEqual(await sessionsOf(other), before);
  });

  test('from before the bound sees the newest 100 and how many there are, and loses the others with the next', async () => {
    const person = await seeded(FROM_BEFORE - 1);
    const shown = list.parse((await service.call('GET', '/dashboard/v1/sessions', person)).json);
    assert.deepEqual(
      shown.sessions.map(({ id }) => id),
      (await sessionsOf(person)).slice(0, MOST),
    );
    assert.equal(shown.sessions_count, FROM_BEFORE);
    await open(person);
    assert.equal((await sessionsOf(person)).length, MOST);
  });

  test('ends one by the id that is shown, whole and in its own spelling, found by its key', async () => {
    const person = await seeded(3);
    const [, id = ''] = await sessionsOf(person);
    const end = async (name: string) => (await service.call('DELETE', `/dashboard/v1/sessions/${name}`, person)).status;
    for (const wrong of [id.slice(0, 30), `${id}00`, 'z'.repeat(32), id.replace(/.$/, '-')]) {
      assert.equal(await end(wrong), 404, wrong);
    }
    assert.equal((await sessionsOf(person)).length, 4);
    assert.equal(await end(id), 200);
    assert.equal((await sessionsOf(person)).includes(id), false);
    assert.equal((await sessionsOf(person)).length, 3);
    const ending = service.statements.filter((text) => /^\s*delete from session where person_id/.test(text));
    assert.ok(ending.every((text) => !text.includes('encode(')));
  });
});
