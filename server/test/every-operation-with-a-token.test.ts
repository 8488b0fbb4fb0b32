import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { dashboardOperations, operations } from '../catalogue.ts';
import { statement } from '../src/base/database.ts';
import type { Operation } from '../src/base/operation.ts';
import { DASHBOARD, each, type Gate, lacks, NOBODY, openGate, REST } from './harness/gate.ts';
import { wholeSuite } from './harness/service.ts';
import { ALL_SCOPES, CEILINGS, type ConnectedApp } from './harness/world-people.ts';

const inPath = operations.filter(({ organization }) => organization === 'path');
const scoped = operations.filter(({ scope }) => scope !== null);
const forPeople = [...operations, ...dashboardOperations].filter(({ audience }) => audience !== 'public');
const MCP = 'http://localhost:3000/mcp';

const endSession = statement<[id: string], never>('delete from oauth_session where id = $1');
const endConnection = statement<[id: string], never>('delete from oauth_connection where id = $1');

describe('every operation, with an access token', () => {
  const suite = wholeSuite();
  let gate: Gate;

  before(async () => {
    gate = await openGate(suite);
  });

  /** The app's person, where nothing of an organization is known. */
  const known = ({ person, name }: ConnectedApp) => ({
    ...NOBODY,
    actor: 'user' as const,
    user: person.email,
    client: name,
  });

  test('the token of a connected app is accepted, and the audit trail names its user and the app', async () => {
    await each(operations, async (operation) => {
      const app = await gate.service.world.addApp();
      const answer = await gate.ask(operation, REST, { key: app.token });
      await gate.accepted(answer, operation, gate.through(app, operation));
    });
  });

  test('the one scope of an operation is enough for it', async () => {
    await each(operations, async (operation) => {
      const app = await gate.service.world.addApp({ scopes: [operation.scope ?? 'reports:read'] });
      const answer = await gate.ask(operation, REST, { key: app.token });
      await gate.accepted(answer, operation, gate.through(app, operation));
    });
  });

  test('a request outside the granted scopes answers insufficient_scope', async () => {
    await each(scoped, async (operation) => {
      const app = await gate.service.world.addApp({ scopes: ALL_SCOPES.filter((one) => one !== operation.scope) });
      const answer = await gate.ask(operation, REST, { key: app.token });
      const foundFirst = operation.organization === 'path';
      await gate.refused(
        answer,
        operation,
        'insufficient_scope',
        foundFirst ? gate.through(app, operation) : known(app),
      );
    });
  });

  test('whatever was granted, each role and the operator’s staff are capped', async () => {
    const { people } = gate.service.world;
    for (const role of ['member', 'admin', 'staff'] as const) {
      await each(inPath, async (operation) => {
        const app = await gate.service.world.addApp({ person: people[role] });
        const answer = await gate.ask(operation, REST, { key: app.token });
        const code = operation.ownersOnly ? 'role_denied' : lacks(operation, CEILINGS[role]);
        if (code) await gate.refused(answer, operation, code, gate.through(app, operation));
        else await gate.accepted(answer, operation, gate.through(app, operation));
      });
    }
  });

  test('_ answers org_access_denied, as does an organization that the person cannot act in', async () => {
    await each(inPath, async (operation) => {
      for (const org of ['_', gate.service.world.orchard.slug, 'no-such-organization']) {
        const app = await gate.service.world.addApp();
        const answer = await gate.ask(operation, REST, { key: app.token }, { org });
        await gate.refused(answer, operation, 'org_access_denied', known(app));
      }
    });
  });

  test('a token for the MCP server is refused by the REST API', async () => {
    await each(operations, async (operation) => {
      const app = await gate.service.world.addApp({ resource: MCP });
      for (let times = 0; times < 2; times += 1) {
        const answer = await gate.ask(operation, REST, { key: app.token });
        await gate.refused(answer, operation, 'unauthorized', known(app));
      }
    });
  });

  test('a token opens nothing in the dashboard', async () => {
    const app = await gate.service.world.addApp();
    await each(forPeople, async (operation) => {
      const answer = await gate.ask(operation, DASHBOARD, { key: app.token });
      await gate.refused(answer, operation, 'unauthorized', known(app));
    });
  });

  test('the token of an ended session, and of an ended connection, is refused on the next request', async () => {
    const { database, world } = gate.service;
    for (const end of [
      (app: ConnectedApp) => database.execute(endSession, app.sessionId),
      (app: ConnectedApp) => database.execute(endConnection, app.id),
    ]) {
      await each(operations, async (operation: Operation) => {
        const person = await gate.newcomer('owner');
        const app = await world.addApp({ person });
        const works = await gate.ask(operation, REST, { key: app.token });
        await gate.accepted(works, operation, gate.through(app, operation));
        await end(app);
        await gate.refused(await gate.ask(operation, REST, { key: app.token }), operation, 'unauthorized', NOBODY);
      });
    }
  });

  test('a person who is demoted or removed takes the app along, on the next request', async () => {
    const { world } = gate.service;
    await each(inPath, async (operation) => {
      const person = await gate.newcomer('owner');
      const app = await world.addApp({ person });
      const works = await gate.ask(operation, REST, { key: app.token });
      await gate.accepted(works, operation, gate.through(app, operation));
      await world.setRole(person, 'member');
      const lower = await gate.ask(operation, REST, { key: app.token });
      const code = operation.ownersOnly ? 'role_denied' : lacks(operation, CEILINGS.member);
      if (code) await gate.refused(lower, operation, code, gate.through(app, operation));
      else await gate.accepted(lower, operation, gate.through(app, operation));
      await world.remove(person);
      const gone = await gate.ask(operation, REST, { key: app.token });
      assert.equal(gone.error.code, 'org_access_denied', operation.name);
    });
  });
});
