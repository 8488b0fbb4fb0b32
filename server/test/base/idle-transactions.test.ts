import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { openDatabase, statement } from '../../src/base/database.ts';
import { freshDatabase } from '../harness/database.ts';

const HOLDER = fileURLToPath(new URL('./lock-holder.ts', import.meta.url));
const WITHIN_MS = 15_000;

const allowed = statement<[], { idle: string }>(
  `select current_setting('idle_in_transaction_session_timeout') as idle`,
);
const lock = statement<[], object>('select pg_advisory_xact_lock(4714)');

test('a process that stands still within a transaction loses what it holds: soon where others wait for an answer', async (t) => {
  const { url, database } = await freshDatabase(t);
  const idleOf = (db: typeof database) => db.transaction(async (transaction) => (await transaction.row(allowed))?.idle);
  assert.equal(await idleOf(database), '10s');
  assert.equal(await idleOf(database.forDirectWrites()), '10s');
  assert.equal(await idleOf(database.forWork()), '63s');
  const patient = openDatabase({ url, workSilentMs: Number.POSITIVE_INFINITY });
  t.after(() => patient.close());
  assert.equal(await idleOf(patient.forWork()), '0', 'migrations wait for each other however long it takes');
});

const keptAlive = statement<[], { name: string; reset_val: string }>(`
  select name, reset_val from pg_settings where name ~ '^tcp_' and source = 'client' order by name`);

test('the server looks after hosts that are gone, on every connection', async (t) => {
  const { database } = await freshDatabase(t);
  for (const db of [database, database.forDirectWrites(), database.forWork(), database.hot, database.lane()]) {
    assert.deepEqual(await db.rows(keptAlive), [
      { name: 'tcp_keepalives_count', reset_val: '3' },
      { name: 'tcp_keepalives_idle', reset_val: '10' },
      { name: 'tcp_keepalives_interval', reset_val: '10' },
      { name: 'tcp_user_timeout', reset_val: '40000' },
    ]);
  }
});

test('what a process in the background held is free while it stands still, and when it goes on it finds that out', async (t) => {
  const { url } = await freshDatabase(t);
  const holder = fork(HOLDER, [url]);
  t.after(() => holder.kill('SIGKILL'));
  assert.deepEqual(await once(holder, 'message'), ['held', undefined]);
  holder.kill('SIGSTOP');
  const impatient = openDatabase({ url, locksWaitMs: WITHIN_MS });
  t.after(() => impatient.close());
  await impatient.transaction((db) => db.row(lock));
  const told = once(holder, 'message');
  holder.kill('SIGCONT');
  assert.deepEqual(await told, ['an outage', undefined]);
});
