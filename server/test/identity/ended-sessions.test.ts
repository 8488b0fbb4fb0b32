import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { steps } from '../../catalogue.ts';
import { type Database, statement, type Transaction } from '../../src/base/database.ts';
import { passwordUrl } from '../../src/identity/account/password-link.ts';
import { wasEnded } from '../../src/identity/ended-session.store.ts';
import { hashOf } from '../../src/identity/key-format.ts';
import { findPerson, swapPassword } from '../../src/identity/person.store.ts';
import { forgetStaleSignIns } from '../../src/identity/sign-in/forget-stale-sign-ins.task.ts';
import { hashPassword } from '../../src/identity/sign-in/password.ts';
import { closeSession, endSessionsBut } from '../../src/identity/sign-in/session.store.ts';
import { readOrder } from '../../src/operator/order.ts';
import type { HttpAnswer } from '../harness/client.ts';
import { type RunningService, startService, wholeSuite } from '../harness/service.ts';
import type { Person } from '../harness/world-people.ts';
import { AuthenticatorApp } from './second-factor/authenticator.ts';

const PASSWORD = 'correct horse battery staple';
const NEW = 'another password that is long';
const UNLIMITED = { rateLimitPerMinute: 1_000_000, anonymousRateLimitPerMinute: 1_000_000 };

const begun = z.object({ secret: z.string() });
const notes = statement<[personId: number], { id: string }>('select id from ended_session where person_id = $1');
const heldPerson = statement<[personId: number], { id: number }>(
  'select id from person where id = $1 for no key update',
);
const open = statement<[personId: number], { id: string }>(
  `select left(encode(hash, 'hex'), 32) as id from session where person_id = $1`,
);

describe('a session that is gone', () => {
  const suite = wholeSuite();
  let service: RunningService;
  let passwordHash: string;

  before(async () => {
    passwordHash = await hashPassword(PASSWORD);
    service = await startService(suite, { config: UNLIMITED });
  });

  async function somebody(): Promise<Person> {
    const person = await service.world.addPerson(`p-${randomBytes(5).toString('hex')}`, 'owner');
    await swapPassword(service.database, { id: person.id, password_hash: null }, passwordHash);
    return person;
  }

  const send = async (method: string, path: string, options: { cookie?: string; body?: unknown }) => {
    const answer = await service.call(method, `/dashboard/v1${path}`, options);
    assert.equal(answer.status, 200, answer.text);
    return answer;
  };
  const post = (path: string, { cookie }: Pick<Person, 'cookie'>, body: unknown = {}): Promise<HttpAnswer> =>
    send('POST', path, { cookie, body });
  /** One more session of somebody. */
  async function opened(person: Person): Promise<Person & { sessionId: string }> {
    const token = randomBytes(32).toString('base64url');
    const hash = hashOf(token);
    await service.database.execute(signedIn, person.id, hash, new Date(service.clock.now() + 3_600_000));
    return { ...person, cookie: `sluice_session=${token}`, sessionId: hash.toString('hex').slice(0, 32) };
  }
  /** The id by which somebody sees one more session of theirs. */
  const another = async (person: Person): Promise<string> => (await opened(person)).sessionId;
  const idsIn = async (kept: typeof notes, { id }: Person) =>
    (await service.database.rows(kept, id)).map((row) => row.id).sort();
  /** What is noted of somebody's sessions: which were ended, and which only closed. */
  async function notesOf(person: Person): Promise<Record<'ended' | 'closed', string[]>> {
    const found: Record<'ended' | 'closed', string[]> = { ended: [], closed: [] };
    for (const id of await idsIn(notes, person)) {
      found[(await wasEnded(service.database, id)) ? 'ended' : 'closed'].push(id);
    }
    return found;
  }
  const operator = (...order: string[]) =>
    readOrder(order)(service.database, service.clock, 'http://localhost:3000', steps);

  /** Turns a second factor on, and gives the code that is good next. */
  async function turnOn(person: Person): Promise<string> {
    const { json } = await post('/second-factor/begin', person, { password: PASSWORD });
    const app = new AuthenticatorApp(begun.parse(json).secret, service.clock);
    await post('/second-factor/confirm', person, { code: app.code() });
    service.clock.turn({ seconds: 30 });
    return app.code();
  }

  async function chooseByMail({ id }: Person): Promise<void> {
    const row = (await findPerson(service.database, id)) ?? assert.fail();
    const { config, signingSecrets: secrets } = service.service.services;
    const url = passwordUrl({ config, secrets }, row, service.clock.now() + 60_000);
    const body = { token: url.slice(url.lastIndexOf('/') + 1), password: NEW };
    await send('POST', '/password-resets/complete', { body });
  }

  type Ending = (person: Person, other: string) => Promise<unknown>;

  /** What ends sessions because they are not trusted, whichever they are; those of somebody who has one more. */
  const ALL: Record<string, Ending> = {
    'all others': (person) => post('/sessions/end-others', person),
    'a changed password': (person) => post('/password', person, { current_password: PASSWORD, new_password: NEW }),
    'a password chosen by mail': chooseByMail,
    'a second factor turned on': turnOn,
    'a password reset by the operator': ({ email }) => operator('reset-password', '--email', email),
  };
  const ofOne: Ending = ({ cookie }, other) => send('DELETE', `/sessions/${other}`, { cookie });
  const NOTED: Record<string, Ending> = { ...ALL, 'one that its person ends': ofOne };
  const TURNED_OFF: ((person: Person, code: string) => Promise<unknown>)[] = [
    (person, code) => post('/second-factor/turn-off', person, { password: PASSWORD, code }),
    ({ email }) => operator('turn-off-second-factor', '--email', email),
  ];

  for (const [what, end] of Object.entries(NOTED)) {
    test(`is noted: ${what}`, async () => {
      const person = await somebody();
      const other = await another(person);
      const before = await idsIn(open, person);
      await end(person, other);
      const left = await idsIn(open, person);
      const gone = before.filter((id) => !left.includes(id));
      assert.ok(gone.includes(other));
      assert.deepEqual((await notesOf(person)).ended, gone);
    });
  }

  test('is noted: a second factor turned off, by the person or the operator', async () => {
    for (const end of TURNED_OFF) {
      const person = await somebody();
      const code = await turnOn(person);
      await another(person);
      const before = await idsIn(open, person);
      assert.equal(before.length, 2);
      await end(person, code);
      const left = await idsIn(open, person);
      assert.deepEqual(
        (await notesOf(person)).ended,
        before.filter((id) => !left.includes(id)),
      );
      assert.ok(left.length < 2);
    }
  });

  /** What says nothing against a session. */
  const NOT_NOTED: Record<string, (person: Person) => Promise<unknown>> = {
    'signing out': (person) => post('/sign-out', person),
    'signing in anew in the same browser': (person) =>
      post('/sign-in', person, { email: person.email, password: PASSWORD }),
    async 'room for one more'(person) {
      await service.database.execute(many, person.id, new Date(service.clock.now() + 3_600_000));
      await send('POST', '/sign-in', { body: { email: person.email, password: PASSWORD } });
    },
    async 'its time'() {
      service.clock.turn({ hours: 31 * 24 });
      await forget();
    },
  };

  for (const [what, end] of Object.entries(NOT_NOTED)) {
    test(`is not noted as ended: ${what}`, async () => {
      const person = await somebody();
      const [own] = await idsIn(open, person);
      await end(person);
      assert.equal((await idsIn(open, person)).includes(own ?? ''), false);
      assert.deepEqual((await notesOf(person)).ended, []);
    });
  }

  /** What somebody who has copied a cookie, or knows the password as well, may do before anybody ends their session. */
  const CLOSED: Record<string, (person: Person) => Promise<unknown>> = {
    'by signing out': NOT_NOTED['signing out'] ?? assert.fail(),
    'by signing in anew': NOT_NOTED['signing in anew in the same browser'] ?? assert.fail(),
    'for one more': NOT_NOTED['room for one more'] ?? assert.fail(),
    'by its time': NOT_NOTED['its time'] ?? assert.fail(),
  };

  /** The id of a session of somebody that was closed, and another one of theirs. */
  async function closedOne(person: Person, close = CLOSED['by signing out'] ?? assert.fail()) {
    const [own] = await idsIn(open, person);
    await close(person);
    assert.deepEqual((await notesOf(person)).closed, [own]);
    return { own: own ?? assert.fail(), person: await opened(person) };
  }

  const assertEnded = async (person: Person, own: string) => {
    assert.deepEqual((await notesOf(person)).closed, []);
    assert.ok((await notesOf(person)).ended.includes(own));
  };

  for (const [how, close] of Object.entries(CLOSED)) {
    test(`is noted where it was closed ${how} before: all others`, async () => {
      const { own, person } = await closedOne(await somebody(), close);
      await post('/sessions/end-others', person);
      await assertEnded(person, own);
    });
  }

  for (const [what, end] of Object.entries(ALL)) {
    test(`is noted where it was closed before: ${what}`, async () => {
      const { own, person } = await closedOne(await somebody());
      const bystander = await closedOne(await somebody());
      await end(person, await another(person));
      await assertEnded(person, own);
      assert.deepEqual((await notesOf(bystander.person)).closed, [bystander.own]);
    });
  }

  test('is noted where it was closed before: a second factor turned off, by the person or the operator', async () => {
    for (const end of TURNED_OFF) {
      const first = await somebody();
      const code = await turnOn(first);
      const { own, person } = await closedOne(first);
      await end(person, code);
      await assertEnded(person, own);
    }
  });

  test('is left for the next time where its time is over while somebody holds its person', async () => {
    const person = await somebody();
    const own = await idsIn(open, person);
    service.clock.turn({ hours: 31 * 24 });
    await service.database.transaction(async (db) => {
      await db.row(heldPerson, person.id);
      await forget();
      assert.deepEqual([await idsIn(open, person), (await notesOf(person)).closed], [own, []]);
    });
    await forget();
    assert.deepEqual([await idsIn(open, person), (await notesOf(person)).closed], [[], own]);
  });

  test('stays closed where its person ends another one, or closed it only afterwards', async () => {
    const { own, person } = await closedOne(await somebody());
    await ofOne(person, await another(person));
    assert.deepEqual((await notesOf(person)).closed, [own]);
    const later = await somebody();
    await post('/sessions/end-others', later);
    await closedOne(later);
  });

  /** What two do at once: one holds the person, the other waits for that, and goes on only afterwards. */
  async function oneAfterTheOther(
    person: Person,
    first: (db: Transaction) => Promise<unknown>,
    second: (db: Transaction) => Promise<unknown>,
  ): Promise<void> {
    const { database } = service;
    let waiting: Promise<unknown> = Promise.resolve();
    await database.transaction(async (db) => {
      await db.row(heldPerson, person.id);
      await first(db);
      waiting = database.transaction(second);
      await untilSomebodyWaits(database);
    });
    await waiting;
  }

  test('is still wanted where it is closed while its person ends all others, and is not where it was closed just before', async () => {
    for (const isClosedFirst of [true, false]) {
      const person = await somebody();
      const kept = await opened(person);
      const now = new Date(service.clock.now());
      const hash = hashOf(kept.cookie.slice(kept.cookie.indexOf('=') + 1));
      const close = (db: Transaction) => closeSession(db, hash, now);
      const endOthers = async (db: Transaction) => {
        await db.row(heldPerson, person.id);
        await endSessionsBut(db, person.id, hash, now);
      };
      await (isClosedFirst ? oneAfterTheOther(person, close, endOthers) : oneAfterTheOther(person, endOthers, close));
      assert.equal(await wasEnded(service.database, kept.sessionId), isClosedFirst);
      assert.deepEqual(await idsIn(open, person), []);
    }
  });

  test('is ended with all others of its person as fast as ever, however many they have closed', async () => {
    const { database } = service;
    const person = await somebody();
    await another(person);
    const elapsed = async (work: () => Promise<unknown>) => {
      const began = performance.now();
      await work();
      return performance.now() - began;
    };
    const noting = await elapsed(() => database.execute(manyClosed, person.id, MANY_CLOSED));
    const ending = await elapsed(() => post('/sessions/end-others', person));
    assert.ok(ending < noting / 10, `${ending} ms to end them, ${noting} ms to note those that were closed`);
    assert.ok(await wasEnded(database, '0'.repeat(31).concat('1')));
  });

  async function forget(): Promise<void> {
    const { services } = service.service;
    const { signal } = new AbortController();
    const work = { ...services, db: service.database, taskId: 1, requestedBy: null, signal, stage: async () => {} };
    await forgetStaleSignIns.run({}, null, work);
  }

  test('is known for 60 days', async () => {
    const person = await somebody();
    await another(person);
    await post('/sessions/end-others', person);
    for (const [days, left] of [
      [59, 1],
      [1, 0],
    ] as const) {
      service.clock.turn({ hours: days * 24 });
      await forget();
      assert.equal((await notesOf(person)).ended.length, left);
    }
  });
});

const waiters = statement<[], { any: boolean }>(`
  select exists (select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock') as any`);

async function untilSomebodyWaits(database: Database): Promise<void> {
  while (!(await database.row(waiters))?.any) await sleep(5);
}

const MANY_CLOSED = 200_000;
const manyClosed = statement<[personId: number, many: number], never>(`
  insert into ended_session (id, person_id, ended_at, still_wanted)
  select lpad(n::text, 32, '0'), $1, now(), true from generate_series(1, $2) n`);

const signedIn = statement<[personId: number, hash: Buffer, expiresAt: Date], never>(
  'insert into session (hash, person_id, created_at, expires_at) values ($2, $1, now(), $3)',
);

/** As many sessions as anybody may have, all newer than the first. */
const many = statement<[personId: number, expiresAt: Date], never>(`
  insert into session (hash, person_id, created_at, expires_at)
  select sha256(($1::integer || ' ' || n)::bytea), $1, $2, $2 from generate_series(1, 99) n`);
