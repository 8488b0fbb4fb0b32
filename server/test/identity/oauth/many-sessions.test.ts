import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { z } from 'zod';
import { statement } from '../../../src/base/database.ts';
import { type RunningService, startService, wholeSuite } from '../../harness/service.ts';
import { App, newOwner, RELAXED, REST, statusWith } from './app.ts';

const MOST = 100;

const seed = statement<[personId: number, resource: string, many: number], never>(`
  insert into oauth_session (id, connection_id, person_id, resource, created_at, used_at)
  select c.id || ' ' || n, c.id, c.person_id, $2, '2026-01-01'::timestamptz + make_interval(secs => n), '2026-01-02'
  from oauth_connection c, generate_series(1, $3) n where c.person_id = $1`);
const seedApps = statement<[personId: number, resource: string, many: number], never>(`
  with connection as (
    insert into oauth_connection (id, person_id, client_id, client_name, scopes, created_at)
    select 'app ' || $1::integer || ' ' || n, $1, 'client ' || n, 'Assistant', '{}', '2026-01-01'
    from generate_series(1, $3) n returning id, person_id)
  insert into oauth_session (id, connection_id, person_id, resource, created_at, used_at)
  select id, id, person_id, $2, '2026-01-01', '2026-01-01' from connection`);
const fill = statement<[id: string, many: number, at: Date], never>(`
  insert into oauth_session (id, connection_id, person_id, resource, created_at, used_at)
  select s.id || n, s.connection_id, s.person_id, s.resource, $3, $3
  from oauth_session s, generate_series(1, $2) n where s.id = $1`);
const kept = statement<[personId: number], { id: string }>(
  'select id from oauth_session where person_id = $1 order by created_at desc, id',
);
const apps = z.object({
  connected_apps: z.array(
    z.object({ id: z.string(), sessions: z.array(z.object({ since: z.string() })), sessions_count: z.int() }),
  ),
  connected_apps_count: z.int(),
});

describe('an app with many sessions', () => {
  const suite = wholeSuite();
  let service: RunningService;

  before(async () => {
    service = await startService(suite, RELAXED);
  });

  const listed = async (person: { cookie: string }) =>
    apps.parse((await service.call('GET', '/dashboard/v1/connected-apps', person)).json);

  test('has at most 100 of a person: one more ends the oldest, and its tokens', async () => {
    const person = await newOwner(service);
    const app = await App.registered(service);
    const oldest = await app.connect({ person });
    service.clock.turn({ minutes: 1 });
    const second = await app.connect({ person });
    const [newest = '', first = ''] = (await service.database.rows(kept, person.id)).map(({ id }) => id);
    await service.database.execute(fill, newest, MOST - 2, new Date(service.clock.now()));
    assert.equal(await statusWith(service, oldest.access_token), 200);
    await app.connect({ person });
    const after = (await service.database.rows(kept, person.id)).map(({ id }) => id);
    assert.equal(after.length, MOST);
    assert.equal(after.includes(first), false);
    assert.equal(await statusWith(service, oldest.access_token), 401);
    assert.equal(await statusWith(service, second.access_token), 200);
  });

  test('from before the bound shows the newest 100 and how many there are', async () => {
    const person = await newOwner(service);
    await (await App.registered(service)).connect({ person });
    await service.database.execute(seed, person.id, REST, MOST + 20);
    const { connected_apps } = await listed(person);
    const [app] = connected_apps;
    assert.deepEqual([app?.sessions.length, app?.sessions_count], [MOST, MOST + 21]);
    const since = app?.sessions.map((session) => session.since) ?? [];
    assert.deepEqual(since, since.toSorted().reverse());
  });

  test('is one of at most 100 that are listed, the last used first, with how many there are', async () => {
    const person = await newOwner(service);
    await service.database.execute(seedApps, person.id, REST, MOST + 5);
    const { connected_apps, connected_apps_count } = await listed(person);
    assert.deepEqual([connected_apps.length, connected_apps_count], [MOST, MOST + 5]);
    const { id } = await service.world.addApp({ person });
    assert.equal((await listed(person)).connected_apps[0]?.id, id);
  });

  test('where none is connected the list is empty', async () => {
    assert.deepEqual(await listed(await newOwner(service)), { connected_apps: [], connected_apps_count: 0 });
  });
});
