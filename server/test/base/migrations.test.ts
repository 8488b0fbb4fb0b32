import assert from 'node:assert/strict';
import { mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { openDatabase, statement } from '../../src/base/database.ts';
import { migrate } from '../../src/base/migrate.ts';
import { blankDatabase, freshDatabase } from '../harness/database.ts';

const MIGRATIONS = fileURLToPath(new URL('../../migrations', import.meta.url));

const applied = statement<[], { name: string; checksum: string; applied_at: string }>(
  'select name, checksum, applied_at from schema_migration order by number',
);
const tables = statement<[], { name: string }>(
  `select table_name as name from information_schema.tables where table_schema = 'public' order by 1`,
);

test('every migration of the product is applied once, in order, and recorded with its checksum', async (t) => {
  const { database } = await blankDatabase(t);
  const names = (await readdir(MIGRATIONS)).sort();
  assert.deepEqual(await migrate(database, MIGRATIONS), names);
  assert.deepEqual(await migrate(database, MIGRATIONS), []);
  const rows = await database.rows(applied);
  assert.deepEqual(
    rows.map(({ name }) => name),
    names,
  );
  assert.match(rows[0]?.checksum ?? '', /^[0-9a-f]{64}$/);
});

test('who waits for another to migrate waits longer than a request would for a lock', async (t) => {
  const { url } = await blankDatabase(t);
  const folder = await folderWith(t, { '0001_slow.sql': 'create table a (x int); select pg_sleep(0.2);' });
  const databases = [0, 1].map(() => openDatabase({ url, locksWaitMs: 20 }));
  const results = await Promise.all(databases.map((database) => migrate(database, folder)));
  await Promise.all(databases.map((database) => database.close()));
  assert.deepEqual(results.flat(), ['0001_slow.sql']);
});

test('several processes may start at once: each migration is applied by one of them', async (t) => {
  const { url } = await blankDatabase(t);
  const folder = await folderWith(t, { '0001_slow.sql': 'create table a (x int); select pg_sleep(0.2);' });
  await writeFile(join(folder, '0002_next.sql'), 'create table b (x int);');
  const databases = Array.from({ length: 4 }, () => openDatabase({ url, poolSize: 2 }));
  const results = await Promise.all(databases.map((database) => migrate(database, folder)));
  await Promise.all(databases.map((database) => database.close()));
  assert.deepEqual(results.flat(), ['0001_slow.sql', '0002_next.sql']);
});

test('a migration that was changed after it had been applied is refused by name', async (t) => {
  const { database } = await blankDatabase(t);
  const folder = await folderWith(t, { '0001_first.sql': 'create table a (x int);' });
  await migrate(database, folder);
  await writeFile(join(folder, '0001_first.sql'), 'create table a (x bigint);');
  await assert.rejects(migrate(database, folder), /0001_first\.sql was changed after it had been applied/);
});

test('line ends that a checkout changed are no change of a migration', async (t) => {
  const { database } = await blankDatabase(t);
  const folder = await folderWith(t, { '0001_first.sql': 'create table a (\n  x int\n);\n' });
  await migrate(database, folder);
  await writeFile(join(folder, '0001_first.sql'), 'create table a (\r\n  x int\r\n);\r\n');
  assert.deepEqual(await migrate(database, folder), []);
});

test('a migration that fails leaves nothing behind and keeps those before it', async (t) => {
  const { database } = await blankDatabase(t);
  const folder = await folderWith(t, {
    '0001_good.sql': 'create table good (x int);',
    '0002_bad.sql': 'create table half (x int); select 1 / 0;',
  });
  await assert.rejects(migrate(database, folder), /0002_bad\.sql failed and was rolled back: division by zero/);
  assert.deepEqual(
    (await database.rows(tables)).map(({ name }) => name),
    ['good', 'schema_migration'],
  );
});

test('the commands of a migration are sent one by one, in one transaction', async (t) => {
  const { database } = await blankDatabase(t);
  const folder = await folderWith(t, {
    '0001_log.sql': `create table sent (at serial, query text, inside xid8);
      insert into sent (query, inside) select current_query(), pg_current_xact_id();
      do $$ begin insert into sent (query, inside) select 'do;', pg_current_xact_id(); end $$;
      insert into sent (query, inside) select current_query(), pg_current_xact_id(); -- the last; one`,
  });
  await migrate(database, folder);
  const rows = await database.rows(statement<[], { query: string; inside: string }>('select * from sent order by at'));
  assert.deepEqual(
    rows.map(({ query }) => query.split(' ', 2).join(' ')),
    ['insert into', 'do;', 'insert into'],
  );
  assert.equal(new Set(rows.map(({ inside }) => inside)).size, 1);
});

test('gaps, numbers used twice and other names are refused before anything is applied', async (t) => {
  const { database } = await blankDatabase(t);
  const cases: [Record<string, string>, RegExp][] = [
    [{ '0001_a.sql': '', '0003_c.sql': '' }, /0003_c\.sql: number 2, which should precede it, is missing/],
    [{ '0001_a.sql': '', '0001_b.sql': '' }, /0001_b\.sql: the number 1 is used twice/],
    [{ '1_a.sql': '' }, /1_a\.sql: the name must look like/],
  ];
  for (const [files, problem] of cases) {
    await assert.rejects(migrate(database, await folderWith(t, files)), problem);
  }
  assert.deepEqual(await database.rows(tables), []);
});

test('a renamed migration and a database from a newer version are refused', async (t) => {
  const { database } = await blankDatabase(t);
  const folder = await folderWith(t, { '0001_a.sql': 'select 1', '0002_b.sql': 'select 2' });
  await migrate(database, folder);
  await rename(join(folder, '0002_b.sql'), join(folder, '0002_c.sql'));
  await assert.rejects(migrate(database, folder), /0002_b\.sql was applied; it must not be renamed/);
  await rm(join(folder, '0002_c.sql'));
  await assert.rejects(migrate(database, folder), /0002_b\.sql, which this version does not know/);
});

test('a fresh test database has the schema of the product and is apart from every other', async (t) => {
  const [one, other] = await Promise.all([freshDatabase(t), freshDatabase(t)]);
  assert.equal((await one.database.rows(applied)).length, (await readdir(MIGRATIONS)).length);
  await one.database.execute(statement<[], object>('drop table schema_migration'));
  assert.notEqual((await other.database.rows(applied)).length, 0);
});

async function folderWith(t: TestContext, files: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-migrations-'));
  t.after(() => rm(folder, { recursive: true }));
  await Promise.all(Object.entries(files).map(([name, sql]) => writeFile(join(folder, name), sql)));
  return folder;
}
