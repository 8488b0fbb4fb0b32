import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { dashboardOperations } from '../../catalogue.ts';
import { takeOfAddress } from '../../src/gate/address-rate.ts';
import { type RunningService, startService } from '../harness/service.ts';

const LINES = 8;
const limited = dashboardOperations.flatMap(({ name, rest, callsPerMinuteAndAddress }) =>
  rest && callsPerMinuteAndAddress
    ? [{ name, method: rest.method, path: `/dashboard/v1${rest.path}`, perMinute: callsPerMinuteAndAddress }]
    : [],
);
const OAUTH = [
  { name: 'oauth_register', method: 'POST', path: '/oauth/register', perMinute: 60 },
  { name: 'oauth_authorize', method: 'GET', path: '/oauth/authorize', perMinute: 240 },
  { name: 'oauth_token', method: 'POST', path: '/oauth/token', perMinute: 300 },
];

suite('The lines of an IPv6 network share a rate of eight of them', () => {
  test('at every operation that is limited by address', async (t) => {
    const service = await startService(t, { config: { trustedProxies: 1 } });
    assert.ok(limited.length >= 5, String(limited.map(({ name }) => name)));
    for (const { name, method, path, perMinute } of [...limited, ...OAUTH]) {
      const ask = (ip: string) => statusOf(service, method, path, ip);
      assert.notEqual(await ask('2001:db8:1:ffff::1'), 429, name);
      assert.equal(await drained(service, name, perMinute), LINES * perMinute - 1, name);
      assert.equal(await ask('2001:db8:1:eeee::1'), 429, `${name}: a line of the network that never asked`);
      assert.notEqual(await ask('2001:db8:2::1'), 429, `${name}: another network`);
    }
  });

  test('of what anybody may send without a credential', async (t) => {
    const service = await startService(t, { config: { trustedProxies: 1, anonymousRateLimitPerMinute: 20 } });
    assert.equal(await drained(service, 'ip', 20), LINES * 20);
    assert.equal(await statusOf(service, 'GET', '/v1/organizations', '2001:db8:1:eeee::1'), 429);
    assert.equal(await statusOf(service, 'GET', '/v1/organizations', '2001:db8:2::1'), 401);
  });

  test('IPv4 addresses have theirs each', async (t) => {
    const service = await startService(t, { config: { trustedProxies: 1, anonymousRateLimitPerMinute: 2 } });
    for (let i = 0; i < 40; i += 1) {
      assert.equal(await statusOf(service, 'GET', '/v1/organizations', `192.0.2.${i}`), 401);
    }
  });
});

async function statusOf(service: RunningService, method: string, path: string, ip: string): Promise<number> {
  const options = { method, headers: { 'x-forwarded-for': ip }, redirect: 'manual' } as const;
  const answer = await fetch(service.base + path, options);
  await answer.text();
  return answer.status;
}

/** Uses up what a network may send, from more lines than it takes: how much that was. */
async function drained({ service }: RunningService, name: string, perMinute: number): Promise<number> {
  const asked = Array.from({ length: (LINES + 1) * perMinute }, (_, i) =>
    takeOfAddress(service.gate, name, `2001:db8:1:${Math.floor(i / perMinute)}::1`, perMinute),
  );
  return (await Promise.all(asked)).filter(({ allowed }) => allowed).length;
}
