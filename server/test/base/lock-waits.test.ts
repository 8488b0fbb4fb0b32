import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Database, openDatabase, type Queryable, statement } from '../../src/base/database.ts';
import { Refusal } from '../../src/base/errors.ts';
import { freshDatabase } from '../harness/database.ts';

const allowed = statement<[], { wait: string }>(`select current_setting('lock_timeout') as wait`);
const lock = statement<[], never>('select pg_advisory_xact_lock(4713)');

test('a request waits 8 s for a lock, a direct write 1 s, what carries changes out 250 ms; other work in the background may wait', async (t) => {
  const { database } = await freshDatabase(t);
  const waitOf = async (db: Queryable) => (await db.row(allowed))?.wait;
  assert.equal(await waitOf(database), '8s');
  assert.equal(await database.transaction(waitOf), '8s');
  assert.equal(await waitOf(database.forDirectWrites()), '1s');
  assert.equal(await database.forDirectWrites().transaction(waitOf), '1s');
  assert.equal(await waitOf(database.forChanges()), '250ms');
  assert.equal(await database.forChanges().transaction(waitOf), '250ms');
  assert.equal(await waitOf(database.forWork()), '0');
});

test('whoever has waited too long for a lock is told to come back, and nothing of theirs stands', async (t) => {
  const { database, url } = await freshDatabase(t);
  const impatient = openDatabase({ url, poolSize: 1, locksWaitMs: 20 });
  t.after(() => impatient.close());
  await database.transaction(async (holding) => {
    await holding.row(lock);
    const ways: ((db: Database) => Promise<unknown>)[] = [
      (db) => db.row(lock),
      (db) => db.rows(lock),
      (db) => db.execute(lock),
      (db) => db.transaction((transaction) => transaction.row(lock)),
    ];
    for (const way of ways) await assert.rejects(way(impatient), isToldToComeBack);
  });
  await impatient.row(lock);
});

function isToldToComeBack(error: unknown): boolean {
  assert.ok(error instanceof Refusal, String(error));
  assert.equal(error.code, 'rate_limited');
  assert.equal(error.status, 503);
  assert.equal(error.headers['retry-after'], '3');
  return true;
}
