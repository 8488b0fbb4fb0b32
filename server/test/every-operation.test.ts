import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { dashboardOperations, operations } from '../catalogue.ts';
import type { Operation } from '../src/base/operation.ts';
import { makeKey } from '../src/identity/key-format.ts';
import { assertEachAuditedOnce, auditEvents } from './harness/audit-events.ts';
import { DASHBOARD, each, type Gate, keyed, NOBODY, openGate, REST } from './harness/gate.ts';
import { wholeSuite } from './harness/service.ts';
import { ALL_SCOPES, CEILINGS, type IssuedKey } from './harness/world-people.ts';

const inPath = operations.filter(({ organization }) => organization === 'path');
const scoped = operations.filter(({ scope }) => scope !== null);
const forPeople = [...operations, ...dashboardOperations].filter(({ audience }) => audience !== 'public');

describe('every operation', () => {
  const suite = wholeSuite();
  let gate: Gate;

  before(async () => {
    gate = await openGate(suite);
  });

  test('a request without a credential answers unauthorized and names the protected resource metadata', async () => {
    await each(operations, async (operation) => {
      await gate.refused(await gate.ask(operation, REST, {}), operation, 'unauthorized', NOBODY);
    });
  });

  test('a header that is not “Bearer <token>” answers unauthorized', async () => {
    const { key } = await gate.service.world.addKey();
    const headers = [
      key,
      `Basic ${key}`,
      'Bearer',
      `Bearer ${key} ${key}`,
      `Bearer${key}`,
      `Token ${key}`,
      `Bearer "${key}"`,
    ];
    await each(operations, async (operation) => {
      for (const authorization of headers) {
        const answer = await gate.ask(operation, REST, { headers: { authorization } });
        await gate.refused(answer, operation, 'unauthorized', NOBODY);
      }
    });
  });

  test('the scheme of the header is read in any case', async () => {
    const issued = await gate.service.world.addKey();
    await each(operations, async (operation) => {
      const answer = await gate.ask(operation, REST, { headers: { authorization: `bearer ${issued.key}` } });
      await gate.accepted(answer, operation, keyed(issued));
    });
  });

  test('a token is never accepted in a query string', async () => {
    const { key } = await gate.service.world.addKey();
    await each(operations, async (operation) => {
      for (const name of ['access_token', 'api_key', 'key', 'token', 'authorization']) {
        const { method, path, body } = await gate.requestOf(operation);
        const answer = await gate.service.call(method, `${REST}${path}?${name}=${key}`, { body });
        await gate.refused(answer, operation, 'unauthorized', NOBODY);
      }
    });
    const kept = JSON.stringify(await auditEvents(gate.service.database));
    assert.ok(!kept.includes(key), 'the audit trail keeps no secret that stood in a query');
  });

  test('a key with a wrong checksum is refused without a look-up', async () => {
    const { key } = await gate.service.world.addKey();
    const wrong = key.slice(0, -1) + (key.endsWith('a') ? 'b' : 'a');
    await each(
      operations,
      async (operation) => {
        for (const token of [wrong, 'svc_live_short', key.replace('live', 'test'), 'x'.repeat(45), `${key}0`]) {
          const sent = await gate.requestOf(operation);
          const before = gate.service.statements.length;
          const answer = await gate.service.call(sent.method, REST + sent.path, { body: sent.body, key: token });
          const asked = gate.service.statements.slice(before);
          assert.deepEqual(
            asked.filter((text) => text.includes('api_key')),
            [],
          );
          await gate.refused(answer, operation, 'unauthorized', NOBODY);
        }
      },
      { oneByOne: true },
    );
  });

  test('a well-formed key that was never issued answers unauthorized', async () => {
    await each(operations, async (operation) => {
      await gate.refused(await gate.ask(operation, REST, { key: makeKey() }), operation, 'unauthorized', NOBODY);
    });
  });

  test('a dashboard session opens nothing under /v1, and a key nothing in the dashboard', async () => {
    const issued = await gate.service.world.addKey();
    const { cookie } = gate.service.world.people.owner;
    await each(operations, async (operation) => {
      await gate.refused(await gate.ask(operation, REST, { cookie }), operation, 'unauthorized', NOBODY);
    });
    await each(forPeople, async (operation) => {
      const answer = await gate.ask(operation, DASHBOARD, { key: issued.key });
      await gate.refused(answer, operation, 'unauthorized', keyed(issued));
    });
  });

  test('a revoked key answers unauthorized on the next request', async () => {
    await stopsWorking((key) => gate.service.world.revoke(key));
  });

  test('a key answers unauthorized once a year has passed', async () => {
    const issued = await Promise.all(
      operations.map(() => gate.service.world.addKey({ expiresAt: gate.service.clock.now() + 1000 })),
    );
    await works(issued);
    gate.service.clock.turn({ seconds: 1 });
    await worksNoLonger(issued);
  });

  test('a rotated key keeps working for 48 hours and no longer; its replacement works', async () => {
    const old = await Promise.all(operations.map(() => gate.service.world.addKey()));
    await works(old);
    const replacements = await Promise.all(old.map((key) => gate.service.world.rotate(key)));
    gate.service.clock.turn({ hours: 47, minutes: 59, seconds: 59 });
    await works(old);
    gate.service.clock.turn({ seconds: 1 });
    await worksNoLonger(old);
    await works(replacements);
  });

  test('a key stops working when its creator’s role falls below what it carries', async () => {
    const { world } = gate.service;
    await each(operations, async (operation) => {
      const person = await gate.newcomer('owner');
      const [high, low] = await Promise.all([
        world.addKey({ creator: person }),
        world.addKey({ creator: person, scopes: CEILINGS.member }),
      ]);
      await gate.accepted(await gate.ask(operation, REST, { key: high.key }), operation, keyed(high));
      await world.setRole(person, 'member');
      await gate.refused(await gate.ask(operation, REST, { key: high.key }), operation, 'unauthorized', keyed(high));
      const stays = await gate.ask(operation, REST, { key: low.key });
      if (operation.ownersOnly) await gate.refused(stays, operation, 'role_denied', keyed(low));
      else if (operation.scope && !CEILINGS.member.includes(operation.scope)) {
        await gate.refused(stays, operation, 'insufficient_scope', keyed(low));
      } else await gate.accepted(stays, operation, keyed(low));
    });
  });

  test('a person removed from the organization loses keys at once', async () => {
    await stopsWorking((key) => gate.service.world.remove(key.creator));
  });

  test('a slug the credential cannot act in, or one that does not exist, answers org_access_denied', async () => {
    const issued = await gate.service.world.addKey();
    await each(inPath, async (operation) => {
      const answers: string[] = [];
      for (const org of [gate.service.world.orchard.slug, 'no-such-organization', 'HARBOR', '%00', '%F0%9F%9A%A2']) {
        const { method, path, body } = await gate.requestOf(operation);
        const answer = await gate.service.call(method, REST + path.replace('/harbor', `/${org}`), {
          key: issued.key,
          body,
        });
        await gate.refused(answer, operation, 'org_access_denied', keyed(issued));
        answers.push(answer.text);
      }
      assert.equal(new Set(answers).size, 1, 'the answer does not tell which organizations exist');
    });
  });

  test('an object of another organization answers not_found', async () => {
    const { orchard, people } = gate.service.world;
    const issued = await gate.service.world.addKey({ creator: people.stranger, organization: orchard });
    const ofObjects = operations.filter(({ organization }) => organization === 'object');
    await each(ofObjects, async (operation) => {
      await gate.refused(await gate.ask(operation, REST, { key: issued.key }), operation, 'not_found', keyed(issued));
    });
  });

  test('in the REST path _ stands for the key’s own organization', async () => {
    const issued = await gate.service.world.addKey();
    await each(inPath, async (operation) => {
      await gate.accepted(await gate.ask(operation, REST, { key: issued.key }, { org: '_' }), operation, keyed(issued));
    });
  });

  test('a request outside the granted scopes answers insufficient_scope and names the scope', async () => {
    await each(scoped, async (operation) => {
      const scopes = ALL_SCOPES.filter((scope) => scope !== operation.scope);
      const issued = await gate.service.world.addKey({ scopes });
      const answer = await gate.ask(operation, REST, { key: issued.key });
      await gate.refused(answer, operation, 'insufficient_scope', keyed(issued));
    });
  });

  test('the one scope of an operation is enough for it', async () => {
    await each(operations, async (operation) => {
      const issued = await gate.service.world.addKey({ scopes: [operation.scope ?? 'reports:read'] });
      await gate.accepted(await gate.ask(operation, REST, { key: issued.key }), operation, keyed(issued));
    });
  });

  test('an operation for Owners answers role_denied to anyone else, whatever scopes the credential has', async () => {
    const { admin, member } = gate.service.world.people;
    await each(
      operations.filter(({ ownersOnly }) => ownersOnly),
      async (operation) => {
        for (const [creator, scopes] of [
          [admin, CEILINGS.admin],
          [member, CEILINGS.member],
        ] as const) {
          const issued = await gate.service.world.addKey({ creator, scopes });
          await gate.refused(
            await gate.ask(operation, REST, { key: issued.key }),
            operation,
            'role_denied',
            keyed(issued),
          );
        }
      },
    );
  });

  test('every request leaves exactly one audit event', async () => {
    await assertEachAuditedOnce(gate.service.database, gate.service.requestIds);
  });

  async function stopsWorking(end: (key: IssuedKey) => Promise<void>): Promise<void> {
    await each(operations, async (operation) => {
      const issued = await gate.service.world.addKey({ creator: await gate.newcomer('owner') });
      await gate.accepted(await gate.ask(operation, REST, { key: issued.key }), operation, keyed(issued));
      await end(issued);
      await gate.refused(
        await gate.ask(operation, REST, { key: issued.key }),
        operation,
        'unauthorized',
        keyed(issued),
      );
    });
  }

  /** The nth key on the nth operation. */
  async function works(keys: IssuedKey[]): Promise<void> {
    await each(operations, async (operation) => {
      const issued = keyFor(operation, keys);
      await gate.accepted(await gate.ask(operation, REST, { key: issued.key }), operation, keyed(issued));
    });
  }

  async function worksNoLonger(keys: IssuedKey[]): Promise<void> {
    await each(operations, async (operation) => {
      const issued = keyFor(operation, keys);
      await gate.refused(
        await gate.ask(operation, REST, { key: issued.key }),
        operation,
        'unauthorized',
        keyed(issued),
      );
    });
  }
});

function keyFor(operation: Operation, keys: IssuedKey[]): IssuedKey {
  const key = keys[operations.indexOf(operation)];
  assert.ok(key);
  return key;
}
