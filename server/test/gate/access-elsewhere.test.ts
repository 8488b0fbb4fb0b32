import assert from 'node:assert/strict';
import { before, describe, type TestContext, test } from 'node:test';
import { dashboardOperations, operations } from '../../catalogue.ts';
import type { Operation } from '../../src/base/operation.ts';
import { updateRole } from '../../src/identity/membership.store.ts';
import { eventOf } from '../harness/audit-events.ts';
import { DASHBOARD, REST } from '../harness/gate.ts';
import { validRequest } from '../harness/requests.ts';
import { type RunningService, startService, wholeSuite } from '../harness/service.ts';
import type { Person } from '../harness/world-people.ts';

const UNLIMITED = { rateLimitPerMinute: 1_000_000, anonymousRateLimitPerMinute: 1_000_000 };
const SWITCHES = 5;

type Access = { key: string } | { cookie: string };

/** The ways in, each for somebody who works in harbor. */
const WAYS: Readonly<Record<string, (service: RunningService, person: Person) => Promise<Access>>> = {
  'a key': async ({ world }, creator) => ({ key: (await world.addKey({ creator })).key }),
  'an app': async ({ world }, person) => ({ key: (await world.addApp({ person })).token }),
  'a session': async (_, { cookie }) => ({ cookie }),
};

/** What an Owner of orchard can do there to whoever works in harbor too. */
const DONE_ELSEWHERE: Readonly<Record<string, (service: RunningService, person: Person) => Promise<void>>> = {
  'a role that goes up and down': async ({ call, world }, { id }) => {
    for (const role of ['admin', 'member']) {
      const cookie = world.people.stranger.cookie;
      const changed = await call('PUT', `${ORCHARD}/members/${id}`, { cookie, body: { role } });
      assert.equal(changed.status, 200, changed.text);
    }
  },
  'a key that is revoked': async ({ call, world }, creator) => {
    const { id } = await world.addKey({ creator, organization: world.orchard, scopes: ['organizations:read'] });
    const revoked = await call('POST', `${ORCHARD}/api-keys/${id}/revoke`, { cookie: world.people.stranger.cookie });
    assert.equal(revoked.status, 200, revoked.text);
  },
};

const ORCHARD = `${DASHBOARD}/organizations/orchard`;

/** These end with their reader. */
const inOrganizations = [...operations, ...dashboardOperations].filter(
  ({ organization, alsoAs }) => organization !== 'caller' && alsoAs !== 'text/event-stream',
);

describe('what somebody does in one organization', () => {
  const suite = wholeSuite();
  let service: RunningService;
  let people = 0;

  before(async () => {
    service = await startService(suite, { config: UNLIMITED });
  });

  const inBoth = async () => {
    people += 1;
    const person = await service.world.addPerson(`both-${people}`, 'owner');
    await service.world.addMember(service.world.orchard, person, 'member');
    return person;
  };

  const ask = async (operation: Operation, access: Access, person: Person) => {
    const { method, path, body } = await validRequest(operation, { world: service.world, person });
    const surface = 'cookie' in access ? DASHBOARD : REST;
    return service.call(method, surface + path, { body, ...access });
  };

  for (const [way, come] of Object.entries(WAYS)) {
    for (const [what, happens] of Object.entries(DONE_ELSEWHERE)) {
      test(`runs once and is answered through ${way}, beside ${what} in another`, async (t) => {
        const person = await inBoth();
        const access = await come(service, person);
        const campaigns = operationNamed('list_campaigns');
        assert.equal((await ask(campaigns, access, person)).status, 200);
        const runs = beside(t, campaigns, async () => {
          for (let round = 0; round < SWITCHES; round += 1) await happens(service, person);
        });
        const answer = await ask(campaigns, access, person);
        assert.deepEqual([answer.status, runs()], [200, 1], answer.text);
        assert.equal((await eventOf(service.database, answer.requestId)).status_code, 200);
      });
    }
  }

  test('runs once, whichever operation it is', async (t) => {
    const person = await inBoth();
    const several: Record<string, number> = {};
    for (const operation of inOrganizations) {
      const runs = beside(t, operation, () => updateRole(orchard(), person.id, runs() % 2 ? 'admin' : 'member'));
      await updateRole(orchard(), person.id, 'member');
      await ask(operation, { cookie: person.cookie }, person);
      if (runs() !== 1) several[operation.name] = runs();
    }
    assert.deepEqual(several, {});
  });

  test('runs again where it looked at what the caller has elsewhere', async (t) => {
    const person = await inBoth();
    const seen: string[][] = [];
    const campaigns = operationNamed('list_campaigns');
    const runs = beside(t, campaigns, async (context) => {
      if ('caller' in context) seen.push([...context.caller.organizations.keys()]);
      if (seen.length === 1) await leaveOrchard(person);
    });
    assert.equal((await ask(campaigns, { cookie: person.cookie }, person)).status, 200);
    assert.deepEqual([runs(), seen], [2, [['harbor', 'orchard'], ['harbor']]]);
  });

  test('what is of no organization in particular is told as all of them are now', async (t) => {
    const person = await inBoth();
    const listing = operationNamed('list_organizations');
    const runs = beside(t, listing, () => leaveOrchard(person));
    const { key } = await come('an app', person);
    const answer = await ask(listing, { key }, person);
    assert.equal(runs(), 2);
    assert.doesNotMatch(answer.text, /orchard/);
  });

  for (const way of Object.keys(WAYS)) {
    for (const [what, end] of Object.entries<(person: Person) => Promise<void>>({
      'was removed': (person) => service.world.remove(person),
      'fell below it': (person) => service.world.setRole(person, 'member'),
    })) {
      test(`is not answered through ${way} to somebody who meanwhile ${what} there`, async (t) => {
        const person = await inBoth();
        const { key } = await come(way, person);
        const log = operationNamed('get_action_log');
        beside(t, log, () => end(person));
        const access = key === '' ? { cookie: person.cookie } : { key };
        const answer = await ask(log, access, person);
        assert.ok([401, 403].includes(answer.status), answer.text);
        assert.equal((await eventOf(service.database, answer.requestId)).status_code, answer.status);
      });
    }
  }

  const come = async (way: string, person: Person) => ({ key: '', ...(await WAYS[way]?.(service, person)) });
  const orchard = () => ({ organizationId: service.world.orchard.id, db: service.database });
  const leaveOrchard = async ({ id }: Person) => {
    await service.call('DELETE', `${ORCHARD}/members/${id}`, { cookie: service.world.people.stranger.cookie });
  };
});

/** Has something happen while an operation runs, each time; tells how often it ran. */
function beside(
  t: TestContext,
  operation: Operation,
  happens: (context: Parameters<Operation['run']>[1]) => Promise<void>,
): () => number {
  const { run } = operation;
  let runs = 0;
  operation.run = async (input, context) => {
    runs += 1;
    const result = await run(input, context);
    await happens(context);
    return result;
  };
  t.after(() => {
    operation.run = run;
  });
  return () => runs;
}

function operationNamed(name: string): Operation {
  return [...operations, ...dashboardOperations].find((one) => one.name === name) ?? assert.fail(name);
}
