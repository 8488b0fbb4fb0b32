import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { z } from 'zod';
import { keepEmbeddedPostgres } from '../../src/adapters/embedded-postgres/keep-running.ts';
import { findPostmaster, stopPostmaster } from '../../src/adapters/embedded-postgres/postmaster.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/adapters/embedded-postgres/start.ts';
import { silentLog } from '../harness/log.ts';
import { temporaryDirectory } from '../harness/server.ts';

const isRoot = process.getuid?.() === 0;
const HOLDER = fileURLToPath(new URL('../harness/postgres-holder.ts', import.meta.url));

test('the database is reached through a unix socket and kept over a restart, under the same password', async (t) => {
  const dataDir = directory(t);
  const first = await start(t, dataDir);
  assert.equal(first.held, 'started');
  assert.equal(new URL(first.url).searchParams.get('host'), join(dataDir, 'postgres'));
  await query(first.url, 'create table kept as select 42 as x');
  await first.stop();
  assert.equal(findPostmaster(join(dataDir, 'postgres')), undefined);
  const second = await start(t, dataDir);
  assert.equal(second.url, first.url);
  assert.deepEqual(await query(second.url, 'select x from kept'), [{ x: 42 }]);
  assert.equal(statSync(join(dataDir, 'postgres.json')).mode & 0o777, 0o600);
});

test('the cluster has checksums, waits for the disk, listens on loopback and lets nobody in without the password', async (t) => {
  const { url } = await start(t, directory(t), {});
  const expected = {
    data_checksums: 'on',
    fsync: 'on',
    synchronous_commit: 'on',
    shared_buffers: '128MB',
    max_connections: '100',
    max_wal_size: '2GB',
    listen_addresses: '127.0.0.1',
    server_encoding: 'UTF8',
    password_encryption: 'scram-sha-256',
  };
  for (const [name, value] of Object.entries(expected)) {
    assert.deepEqual(await query(url, `select current_setting('${name}') as value`), [{ value }], name);
  }
  const locale = `select datlocprovider as provider, datlocale as locale, datcollate as collation from pg_database
    where datname = current_database()`;
  assert.deepEqual(await query(url, locale), [{ provider: 'b', locale: 'C.UTF-8', collation: 'C' }]);
  const port = Number(new URL(url).port);
  assert.ok(port > 0 && port < 32_768);
  await refusesWrongPassword(url);
});

async function refusesWrongPassword(url: string): Promise<void> {
  const wrong = new URL(url);
  wrong.password = 'guess';
  await assert.rejects(query(wrong.href, 'select 1'), /password authentication failed/);
  wrong.searchParams.delete('host');
  await assert.rejects(query(wrong.href, 'select 1'), /password authentication failed/);
}

test('TCP is used where the path of a unix socket would be too long', async (t) => {
  const long = await start(t, join(directory(t), 'x'.repeat(100)));
  assert.ok(!new URL(long.url).searchParams.has('host'));
  assert.deepEqual(await query(long.url, 'select 1 as x'), [{ x: 1 }]);
});

test('after kill -9 the database that went on running is taken over with everything committed', async (t) => {
  const dataDir = directory(t);
  const { child, url } = await holder(t, dataDir);
  await query(url, 'create table kept as select 42 as x');
  child.kill('SIGKILL');
  await once(child, 'exit');
  assert.ok(findPostmaster(join(dataDir, 'postgres')));
  const next = await start(t, dataDir);
  assert.equal(next.held, 'adopted');
  assert.deepEqual(await query(next.url, 'select x from kept'), [{ x: 42 }]);
  await next.stop();
  assert.equal(findPostmaster(join(dataDir, 'postgres')), undefined);
});

test('a second process uses the database as a guest and leaves it running', async (t) => {
  const dataDir = directory(t);
  const { child, url } = await holder(t, dataDir);
  const guest = await start(t, dataDir);
  assert.equal(guest.held, 'guest');
  await guest.stop();
  assert.deepEqual(await query(url, 'select 1 as x'), [{ x: 1 }]);
  child.stdin?.end();
  await once(child, 'exit');
  assert.equal(findPostmaster(join(dataDir, 'postgres')), undefined);
});

test('processes that start at once share one database', async (t) => {
  const dataDir = directory(t);
  const holders = await Promise.all([holder(t, dataDir), holder(t, dataDir), holder(t, dataDir)]);
  assert.deepEqual(holders.map(({ held }) => held).sort(), ['guest', 'guest', 'started']);
  assert.equal(new Set(holders.map(({ url }) => url)).size, 1);
});

test('Ctrl-C at the terminal does not reach the database before the service has drained', async (t) => {
  const { child, url } = await holder(t, directory(t));
  assert.ok(child.pid);
  process.kill(-child.pid, 'SIGINT');
  assert.deepEqual(await query(url, 'select pg_sleep(0.2)::text as x'), [{ x: '' }]);
});

test('the start succeeds after the database itself was killed, or its pid was given to another process', async (t) => {
  const dataDir = directory(t);
  const first = await start(t, dataDir);
  await query(first.url, 'create table kept as select 42 as x');
  const killed = findPostmaster(join(dataDir, 'postgres'));
  assert.ok(killed);
  process.kill(killed.pid, 'SIGKILL');
  while (findPostmaster(join(dataDir, 'postgres'))) await new Promise(setImmediate);
  const second = await start(t, dataDir);
  assert.equal(second.held, 'started');
  assert.deepEqual(await query(second.url, 'select x from kept'), [{ x: 42 }]);
  const pidFile = join(dataDir, 'postgres', 'postmaster.pid');
  const lines = readFileSync(pidFile, 'utf8').split('\n');
  await second.stop();
  writeFileSync(pidFile, [String(process.pid), ...lines.slice(1)].join('\n'));
  assert.equal((await start(t, dataDir)).held, 'started');
});

test('a database that dies is started again at the same address, as often as it does, until it is asked to end', async (t) => {
  const dataDir = directory(t);
  const kept = await keepEmbeddedPostgres({ dataDir, log: silentLog, settings: { fsync: 'off' } }, 20);
  t.after(() => kept.stop());
  await query(kept.url, 'create table kept as select 42 as x');
  for (const _time of ['first', 'second']) {
    const running = findPostmaster(join(dataDir, 'postgres'));
    assert.ok(running);
    process.kill(running.pid, 'SIGKILL');
    await untilAnswers(kept.url, running.pid, join(dataDir, 'postgres'));
    assert.deepEqual(await query(kept.url, 'select x from kept'), [{ x: 42 }]);
  }
  await kept.stop();
  await sleep(100);
  assert.equal(kept.runs(), false);
});

test('another port is chosen when the one before is taken', async (t) => {
  const dataDir = directory(t);
  const first = await start(t, dataDir);
  const port = Number(new URL(first.url).port);
  await first.stop();
  const squatter = createServer().listen(port, '127.0.0.1');
  await once(squatter, 'listening');
  t.after(() => squatter.close());
  const second = await start(t, dataDir);
  assert.notEqual(Number(new URL(second.url).port), port);
  assert.deepEqual(await query(second.url, 'select 1 as x'), [{ x: 1 }]);
});

test('a port that is meant for somebody else is left to them, also where it was chosen before', async (t) => {
  const dataDir = directory(t);
  const first = await start(t, dataDir);
  const port = Number(new URL(first.url).port);
  await first.stop();
  const second = await startEmbeddedPostgres({ dataDir, log: silentLog, spokenFor: [port] });
  t.after(() => second.stop());
  assert.notEqual(Number(new URL(second.url).port), port);
});

test('a start that fails says why', async (t) => {
  const dataDir = directory(t);
  await assert.rejects(start(t, dataDir, { shared_buffers: 'plenty' }), /invalid value for parameter/);
  rmSync(join(dataDir, 'postgres.json'));
  await assert.rejects(start(t, dataDir), /postgres\.json, which holds the password .* is missing/);
});

test('as root, data below a directory closed to others lies in an open place', { skip: !isRoot }, async (t) => {
  const closed = directory(t);
  chmodSync(closed, 0o700);
  const dataDir = join(closed, 'data');
  const first = await start(t, dataDir);
  await query(first.url, 'create table kept as select 42 as x');
  await first.stop();
  assert.ok(lstatSync(join(dataDir, 'postgres')).isSymbolicLink());
  t.after(() => rmSync(dirname(readlinkSync(join(dataDir, 'postgres'))), { recursive: true }));
  const second = await start(t, dataDir);
  assert.deepEqual(await query(second.url, 'select x from kept'), [{ x: 42 }]);
  await second.stop();
  assert.ok(existsSync(join(dataDir, 'postgres', 'PG_VERSION')));
});

const ORDINARY = 65_534;

test('an ordinary user runs the database as himself', { skip: !isRoot }, async (t) => {
  const dataDir = join(directory(t), 'data');
  mkdirSync(dataDir);
  chownSync(dataDir, ORDINARY, ORDINARY);
  const { url } = await holder(t, dataDir, { uid: ORDINARY, gid: ORDINARY });
  assert.deepEqual(await query(url, 'select 1 as x'), [{ x: 1 }]);
  assert.equal(statSync(join(dataDir, 'postgres')).uid, ORDINARY);
});

const ready = z.object({ url: z.string(), held: z.string() });

/** Another process that holds the database, in a process group of its own as a terminal would give it. */
async function holder(t: TestContext, dataDir: string, account: { uid?: number; gid?: number } = {}) {
  const child = spawn(process.execPath, [HOLDER, dataDir], {
    ...account,
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  t.after(() => ended(child));
  for await (const line of createInterface(child.stdout)) return { child, ...ready.parse(JSON.parse(line)) };
  throw new Error('The process ended before its database was ready.');
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.stdin?.end();
  await once(child, 'exit');
}

async function start(t: TestContext, dataDir: string, settings: Record<string, string> = { fsync: 'off' }) {
  const server: EmbeddedPostgres = await startEmbeddedPostgres({ dataDir, log: silentLog, settings });
  t.after(() => server.stop());
  return server;
}

/** Goes last, with whatever still runs on it. */
function directory(t: TestContext): string {
  const made = temporaryDirectory('sluice-pg-');
  const remove = async () => {
    const left = findPostmaster(join(made, 'postgres'));
    if (left) await stopPostmaster(left.pid);
    rmSync(made, { recursive: true, force: true });
  };
  t.after(() => t.after(remove));
  return made;
}

/** Waits for the one that follows a dead server. */
async function untilAnswers(url: string, deadPid: number, clusterDir: string): Promise<void> {
  for (;;) {
    const next = findPostmaster(clusterDir);
    if (next && next.pid !== deadPid && next.status === 'ready') break;
    await sleep(10);
  }
  await query(url, 'select 1');
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return await client
    .query(sql)
    .then(({ rows }) => rows.map((row: object) => ({ ...row })))
    .finally(() => client.end());
}
