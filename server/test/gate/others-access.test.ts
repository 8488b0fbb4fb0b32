import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type RunningService, startService } from '../harness/service.ts';

const CHANGES = 40;
const CALLS = 150;
const DASHBOARD = '/dashboard/v1/organizations/harbor';

/** What an Owner can change at will, each time as their own organization allows. */
const CHANGES_AT_WILL: Record<string, (service: RunningService, round: number) => Promise<unknown>> = {
  'a role that goes up and down': ({ call, world }, round) =>
    call('PUT', `${DASHBOARD}/members/${world.people.member.id}`, {
      cookie: world.people.owner.cookie,
      body: { role: round % 2 ? 'admin' : 'member' },
    }),
  'approvals that are turned on and off': ({ call, world }, round) =>
    call('PUT', `${DASHBOARD}/approvals`, {
      cookie: world.people.owner.cookie,
      body: { required: round % 2 === 0 },
    }),
  'keys that are revoked one after another': async ({ call, world }) => {
    const { id } = await world.addKey();
    return call('POST', `${DASHBOARD}/api-keys/${id}/revoke`, { cookie: world.people.owner.cookie });
  },
};

describe('access that is changed again and again', () => {
  for (const [what, change] of Object.entries(CHANGES_AT_WILL)) {
    test(`${what}: nobody of another organization is looked up anew`, async (t) => {
      const service = await startService(t, { config: { rateLimitPerMinute: 100_000 } });
      const { world, statements, call } = service;
      const { key } = await world.addKey({ organization: world.orchard, creator: world.people.stranger });
      const read = () => call('GET', '/v1/organizations/_', { key });
      assert.equal((await read()).status, 200);
      const start = statements.length;
      const [answers] = await Promise.all([
        inTurn(CALLS, read),
        inTurn(CHANGES, async (round) => {
          const changed = await change(service, round);
          assert.match(JSON.stringify(changed), /"status":200/);
        }),
      ]);
      assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
      const lookUps = statements
        .slice(start)
        .filter((text) => text.includes('from api_key') && text.includes('k.hash'));
      assert.equal(lookUps.length, 0);
    });
  }

  test('a person whose own access never stands still is told to come back', async (t) => {
    const service = await startService(t);
    const { world } = service;
    const { key, creator } = await world.addKey({ creator: world.people.admin, scopes: ['organizations:read'] });
    let moving = true;
    const restless = (async () => {
      for (let round = 0; moving; round += 1) await world.setRole(creator, round % 2 ? 'owner' : 'admin');
    })();
    const answers = await inTurn(30, () => service.call('GET', '/v1/organizations/_', { key }));
    moving = false;
    await restless;
    for (const { status, headers } of answers) {
      assert.ok(status === 200 || (status === 429 && headers['retry-after'] === '1'), `${status}`);
    }
    assert.equal((await service.call('GET', '/v1/organizations/_', { key })).status, 200);
  });
});

async function inTurn<T>(times: number, run: (round: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (let round = 0; round < times; round += 1) results.push(await run(round));
  return results;
}
