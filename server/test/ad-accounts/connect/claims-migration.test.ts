import assert from 'node:assert/strict';
import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type Database, statement } from '../../../src/base/database.ts';
import { migrate } from '../../../src/base/migrate.ts';
import { blankDatabase, type Cleaned } from '../../harness/database.ts';

const MIGRATIONS = fileURLToPath(new URL('../../../migrations', import.meta.url));
const CLAIMS = /^\d{4}_account_claims\.sql$/;

const addOrganization = statement<[slug: string], { id: number }>(`
  insert into organization (slug, name, currency, created_at) values ($1, $1, 'EUR', '2026-01-01') returning id`);
const addAccount = statement<[organizationId: number, id: string, status: string, at: string], never>(`
  insert into ad_account (organization_id, id, status, selected, connection_id, created_at)
  values ($1, $2, $3, true, case when $3 <> 'not_linked' then 'con_1' end, $4::timestamptz)`);
const claims = statement<[], { account_id: string; slug: string }>(`
  select c.account_id, o.slug from ad_account_claim c join organization o on o.id = c.organization_id order by 1`);
const accounts = statement<[], { slug: string; id: string; status: string; selected: boolean; linked: boolean }>(`
  with a as materialized (select * from ad_account)
  select o.slug, a.id, a.status, a.selected, a.connection_id is not null as linked
  from a join organization o on o.id = a.organization_id order by a.id, o.slug`);

test('an account that several organizations had linked goes to the first; the others are not linked any more', async (t) => {
  const { database } = await blankDatabase(t);
  await migrateUntil(t, database);
  const first = (await database.row(addOrganization, 'first'))?.id ?? 0;
  const second = (await database.row(addOrganization, 'second'))?.id ?? 0;
  await database.execute(addAccount, second, 'shared', 'linked', '2026-02-02');
  await database.execute(addAccount, first, 'shared', 'pending', '2026-02-01');
  await database.execute(addAccount, first, 'given back', 'not_linked', '2026-01-01');
  await database.execute(addAccount, second, 'given back', 'linked', '2026-03-01');
  await database.execute(addAccount, first, 'nobody uses', 'not_linked', '2026-01-01');
  await database.execute(addAccount, 999, 'of no organization', 'linked', '2026-01-01');
  await migrate(database, MIGRATIONS);
  assert.deepEqual(await database.rows(claims), [
    { account_id: 'given back', slug: 'second' },
    { account_id: 'shared', slug: 'first' },
  ]);
  assert.deepEqual(await database.rows(accounts), [
    { slug: 'first', id: 'given back', status: 'not_linked', selected: false, linked: false },
    { slug: 'second', id: 'given back', status: 'linked', selected: true, linked: true },
    { slug: 'first', id: 'nobody uses', status: 'not_linked', selected: true, linked: false },
    { slug: 'first', id: 'shared', status: 'pending', selected: true, linked: true },
    { slug: 'second', id: 'shared', status: 'not_linked', selected: false, linked: false },
  ]);
});

/** Everything that came before accounts were claimed. */
async function migrateUntil(t: Cleaned, database: Database): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'before-claims-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const names = (await readdir(MIGRATIONS)).sort();
  const claiming = names.findIndex((name) => CLAIMS.test(name));
  assert.ok(claiming > 0);
  for (const name of names.slice(0, claiming)) await copyFile(join(MIGRATIONS, name), join(folder, name));
  await migrate(database, folder);
}
