import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { z } from 'zod';
import { steps } from '../../../catalogue.ts';
import { statement } from '../../../src/base/database.ts';
import { passwordUrl } from '../../../src/identity/account/password-link.ts';
import { findPerson, swapPassword } from '../../../src/identity/person.store.ts';
import { isKnownOrigin } from '../../../src/identity/sign-in/known-origin.store.ts';
import { hashPassword } from '../../../src/identity/sign-in/password.ts';
import { readOrder } from '../../../src/operator/order.ts';
import { type RunningService, startService, wholeSuite } from '../../harness/service.ts';
import { AuthenticatorApp } from '../second-factor/authenticator.ts';

const guard = statement<[id: number], never>('update person set second_factor_since = now() where id = $1');

const PASSWORD = 'the old password is long';
const HOME = '203.0.113.7';
const OFFICE = '2001:db8:1:2::3';

describe('where a person was recognised', () => {
  const suite = wholeSuite();
  let service: RunningService;
  let people = 0;

  before(async () => {
    service = await startService(suite, { config: { trustedProxies: 1 } });
  });

  async function somebody() {
    people += 1;
    const person = await service.world.addPerson(`known-${people}`, 'owner');
    await swapPassword(service.database, { id: person.id, password_hash: null }, await hashPassword(PASSWORD));
    return person;
  }

  const post = (path: string, from: string, options: { cookie?: string; body?: unknown }) =>
    service.call('POST', `/dashboard/v1${path}`, { ...options, headers: { 'x-forwarded-for': from } });
  const isKnown = ({ email }: { email: string }, ip: string) =>
    isKnownOrigin(service.database, email, ip, service.clock.now());

  async function signIn({ email }: { email: string }, from: string): Promise<string> {
    const answer = await post('/sign-in', from, { body: { email, password: PASSWORD } });
    assert.equal(answer.status, 200, answer.text);
    return answer.headers['set-cookie']?.[0]?.split(';', 1)[0] ?? '';
  }

  /** Follows a link of ours to a new password. */
  async function choosePassword({ id }: { id: number }, from: string): Promise<void> {
    const row = await findPerson(service.database, id);
    assert.ok(row);
    const { config, signingSecrets: secrets } = service.service.services;
    const url = passwordUrl({ config, secrets }, row, service.clock.now() + 60_000);
    const token = url.slice(url.lastIndexOf('/') + 1);
    const chosen = await post('/password-resets/complete', from, { body: { token, password: `${PASSWORD} now` } });
    assert.equal(chosen.status, 200, chosen.text);
  }

  test('they are known for 90 days, also once they have signed out, and nowhere else', async () => {
    const person = await somebody();
    for (const from of [HOME, OFFICE]) await post('/sign-out', from, { cookie: await signIn(person, from) });
    assert.deepEqual(await Promise.all([HOME, OFFICE, '2001:db8:1:2::4'].map((ip) => isKnown(person, ip))), [
      true,
      true,
      true,
    ]);
    assert.deepEqual(await Promise.all(['203.0.113.8', '2001:db8:1:3::3'].map((ip) => isKnown(person, ip))), [
      false,
      false,
    ]);
    assert.equal(await isKnown(await somebody(), HOME), false, 'somebody else');
    service.clock.turn({ hours: 90 * 24 });
    assert.equal(await isKnown(person, HOME), false);
  });

  test('who follows a link of ours to a new password is known there, and where they were before no longer', async () => {
    const person = await somebody();
    await signIn(person, HOME);
    await choosePassword(person, OFFICE);
    assert.deepEqual([await isKnown(person, OFFICE), await isKnown(person, HOME)], [true, false]);
  });

  test('who has a second factor and has not shown it there is known nowhere after that', async () => {
    const person = await somebody();
    await signIn(person, HOME);
    await service.database.execute(guard, person.id);
    await choosePassword(person, OFFICE);
    assert.deepEqual([await isKnown(person, OFFICE), await isKnown(person, HOME)], [false, false]);
  });

  test('who turns on a second factor is known where they did, and nowhere by the password alone', async () => {
    const person = await somebody();
    const cookie = await signIn(person, HOME);
    const there = await signIn(person, OFFICE);
    assert.ok(there);
    const { json } = await post('/second-factor/begin', HOME, { cookie, body: { password: PASSWORD } });
    const app = new AuthenticatorApp(z.object({ secret: z.string() }).parse(json).secret, service.clock);
    const confirmed = await post('/second-factor/confirm', HOME, { cookie, body: { code: app.code() } });
    assert.equal(confirmed.status, 200, confirmed.text);
    assert.deepEqual([await isKnown(person, HOME), await isKnown(person, OFFICE)], [true, false]);
  });

  test('whom the operator lets in anew is known nowhere', async () => {
    for (const command of ['reset-password', 'turn-off-second-factor']) {
      const person = await somebody();
      await signIn(person, HOME);
      await service.database.execute(guard, person.id);
      await readOrder([command, '--email', person.email])(service.database, service.clock, 'http://localhost', steps);
      assert.equal(await isKnown(person, HOME), false, command);
    }
  });

  test('the newest twenty places are kept', async () => {
    const person = await somebody();
    for (let place = 1; place <= 21; place += 1) {
      service.clock.turn({ minutes: 1 });
      await signIn(person, `198.51.100.${place}`);
    }
    const known = await Promise.all([1, 2, 21].map((place) => isKnown(person, `198.51.100.${place}`)));
    assert.deepEqual(known, [false, true, true]);
  });
});
