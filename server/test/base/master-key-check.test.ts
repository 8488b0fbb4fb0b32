import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { ConfigError } from '../../src/base/config.ts';
import { statement } from '../../src/base/database.ts';
import { confirmMasterKeys } from '../../src/base/master-key-check.ts';
import type { KeyRing } from '../../src/base/master-keys.ts';
import { freshDatabase } from '../harness/database.ts';

const AT_ONCE = 8;

const kept = statement<[], { key_id: string; value: Buffer }>(
  'select key_id, value from master_key_check order by key_id',
);

test('of several processes that start at once with different keys of one id, one set of keys counts', async (t) => {
  const { database } = await freshDatabase(t);
  const rings = Array.from({ length: AT_ONCE }, () => ringOf({ first: randomBytes(32), second: randomBytes(32) }));
  const outcomes = await Promise.allSettled(rings.map((ring) => confirmMasterKeys(database, ring)));
  const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
  assert.equal(refusals.length, AT_ONCE - 1);
  for (const refusal of refusals) assert.ok(refusal instanceof ConfigError, String(refusal));
  const accepted = rings[outcomes.findIndex(({ status }) => status === 'fulfilled')] ?? assert.fail();
  await confirmMasterKeys(database, accepted);
});

test('of keys that are refused nothing is kept, whichever of them is wrong', async (t) => {
  const { database } = await freshDatabase(t);
  const first = randomBytes(32);
  await confirmMasterKeys(database, ringOf({ first }));
  const before = await database.rows(kept);
  await assert.rejects(
    confirmMasterKeys(database, ringOf({ next: randomBytes(32), first: randomBytes(32) })),
    /"first"/,
  );
  assert.deepEqual(await database.rows(kept), before);
  await confirmMasterKeys(database, ringOf({ next: randomBytes(32), first }));
});

test('where keys are known, none that a process made up for itself become known beside them', async (t) => {
  const { database } = await freshDatabase(t);
  const [set, first] = [randomBytes(32), randomBytes(32)];
  await confirmMasterKeys(database, ringOf({ 2026: set }));
  const before = await database.rows(kept);
  const madeUp = confirmMasterKeys(database, ringOf({ first }, { fromFile: true }));
  await assert.rejects(madeUp, (error) => error instanceof ConfigError && /"first".* MASTER_KEYS/.test(error.message));
  assert.deepEqual(await database.rows(kept), before);
  await confirmMasterKeys(database, ringOf({ first, 2026: set }, { fromFile: true }));
});

test('whoever has lost a key for good goes on with another that is set', async (t) => {
  const { database } = await freshDatabase(t);
  await confirmMasterKeys(database, ringOf({ first: randomBytes(32) }, { fromFile: true }));
  await confirmMasterKeys(database, ringOf({ 2026: randomBytes(32) }));
});

test('what is kept is no key', async (t) => {
  const { database } = await freshDatabase(t);
  const first = randomBytes(32);
  await confirmMasterKeys(database, ringOf({ first }));
  const [row] = await database.rows(kept);
  assert.equal(row?.key_id, 'first');
  assert.notDeepEqual(row.value, first);
});

function ringOf(keys: Record<string, Buffer>, { fromFile = false } = {}): KeyRing {
  const [current = ''] = Object.keys(keys);
  return { current, keys: new Map(Object.entries(keys)), fromFile };
}
