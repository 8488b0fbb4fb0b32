import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { before, describe, test } from 'node:test';
import { z } from 'zod';
import { statement } from '../../../src/base/database.ts';
import { joinUrl } from '../../../src/identity/invitations/join-link.ts';
import { swapPassword } from '../../../src/identity/person.store.ts';
import { hashPassword } from '../../../src/identity/sign-in/password.ts';
import { sessionsOf } from '../../../src/identity/sign-in/session.store.ts';
import { follow } from '../../events/follow.ts';
import type { HttpAnswer } from '../../harness/client.ts';
import { type RunningService, startService, wholeSuite } from '../../harness/service.ts';
import { addInvitation, addSession, type Person } from '../../harness/world-people.ts';
import { AuthenticatorApp } from '../second-factor/authenticator.ts';

const PASSWORD = 'correct horse battery staple';
const UNLIMITED = { rateLimitPerMinute: 1_000_000, anonymousRateLimitPerMinute: 1_000_000 };
const DAY_MS = 86_400_000;

const holdSessions = statement<[personId: number], never>('select from session where person_id = $1 for share');

const challenged = z.object({ challenge: z.string() });
const begun = z.object({ secret: z.string() });
const sessions = z.object({ sessions: z.array(z.unknown()) });

describe('a session in the place of another', () => {
  const suite = wholeSuite();
  let service: RunningService;

  before(async () => {
    service = await startService(suite, { config: UNLIMITED });
  });

  const named = () => `p-${randomBytes(5).toString('hex')}`;
  const post = (path: string, body: unknown, cookie: string) =>
    service.call('POST', `/dashboard/v1${path}`, { body, cookie });
  const mine = (cookie: string) => service.call('GET', '/dashboard/v1/sessions', { cookie });

  async function withPassword(): Promise<Person> {
    const person = await service.world.addPerson(named(), 'owner');
    await swapPassword(service.database, { id: person.id, password_hash: null }, await hashPassword(PASSWORD));
    return person;
  }

  /** Every way to be given a session, from a browser that has one. */
  const WAYS: Record<string, (cookie: string) => Promise<HttpAnswer>> = {
    async 'signing in'(cookie) {
      const { email } = await withPassword();
      return post('/sign-in', { email, password: PASSWORD }, cookie);
    },
    async 'signing in with a second factor'(cookie) {
      const { email, cookie: own } = await withPassword();
      const { secret } = begun.parse((await post('/second-factor/begin', { password: PASSWORD }, own)).json);
      const app = new AuthenticatorApp(secret, service.clock);
      assert.equal((await post('/second-factor/confirm', { code: app.code() }, own)).status, 200);
      service.clock.turn({ seconds: 30 });
      const { json } = await post('/sign-in', { email, password: PASSWORD }, cookie);
      assert.equal((await mine(cookie)).status, 200, 'nobody else is signed in yet');
      const { challenge } = challenged.parse(json);
      return post('/sign-in/second-factor', { challenge, code: app.code() }, cookie);
    },
    async 'joining by an invitation'(cookie) {
      const { harbor, people } = service.world;
      const email = `${named()}@people.example`;
      const invited = { ...people.owner, email };
      const id = await addInvitation(service.database, service.clock, harbor, people.owner, invited);
      const expires = new Date(service.clock.now() + DAY_MS);
      const url = joinUrl(service.service.services, { id, email, organization: 'Harbor' }, expires);
      const token = url.slice(url.lastIndexOf('/') + 1);
      return post('/invitations/join', { token, name: 'Nora', password: PASSWORD }, cookie);
    },
  };

  for (const [way, begin] of Object.entries(WAYS)) {
    test(`ends that one and its stream, and no other: ${way}`, async () => {
      const before = await service.world.addPerson(named(), 'owner');
      await addSession(service.database, service.clock, before);
      const elsewhere = await withPassword();
      assert.equal(sessions.parse((await mine(before.cookie)).json).sessions.length, 2);
      const stream = await follow(suite, service.base, { cookie: before.cookie });
      assert.equal((await begin(before.cookie)).status, 200);
      await stream.ended;
      assert.equal((await mine(before.cookie)).status, 401);
      assert.equal((await mine(elsewhere.cookie)).status, 200);
      assert.equal(await sessionsLeft(before.id), 1);
    });
  }

  for (const [way, begin] of Object.entries(WAYS)) {
    test(`is opened, and its cookie given, though that one cannot be ended: ${way}`, async () => {
      const before = await service.world.addPerson(named(), 'owner');
      const held = Promise.withResolvers<void>();
      const released = Promise.withResolvers<void>();
      const holding = service.database.transaction(async (db) => {
        await db.rows(holdSessions, before.id);
        held.resolve();
        await released.promise;
      });
      await held.promise;
      try {
        const { status, headers } = await begin(before.cookie);
        assert.equal(status, 200);
        const [cookie = ''] = String(headers['set-cookie']).split(';');
        assert.equal((await mine(cookie)).status, 200);
      } finally {
        released.resolve();
        await holding;
      }
    });
  }

  test('that is not opened ends nothing', async () => {
    const before = await service.world.addPerson(named(), 'owner');
    const { email } = await withPassword();
    assert.equal((await post('/sign-in', { email, password: 'wrong' }, before.cookie)).status, 401);
    assert.equal((await mine(before.cookie)).status, 200);
  });

  async function sessionsLeft(personId: number): Promise<number> {
    return (await sessionsOf(service.database, personId, new Date(service.clock.now()))).length;
  }
});
