import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { dashboardOperations } from '../../catalogue.ts';
import { changePassword } from '../../src/identity/person.store.ts';
import { hashPassword } from '../../src/identity/sign-in/password.ts';
import type { Cleaned } from '../harness/database.ts';
import { validRequest } from '../harness/requests.ts';
import { type RunningService, startService } from '../harness/service.ts';
import { newCookie, type Person } from '../harness/world-people.ts';

const RATE = 6;
const PASSWORD = 'the right password of mine';
const TRIES_PER_MINUTE = 10;

const ending = dashboardOperations.filter(({ endsAccess }) => endsAccess);

suite('Whoever has a copy of somebody’s cookie', () => {
  test('uses up the rate of that session, and not of the person’s others', async (t) => {
    const { call, thief, own } = await stolen(t);
    const statuses = [];
    for (let times = 0; times < 2 * RATE; times += 1) statuses.push((await call('GET', '/me', thief)).status);
    assert.equal(statuses.filter((status) => status === 200).length, RATE);
    const { status, headers } = await call('GET', '/me', own);
    assert.deepEqual([status, headers['x-ratelimit-remaining']], [200, String(RATE - 1)]);
  });

  test('keeps nobody from ending access, not even with ten sessions', async (t) => {
    const names = ending.map(({ name }) => name);
    for (const name of ['change_password', 'end_other_sessions', 'end_session', 'revoke_api_key', 'sign_out']) {
      assert.ok(names.includes(name), name);
    }
    const service = await startService(t, { config: { rateLimitPerMinute: RATE } });
    const { world, call } = service;
    for (const operation of ending) {
      const person = await world.addPerson(`owner-${operation.name}`, 'owner');
      for (const cookie of await cookiesOf(service, person, 10)) {
        for (let times = 0; times < RATE; times += 1) await call('GET', '/dashboard/v1/me', { cookie });
      }
      const { cookie } = person;
      const all = await call('GET', '/dashboard/v1/me', { cookie });
      assert.equal(all.status, 429, 'all sessions of the person together have sent what they may');
      const { method, path, body } = await validRequest(operation, { world, person });
      const { status, text } = await call(method, `/dashboard/v1${path}`, { cookie, body });
      assert.ok(status < 300, `${operation.name}: ${text}`);
    }
  });

  test('keeps nobody from a new password by trying wrong ones', async (t) => {
    const { call, change, thief, own } = await stolen(t, { rate: 1_000, password: PASSWORD });
    for (let tries = 0; tries < TRIES_PER_MINUTE; tries += 1) assert.equal((await change(thief, 'wrong')).status, 422);
    assert.equal((await change(thief, PASSWORD)).status, 429, 'not even with the right one');
    assert.equal((await change(own, PASSWORD)).status, 200);
    assert.equal((await call('GET', '/me', thief)).status, 401);
  });

  test('tries passwords at the account’s pace, however many of the person’s sessions it is', async (t) => {
    const { change, cookies } = await stolen(t, { rate: 1_000, password: PASSWORD });
    const answers = await Promise.all(
      cookies.flatMap((cookie) => Array.from({ length: TRIES_PER_MINUTE }, () => change(cookie, 'wrong'))),
    );
    const tried = answers.filter(({ status }) => status === 422).length;
    assert.ok(tried >= TRIES_PER_MINUTE && tried <= 2 * TRIES_PER_MINUTE, `${tried} of ${answers.length}`);
  });
});

async function stolen(t: Cleaned, { rate = RATE, password }: { rate?: number; password?: string } = {}) {
  const service = await startService(t, { config: { rateLimitPerMinute: rate } });
  const person = await service.world.addPerson('mia', 'owner');
  const cookies = await cookiesOf(service, person, 4);
  if (password !== undefined) await changePassword(service.database, person.id, await hashPassword(password));
  const call = (method: string, path: string, cookie: string, body?: unknown) =>
    service.call(method, `/dashboard/v1${path}`, { cookie, body });
  const change = (cookie: string, current_password: string) =>
    call('POST', '/password', cookie, { current_password, new_password: 'another password, as long' });
  return { call, change, thief: person.cookie, own: cookies[0] ?? '', cookies };
}

/** Signs somebody in so many times more. */
function cookiesOf({ database, clock }: RunningService, { id }: Person, sessions: number): Promise<string[]> {
  return Promise.all(Array.from({ length: sessions }, () => newCookie(database, clock, id)));
}
