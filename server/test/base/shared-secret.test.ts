import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sharedSecret } from '../../src/base/secrets.store.ts';
import { freshDatabase } from '../harness/database.ts';

test('processes that ask for a secret at once get the same one, and each name has its own', async (t) => {
  const { database } = await freshDatabase(t);
  const asked = await Promise.all(Array.from({ length: 8 }, () => sharedSecret(database, 'signing')));
  assert.equal(new Set(asked.map((secret) => secret.toString('hex'))).size, 1);
  assert.equal(asked[0]?.length, 32);
  assert.notDeepEqual(await sharedSecret(database, 'other'), asked[0]);
});
