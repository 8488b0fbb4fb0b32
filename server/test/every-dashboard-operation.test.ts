import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { dashboardOperations, operations } from '../catalogue.ts';
import type { Operation } from '../src/base/operation.ts';
import { assertEachAuditedOnce } from './harness/audit-events.ts';
import { DASHBOARD, each, type Gate, lacks, NOBODY, openGate, ROLES } from './harness/gate.ts';
import { wholeSuite } from './harness/service.ts';
import { CEILINGS } from './harness/world-people.ts';

const forPeople = [...operations, ...dashboardOperations].filter(({ audience }) => audience !== 'public');

/** Deciding on a change takes a role that could make it. */
const isDecision = ({ name }: Operation) => ['approve_queued_write', 'reject_queued_write'].includes(name);

/** What staff run is answered to them and kept nowhere. */
const changesSomething = ({ kind, name }: Operation) => kind !== 'read' && name !== 'run_detector';

describe('every operation in the dashboard', () => {
  const suite = wholeSuite();
  let gate: Gate;

  before(async () => {
    gate = await openGate(suite);
  });

  test('_ is no organization for a person', async () => {
    const { owner } = gate.service.world.people;
    await each(
      forPeople.filter(({ organization }) => organization === 'path'),
      async (operation) => {
        const answer = await gate.ask(operation, DASHBOARD, { cookie: owner.cookie }, { org: '_' });
        await gate.refused(answer, operation, 'org_access_denied', { ...NOBODY, actor: 'user', user: owner.email });
      },
    );
  });

  test('a person may do in the dashboard what the role held in the organization allows', async () => {
    for (const role of ROLES) {
      await each(forPeople, async (operation) => {
        const person = await gate.newcomer(role);
        const answer = await gate.ask(operation, DASHBOARD, { cookie: person.cookie }, { person });
        const beneath = (operation.ownersOnly && role !== 'owner') || (isDecision(operation) && role === 'member');
        const code = beneath ? 'role_denied' : lacks(operation, CEILINGS[role]);
        if (code) await gate.refused(answer, operation, code, gate.signedIn(person, operation));
        else await gate.accepted(answer, operation, gate.signedIn(person, operation));
      });
    }
  });

  test('a change is refused to a page that shows somebody else than is signed in, a read is not', async () => {
    const { owner, admin } = gate.service.world.people;
    await each(forPeople, async (operation) => {
      const headers = { 'acting-as': String(admin.id) };
      const answer = await gate.ask(operation, DASHBOARD, { cookie: owner.cookie, headers });
      if (operation.rest.method === 'GET') return assert.notEqual(answer.status, 401, operation.name);
      assert.equal(answer.error.code, 'unauthorized', `${operation.name}: ${answer.text.slice(0, 300)}`);
      assert.match(String(answer.error.message), /^Somebody else is signed in/);
    });
  });

  test('what a page asks for that shows whoever is signed in is done', async () => {
    const person = await gate.newcomer('owner');
    const headers = { 'acting-as': String(person.id) };
    const answer = await gate.service.call('POST', `${DASHBOARD}/sessions/end-others`, {
      ...{ cookie: person.cookie, headers, body: {} },
    });
    assert.equal(answer.status, 200, answer.text);
  });

  test('staff read in the organizations assigned to their team and nowhere else, and change nothing', async () => {
    const { staff } = gate.service.world.people;
    const { orchard } = gate.service.world;
    await each(
      forPeople.filter(({ organization }) => organization !== 'caller'),
      async (operation) => {
        const answer = await gate.ask(operation, DASHBOARD, { cookie: staff.cookie });
        if (changesSomething(operation) || operation.ownersOnly || lacks(operation, CEILINGS.staff)) {
          assert.equal(answer.status, 403, `${operation.name}: ${answer.text}`);
        } else if (operation.scope || operation.audience === 'everyone') {
          await gate.accepted(answer, operation, gate.signedIn(staff, operation));
        }
      },
    );
    await each(
      forPeople.filter(({ organization }) => organization === 'path'),
      async (operation) => {
        const answer = await gate.ask(operation, DASHBOARD, { cookie: staff.cookie }, { org: orchard.slug });
        await gate.refused(answer, operation, 'org_access_denied', { ...NOBODY, actor: 'user', user: staff.email });
      },
    );
  });

  test('a session that is unknown or has run out answers unauthorized', async () => {
    const { owner, admin } = gate.service.world.people;
    const twice = `${owner.cookie}; ${admin.cookie}`;
    await each(forPeople, async (operation) => {
      for (const cookie of [twice, 'sluice_session=none', 'sluice_session=', 'other=1', '=;=;;']) {
        await gate.refused(await gate.ask(operation, DASHBOARD, { cookie }), operation, 'unauthorized', NOBODY);
      }
    });
  });

  test('a person removed from the organization is out of it on the next click', async () => {
    await each(
      forPeople.filter(({ organization }) => organization === 'path'),
      async (operation) => {
        const person = await gate.newcomer('owner');
        await gate.ask(operation, DASHBOARD, { cookie: person.cookie }, { person });
        await gate.service.world.remove(person);
        const answer = await gate.ask(operation, DASHBOARD, { cookie: person.cookie });
        await gate.refused(answer, operation, 'org_access_denied', { ...NOBODY, actor: 'user', user: person.email });
      },
    );
  });

  test('a change that another site asks the browser to make is refused', async () => {
    const writes = [...operations, ...dashboardOperations].filter(({ rest }) => rest.method !== 'GET');
    await each(writes, async (operation) => {
      for (const headers of [{ origin: 'https://elsewhere.example' }, { 'sec-fetch-site': 'cross-site' }]) {
        const { cookie } = await gate.newcomer('owner');
        const answer = await gate.ask(operation, DASHBOARD, { cookie, headers });
        assert.equal(answer.status, 401, answer.text);
      }
    });
  });

  test('the dashboard works at every address that leads to the server', async () => {
    const { base } = gate.service;
    for (const origin of ['http://localhost:3000', base]) {
      const answer = await gate.service.call('POST', `${DASHBOARD}/sign-in`, {
        body: { email: 'nobody@sluice.test', password: 'x' },
        headers: { origin },
      });
      assert.equal(answer.error.message, 'The email address or the password is wrong.', origin);
    }
  });

  test('every request leaves exactly one audit event', async () => {
    await assertEachAuditedOnce(gate.service.database, gate.service.requestIds);
  });
});
