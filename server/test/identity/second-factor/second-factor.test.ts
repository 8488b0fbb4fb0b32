import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { before, describe, test } from 'node:test';
import { z } from 'zod';
import { dashboardOperations, operations } from '../../../catalogue.ts';
import { openDatabase, statement } from '../../../src/base/database.ts';
import { passwordUrl } from '../../../src/identity/account/password-link.ts';
import { findPerson, swapPassword } from '../../../src/identity/person.store.ts';
import { useCode } from '../../../src/identity/second-factor/use-code.ts';
import { hashPassword } from '../../../src/identity/sign-in/password.ts';
import { openSession } from '../../../src/identity/sign-in/session.ts';
import { eventOf } from '../../harness/audit-events.ts';
import { validRequest } from '../../harness/requests.ts';
import { type RunningService, startService, wholeSuite } from '../../harness/service.ts';
import type { Person } from '../../harness/world-people.ts';
import { App, Browser } from '../oauth/app.ts';
import { AuthenticatorApp } from './authenticator.ts';

const PASSWORD = 'correct horse battery staple';
const UNLIMITED = { rateLimitPerMinute: 1_000_000, anonymousRateLimitPerMinute: 1_000_000 };
const STEP = { seconds: 30 };

const begun = z.object({ secret: z.string(), address: z.string() });
const codesAnswer = z.object({ recovery_codes: z.array(z.string()) });
const kept = statement<[personId: number], { row: string }>(`
  select f::text || coalesce((select string_agg(c::text, '') from recovery_code c where c.person_id = f.person_id), '') as row
  from second_factor f where person_id = $1`);
const mails = statement<[to: string], { subject: string }>(`
  select payload ->> 'subject' as subject from task
  where type = 'send_security_email' and payload ->> 'to' = $1 order by task_tracking_id`);

/** Somebody with a second factor. */
interface Guarded extends Person {
  app: AuthenticatorApp;
  codes: string[];
}

describe('a second factor', () => {
  const suite = wholeSuite();
  let service: RunningService;

  let passwordHash: string;

  before(async () => {
    passwordHash = await hashPassword(PASSWORD);
    service = await startService(suite, { config: UNLIMITED });
  });

  const call = (path: string, body: unknown, cookie?: string) =>
    service.call('POST', `/dashboard/v1${path}`, { body, ...(cookie !== undefined && { cookie }) });
  const mailsTo = async ({ email }: Person) =>
    (await service.database.rows(mails, email)).map(({ subject }) => subject);
  const works = async (cookie: string) => (await service.call('GET', '/dashboard/v1/me', { cookie })).status === 200;

  async function somebody(): Promise<Person> {
    const person = await service.world.addPerson(`p-${randomBytes(5).toString('hex')}`, 'owner');
    await swapPassword(service.database, { id: person.id, password_hash: null }, passwordHash);
    return person;
  }

  /** Begins to turn it on. */
  async function beginning(person: Person): Promise<AuthenticatorApp> {
    const { status, json } = await call('/second-factor/begin', { password: PASSWORD }, person.cookie);
    assert.equal(status, 200);
    const { secret, address } = begun.parse(json);
    assert.ok(address.startsWith(`otpauth://totp/Sluice:${encodeURIComponent(person.email)}?secret=${secret}&`));
    return new AuthenticatorApp(secret, service.clock);
  }

  async function guarded(): Promise<Guarded> {
    const person = await somebody();
    const app = await beginning(person);
    const answer = await call('/second-factor/confirm', { code: app.code() }, person.cookie);
    assert.equal(answer.status, 200, answer.text);
    service.clock.turn(STEP);
    return { ...person, app, codes: codesAnswer.parse(answer.json).recovery_codes };
  }

  async function challenged({ email }: Person, password = PASSWORD): Promise<string> {
    const answer = await call('/sign-in', { email, password });
    assert.equal(answer.status, 200, answer.text);
    assert.equal(answer.headers['set-cookie'], undefined, 'no session yet');
    return z.object({ challenge: z.string() }).parse(answer.json).challenge;
  }

  async function finished(challenge: string, code: string): Promise<string | number> {
    const answer = await call('/sign-in/second-factor', { challenge, code });
    return answer.status === 200 ? (answer.headers['set-cookie']?.[0]?.split(';', 1)[0] ?? '') : answer.status;
  }

  const signsIn = async (person: Person, code: string) =>
    typeof (await finished(await challenged(person), code)) === 'string';

  describe('is turned on', () => {
    test('by a code of the app, and then signing in takes one', async () => {
      const person = await somebody();
      const app = await beginning(person);
      assert.equal(
        (await call('/sign-in', { email: person.email, password: PASSWORD })).headers['set-cookie']?.length,
        1,
      );
      assert.equal((await call('/second-factor/confirm', { code: app.wrong() }, person.cookie)).status, 422);
      assert.equal((await call('/second-factor/confirm', { code: app.code() }, person.cookie)).status, 200);
      service.clock.turn(STEP);
      const cookie = await finished(await challenged(person), app.code());
      assert.ok(typeof cookie === 'string' && (await works(cookie)));
    });

    test('by whoever knows the password: an open session alone is not enough', async () => {
      const person = await somebody();
      assert.equal((await call('/second-factor/begin', { password: 'wrong' }, person.cookie)).status, 422);
    });

    test('within half an hour of being shown the secret', async () => {
      const person = await somebody();
      const app = await beginning(person);
      service.clock.turn({ minutes: 30 });
      assert.equal((await call('/second-factor/confirm', { code: app.code() }, person.cookie)).status, 422);
    });

    test('with the secret that was shown last', async () => {
      const person = await somebody();
      const [first, second] = [await beginning(person), await beginning(person)];
      assert.equal((await call('/second-factor/confirm', { code: first.code() }, person.cookie)).status, 422);
      assert.equal((await call('/second-factor/confirm', { code: second.code() }, person.cookie)).status, 200);
    });

    test('once: what is on is not replaced, and the secret is not shown again', async () => {
      const person = await guarded();
      assert.equal((await call('/second-factor/begin', { password: PASSWORD }, person.cookie)).status, 409);
      assert.equal((await call('/second-factor/confirm', { code: person.app.code() }, person.cookie)).status, 409);
      const { json } = await service.call('GET', '/dashboard/v1/second-factor', { cookie: person.cookie });
      assert.deepEqual(Object.keys(z.record(z.string(), z.unknown()).parse(json)), ['since', 'recovery_codes_left']);
    });

    test('and ends the other sessions, which have not shown it; the person is told by mail', async () => {
      const person = await somebody();
      const other =
        (await call('/sign-in', { email: person.email, password: PASSWORD })).headers['set-cookie']?.[0] ?? '';
      const app = await beginning(person);
      await call('/second-factor/confirm', { code: app.code() }, person.cookie);
      assert.deepEqual([await works(person.cookie), await works(other.split(';', 1)[0] ?? '')], [true, false]);
      assert.deepEqual(await mailsTo(person), ['Your second factor for Sluice was turned on']);
    });

    test('while somebody signs in with the password alone: that opens nothing', async () => {
      const person = await somebody();
      const shown = await findPerson(service.database, person.id);
      assert.ok(shown);
      const app = await beginning(person);
      await call('/second-factor/confirm', { code: app.code() }, person.cookie);
      const context = { ...service.service.services, requestId: 'req_test', ip: '127.0.0.1' };
      assert.equal(await openSession(context, shown), undefined);
    });
  });

  describe('its secrets', () => {
    test('are sealed, and recovery codes hashed', async () => {
      const person = await somebody();
      const { json } = await call('/second-factor/begin', { password: PASSWORD }, person.cookie);
      const { secret } = begun.parse(json);
      const app = new AuthenticatorApp(secret, service.clock);
      const { recovery_codes: codes } = codesAnswer.parse(
        (await call('/second-factor/confirm', { code: app.code() }, person.cookie)).json,
      );
      const { row = '' } = (await service.database.row(kept, person.id)) ?? {};
      assert.match(row, /v1\.test\./);
      for (const shown of [secret, ...codes.flatMap((code) => [code, code.replaceAll('-', '')])]) {
        assert.equal(row.includes(shown), false);
        assert.equal(row.includes(Buffer.from(shown).toString('hex')), false);
      }
    });

    test('of one person do not open for another', async () => {
      const [victim, thief] = [await guarded(), await guarded()];
      const steal = statement<[from: number, to: number], never>(`
        update second_factor set sealed_secret = (select sealed_secret from second_factor where person_id = $1)
        where person_id = $2`);
      await service.database.execute(steal, thief.id, victim.id);
      assert.equal(await finished(await challenged(victim), thief.app.code()), 500);
    });
  });

  describe('a challenge', () => {
    test('is no session: no operation takes it', async () => {
      const person = await guarded();
      const challenge = await challenged(person);
      const asking = { world: service.world, person };
      for (const operation of [...operations, ...dashboardOperations].filter(({ audience }) => audience !== 'public')) {
        const { method, path, body } = await validRequest(operation, asking);
        const options = { cookie: `sluice_session=${challenge}`, ...(body !== undefined && { body }) };
        const answer = await service.call(method, `/dashboard/v1${path}`, options);
        assert.equal(answer.status, 401, operation.name);
      }
      assert.equal((await service.call('GET', '/v1/organizations', { key: challenge })).status, 401);
    });

    test('runs out after ten minutes', async () => {
      const person = await guarded();
      const challenge = await challenged(person);
      service.clock.turn({ minutes: 10 });
      assert.equal(await finished(challenge, person.app.code()), 404);
    });

    test('goes with the password that was shown', async () => {
      const person = await guarded();
      const challenge = await challenged(person);
      await call('/password', { current_password: PASSWORD, new_password: 'another long password' }, person.cookie);
      assert.equal(await finished(challenge, person.app.code()), 404);
    });

    test('of one person is not good for another, and a made-up one for nobody', async () => {
      const [one, other] = [await guarded(), await guarded()];
      assert.equal(await finished(await challenged(one), other.app.code()), 401);
      const [said = ''] = (await challenged(one)).split('.');
      const nobody = Buffer.from('[{"person":99999999999},1]').toString('base64url');
      assert.equal(await finished(`${nobody}.x`, one.app.code()), 404);
      for (const made of ['', 'none', said, `${said}.`, `${said}.AAAA`]) {
        assert.equal(await finished(made, one.app.code()), 404, made);
      }
    });
  });

  describe('a code', () => {
    test('is usable once, and none before it afterwards', async () => {
      const person = await guarded();
      assert.equal(await signsIn(person, person.app.code()), true);
      assert.equal(await signsIn(person, person.app.code()), false);
      assert.equal(await signsIn(person, person.app.code(-1)), false);
    });

    test('that turned it on signs nobody in', async () => {
      const person = await somebody();
      const app = await beginning(person);
      const code = app.code();
      await call('/second-factor/confirm', { code }, person.cookie);
      assert.equal(await signsIn(person, code), false);
    });

    test('signs in under the name of the person in the audit trail, where a wrong one tells whose password is known', async () => {
      const person = await guarded();
      const challenge = await challenged(person);
      const wrong = await call('/sign-in/second-factor', { challenge, code: person.app.wrong() });
      const right = await call('/sign-in/second-factor', { challenge, code: person.app.code() });
      for (const [answer, status] of [
        [wrong, 401],
        [right, 200],
      ] as const) {
        const { user, count } = await eventOf(service.database, answer.requestId);
        assert.deepEqual([answer.status, user, count], [status, person.email, 1]);
      }
    });

    test('may be typed with spaces', async () => {
      const person = await guarded();
      assert.equal(await signsIn(person, person.app.code().replace(/(...)/, ' $1 ')), true);
    });

    test('of the step before or after is taken, none further off', async () => {
      const person = await guarded();
      service.clock.turn({ minutes: 5 });
      assert.equal(await signsIn(person, person.app.code(-2)), false);
      assert.equal(await signsIn(person, person.app.code(2)), false);
      assert.equal(await signsIn(person, person.app.code(-1)), true);
      assert.equal(await signsIn(person, person.app.code(1)), true);
    });

    test('presented 20 times at the same instant, in two processes, is taken once; so is a recovery code', async () => {
      const person = await guarded();
      const elsewhere = openDatabase({ url: service.databaseUrl, onError: () => {} });
      const { services } = service.service;
      for (const code of [person.app.code(), person.codes[0]?.replaceAll('-', '') ?? '']) {
        const tries = Array.from({ length: 20 }, (_, index) => {
          const database = index % 2 === 0 ? services.database : elsewhere;
          return useCode({ ...services, database }, person.id, code);
        });
        assert.equal((await Promise.all(tries)).filter(Boolean).length, 1);
      }
      await elsewhere.close();
    });

    test('guessed wrongly five times slows the person down over all addresses, and warns by mail', async () => {
      const person = await guarded();
      const challenge = await challenged(person);
      const statuses: (string | number)[] = [];
      for (let tries = 0; tries < 9; tries += 1) statuses.push(await finished(challenge, person.app.wrong()));
      assert.equal(statuses.filter((status) => status === 401).length, 6, String(statuses));
      assert.equal(statuses.at(-1), 429);
      assert.equal(await finished(challenge, person.app.code()), 429, 'a right one waits as long');
      assert.equal((await mailsTo(person)).filter((subject) => subject.startsWith('Wrong codes')).length, 1);
      service.clock.turn({ hours: 24 });
      assert.equal(await signsIn(person, person.app.code()), true);
    });
  });

  test('the letter about wrong codes is sent once, whichever right ones are tried side by side with them', async () => {
    for (const wrongBefore of [3, 4]) {
      const person = await guarded();
      const [first, second] = [await challenged(person), await challenged(person)];
      for (let tries = 0; tries < wrongBefore; tries += 1) await finished(first, person.app.wrong());
      await Promise.all([finished(second, person.codes[0] ?? ''), finished(first, person.app.wrong())]);
      for (let tries = wrongBefore + 1; tries < 6; tries += 1) await finished(first, person.app.wrong());
      const letters = (await mailsTo(person)).filter((subject) => subject.startsWith('Wrong codes'));
      assert.equal(letters.length, 1, `${wrongBefore} wrong ones before`);
    }
  });

  describe('a recovery code', () => {
    test('signs in once in the place of a code; the person is told by mail', async () => {
      const person = await guarded();
      const [code = '', other = ''] = person.codes;
      assert.match(code, /^[a-z2-7]{4}(-[a-z2-7]{4}){3}$/);
      assert.equal(await signsIn(person, code), true);
      assert.equal(await signsIn(person, code), false);
      assert.equal(await signsIn(person, ` ${other.toUpperCase().replaceAll('-', ' ')} `), true);
      assert.deepEqual((await mailsTo(person)).slice(-1), ['A recovery code for Sluice was used']);
      const { json } = await service.call('GET', '/dashboard/v1/second-factor', { cookie: person.cookie });
      assert.equal(z.object({ recovery_codes_left: z.int() }).parse(json).recovery_codes_left, 8);
    });

    test('is one of ten, all different', async () => {
      const { codes } = await guarded();
      assert.equal(new Set(codes).size, 10);
    });

    test('is made anew by whoever shows the second factor; those before work no more', async () => {
      const person = await guarded();
      assert.equal(
        (await call('/second-factor/recovery-codes', { code: person.app.wrong() }, person.cookie)).status,
        422,
      );
      const answer = await call('/second-factor/recovery-codes', { code: person.app.code() }, person.cookie);
      const { recovery_codes: anew } = codesAnswer.parse(answer.json);
      assert.equal(new Set([...anew, ...person.codes]).size, 20);
      assert.equal(await signsIn(person, person.codes[0] ?? ''), false);
      assert.equal(await signsIn(person, anew[0] ?? ''), true);
      assert.ok((await mailsTo(person)).includes('New recovery codes for Sluice'));
    });
  });

  describe('is turned off', () => {
    const turnOff = (person: Person, body: object) => call('/second-factor/turn-off', body, person.cookie);

    test('with the password and a code, by neither alone; the other sessions end and the person is told by mail', async () => {
      const person = await guarded();
      const other = await finished(await challenged(person), person.codes[0] ?? '');
      assert.equal((await turnOff(person, { password: 'wrong', code: person.app.code() })).status, 422);
      assert.equal((await turnOff(person, { password: PASSWORD, code: person.app.wrong() })).status, 422);
      assert.equal((await turnOff(person, { password: PASSWORD, code: '' })).status, 422);
      const answer = await turnOff(person, { password: PASSWORD, code: person.app.code() });
      assert.deepEqual([answer.status, answer.json], [200, { sessions_ended: 1 }]);
      assert.deepEqual([await works(person.cookie), await works(String(other))], [true, false]);
      assert.deepEqual((await mailsTo(person)).slice(-1), ['Your second factor for Sluice was turned off']);
      assert.equal(
        (await call('/sign-in', { email: person.email, password: PASSWORD })).headers['set-cookie']?.length,
        1,
      );
      assert.equal(await service.database.row(kept, person.id), undefined);
    });

    test('with a recovery code, by who has lost the app, and can be turned on anew', async () => {
      const person = await guarded();
      assert.equal((await turnOff(person, { password: PASSWORD, code: person.codes[3] })).status, 200);
      await beginning(person);
    });

    test('not by guessing codes in a session that is open', async () => {
      const person = await guarded();
      const guess = () => turnOff(person, { password: PASSWORD, code: person.app.wrong() });
      const statuses: number[] = [];
      for (let tries = 0; tries < 9; tries += 1) statuses.push((await guess()).status);
      assert.equal(statuses.at(-1), 429, String(statuses));
    });

    test('not by a new password through the mail', async () => {
      const person = await guarded();
      const row = await findPerson(service.database, person.id);
      assert.ok(row);
      const { signingSecrets: secrets } = service.service.services;
      const url = passwordUrl({ config: { appUrl: '' }, secrets }, row, service.clock.now() + 60_000);
      const body = { token: url.split('/').at(-1), password: 'chosen by the link' };
      const answer = await call('/password-resets/complete', body);
      assert.deepEqual([answer.status, answer.headers['set-cookie']], [200, undefined]);
      const challenge = await challenged(person, 'chosen by the link');
      assert.equal(await finished(challenge, person.app.wrong()), 401);
      assert.equal(typeof (await finished(challenge, person.app.code())), 'string');
    });
  });

  test('connecting an app goes through the same sign-in: a password alone connects nothing', async () => {
    const person = await guarded();
    const app = await App.registered(service);
    const browser = new Browser(service);
    const uid = await app.ask(browser);
    const { json } = await browser.call('POST', '/sign-in', { email: person.email, password: PASSWORD });
    const challenge = z.string().parse(json.challenge);
    assert.equal((await browser.call('GET', `/connect-requests/${uid}`)).status, 401);
    const approve = () => browser.call('POST', `/connect-requests/${uid}/approve`, { scopes: ['campaigns:read'] });
    assert.equal((await approve()).status, 401);
    await browser.call('POST', '/sign-in/second-factor', { challenge, code: person.app.code() });
    assert.equal((await approve()).status, 200);
  });
});
