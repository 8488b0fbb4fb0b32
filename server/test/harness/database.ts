import { randomBytes } from 'node:crypto';
import { after, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { type Database, openDatabase } from '../../src/base/database.ts';
import { migrate, schemaFingerprint } from '../../src/base/migrate.ts';
import { startTestServer } from './server.ts';

const MIGRATIONS = fileURLToPath(new URL('../../migrations', import.meta.url));
const TEMPLATE_LOCK = 7_308_605;

/** A database with the newest schema and nothing in it, dropped after everything else of the test is cleaned up. */
export async function freshDatabase(t: Cleaned, on?: string): Promise<{ url: string; database: Database }> {
  const server = on ?? (await serverUrl());
  const url = await emptyCopy(t, server, await migratedTemplate(server));
  const database = openDatabase({ url });
  cleanUpLast(t, () => database.close());
  return { url, database };
}

/** A copy of a database that whoever comes first fills for everybody in this run. */
export async function filledDatabase(
  t: Cleaned,
  name: string,
  fill: (url: string) => Promise<void>,
): Promise<{ url: string; database: Database }> {
  const server = await serverUrl();
  const empty = await migratedTemplate(server);
  await made(server, name, async (half) => {
    await administer(server, (client) => client.query(copyOf(half, empty)));
    await fill(withDatabase(server, half));
  });
  const url = await emptyCopy(t, server, name);
  const database = openDatabase({ url });
  cleanUpLast(t, () => database.close());
  return { url, database };
}

/** A database without any table, for what makes the schema itself. */
export async function blankDatabase(t: Cleaned): Promise<{ url: string; database: Database }> {
  const url = await emptyCopy(t, await serverUrl(), 'template0');
  const database = openDatabase({ url });
  cleanUpLast(t, () => database.close());
  return { url, database };
}

/** Whatever can clean up after itself: a test's or a suite's context. */
export type Cleaned = Pick<TestContext, 'after'>;

/** Hooks run in the order they were added; one that is added by a hook runs after all others. */
function cleanUpLast(t: Cleaned, cleanUp: () => Promise<void>): void {
  t.after(() => t.after(cleanUp));
}

async function emptyCopy(t: Cleaned, server: string, template: string): Promise<string> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await administer(server, (client) => client.query(copyOf(name, template)));
  t.after(() => t.after(() => t.after(() => drop(server, name))));
  return withDatabase(server, name);
}

async function drop(server: string, name: string): Promise<void> {
  await administer(server, (client) => client.query(`drop database if exists ${name} with (force)`));
}

/** Made once for each state of the migrations; processes that need it at the same time wait for the one that makes it. */
async function migratedTemplate(server: string): Promise<string> {
  const name = `sluice_template_${(await schemaFingerprint(MIGRATIONS)).slice(0, 16)}`;
  await made(server, name, async (half) => {
    await administer(server, (client) => client.query(copyOf(half, 'template0')));
    const database = openDatabase({ url: withDatabase(server, half) });
    await migrate(database, MIGRATIONS).finally(() => database.close());
  });
  return name;
}

async function made(server: string, name: string, make: (half: string) => Promise<void>): Promise<void> {
  await administer(server, async (client) => {
    await client.query('select pg_advisory_lock($1, hashtext($2))', [TEMPLATE_LOCK, name]);
    const found = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (found.rowCount !== 0) return;
    const half = `${name}_${process.pid}`;
    await make(half);
    await client.query(`alter database ${half} rename to ${name}`);
  });
}

/** Files are copied as they are: through the log, a copy costs several times the processor. */
function copyOf(name: string, template: string): string {
  return `create database ${name} template ${template} strategy file_copy`;
}

async function administer(server: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await work(client).finally(() => client.end());
}

function withDatabase(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

/** The server that `npm test` started for all files; a file that is run alone starts its own. */
async function serverUrl(): Promise<string> {
  const given = process.env.TEST_DATABASE_URL ?? process.env.DATABASE_URL;
  if (given !== undefined) return given;
  own.server ??= startTestServer();
  return (await own.server).url;
}

const own: { server?: ReturnType<typeof startTestServer> } = {};

after(async () => {
  if (own.server) await (await own.server).stop();
});
