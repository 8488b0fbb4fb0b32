import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { type Database, statement } from '../../src/base/database.ts';
import { TABLES } from '../../src/base/tables.ts';
import { freshDatabase } from '../harness/database.ts';
import { wholeSuite } from '../harness/service.ts';

const tables = statement<[], { name: string }>(`
  select relname as name from pg_class c join pg_namespace n on n.oid = relnamespace
  where nspname = 'public' and relkind in ('r', 'p') and not relispartition order by 1`);
const uniqueKeys = statement<[], { table: string; key: string; first_column: string; has_primary: boolean }>(`
  select t.relname as "table", i.relname as key, a.attname as first_column, x.indisprimary as has_primary
  from pg_index x
  join pg_class t on t.oid = x.indrelid
  join pg_class i on i.oid = x.indexrelid
  join pg_namespace n on n.oid = t.relnamespace
  left join pg_attribute a on a.attrelid = t.oid and a.attnum = x.indkey[0]
  where x.indisunique and n.nspname = 'public' order by 1, 2`);
const triggers = statement<[], { table: string; name: string }>(`
  select t.relname as "table", tgname as name from pg_trigger g join pg_class t on t.oid = tgrelid
  where not tgisinternal order by 1, 2`);
const references = statement<[], { from: string; to: string; columns: string[] }>(`
  select f.relname as "from", t.relname as "to",
    (select array_agg(attname::text) from pg_attribute where attrelid = f.oid and attnum = any(c.conkey)) as columns
  from pg_constraint c join pg_class f on f.oid = conrelid join pg_class t on t.oid = confrelid
  where contype = 'f' order by 1, 2`);

const tenant: readonly string[] = TABLES.tenant;
const reference: readonly string[] = TABLES.reference;

describe('tables', () => {
  const suite = wholeSuite();
  let database: Database;

  before(async () => {
    ({ database } = await freshDatabase(suite));
  });

  test('every table is of exactly one kind, and every name is a table', async () => {
    const named = [...TABLES.tenant, ...TABLES.local, ...TABLES.reference];
    const found = (await database.rows(tables)).map(({ name }) => name);
    assert.deepEqual(
      found.filter((name) => !named.some((one) => one === name)),
      [],
      'of no kind, see base/tables.ts',
    );
    assert.deepEqual(
      named.filter((name) => !found.includes(name)),
      [],
      'named in base/tables.ts, but no table',
    );
    assert.equal(new Set(named).size, named.length, 'of two kinds');
  });

  test('the primary key and every unique key of a tenant table begin with organization_id', async () => {
    const keys = (await database.rows(uniqueKeys)).filter(({ table }) => tenant.includes(table));
    assert.deepEqual(
      keys.filter(({ first_column }) => first_column !== 'organization_id'),
      [],
    );
    const keyed = new Set(keys.filter(({ has_primary }) => has_primary).map(({ table }) => table));
    assert.deepEqual(
      tenant.filter((table) => !keyed.has(table)),
      [],
      'without a primary key',
    );
  });

  test('no tenant or reference table has a trigger', async () => {
    const rows = await database.rows(triggers);
    assert.deepEqual(
      rows.filter(({ table }) => tenant.includes(table) || reference.includes(table)),
      [],
    );
  });

  test('a tenant table refers to tenant tables of the same organization only', async () => {
    const rows = (await database.rows(references)).filter(({ from }) => tenant.includes(from));
    const wrong = rows.filter(({ to, columns }) => !tenant.includes(to) || !columns.includes('organization_id'));
    assert.deepEqual(
      wrong.filter(({ to }) => !reference.includes(to)),
      [],
    );
  });

  test('no local table refers to a tenant table', async () => {
    const rows = await database.rows(references);
    assert.deepEqual(
      rows.filter(({ from, to }) => !tenant.includes(from) && tenant.includes(to)),
      [],
    );
  });
});
