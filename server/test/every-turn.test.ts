import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { before, beforeEach, describe, test } from 'node:test';
import { dashboardOperations, operations } from '../catalogue.ts';
import { membersOf } from '../src/base/json.ts';
import { DASHBOARD } from './harness/gate.ts';
import { OutOfTurn } from './harness/out-of-turn.ts';
import { validRequest } from './harness/requests.ts';
import { type RunningService, startService, wholeSuite } from './harness/service.ts';
import { App, Browser } from './identity/oauth/app.ts';

const UNLIMITED = { rateLimitPerMinute: 1_000_000, anonymousRateLimitPerMinute: 1_000_000 };

describe('whatever a request asks of the connections that changes need, it asks in its turn', () => {
  const suite = wholeSuite();
  const outOfTurn = new OutOfTurn(suite);
  let service: RunningService;

  before(async () => {
    service = await startService(suite, {
      config: UNLIMITED,
      adapters: (database) => ({ database: outOfTurn.of(database) }),
    });
  });

  beforeEach(() => {
    outOfTurn.seen = [];
  });

  for (const operation of [...operations, ...dashboardOperations]) {
    if (operation.alsoAs === 'text/event-stream') continue;
    const bodies =
      operation.isPreview({ dry_run: true }) && operation.kind !== 'read' ? [{}, { dry_run: false }] : [{}];
    test(operation.name, async () => {
      const { world, call } = service;
      for (const more of bodies) {
        const person = await world.addPerson(`asker-${randomBytes(6).toString('hex')}`, 'owner');
        const { method, path, body } = await validRequest(operation, { world, person });
        const sent = 'dry_run' in more ? { ...membersOf(body), ...more } : body;
        await call(method, DASHBOARD + path, { cookie: person.cookie, body: sent });
      }
      assert.deepEqual(outOfTurn.seen, []);
    });
  }

  test('an app that registers, is connected, refreshed and revoked', async () => {
    const app = await App.registered(service);
    const { refresh_token } = await app.connect();
    const refreshed = await app.refresh(refresh_token);
    assert.equal(refreshed.status, 200, JSON.stringify(refreshed.json));
    await app.revoke(refresh_token);
    await app.exchange('no-code');
    await new Browser(service).go('/oauth/authorize?client_id=https%3A%2F%2Fapp.example%2Fclient');
    assert.deepEqual(outOfTurn.seen, []);
  });

  for (const path of [
    '/healthz',
    '/readyz',
    '/metrics',
    '/nowhere',
    '/v1/nowhere',
    '/v1/openapi.json',
    '/docs',
    '/.well-known/oauth-authorization-server',
    '/oauth/nowhere',
    '/mcp',
  ]) {
    test(`GET ${path}`, async () => {
      await (await fetch(service.base + path)).text();
      assert.deepEqual(outOfTurn.seen, []);
    });
  }

  test('a tool that is called and a list of tools', async () => {
    const { key } = await service.world.addKey();
    for (const [method, params] of [
      ['tools/list', {}],
      ['tools/call', { name: 'svc_list_campaigns', arguments: { org: '_' } }],
    ] as const) {
      const answer = await fetch(`${service.base}/mcp`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${key}`,
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      });
      assert.equal(answer.status, 200, await answer.text());
    }
    assert.deepEqual(outOfTurn.seen, []);
  });
});
