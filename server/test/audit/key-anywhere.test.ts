import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { dashboardOperations, operations } from '../../catalogue.ts';
import { reportExposedKeys } from '../../src/surfaces/rest/secret-scanning.ts';
import { assertEachAuditedOnce, eventOf } from '../harness/audit-events.ts';
import { DASHBOARD, type Gate, openGate } from '../harness/gate.ts';
import { wholeSuite } from '../harness/service.ts';
import type { IssuedKey } from '../harness/world-people.ts';

/** Where no key opens anything, and no operation of the dashboard is. */
const ELSEWHERE = [
  ['POST', `/secret-scanning${reportExposedKeys.rest.path}`],
  ['GET', '/secret-scanning/nothing'],
  ['GET', `${DASHBOARD}/nothing`],
  ['PUT', `${DASHBOARD}/me`],
  ['GET', `${DASHBOARD}/organizations/%`],
  ['GET', '/oauth/authorize'],
  ['GET', '/oauth/authorize/nothing'],
  ['POST', '/oauth/token'],
  ['POST', '/oauth/revoke'],
  ['POST', '/oauth/register'],
  ['GET', '/nothing'],
] as const;

describe('a key that is sent to where none is taken', () => {
  const suite = wholeSuite();
  let gate: Gate;
  let keys: Record<string, IssuedKey>;

  before(async () => {
    gate = await openGate(suite);
    const { world, clock } = gate.service;
    const revoked = await world.addKey();
    await world.revoke(revoked);
    keys = {
      working: await world.addKey(),
      revoked,
      expired: await world.addKey({ expiresAt: clock.now() - 1 }),
    };
  });

  async function assertKnown(
    requestId: string,
    { organizationId, prefix, lastFour, creator }: IssuedKey,
    what: string,
  ) {
    const event = await eventOf(gate.service.database, requestId);
    assert.deepEqual(
      [event.organization_id, event.actor_type, event.user, event.key_prefix, event.key_last_four],
      [organizationId, 'api_key', creator.email, prefix, lastFour],
      what,
    );
  }

  test('leaves an event of its own in its organization, for every operation of the dashboard', async () => {
    for (const [what, issued] of Object.entries(keys)) {
      for (const operation of [...operations, ...dashboardOperations]) {
        const { requestId } = await gate.ask(operation, DASHBOARD, { key: issued.key });
        await assertKnown(requestId, issued, `${operation.name}, ${what}`);
      }
    }
  });

  test('leaves it at every other address', async () => {
    for (const [what, issued] of Object.entries(keys)) {
      for (const [method, path] of ELSEWHERE) {
        const { requestId } = await gate.service.call(method, path, { key: issued.key, unchecked: true });
        await assertKnown(requestId, issued, `${method} ${path}, ${what}`);
      }
    }
  });

  test('opens nothing there', async () => {
    const key = keys.working?.key;
    assert.equal((await gate.service.call('GET', `${DASHBOARD}/me`, { key })).status, 401);
  });

  test('takes no event away from who is signed in', async () => {
    const { owner } = gate.service.world.people;
    const path = `${DASHBOARD}/organizations/${gate.service.world.harbor.slug}`;
    const answer = await gate.service.call('GET', path, { key: keys.revoked?.key, cookie: owner.cookie });
    const event = await eventOf(gate.service.database, answer.requestId);
    assert.deepEqual([answer.status, event.actor_type, event.user, event.key_prefix], [200, 'user', owner.email, null]);
  });

  test('is told of the person, where it is the token of a connected app', async () => {
    const { token, name, person } = await gate.service.world.addApp();
    const { requestId } = await gate.service.call('GET', `${DASHBOARD}/me`, { key: token });
    const event = await eventOf(gate.service.database, requestId);
    assert.deepEqual([event.organization_id, event.user, event.client], [null, person.email, name]);
  });

  test('every one of them leaves exactly one event', async () => {
    await assertEachAuditedOnce(gate.service.database, gate.service.requestIds);
  });
});
