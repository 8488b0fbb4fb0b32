import assert from 'node:assert/strict';
import { test } from 'node:test';
import { statement } from '../../src/base/database.ts';
import { freshDatabase } from '../harness/database.ts';

const allowed = statement<[], { idle: string }>(
  `select current_setting('idle_in_transaction_session_timeout') as idle`,
);

test('a process that stands still within a transaction loses what it holds; work in the background may wait', async (t) => {
  const { database } = await freshDatabase(t);
  const idleOf = (db: typeof database) => db.transaction(async (transaction) => (await transaction.row(allowed))?.idle);
  assert.equal(await idleOf(database), '10s');
  assert.equal(await idleOf(database.forWork()), '0');
});
