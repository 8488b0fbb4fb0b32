import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, beforeEach, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { dashboardOperations, operations } from '../catalogue.ts';
import { openDatabase, statement } from '../src/base/database.ts';
import { membersOf } from '../src/base/json.ts';
import { DASHBOARD } from './harness/gate.ts';
import { HeldStatements } from './harness/held-statements.ts';
import { validRequest } from './harness/requests.ts';
import { type RunningService, startService, wholeSuite } from './harness/service.ts';
import { until } from './writes/patience.ts';

const UNLIMITED = { rateLimitPerMinute: 1_000_000, anonymousRateLimitPerMinute: 1_000_000 };
const TAKES_OR_CHANGES = /\b(insert|update|delete|merge|lock|share|nextval|setval|\w*advisory\w*|pg_notify)\b/i;
/** Its rows are taken by this statement and by those that forget them, each for a moment. */
const LEASE = 'select granted, remaining from lease_requests($1, $2, $3, $4, $5, $6, $7)';
const LONG_UNUSED = { minutes: 6 };
const NEVER_MS = 3_000;

const usedAt = statement<[id: string], { used_at: string }>('select used_at from oauth_session where id = $1');

describe('on the connections that everybody shares nobody waits for a row', () => {
  const suite = wholeSuite();
  const shared = new HeldStatements();
  let service: RunningService;

  before(async () => {
    service = await startService(suite, {
      config: UNLIMITED,
      adapters: (database) => ({ database: { ...database, hot: shared.of(database.hot) } }),
    });
  });

  beforeEach(() => {
    shared.asked = [];
  });

  const waiting = () =>
    shared.asked.map(({ text }) => text.trim()).filter((text) => text !== LEASE && TAKES_OR_CHANGES.test(text));

  for (const operation of [...operations, ...dashboardOperations]) {
    if (operation.alsoAs === 'text/event-stream') continue;
    test(`${operation.name} only reads there`, async () => {
      const { world, call, clock } = service;
      const bodies = operation.isPreview({ dry_run: true }) ? [{}, { dry_run: false }] : [{}];
      for (const more of bodies) {
        const person = await world.addPerson(`asker-${randomBytes(6).toString('hex')}`, 'owner');
        const { method, path, body } = await validRequest(operation, { world, person });
        const sent = operation.kind === 'read' ? body : { ...membersOf(body), ...more };
        await call(method, DASHBOARD + path, { cookie: person.cookie, body: sent });
        const { token } = await world.addApp({ person });
        clock.turn(LONG_UNUSED);
        await call(method, `/v1${path}`, { key: token, body: sent });
      }
      assert.ok(shared.asked.length > 0);
      assert.deepEqual(waiting(), []);
    });
  }
});

describe('whoever is locked for a change', () => {
  const suite = wholeSuite();
  let service: RunningService;
  let own: ReturnType<typeof openDatabase>;

  before(async () => {
    service = await startService(suite, { config: UNLIMITED });
    own = openDatabase({ url: service.databaseUrl });
  });
  after(() => own.close());

  const ROWS = {
    'their keys': 'select 1 from api_key for update',
    'their sessions': 'select 1 from session for update',
    'the sessions of their apps': 'select 1 from oauth_session for update',
    'their connected apps': 'select 1 from oauth_connection for update',
    'their memberships': 'select 1 from membership for update',
    'their organizations': 'select 1 from organization for update',
    'they themselves': 'select 1 from person for update',
  };

  for (const [what, taking] of Object.entries(ROWS)) {
    test(`reads on, and so does everybody else, while ${what} are held`, async () => {
      const { world, call, clock } = service;
      const apps = await Promise.all(Array.from({ length: 4 }, () => world.addApp()));
      const [{ key }, other] = [await world.addKey(), world.people.stranger];
      clock.turn(LONG_UNUSED);
      await own.transaction(async (db) => {
        await db.client.query(taking);
        const answers = [
          ...apps.map(({ token }) => call('GET', '/v1/organizations', { key: token })),
          call('GET', '/v1/organizations', { key }),
          call('GET', `${DASHBOARD}/organizations`, { cookie: other.cookie }),
        ];
        for (const answer of answers) {
          assert.equal((await Promise.race([answer, pause(NEVER_MS)]))?.status, 200, 'somebody waits');
        }
      });
    });
  }

  test('is noted as used the next time', async () => {
    const { world, call, clock, database } = service;
    const { token, sessionId } = await world.addApp();
    clock.turn(LONG_UNUSED);
    await own.transaction(async (db) => {
      await db.client.query('select 1 from oauth_session for share');
      assert.equal((await call('GET', '/v1/organizations', { key: token })).status, 200);
    });
    service.service.gate.authenticator.forget({ kind: 'bearer', token });
    const at = new Date(clock.now()).toISOString();
    assert.equal((await call('GET', '/v1/organizations', { key: token })).status, 200);
    await until(async () => ((await database.row(usedAt, sessionId))?.used_at === at ? at : undefined), 'the note');
  });
});
