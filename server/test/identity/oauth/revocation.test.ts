import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { z } from 'zod';
import { statement } from '../../../src/base/database.ts';
import { tidyConnectedApps } from '../../../src/identity/oauth/tidy-connected-apps.task.ts';
import { type RunningService, startService, wholeSuite } from '../../harness/service.ts';
import type { Person } from '../../harness/world-people.ts';
import { until } from '../../writes/patience.ts';
import { App, Browser, MCP, newOwner, RELAXED, REST, statusWith, taken } from './app.ts';

const apps = z.object({
  connected_apps: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      client_id: z.string(),
      scopes: z.array(z.string()),
      connected_at: z.string(),
      last_used_at: z.string(),
      sessions: z.array(z.object({ resource: z.string() })),
    }),
  ),
});
const clients = statement<[id: string], { id: string }>('select id from oauth_client where id = $1');
const DAY = 24;

describe('ending what an app may do', () => {
  const suite = wholeSuite();
  let service: RunningService;

  before(async () => {
    service = await startService(suite, RELAXED);
  });

  const listed = async (person: Person) => {
    const { status, json } = await new Browser(service, person).call('GET', '/connected-apps');
    assert.equal(status, 200);
    return apps.parse(json).connected_apps;
  };

  test('revoking a token, of either kind, ends its session at once', async () => {
    for (const kind of ['access_token', 'refresh_token'] as const) {
      for (const hint of ['access_token', 'refresh_token', undefined, 'nonsense']) {
        const app = await App.registered(service);
        const tokens = await app.connect();
        assert.equal(await statusWith(service, tokens.access_token), 200);
        assert.equal((await app.revoke(tokens[kind], { token_type_hint: hint })).status, 200);
        assert.equal(await statusWith(service, tokens.access_token), 401);
        assert.equal((await app.refresh(tokens.refresh_token)).json.error, 'invalid_grant');
      }
    }
  });

  test('the connection ends once no session is left', async () => {
    const person = await newOwner(service);
    const app = await App.registered(service);
    const first = await app.connect({ person });
    const second = await app.connect({ person, resource: MCP });
    const [connected] = await listed(person);
    assert.deepEqual(connected?.sessions.map(({ resource }) => resource).sort(), ['mcp', 'rest']);
    await app.revoke(first.refresh_token);
    assert.equal((await listed(person)).length, 1);
    taken(await app.refresh(second.refresh_token, { resource: MCP }));
    await app.revoke(second.refresh_token);
    assert.deepEqual(await listed(person), []);
  });

  test('an unknown token is answered 200, and nobody ends what is another app’s', async () => {
    const app = await App.registered(service);
    const other = await App.registered(service);
    const { access_token: token, refresh_token } = await app.connect();
    assert.equal((await app.revoke('nonsense')).status, 200);
    for (const theirs of [token, refresh_token]) assert.equal((await other.revoke(theirs)).status, 200);
    assert.equal(await statusWith(service, token), 200);
  });

  test('disconnecting in the dashboard ends every session, whatever is live', async () => {
    const person = await newOwner(service);
    const app = await App.registered(service);
    const sessions = [await app.connect({ person }), await app.connect({ person })];
    for (const { access_token } of sessions) assert.equal(await statusWith(service, access_token), 200);
    const [connected] = await listed(person);
    const stranger = new Browser(service, await newOwner(service));
    assert.equal((await stranger.call('DELETE', `/connected-apps/${connected?.id}`)).status, 404);
    const own = new Browser(service, person);
    assert.equal((await own.call('DELETE', `/connected-apps/${connected?.id}`)).status, 200);
    for (const { access_token, refresh_token } of sessions) {
      assert.equal(await statusWith(service, access_token), 401);
      assert.equal((await app.refresh(refresh_token)).json.error, 'invalid_grant');
    }
    assert.deepEqual(await listed(person), []);
    taken(await app.exchange(await app.code({ person })));
  });

  test('connected apps are listed with scopes, since when, and when they were used last', async () => {
    const person = await newOwner(service);
    const app = await App.registered(service, { client_name: 'Planner' });
    const connectedAt = new Date(service.clock.now()).toISOString();
    const { access_token: token } = await app.connect({ person, pick: () => ['organizations:read'] });
    service.clock.turn({ minutes: 30 });
    await statusWith(service, token);
    const usedAt = new Date(service.clock.now()).toISOString();
    const connected = await until(
      async () => (await listed(person)).find(({ last_used_at }) => last_used_at === usedAt),
      'its use is noted',
    );
    assert.deepEqual(
      [connected.name, connected.client_id, connected.scopes, connected.connected_at],
      ['Planner', app.clientId, ['organizations:read'], connectedAt],
    );
  });

  test('what is idle for 60 days disappears, and what is used stays', async () => {
    const person = await newOwner(service);
    const [idle, used] = [await App.registered(service), await App.registered(service)];
    await idle.connect({ person });
    let tokens = await used.connect({ person, resource: REST });
    for (const days of [40, 21]) {
      service.clock.turn({ hours: days * DAY });
      tokens = taken(await used.refresh(tokens.refresh_token));
    }
    await tidy(service);
    const kept = await service.database.rows(clients, used.clientId);
    assert.equal(kept.length, 1);
    assert.deepEqual(await service.database.rows(clients, idle.clientId), [], 'nor is the app known any more');
    assert.equal(await statusWith(service, tokens.access_token), 200);
  });

  test('an app that nobody ever connected is forgotten after a day, one that somebody had connected after 30', async () => {
    const [never, once] = [await App.registered(service), await App.registered(service)];
    const known = async () => {
      await tidy(service);
      const rows = await Promise.all([never, once].map((app) => service.database.rows(clients, app.clientId)));
      return rows.map(({ length }) => length);
    };
    service.clock.turn({ minutes: 1 });
    const { refresh_token } = await once.connect();
    assert.equal((await once.revoke(refresh_token)).status, 200);
    service.clock.turn({ hours: DAY - 1 });
    assert.deepEqual(await known(), [1, 1]);
    service.clock.turn({ hours: 2 });
    assert.deepEqual(await known(), [0, 1]);
    service.clock.turn({ hours: 28 * DAY });
    assert.deepEqual(await known(), [0, 1]);
    service.clock.turn({ hours: 2 * DAY });
    assert.deepEqual(await known(), [0, 0]);
  });
});

async function tidy({ service, database }: RunningService): Promise<void> {
  const work = { ...service.services, db: database, taskId: 1, requestedBy: null, signal: AbortSignal.timeout(10_000) };
  await tidyConnectedApps.run({}, null, { ...work, stage: async () => {} });
}
