import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { DASHBOARD } from '../harness/gate.ts';
import { type RunningService, startService, wholeSuite } from '../harness/service.ts';

const UNLIMITED = { rateLimitPerMinute: 1_000_000, anonymousRateLimitPerMinute: 1_000_000 };
const AT_ONCE = 40;
const WARMS_UP_MS = 500;
const SOON_MS = 3_000;

describe('access is ended at once, however much is being changed by it', () => {
  const suite = wholeSuite();
  let service: RunningService;
  let people = 0;

  before(async () => {
    service = await startService(suite, { config: UNLIMITED });
  });

  const newPerson = () => {
    people += 1;
    return service.world.addPerson(`floods-${people}`, 'owner');
  };

  /** Asks for the same change on and on. */
  function flood(access: { key?: string; cookie?: string }) {
    const { harbor, campaignSlug } = service.world;
    const surface = access.cookie ? DASHBOARD : '/v1';
    const path = `${surface}/organizations/${harbor.slug}/campaigns/${campaignSlug}`;
    const body = { budget: 900_000, dry_run: false };
    const statuses = new Set<number>();
    let goesOn = true;
    const loop = async () => {
      while (goesOn) statuses.add((await service.call('PATCH', path, { ...access, body, unchecked: true })).status);
    };
    const loops = Array.from({ length: AT_ONCE }, loop);
    return {
      statuses,
      async end() {
        goesOn = false;
        await Promise.all(loops);
      },
    };
  }

  const asOwner = (method: string, path: string, body?: unknown) =>
    service.call(method, `${DASHBOARD}/organizations/${service.world.harbor.slug}${path}`, {
      cookie: service.world.people.owner.cookie,
      body,
    });

  for (const [what, begin] of [
    [
      'a key that is revoked',
      async () => {
        const { id, key } = await service.world.addKey({ creator: await newPerson() });
        return { access: { key }, end: () => asOwner('POST', `/api-keys/${id}/revoke`) };
      },
    ],
    [
      'an app that its person disconnects',
      async () => {
        const person = await newPerson();
        const { id, token } = await service.world.addApp({ person });
        const end = () => service.call('DELETE', `${DASHBOARD}/connected-apps/${id}`, { cookie: person.cookie });
        return { access: { key: token }, end };
      },
    ],
    [
      'a role that is lowered',
      async () => {
        const person = await newPerson();
        const { key } = await service.world.addKey({ creator: person });
        return { access: { key }, end: () => asOwner('PUT', `/members/${person.id}`, { role: 'member' }) };
      },
    ],
    [
      'a member who is removed',
      async () => {
        const person = await newPerson();
        return { access: { cookie: person.cookie }, end: () => asOwner('DELETE', `/members/${person.id}`) };
      },
    ],
  ] as const) {
    test(what, async () => {
      const { access, end } = await begin();
      const flooding = flood(access);
      await pause(WARMS_UP_MS);
      const began = performance.now();
      const { status, text } = await end();
      const took = performance.now() - began;
      await flooding.end();
      assert.equal(status, 200, text);
      assert.ok(took < SOON_MS, `${took} ms`);
      assert.ok(flooding.statuses.has(200), String([...flooding.statuses]));
    });
  }
});
