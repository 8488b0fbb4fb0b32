import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Operation } from '../src/core/operation.ts';
import { dashboardOperations, operations } from '../src/core/operations.ts';
import { makeKey } from '../src/identity/key-format.ts';
import { assertEachAuditedOnce, eventOf } from './harness/audit-events.ts';
import type { CallOptions, HttpAnswer } from './harness/client.ts';
import { type Asking, validRequest } from './harness/requests.ts';
import { type RunningService, startService, wholeSuite } from './harness/service.ts';
import { ALL_SCOPES, CEILINGS, type IssuedKey, type Person } from './harness/world.ts';

const REST = '/v1';
const DASHBOARD = '/dashboard/v1';
const ROLES = ['owner', 'admin', 'member'] as const;
const METADATA = 'Bearer resource_metadata="http://localhost:3000/.well-known/oauth-protected-resource/v1"';
const NOBODY = { organization: null, actor: null, user: null, prefix: null, lastFour: null };

/** What the audit trail should say of who sent a request. */
interface Actor {
  organization: number | null;
  actor: 'api_key' | 'user' | null;
  user: string | null;
  prefix: string | null;
  lastFour: string | null;
}

const inPath = operations.filter(({ organization }) => organization === 'path');
const scoped = operations.filter(({ scope }) => scope !== null);
const forPeople = [...operations, ...dashboardOperations].filter(({ audience }) => audience !== 'public');

describe('every operation', () => {
  const suite = wholeSuite();
  let service: RunningService;
  let anchors: Set<string>;

  before(async () => {
    service = await startService(suite, {
      config: { rateLimitPerMinute: 1_000_000, anonymousRateLimitPerMinute: 1_000_000 },
    });
    const page = await fetch(`${service.base}/docs/errors`).then((answer) => answer.text());
    anchors = new Set([...page.matchAll(/ id="([a-z_]+)"/g)].map((match) => match[1] ?? ''));
  });

  test('a request without a credential answers unauthorized and names the protected resource metadata', async () => {
    await each(operations, async (operation) => {
      await refused(await ask(operation, REST, {}), operation, 'unauthorized', NOBODY);
    });
  });

  test('a header that is not “Bearer <token>” answers unauthorized', async () => {
    const { key } = await service.world.addKey();
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
        const answer = await ask(operation, REST, { headers: { authorization } });
        await refused(answer, operation, 'unauthorized', NOBODY);
      }
    });
  });

  test('the scheme of the header is read in any case', async () => {
    const issued = await service.world.addKey();
    await each(operations, async (operation) => {
      const answer = await ask(operation, REST, { headers: { authorization: `bearer ${issued.key}` } });
      await accepted(answer, operation, keyed(issued));
    });
  });

  test('a token is never accepted in a query string', async () => {
    const { key } = await service.world.addKey();
    await each(operations, async (operation) => {
      for (const name of ['access_token', 'api_key', 'key', 'token', 'authorization']) {
        const { method, path, body } = await requestOf(operation);
        const answer = await service.call(method, `${REST}${path}?${name}=${key}`, { body });
        await refused(answer, operation, 'unauthorized', NOBODY);
        const { path: kept } = await eventOf(service.database, answer.requestId);
        assert.ok(!kept.includes(key), 'the audit trail keeps no secret that stood in a query');
      }
    });
  });

  test('a key with a wrong checksum is refused without a look-up', async () => {
    const { key } = await service.world.addKey();
    const wrong = key.slice(0, -1) + (key.endsWith('a') ? 'b' : 'a');
    await each(
      operations,
      async (operation) => {
        for (const token of [wrong, 'svc_live_short', key.replace('live', 'test'), 'x'.repeat(45), `${key}0`]) {
          const sent = await requestOf(operation);
          const before = service.statements.length;
          const answer = await service.call(sent.method, REST + sent.path, { body: sent.body, key: token });
          const asked = service.statements.slice(before);
          assert.deepEqual(
            asked.filter((text) => text.includes('api_key')),
            [],
          );
          await refused(answer, operation, 'unauthorized', NOBODY);
        }
      },
      { oneByOne: true },
    );
  });

  test('a well-formed key that was never issued answers unauthorized', async () => {
    await each(operations, async (operation) => {
      await refused(await ask(operation, REST, { key: makeKey() }), operation, 'unauthorized', NOBODY);
    });
  });

  test('a dashboard session opens nothing under /v1, and a key nothing in the dashboard', async () => {
    const { key } = await service.world.addKey();
    const { cookie } = service.world.people.owner;
    await each(operations, async (operation) => {
      await refused(await ask(operation, REST, { cookie }), operation, 'unauthorized', NOBODY);
    });
    await each(forPeople, async (operation) => {
      await refused(await ask(operation, DASHBOARD, { key }), operation, 'unauthorized', NOBODY);
    });
  });

  test('a revoked key answers unauthorized on the next request', async () => {
    await stopsWorking((key) => service.world.revoke(key));
  });

  test('a key answers unauthorized once a year has passed', async () => {
    const issued = await Promise.all(
      operations.map(() => service.world.addKey({ expiresAt: service.clock.now() + 1000 })),
    );
    await works(issued);
    service.clock.turn({ seconds: 1 });
    await worksNoLonger(issued);
  });

  test('a rotated key keeps working for 48 hours and no longer; its replacement works', async () => {
    const old = await Promise.all(operations.map(() => service.world.addKey()));
    await works(old);
    const replacements = await Promise.all(old.map((key) => service.world.rotate(key)));
    service.clock.turn({ hours: 47, minutes: 59, seconds: 59 });
    await works(old);
    service.clock.turn({ seconds: 1 });
    await worksNoLonger(old);
    await works(replacements);
  });

  test('a key stops working when its creator’s role falls below what it carries', async () => {
    const { world } = service;
    await each(operations, async (operation) => {
      const person = await newcomer('owner');
      const [high, low] = await Promise.all([
        world.addKey({ creator: person }),
        world.addKey({ creator: person, scopes: CEILINGS.member }),
      ]);
      await accepted(await ask(operation, REST, { key: high.key }), operation, keyed(high));
      await world.setRole(person, 'member');
      await refused(await ask(operation, REST, { key: high.key }), operation, 'unauthorized', keyed(high));
      const stays = await ask(operation, REST, { key: low.key });
      if (operation.ownersOnly) await refused(stays, operation, 'role_denied', keyed(low));
      else if (operation.scope && !CEILINGS.member.includes(operation.scope)) {
        await refused(stays, operation, 'insufficient_scope', keyed(low));
      } else await accepted(stays, operation, keyed(low));
    });
  });

  test('a person removed from the organization loses keys at once', async () => {
    await stopsWorking((key) => service.world.remove(key.creator));
  });

  test('a slug the credential cannot act in, or one that does not exist, answers org_access_denied', async () => {
    const issued = await service.world.addKey();
    await each(inPath, async (operation) => {
      const answers: string[] = [];
      for (const org of [service.world.orchard.slug, 'no-such-organization', 'HARBOR', '%00', '%F0%9F%9A%A2']) {
        const { method, path, body } = await requestOf(operation);
        const answer = await service.call(method, REST + path.replace('/harbor', `/${org}`), { key: issued.key, body });
        await refused(answer, operation, 'org_access_denied', keyed(issued));
        answers.push(answer.text);
      }
      assert.equal(new Set(answers).size, 1, 'the answer does not tell which organizations exist');
    });
  });

  test('an object of another organization answers not_found', async () => {
    const { orchard, people } = service.world;
    const issued = await service.world.addKey({ creator: people.stranger, organization: orchard });
    const ofObjects = operations.filter(({ organization }) => organization === 'object');
    await each(ofObjects, async (operation) => {
      await refused(await ask(operation, REST, { key: issued.key }), operation, 'not_found', keyed(issued));
    });
  });

  test('in the REST path _ stands for the key’s own organization', async () => {
    const issued = await service.world.addKey();
    await each(inPath, async (operation) => {
      await accepted(await ask(operation, REST, { key: issued.key }, { org: '_' }), operation, keyed(issued));
    });
  });

  test('_ is no organization for a person', async () => {
    const { owner } = service.world.people;
    await each(
      forPeople.filter(({ organization }) => organization === 'path'),
      async (operation) => {
        const answer = await ask(operation, DASHBOARD, { cookie: owner.cookie }, { org: '_' });
        await refused(answer, operation, 'org_access_denied', { ...NOBODY, actor: 'user', user: owner.email });
      },
    );
  });

  test('a request outside the granted scopes answers insufficient_scope and names the scope', async () => {
    await each(scoped, async (operation) => {
      const scopes = ALL_SCOPES.filter((scope) => scope !== operation.scope);
      const issued = await service.world.addKey({ scopes });
      const answer = await ask(operation, REST, { key: issued.key });
      await refused(answer, operation, 'insufficient_scope', keyed(issued));
    });
  });

  test('the one scope of an operation is enough for it', async () => {
    await each(operations, async (operation) => {
      const issued = await service.world.addKey({ scopes: [operation.scope ?? 'reports:read'] });
      await accepted(await ask(operation, REST, { key: issued.key }), operation, keyed(issued));
    });
  });

  test('an operation for Owners answers role_denied to anyone else, whatever scopes the credential has', async () => {
    const { admin, member } = service.world.people;
    await each(
      operations.filter(({ ownersOnly }) => ownersOnly),
      async (operation) => {
        for (const [creator, scopes] of [
          [admin, CEILINGS.admin],
          [member, CEILINGS.member],
        ] as const) {
          const issued = await service.world.addKey({ creator, scopes });
          await refused(await ask(operation, REST, { key: issued.key }), operation, 'role_denied', keyed(issued));
        }
      },
    );
  });

  test('a person may do in the dashboard what the role held in the organization allows', async () => {
    for (const role of ROLES) {
      await each(forPeople, async (operation) => {
        const person = await newcomer(role);
        const answer = await ask(operation, DASHBOARD, { cookie: person.cookie }, { person });
        const code = operation.ownersOnly && role !== 'owner' ? 'role_denied' : lacks(operation, CEILINGS[role]);
        if (code) await refused(answer, operation, code, signedIn(person, operation));
        else await accepted(answer, operation, signedIn(person, operation));
      });
    }
  });

  test('staff read in the organizations assigned to their team and nowhere else, and change nothing', async () => {
    const { staff } = service.world.people;
    const { orchard } = service.world;
    await each(
      forPeople.filter(({ organization }) => organization !== 'caller'),
      async (operation) => {
        const answer = await ask(operation, DASHBOARD, { cookie: staff.cookie });
        if (operation.kind !== 'read' || operation.ownersOnly || lacks(operation, CEILINGS.staff)) {
          assert.equal(answer.status, 403, `${operation.name}: ${answer.text}`);
        } else if (operation.scope || operation.audience === 'everyone') {
          await accepted(answer, operation, signedIn(staff, operation));
        }
      },
    );
    await each(
      forPeople.filter(({ organization }) => organization === 'path'),
      async (operation) => {
        const answer = await ask(operation, DASHBOARD, { cookie: staff.cookie }, { org: orchard.slug });
        await refused(answer, operation, 'org_access_denied', { ...NOBODY, actor: 'user', user: staff.email });
      },
    );
  });

  test('a session that is unknown or has run out answers unauthorized', async () => {
    await each(forPeople, async (operation) => {
      for (const cookie of ['sluice_session=none', 'sluice_session=', 'other=1', '=;=;;']) {
        await refused(await ask(operation, DASHBOARD, { cookie }), operation, 'unauthorized', NOBODY);
      }
    });
  });

  test('a person removed from the organization is out of it on the next click', async () => {
    await each(
      forPeople.filter(({ organization }) => organization === 'path'),
      async (operation) => {
        const person = await newcomer('owner');
        await ask(operation, DASHBOARD, { cookie: person.cookie }, { person });
        await service.world.remove(person);
        const answer = await ask(operation, DASHBOARD, { cookie: person.cookie });
        await refused(answer, operation, 'org_access_denied', { ...NOBODY, actor: 'user', user: person.email });
      },
    );
  });

  test('a change that another site asks the browser to make is refused', async () => {
    const writes = [...operations, ...dashboardOperations].filter(({ rest }) => rest.method !== 'GET');
    await each(writes, async (operation) => {
      for (const headers of [{ origin: 'https://elsewhere.example' }, { 'sec-fetch-site': 'cross-site' }]) {
        const { cookie } = await newcomer('owner');
        const answer = await ask(operation, DASHBOARD, { cookie, headers });
        assert.equal(answer.status, 401, answer.text);
      }
    });
  });

  test('every request leaves exactly one audit event', async () => {
    await assertEachAuditedOnce(service.database, service.requestIds);
  });

  async function stopsWorking(end: (key: IssuedKey) => Promise<void>): Promise<void> {
    await each(operations, async (operation) => {
      const issued = await service.world.addKey({ creator: await newcomer('owner') });
      await accepted(await ask(operation, REST, { key: issued.key }), operation, keyed(issued));
      await end(issued);
      await refused(await ask(operation, REST, { key: issued.key }), operation, 'unauthorized', keyed(issued));
    });
  }

  /** The nth key on the nth operation. */
  async function works(keys: IssuedKey[]): Promise<void> {
    await each(operations, async (operation) => {
      const issued = keyFor(operation, keys);
      await accepted(await ask(operation, REST, { key: issued.key }), operation, keyed(issued));
    });
  }

  async function worksNoLonger(keys: IssuedKey[]): Promise<void> {
    await each(operations, async (operation) => {
      const issued = keyFor(operation, keys);
      await refused(await ask(operation, REST, { key: issued.key }), operation, 'unauthorized', keyed(issued));
    });
  }

  function newcomer(role: (typeof ROLES)[number]): Promise<Person> {
    return service.world.addPerson(`newcomer-${Math.random().toString(36).slice(2)}`, role);
  }

  function requestOf(operation: Operation, asking: Partial<Asking> = {}) {
    return validRequest(operation, { world: service.world, person: service.world.people.owner, ...asking });
  }

  async function ask(
    operation: Operation,
    prefix: string,
    options: CallOptions,
    asking: Partial<Asking> = {},
  ): Promise<HttpAnswer> {
    const { method, path, body } = await requestOf(operation, asking);
    return service.call(method, prefix + path, { body, ...options });
  }

  async function accepted(answer: HttpAnswer, operation: Operation, actor: Actor): Promise<void> {
    assert.equal(answer.status, operation.status, `${operation.name}: ${answer.text.slice(0, 300)}`);
    await audited(answer, operation, null, actor);
  }

  async function refused(answer: HttpAnswer, operation: Operation, code: string, actor: Actor): Promise<void> {
    assert.equal(answer.error.code, code, `${operation.name}: ${answer.status} ${answer.text.slice(0, 300)}`);
    assert.equal(answer.status, STATUS[code], operation.name);
    assert.equal(answer.error.doc_url, `http://localhost:3000/docs/errors#${code}`);
    assert.ok(anchors.has(code), `the error reference explains ${code}`);
    assert.equal(typeof answer.error.message, 'string');
    const challenge = answer.headers['www-authenticate'];
    if (code === 'unauthorized') assert.equal(challenge, METADATA);
    if (code === 'insufficient_scope') {
      assert.equal(answer.error.required_scope, operation.scope);
      assert.equal(challenge, `Bearer error="insufficient_scope", scope="${operation.scope}"`);
    }
    if (code === 'role_denied') assert.equal(answer.error.required_role, 'owner');
    await audited(answer, operation, code, actor);
  }

  async function audited(answer: HttpAnswer, operation: Operation, code: string | null, actor: Actor): Promise<void> {
    const event = await eventOf(service.database, answer.requestId);
    assert.deepEqual(
      {
        operation: event.operation,
        status: event.status_code,
        code: event.error_code,
        organization: event.organization_id,
        actor: event.actor_type,
        user: event.user,
        prefix: event.key_prefix,
        lastFour: event.key_last_four,
        ip: event.ip,
      },
      { operation: operation.name, status: answer.status, code, ...actor, ip: '127.0.0.1' },
      operation.name,
    );
  }

  function signedIn(person: Person, operation: Operation): Actor {
    const organization = operation.organization === 'caller' ? null : service.world.harbor.id;
    return { ...NOBODY, organization, actor: 'user', user: person.email };
  }
});

const STATUS: Record<string, number> = {
  unauthorized: 401,
  insufficient_scope: 403,
  org_access_denied: 403,
  role_denied: 403,
  not_found: 404,
};

function keyed({ organizationId, creator, prefix, lastFour }: IssuedKey): Actor {
  return { organization: organizationId, actor: 'api_key', user: creator.email, prefix, lastFour };
}

function lacks({ scope }: Operation, ceiling: readonly string[]): 'insufficient_scope' | undefined {
  return scope !== null && !ceiling.includes(scope) ? 'insufficient_scope' : undefined;
}

function keyFor(operation: Operation, keys: IssuedKey[]): IssuedKey {
  const key = keys[operations.indexOf(operation)];
  assert.ok(key);
  return key;
}

async function each(
  list: readonly Operation[],
  check: (operation: Operation) => Promise<void>,
  { oneByOne = false } = {},
): Promise<void> {
  if (!oneByOne) await Promise.all(list.map(check));
  else for (const operation of list) await check(operation);
}
