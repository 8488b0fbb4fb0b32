import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { before, describe, test } from 'node:test';
import { z } from 'zod';
import { statement } from '../../../src/base/database.ts';
import { sendPasswordReset } from '../../../src/identity/account/send-password-reset.task.ts';
import { findPersonByEmail, swapPassword } from '../../../src/identity/person.store.ts';
import { hashPassword } from '../../../src/identity/sign-in/password.ts';
import { sendEmail } from '../../../src/mail/send-email.task.ts';
import { type RunningService, startService, wholeSuite } from '../../harness/service.ts';
import type { Person } from '../../harness/world-people.ts';

const OLD = 'the old password is long';
const NEW = 'the new password is longer';
const UNLIMITED = { rateLimitPerMinute: 1_000_000, anonymousRateLimitPerMinute: 1_000_000 };

const queued = statement<[type: string], { payload: unknown }>(
  `select payload from task where type = $1 and status = 'queued' order by task_tracking_id`,
);
const rename = statement<[id: number, name: string], never>('update organization set name = $2 where id = $1');
const forget = statement<[], never>('delete from task');

describe('the account of a person', () => {
  const suite = wholeSuite();
  let service: RunningService;

  before(async () => {
    service = await startService(suite, { config: UNLIMITED });
  });

  async function somebody(): Promise<Person> {
    const person = await service.world.addPerson(`p-${randomBytes(5).toString('hex')}`, 'owner');
    await swapPassword(service.database, { id: person.id, password_hash: null }, await hashPassword(OLD));
    return person;
  }

  const call = (method: string, path: string, options: { cookie?: string; body?: unknown } = {}) => {
    service.clock.turn({ minutes: 1 });
    return service.call(method, `/dashboard/v1${path}`, options);
  };
  const signIn = async ({ email }: { email: string }, password: string) => {
    const answer = await call('POST', '/sign-in', { body: { email, password } });
    return answer.status === 200 ? (answer.headers['set-cookie']?.[0]?.split(';', 1)[0] ?? '') : answer.status;
  };
  const signedIn = async ({ email }: { email: string }, password: string) => {
    const cookie = await signIn({ email }, password);
    assert.ok(typeof cookie === 'string', String(cookie));
    return cookie;
  };
  const works = async (cookie: string) => (await call('GET', '/me', { cookie })).status === 200;

  describe('sessions', () => {
    const list = z.object({ sessions: z.array(z.object({ id: z.string(), current: z.boolean() })) });

    test('are listed, and ended one by one or all at once', async () => {
      const person = await somebody();
      const cookies = [person.cookie, await signedIn(person, OLD), await signedIn(person, OLD)];
      const [first = '', second = '', third = ''] = cookies;
      const { sessions } = list.parse((await call('GET', '/sessions', { cookie: second })).json);
      assert.equal(sessions.length, 3);
      assert.equal(sessions.filter(({ current }) => current).length, 1);
      const newest = sessions[0];
      assert.equal(newest?.current, false);
      assert.equal((await call('DELETE', `/sessions/${newest?.id}`, { cookie: second })).status, 200);
      assert.deepEqual([await works(first), await works(second), await works(third)], [true, true, false]);
      assert.deepEqual((await call('POST', '/sessions/end-others', { cookie: second })).json, { ended: 1 });
      assert.deepEqual([await works(first), await works(second)], [false, true]);
    });

    test('of somebody else are not there', async () => {
      const [one, other] = [await somebody(), await somebody()];
      const { sessions } = list.parse((await call('GET', '/sessions', one)).json);
      assert.equal((await call('DELETE', `/sessions/${sessions[0]?.id}`, other)).status, 404);
      assert.ok(await works(one.cookie));
    });
  });

  describe('a changed password', () => {
    test('needs the current one, works from then on, and ends the other sessions', async () => {
      const person = await somebody();
      const other = await signedIn(person, OLD);
      for (const current_password of ['wrong', undefined]) {
        const refused = await call('POST', '/password', { ...person, body: { current_password, new_password: NEW } });
        assert.equal(refused.status, 422);
      }
      const body = { current_password: OLD, new_password: NEW };
      assert.deepEqual((await call('POST', '/password', { ...person, body })).json, { sessions_ended: 1 });
      assert.deepEqual([await works(person.cookie), await works(other)], [true, false]);
      assert.equal(await signIn(person, OLD), 401);
      await signedIn(person, NEW);
    });

    test('is not guessed in an open session faster than by signing in, whatever asks for it', async () => {
      const person = await somebody();
      const { cookie } = person;
      const statuses: number[] = [];
      for (const [path, body] of [
        ['/password', { current_password: 'wrong', new_password: NEW }],
        ['/second-factor/begin', { password: 'wrong' }],
      ] as const) {
        for (let time = 0; time < 8; time += 1) {
          statuses.push((await service.call('POST', `/dashboard/v1${path}`, { cookie, body })).status);
        }
      }
      assert.deepEqual(statuses.slice(0, 10), Array(10).fill(422));
      assert.equal(statuses.at(-1), 429);
      const answer = await call('POST', '/password', { cookie, body: { current_password: OLD, new_password: NEW } });
      assert.equal(answer.status, 200, answer.text);
    });

    test('has at least twelve characters', async () => {
      const person = await somebody();
      const body = { current_password: OLD, new_password: 'elevenchars' };
      assert.equal((await call('POST', '/password', { ...person, body })).status, 422);
    });
  });

  /** Runs what waits in the queue of one kind, as a worker would. */
  async function deliver(kind: typeof sendPasswordReset | typeof sendEmail): Promise<void> {
    const rows = await service.database.rows(queued, kind.type);
    const { services } = service.service;
    const signal = AbortSignal.timeout(10_000);
    const work = { ...services, db: service.database, taskId: 1, requestedBy: null, signal, stage: async () => {} };
    for (const { payload } of rows) await kind.run(payload, null, work);
    await service.database.execute(forget);
  }

  function tokenIn(text: string, path: string): string {
    const [, token = ''] = new RegExp(`http://localhost:3000/${path}/(\\S+)`).exec(text) ?? [];
    assert.notEqual(token, '', text);
    return token;
  }

  describe('a forgotten password', () => {
    async function asked(email: string): Promise<string | undefined> {
      const before = service.sent.length;
      const answer = await call('POST', '/password-resets', { body: { email } });
      assert.deepEqual([answer.status, answer.json], [202, { asked: true }]);
      await deliver(sendPasswordReset);
      const mail = service.sent[before];
      if (mail) assert.equal(mail.to, email);
      return mail && tokenIn(mail.text, 'choose-password');
    }
    const choose = (token: string, password = NEW) =>
      call('POST', '/password-resets/complete', { body: { token, password } });

    test('is replaced by a link that comes by mail and works once; every session ends', async () => {
      const person = await somebody();
      const token = (await asked(person.email)) ?? '';
      assert.deepEqual((await choose(token)).json, { email: person.email });
      assert.equal(await works(person.cookie), false);
      await signedIn(person, NEW);
      assert.equal((await choose(token, 'yet another password')).status, 404);
      await signedIn(person, NEW);
    });

    test('nobody is told whether there is an account', async () => {
      const person = await somebody();
      const before = service.statements.length;
      await call('POST', '/password-resets', { body: { email: person.email } });
      const known = service.statements.slice(before);
      const between = service.statements.length;
      await call('POST', '/password-resets', { body: { email: 'nobody@people.example' } });
      assert.deepEqual(service.statements.slice(between), known, 'and it takes the same steps');
      await service.database.execute(forget);
      assert.equal(await asked('nobody@people.example'), undefined);
    });

    test('whoever asks again and again is slowed down', async () => {
      const email = `often-${randomBytes(5).toString('hex')}@people.example`;
      const ask = () => service.call('POST', '/dashboard/v1/password-resets', { body: { email } });
      const statuses: number[] = [];
      for (let times = 0; times < 20; times += 1) statuses.push((await ask()).status);
      assert.ok(statuses.includes(429), String(statuses));
      await service.database.execute(forget);
    });

    test('nobody’s mailbox is filled: who was sent three letters has a link that works, and gets no fourth', async () => {
      const person = await somebody();
      const sent = [];
      for (let times = 0; times < 5; times += 1) sent.push(await asked(person.email));
      assert.deepEqual(
        sent.map((token) => token !== undefined),
        [true, true, true, false, false],
      );
      service.clock.turn({ minutes: 45 });
      assert.equal(await asked(person.email), undefined);
      service.clock.turn({ minutes: 15 });
      assert.ok(await asked(person.email), 'once those are no longer good');
      await service.database.execute(forget);
    });

    test('who signs in as what is no address does not use up somebody’s letters', async () => {
      const person = await somebody();
      for (const kind of ['password letter', 'password reset', 'second factor', 'password']) {
        for (const email of [`${kind} ${person.email}`, JSON.stringify([kind, person.email])]) {
          for (let times = 0; times < 3; times += 1) {
            const tried = await service.call('POST', '/dashboard/v1/sign-in', { body: { email, password: OLD } });
            assert.equal(tried.status, 401, email);
          }
        }
      }
      assert.ok(await asked(person.email), 'a letter');
      await signedIn(person, OLD);
      await service.database.execute(forget);
    });

    test('the link is good for an hour', async () => {
      const person = await somebody();
      const token = (await asked(person.email)) ?? '';
      service.clock.turn({ hours: 1 });
      assert.equal((await choose(token)).status, 404);
      await signedIn(person, OLD);
    });

    test('of two who use the link at once one wins, and no other link works then', async () => {
      const person = await somebody();
      const [token = '', other = ''] = [await asked(person.email), await asked(person.email)];
      const answers = await Promise.all([choose(token, `${NEW} 1`), choose(token, `${NEW} 2`)]);
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 404]);
      assert.equal((await choose(other)).status, 404);
    });

    test('a link that was tampered with, or is for something else, is nothing', async () => {
      const [person, victim] = [await somebody(), await somebody()];
      const token = (await asked(person.email)) ?? '';
      const [said = '', signature = ''] = token.split('.');
      const forged = Buffer.from(said, 'base64url').toString().replace(String(person.id), String(victim.id));
      const tokens = [`${Buffer.from(forged).toString('base64url')}.${signature}`, said, '', '.', 'e30.x', `${said}.x`];
      tokens.push(`${Buffer.from('[{"person":99999999999},1]').toString('base64url')}.${signature}`);
      for (const wrong of tokens) assert.equal((await choose(wrong)).status, 404, wrong);
      await signedIn(victim, OLD);
    });
  });

  describe('an invitation to somebody without an account', () => {
    async function invited(email: string, role = 'admin'): Promise<string> {
      const owner = await somebody();
      const path = `/organizations/${service.world.harbor.slug}/members`;
      assert.equal((await call('POST', path, { cookie: owner.cookie, body: { email, role } })).status, 202);
      const before = service.sent.length;
      await deliver(sendEmail);
      return tokenIn(service.sent[before]?.text ?? '', 'join');
    }
    const join = (token: string, more: object = {}) =>
      call('POST', '/invitations/join', { body: { token, name: 'Nora New', password: NEW, ...more } });
    const address = () => `new-${randomBytes(5).toString('hex')}@people.example`;

    test('is accepted by its link: name and password are set, and the person is signed in, in the role named', async () => {
      const email = address();
      const answer = await join(await invited(email));
      assert.deepEqual(answer.json, { organization: { slug: 'harbor', name: 'Harbor' }, role: 'admin' });
      const cookie = answer.headers['set-cookie']?.[0]?.split(';', 1)[0] ?? '';
      const me = (await call('GET', '/me', { cookie })).json;
      assert.deepEqual(z.object({ email: z.string(), name: z.string() }).parse(me), { email, name: 'Nora New' });
      await signedIn({ email }, NEW);
    });

    test('works with the longest name of an organization and the longest address', async () => {
      const { harbor } = service.world;
      await service.database.execute(rename, harbor.id, '港'.repeat(200));
      const email = `${randomBytes(32).toString('hex')}@${'x'.repeat(63)}.${'y'.repeat(63)}.${'z'.repeat(53)}.example`;
      const answer = await join(await invited(email));
      await service.database.execute(rename, harbor.id, 'Harbor');
      assert.equal(email.length, 254);
      assert.equal(answer.status, 200, answer.text);
    });

    test('is used once, also at the same moment', async () => {
      const email = address();
      const token = await invited(email);
      const answers = await Promise.all([join(token), join(token), join(token)]);
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409]);
      assert.equal((await join(token)).status, 409);
    });

    test('runs out after seven days, and can be revoked', async () => {
      const late = await invited(address());
      service.clock.turn({ hours: 7 * 24 });
      assert.equal((await join(late)).status, 404);
      const email = address();
      const token = await invited(email);
      await service.database.execute(
        statement<[email: string], never>(`update invitation set state = 'revoked' where email = $1`),
        email,
      );
      assert.equal((await join(token)).status, 404);
      assert.equal(await findPersonByEmail(service.database, email), undefined, 'no account is left behind');
    });

    test('to somebody with an account says to sign in', async () => {
      const person = await service.world.addPerson(`p-${randomBytes(5).toString('hex')}`);
      const answer = await join(await invited(person.email));
      assert.deepEqual([answer.status, answer.error.code], [409, 'already_applied']);
    });
  });
});
