import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { statement } from '../../../src/base/database.ts';
import { hasLatelyCome } from '../../../src/base/lately-come.ts';
import { startWorld } from '../world.ts';

const lockAll = statement<[organizationId: number], { id: number }>(
  'select id from campaign where organization_id = $1 for update',
);
/** By then nobody rests for a read any more. */
const NO_LONGER_SHORT_MS = 80;

test('long work rests for a change that waits, and for its way to the platform', async (t) => {
  const writes = await startWorld(t);
  const org = await writes.organization();
  const slug = await org.live({ budget: 40 });
  await org.quiet();
  const { change } = await writes.database.transaction(async (db) => {
    await db.rows(lockAll, org.tenancy.organizationId);
    assert.equal(hasLatelyCome(), false);
    const change = org.patch(slug, { target_cpa: 7, dry_run: false });
    await sleep(NO_LONGER_SHORT_MS);
    assert.equal(hasLatelyCome(), true);
    return { change };
  });
  assert.equal((await change).status, 200);
  await org.quiet();
  assert.equal(hasLatelyCome(), false);
  await writes.platform.fail('hang', 100, 'search');
  const { status } = await org.state(slug, 'paused');
  assert.equal(status, 200);
  await sleep(NO_LONGER_SHORT_MS);
  assert.equal(hasLatelyCome(), true);
});
