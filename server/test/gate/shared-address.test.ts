import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { dashboardOperations } from '../../catalogue.ts';
import type { CallOptions } from '../harness/client.ts';
import { type RunningService, startService } from '../harness/service.ts';
import type { Person } from '../harness/world-people.ts';

const PATH = '/v1/organizations';
const ME = '/dashboard/v1/me';
const PER_MINUTE = 4;
const JUNK = 'x'.repeat(43);
/** What programs send whose key is an unset variable, or not a key at all. */
const UNUSABLE = ['', 'Bearer', 'Bearer ', 'Basic eDp5', 'Bearer two words', JUNK];
const MCP = { accept: 'application/json, text/event-stream' };
const CHALLENGE = /^Bearer resource_metadata="/;

const byAddress = dashboardOperations.filter(({ callsPerMinuteAndAddress }) => callsPerMinuteAndAddress);

suite('Many people stand behind one address:', () => {
  test('what is sent there without a valid credential takes nobody’s sign-in, reset or invitation', async (t) => {
    const service = await started(t);
    const { key } = await dead(service);
    for (const options of [{}, { key }, { key: JUNK }]) await usedUp(service, options);
    assert.ok(byAddress.length >= 5, String(byAddress.map(({ name }) => name)));
    for (const { name, rest, callsPerMinuteAndAddress } of byAddress) {
      const { status, headers } = await service.call(rest.method, `/dashboard/v1${rest.path}`, { raw: '{' });
      assert.equal(status, 400, name);
      assert.equal(headers['x-ratelimit-limit'], String(callsPerMinuteAndAddress), name);
    }
  });

  test('a credential that is known and not in force is limited as itself, whyever it is not', async (t) => {
    const service = await started(t);
    const { world, clock } = service;
    const somebody = () => world.addPerson(`p-${Math.random()}`, 'admin');
    const [demoted, leaver, left] = [await somebody(), await somebody(), await somebody()];
    const soon = clock.now() + 60_000;
    const credentials = {
      revoked: (await dead(service)).key,
      expired: (await world.addKey({ expiresAt: soon })).key,
      demoted: (await world.addKey({ creator: demoted })).key,
      'of somebody who left': (await world.addKey({ creator: leaver })).key,
      'an access token for something else': (await world.addApp({ resource: 'http://localhost:3000/mcp' })).token,
      'an access token that has run out': (await world.addApp({ person: left })).token,
    };
    await world.setRole(demoted, 'member');
    await world.remove(leaver);
    clock.turn({ hours: 2 });
    for (const [what, key] of Object.entries(credentials)) {
      assert.deepEqual(await statuses(service, { key }, PER_MINUTE + 1), [401, 401, 401, 401, 429], what);
    }
    assert.deepEqual(await statuses(service, {}, PER_MINUTE + 1), [401, 401, 401, 401, 429], 'nothing was taken');
  });

  test('a key that was replaced takes nothing of the one in its place', async (t) => {
    const service = await started(t);
    const replaced = await service.world.addKey();
    const { key } = await service.world.rotate(replaced);
    await service.world.revoke(replaced);
    await usedUp(service, { key: replaced.key });
    const { status, headers } = await service.call('GET', PATH, { key });
    assert.deepEqual([status, headers['x-ratelimit-remaining']], [200, '299']);
  });

  test('unknown tokens leave the answers of those who send none', async (t) => {
    const service = await started(t);
    await usedUp(service, { key: JUNK });
    assert.equal((await service.call('GET', '/dashboard/v1/me')).status, 401);
    assert.equal((await service.call('GET', '/dashboard/v1/me', { cookie: `sluice_session=${JUNK}` })).status, 401);
    assert.equal((await service.call('POST', '/mcp', { headers: MCP, unchecked: true })).status, 401);
  });

  test('programs whose key is missing, empty or malformed leave the answers of people who are not signed in', async (t) => {
    const service = await started(t);
    for (const headers of [{}, ...UNUSABLE.map((authorization) => ({ authorization }))]) {
      await usedUp(service, { headers });
      const tool = await service.call('POST', '/mcp', { headers: { ...MCP, ...headers }, unchecked: true });
      assert.equal(tool.status, 429, JSON.stringify(headers));
      assert.equal((await service.call('GET', ME)).status, 401, JSON.stringify(headers));
      service.clock.turn({ minutes: 1 });
    }
  });

  test('whatever comes with an Authorization header counts as one that nobody knows, wherever it is sent', async (t) => {
    const service = await started(t);
    for (const authorization of UNUSABLE) {
      await usedUp(service, { headers: { authorization } });
      for (const path of [PATH, ME, '/nothing']) {
        assert.equal((await service.call('GET', path, { headers: { authorization } })).status, 429, path);
        assert.equal((await service.call('GET', path, { key: JUNK })).status, 429, path);
        assert.notEqual((await service.call('GET', path)).status, 429, path);
      }
      service.clock.turn({ minutes: 1 });
    }
  });

  test('nothing that nobody is recognised by goes uncounted: an address has three times its rate at most', async (t) => {
    const service = await started(t);
    const ways = [
      {},
      { key: JUNK },
      { cookie: `sluice_session=${JUNK}` },
      { headers: { authorization: 'Basic eDp5' } },
    ];
    const paths = [PATH, ME, '/mcp', '/nothing', '/dashboard/v1/nothing', '/v1/nothing'];
    let admitted = 0;
    for (const options of ways) {
      for (const path of paths) {
        for (let sent = 0; sent <= PER_MINUTE; sent += 1) {
          const { status } = await service.call('GET', path, { ...options, unchecked: true });
          if (status !== 429) admitted += 1;
        }
      }
    }
    assert.ok(admitted > 2 * PER_MINUTE && admitted <= 3 * PER_MINUTE, String(admitted));
  });

  test('people who are not signed in take nothing of programs that have no key', async (t) => {
    const service = await started(t);
    await usedUp(service, {}, ME);
    assert.equal((await service.call('GET', PATH)).status, 401);
    assert.match(String((await service.call('GET', ME)).headers['www-authenticate']), CHALLENGE);
  });

  test('who is told to wait is told how to sign in as well, where that would have been the answer', async (t) => {
    const service = await started(t);
    const { key } = await service.world.addKey();
    for (const options of [{}, { key: JUNK }, { key: (await dead(service)).key }]) {
      await usedUp(service, options);
      const tool = await service.call('POST', '/mcp', { ...options, headers: MCP, unchecked: true });
      assert.equal(tool.status, 429);
      assert.match(String(tool.headers['www-authenticate']), CHALLENGE);
      const { headers } = await service.call('GET', PATH, options);
      assert.match(String(headers['www-authenticate']), CHALLENGE);
    }
    const known = await Promise.all(Array.from({ length: 310 }, () => service.call('GET', PATH, { key })));
    const refused = known.find(({ status }) => status === 429);
    assert.ok(refused && refused.headers['www-authenticate'] === undefined, 'a valid credential needs no other');
  });

  test('the dead credentials of one person together send ten times what one may', async (t) => {
    const service = await started(t);
    const person = await service.world.addPerson('many-keys', 'member');
    let admitted = 0;
    for (let made = 0; made < 12; made += 1) {
      const { key } = await dead(service, person);
      admitted += (await statuses(service, { key }, PER_MINUTE)).filter((status) => status === 401).length;
    }
    assert.equal(admitted, 10 * PER_MINUTE);
    const { key } = await service.world.addKey({ creator: person, scopes: ['campaigns:read'] });
    assert.equal((await service.call('GET', '/v1/organizations/_/campaigns', { key })).status, 200, 'not of live ones');
  });
});

function started(t: Parameters<typeof startService>[0]): Promise<RunningService> {
  return startService(t, { config: { anonymousRateLimitPerMinute: PER_MINUTE, rateLimitPerMinute: 300 } });
}

async function dead({ world }: RunningService, creator?: Person) {
  const issued = await world.addKey({ ...(creator && { creator }), scopes: ['campaigns:read'] });
  await world.revoke(issued);
  return issued;
}

async function statuses(service: RunningService, options: CallOptions, times: number, path = PATH): Promise<number[]> {
  const seen = [];
  for (let sent = 0; sent < times; sent += 1) seen.push((await service.call('GET', path, options)).status);
  return seen;
}

async function usedUp(service: RunningService, options: CallOptions, path?: string): Promise<void> {
  assert.equal((await statuses(service, options, PER_MINUTE + 1, path)).at(-1), 429);
}
