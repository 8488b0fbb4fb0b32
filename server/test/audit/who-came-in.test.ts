import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { before, describe, test } from 'node:test';
import { dashboardOperations, operations } from '../../catalogue.ts';
import type { Operation } from '../../src/base/operation.ts';
import { passwordUrl } from '../../src/identity/account/password-link.ts';
import { joinUrl } from '../../src/identity/invitations/join-link.ts';
import { findPersonByEmail, swapPassword } from '../../src/identity/person.store.ts';
import { hashPassword } from '../../src/identity/sign-in/password.ts';
import { reportExposedKeys } from '../../src/surfaces/rest/secret-scanning.ts';
import { auditEvents, eventOf } from '../harness/audit-events.ts';
import type { HttpAnswer } from '../harness/client.ts';
import { DASHBOARD, type Gate, openGate } from '../harness/gate.ts';
import { wholeSuite } from '../harness/service.ts';
import type { Person } from '../harness/world-people.ts';
import { IN_NO_ORGANIZATION } from './in-no-organization.ts';

const PASSWORD = 'correct horse battery';
const HOUR_MS = 3_600_000;

/** Operations that find out themselves whom and what they are about. */
const unplaced: readonly Operation[] = [...operations, ...dashboardOperations, reportExposedKeys].filter(
  ({ organization, kind }) => organization === 'caller' && kind !== 'read',
);

describe('who came in', () => {
  const suite = wholeSuite();
  let gate: Gate;

  before(async () => {
    gate = await openGate(suite);
  });

  const post = (path: string, body: unknown, cookie?: string) =>
    gate.service.call('POST', DASHBOARD + path, { body, cookie });
  const eventAfter = async (answer: HttpAnswer, status: number) => {
    assert.equal(answer.status, status, answer.text);
    return eventOf(gate.service.database, answer.requestId);
  };

  async function withPassword(): Promise<Person> {
    const person = await gate.newcomer('owner');
    const shown = { id: person.id, password_hash: null };
    await swapPassword(gate.service.database, shown, await hashPassword(PASSWORD));
    return person;
  }

  async function invited(email: string): Promise<string> {
    const { world, service } = gate.service;
    const id = await world.addInvitation({ id: 0, email, cookie: '' });
    const expiresAt = new Date(gate.service.clock.now() + HOUR_MS);
    const url = joinUrl(service.services, { id, email, organization: 'Harbor' }, expiresAt);
    return url.slice(url.lastIndexOf('/') + 1);
  }

  const asked = (name: string, path?: string) => async () => {
    const person = await gate.service.world.addPerson(`outsider-${randomBytes(6).toString('hex')}`);
    const operation = unplaced.find((one) => one.name === name);
    assert.ok(operation, name);
    const member = path ? await gate.newcomer('admin') : person;
    const request = await gate.requestOf(operation, { person: member });
    const { cookie, email } = member;
    const answer = await gate.service.call(request.method, DASHBOARD + (path ?? request.path), { ...request, cookie });
    return { answer, email };
  };

  /** What concerns one organization, done so that it succeeds: whoever did it, and the answer. */
  const inOne: Readonly<Record<string, () => Promise<{ answer: HttpAnswer; email: string }>>> = {
    accept_invitation: asked('accept_invitation'),
    end_ad_login_use: asked('end_ad_login_use'),
    finish_ad_connection: () => {
      const state = `${gate.service.world.harbor.id.toString(36)}.${'a'.repeat(43)}`;
      return asked('finish_ad_connection', `/ad-connections/callback?state=${state}`)();
    },
    async join_organization() {
      const email = `stranger-${randomBytes(6).toString('hex')}@people.example`;
      const body = { token: await invited(email), name: 'Stranger', password: PASSWORD };
      return { answer: await post('/invitations/join', body), email };
    },
  };

  test('every operation that changes something concerns one organization, or is known not to', () => {
    assert.deepEqual(
      unplaced.map(({ name }) => name).sort(),
      [...Object.keys(inOne), ...Object.keys(IN_NO_ORGANIZATION)].sort(),
    );
  });

  test('what concerns one organization leaves an event of its own there, with the person', async () => {
    for (const [name, act] of Object.entries(inOne)) {
      const operation = unplaced.find((one) => one.name === name);
      const { answer, email } = await act();
      const event = await eventAfter(answer, operation?.status ?? 0);
      assert.deepEqual(
        [event.operation, event.organization_id, event.actor_type, event.user, event.count],
        [name, gate.service.world.harbor.id, 'user', email, 1],
      );
    }
  });

  test('what was not joined leaves no event in the organization', async () => {
    const email = `${randomBytes(6).toString('hex')}@people.example`;
    const token = await invited(email);
    const body = { token, name: 'Twice', password: PASSWORD };
    await eventAfter(await post('/invitations/join', body), 200);
    const again = await eventAfter(await post('/invitations/join', body), 409);
    const forged = await eventAfter(await post('/invitations/join', { ...body, token: `${token}x` }), 404);
    for (const event of [again, forged]) assert.deepEqual([event.organization_id, event.user], [null, null]);
  });

  test('an invitation declined leaves the Owners nothing to see', async () => {
    const { answer, email } = await asked('decline_invitation')();
    const event = await eventAfter(answer, 200);
    assert.deepEqual([event.organization_id, event.user], [null, email]);
    const events = await auditEvents(gate.service.database);
    assert.deepEqual(
      events.filter(({ organization_id, user }) => organization_id !== null && user === email),
      [],
    );
  });

  test('each sign-in that succeeds leaves an event of its own with the person, and a failed one names nobody', async () => {
    const { email } = await withPassword();
    for (let time = 0; time < 2; time += 1) {
      const event = await eventAfter(await post('/sign-in', { email, password: PASSWORD }), 200);
      assert.deepEqual([event.organization_id, event.user, event.actor_type, event.count], [null, email, 'user', 1]);
    }
    const failed = await eventAfter(await post('/sign-in', { email, password: 'wrong' }), 401);
    assert.deepEqual([failed.organization_id, failed.user, failed.actor_type], [null, null, null]);
  });

  test('a sign-in names whose password was shown, not who was signed in before', async () => {
    const [before, { email }] = [await gate.newcomer('owner'), await withPassword()];
    const event = await eventAfter(await post('/sign-in', { email, password: PASSWORD }, before.cookie), 200);
    assert.equal(event.user, email);
  });

  test('a password chosen by a link names whose it is', async () => {
    const { email } = await withPassword();
    const { database, clock, service } = gate.service;
    const person = await findPersonByEmail(database, email);
    assert.ok(person);
    const { config, signingSecrets: secrets } = service.services;
    const url = passwordUrl({ config, secrets }, person, clock.now() + HOUR_MS);
    const token = url.slice(url.lastIndexOf('/') + 1);
    const body = { token, password: `${PASSWORD} again` };
    const chosen = await eventAfter(await post('/password-resets/complete', body), 200);
    const used = await eventAfter(await post('/password-resets/complete', body), 404);
    assert.deepEqual([chosen.user, chosen.count, used.user], [email, 1, null]);
  });
});
