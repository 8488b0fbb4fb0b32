import assert from 'node:assert/strict';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { makePartitions } from '../../src/audit/partitions.ts';
import { tidyAudit } from '../../src/audit/tidy-audit.task.ts';
import type { Services } from '../../src/base/context.ts';
import { type Database, openDatabase, statement } from '../../src/base/database.ts';
import { migrate } from '../../src/base/migrate.ts';
import type { Work } from '../../src/tasks/task.ts';
import { assertEachAuditedOnce, auditEvents } from '../harness/audit-events.ts';
import { blankDatabase } from '../harness/database.ts';
import { startService } from '../harness/service.ts';

const MIGRATIONS = fileURLToPath(new URL('../../migrations', import.meta.url));
const PATH = '/v1/organizations';
const DAY_HOURS = 24;

const partitions = statement<[table: string], { name: string; bound: string }>(`
  select c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bound
  from pg_inherits join pg_class c on c.oid = inhrelid where inhparent = $1::regclass order by 1`);
const rowsIn = statement<[], { table: string; at: string; request_id: string }>(`
  select tableoid::regclass::text as "table", at, request_id from audit_event order by at, request_id`);
const insertEvent = statement<[at: string, requestId: string], never>(`
  insert into audit_event (organization_id, at, request_id, operation, path, status_code)
  values (1, $1, $2, 'list_campaigns', '/v1/x', 200)`);
const insertNobodys = statement<[at: string, requestId: string], never>(`
  insert into unattributed_audit_event (at, request_id, operation, path, status_code)
  values ($1, $2, 'list_campaigns', '/v1/x', 401)`);

test('requests of nobody are counted by address, path, minute and outcome, not kept one by one', async (t) => {
  const service = await startService(t, { config: { anonymousRateLimitPerMinute: 100_000 } });
  const { key } = await service.world.addKey();
  for (let turn = 0; turn < 30; turn += 1) {
    await service.call('GET', PATH);
    await service.call('GET', '/nothing');
    await service.call('GET', PATH, { key });
  }
  service.clock.turn({ minutes: 1 });
  await service.call('GET', PATH, { headers: { 'user-agent': 'later/1' } });
  const events = await auditEvents(service.database);
  const nobodys = events.filter(({ actor_type }) => actor_type === null);
  assert.deepEqual(nobodys.map(({ path, status_code, ip, count }) => [path, status_code, ip, count]).sort(), [
    ['/nothing', 404, '127.0.0.1', 30],
    ['/v1/openapi.json', 200, '127.0.0.1', 1],
    ['/v1/organizations', 401, '127.0.0.1', 1],
    ['/v1/organizations', 401, '127.0.0.1', 30],
  ]);
  assert.equal(events.filter(({ actor_type }) => actor_type === 'api_key').length, 30, 'each with a key has its own');
  await assertEachAuditedOnce(service.database, service.requestIds);
});

test('a request of nobody that a limit refuses asks nothing of the database; it is counted all the same', async (t) => {
  const service = await startService(t, { config: { anonymousRateLimitPerMinute: 10 } });
  while ((await service.call('GET', PATH)).status !== 429);
  const before = service.statements.length;
  for (let turn = 0; turn < 200; turn += 1) {
    assert.equal((await service.call('GET', `${PATH}/${turn}`)).status, 429);
  }
  assert.deepEqual(service.statements.slice(before), []);
  await service.service.gate.audit.drained();
  assert.ok(service.statements.length - before <= 2);
  await assertEachAuditedOnce(service.database, service.requestIds);
  const events = await auditEvents(service.database);
  assert.ok(events.length < 35, `${events.length} rows`);
});

test('one address leaves only so many rows a minute, whatever paths it tries', async (t) => {
  const service = await startService(t, { config: { anonymousRateLimitPerMinute: 100_000 } });
  for (let turn = 0; turn < 300; turn += 1) await service.call('GET', `/v1/try/${turn}`);
  const rows = (await auditEvents(service.database)).filter(({ operation }) => operation === 'unknown_path');
  assert.equal(rows.length, 20);
  assert.equal(rows.find(({ path }) => path === '*')?.count, 281);
  await assertEachAuditedOnce(service.database, service.requestIds);
});

test('partitions are made ahead, and what has been kept long enough goes with them', async (t) => {
  const { service, database, clock } = await startService(t, {
    config: { auditRetention: { days: 400, unattributedDays: 30 } },
  });
  await tidy(service.services);
  const names = await namesOf(database, 'audit_event');
  for (const month of ['20260301', '20260401', '20260501']) assert.ok(names.includes(`audit_event_${month}`), month);
  const days = await namesOf(database, 'unattributed_audit_event');
  for (const day of ['20260302', '20260309']) assert.ok(days.includes(`unattributed_audit_event_${day}`), day);

  await database.execute(insertEvent, '2026-03-02T10:00:00Z', 'kept');
  await database.execute(insertNobodys, '2026-03-02T10:00:00Z', 'kept');
  clock.turn({ hours: 31 * DAY_HOURS });
  await tidy(service.services);
  assert.ok(!(await namesOf(database, 'unattributed_audit_event')).includes('unattributed_audit_event_20260302'));
  assert.equal((await database.rows(rowsIn)).length, 1);
  clock.turn({ hours: 398 * DAY_HOURS });
  await tidy(service.services);
  assert.ok((await namesOf(database, 'audit_event')).includes('audit_event_20260301'), 'a part of it is younger');
  clock.turn({ hours: DAY_HOURS });
  await tidy(service.services);
  assert.ok(!(await namesOf(database, 'audit_event')).includes('audit_event_20260301'));
  assert.deepEqual(await database.rows(rowsIn), []);
});

test('an event without a partition is kept, and moves when its partition is made', async (t) => {
  const { service, database } = await startService(t);
  for (const at of [
    '1999-12-31T23:59:59.999Z',
    '2026-03-31T23:59:59.999Z',
    '2026-04-01T00:00:00Z',
    '2099-01-01T00:00:00Z',
  ]) {
    await database.execute(insertEvent, at, at);
  }
  const before = (await database.rows(rowsIn)).map(({ request_id }) => request_id);
  await makePartitions(service.services);
  const rows = await database.rows(rowsIn);
  assert.deepEqual(
    rows.map(({ request_id }) => request_id),
    before,
  );
  assert.deepEqual(
    rows.map(({ table }) => table),
    ['audit_event_default', 'audit_event_20260301', 'audit_event_20260401', 'audit_event_default'],
  );
  await tidy(service.services);
  assert.deepEqual(
    (await database.rows(rowsIn)).map(({ request_id }) => request_id),
    before.slice(1),
    'old ones go from there too',
  );
});

test('several processes make partitions at once while events are written, and none is lost', async (t) => {
  const service = await startService(t, { config: { rateLimitPerMinute: 100_000 } });
  const { key } = await service.world.addKey();
  const others = Array.from({ length: 4 }, () => openDatabase({ url: service.databaseUrl, poolSize: 1 }));
  const calls = Promise.all(Array.from({ length: 200 }, () => service.call('GET', PATH, { key })));
  await Promise.all(others.map((database) => makePartitions({ ...service.service.services, database })));
  await calls;
  await Promise.all(others.map((database) => database.close()));
  await assertEachAuditedOnce(service.database, service.requestIds);
});

test('the trail of before is still there after the move to partitions', async (t) => {
  const { database } = await blankDatabase(t);
  const folder = await mkdtemp(join(tmpdir(), 'sluice-migrations-'));
  t.after(() => rm(folder, { recursive: true }));
  const files = (await readdir(MIGRATIONS)).sort();
  const move = files.findIndex((name) => name.endsWith('_audit_partitions.sql'));
  for (const name of files.slice(0, move)) await cp(join(MIGRATIONS, name), join(folder, name));
  await migrate(database, folder);
  const instants = ['2024-02-29T23:59:59.999Z', '2024-03-01T00:00:00.000Z', '2026-01-15T12:00:00.000Z'];
  for (const at of instants) {
    await database.execute(insertEvent, at, at);
    await database.execute(insertNobodys, at, at);
  }
  await migrate(database, MIGRATIONS);
  const rows = await database.rows(rowsIn);
  assert.deepEqual(
    rows.map(({ table, at }) => [table, at]),
    ['20240201', '20240301', '20260101'].map((month, index) => [`audit_event_${month}`, instants[index]]),
  );
  const nobodys = (await auditEvents(database)).filter(({ organization_id }) => organization_id === null);
  assert.deepEqual(
    nobodys.map(({ at, count }) => [at, count]),
    instants.map((at) => [at, 1]),
  );
});

async function namesOf(database: Database, table: string): Promise<string[]> {
  return (await database.rows(partitions, table)).map(({ name }) => name);
}

async function tidy(services: Services): Promise<void> {
  const { signal } = new AbortController();
  const work: Work = {
    ...services,
    db: services.database,
    taskId: 1,
    requestedBy: null,
    signal,
    stage: async () => {},
  };
  await tidyAudit.run({}, null, work);
}
