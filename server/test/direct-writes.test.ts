import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { openDatabase, statement } from '../src/base/database.ts';
import { DASHBOARD } from './harness/gate.ts';
import { neighbourOf } from './harness/neighbour.ts';
import { type RunningService, startService, wholeSuite } from './harness/service.ts';
import { until } from './writes/patience.ts';

const UNLIMITED = { rateLimitPerMinute: 1_000_000, anonymousRateLimitPerMinute: 1_000_000 };
/** More holders than there are connections, each of whom may have two. */
const PEOPLE = 6;
/** What direct writes and apps hold at most, all together. */
const MOST_HELD = 6;
const SOON_MS = 5_000;

const waiting = statement<[], { count: number }>(`
  select count(*)::integer as count from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock'`);

describe('whoever waits for a locked row outside guarded changes', () => {
  const suite = wholeSuite();
  let service: RunningService;
  let neighbour: Awaited<ReturnType<typeof neighbourOf>>;

  before(async () => {
    service = await startService(suite, { config: UNLIMITED });
    neighbour = await neighbourOf(service);
  });

  /** Everybody ends apps, and somebody changes their roles, while all of these rows are held. */
  async function crowd() {
    const { world, call, base } = service;
    const people = await Promise.all(Array.from({ length: PEOPLE }, (_, n) => world.addPerson(`waits-${n}`, 'admin')));
    const apps = await Promise.all(people.map((person) => world.addApp({ person })));
    const { owner } = world.people;
    const roles = `${DASHBOARD}/organizations/${world.harbor.slug}/members`;
    return () => [
      ...apps.map(({ id, person }) => call('DELETE', `${DASHBOARD}/connected-apps/${id}`, { cookie: person.cookie })),
      ...people.map(({ id }) => call('PUT', `${roles}/${id}`, { cookie: owner.cookie, body: { role: 'member' } })),
      ...apps.map(async ({ token, id }) => {
        const body = new URLSearchParams({ token, client_id: `client of ${id}` });
        return fetch(`${base}/oauth/revoke`, { method: 'POST', body });
      }),
    ];
  }

  test('holds few connections, all together, and none that reads and guarded changes need', async () => {
    const own = openDatabase({ url: service.databaseUrl });
    suite.after(() => own.close());
    const begin = await crowd();
    let asked: ReturnType<typeof begin> = [];
    await own.transaction(async (db) => {
      await db.client.query(`select 1 from membership m where m.role = 'admin' for share`);
      await db.client.query('select 1 from oauth_connection for share');
      await db.client.query('select 1 from oauth_session for share');
      asked = begin();
      await until(async () => ((await own.row(waiting))?.count ?? 0) >= 3 || undefined, 'the crowd');
      await neighbour.readsAndChanges('a crowd that waits for rows');
      assert.ok(((await own.row(waiting))?.count ?? 0) <= MOST_HELD);
      const someone = await service.world.addPerson('someone');
      const ended = service.call('POST', `${DASHBOARD}/sessions/end-others`, { cookie: someone.cookie });
      assert.equal((await Promise.race([ended, pause(SOON_MS)]))?.status, 200, 'so do direct writes of others');
      assert.equal((await Promise.race([asked[0], pause(SOON_MS)]))?.status, 503, 'and it is told to come back');
    });
    await Promise.all(asked);
  });
});
