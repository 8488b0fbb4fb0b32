import assert from 'node:assert/strict';
import { before, beforeEach, describe, test } from 'node:test';
import { sharedQuotaCounter } from '../../../src/adapters/google-ads/quota-counter.store.ts';
import { DailyAllowance } from '../../../src/base/daily-allowance.ts';
import { statement } from '../../../src/base/database.ts';
import { platformAt } from '../../harness/ad-platform.ts';
import { wholeSuite } from '../../harness/service.ts';
import { refused } from '../answers.ts';
import { held } from '../approvals.ts';
import type { Organization } from '../organization.ts';
import { startWorld, type Writes } from '../world.ts';

const used = statement<[organizationId: number], { kind: string; used: number }>(
  'select kind, used::integer as used from platform_use where organization_id = $1 order by kind',
);
const forget = statement<[], never>('delete from platform_use');
const limitTo = statement<[organizationId: number, quota: number], never>(
  'update organization set daily_write_quota = $2 where id = $1',
);

describe('what changes nothing takes no operation of the platform from changes', () => {
  const suite = wholeSuite();
  let writes: Writes;

  before(async () => {
    writes = await startWorld(suite, {
      platform: (origin, clock, db) =>
        platformAt(origin, clock, { counter: sharedQuotaCounter(db), dailyOperations: 100_000 }),
    });
  });

  beforeEach(async () => {
    await writes.database.execute(forget);
  });

  const operationsOf = async (org: Organization) =>
    Object.fromEntries((await writes.database.rows(used, org.id)).map(({ kind, used }) => [kind, used]));

  test('a pause of what rests already looks, and that is a read', async () => {
    const org = await writes.organization({ synced: true });
    const slug = await org.live({ budget: 40 });
    await org.moved(slug, 'paused');
    await org.quiet();
    await writes.database.execute(forget);
    for (let times = 0; times < 3; times += 1) assert.equal((await org.state(slug, 'paused')).status, 200);
    assert.deepEqual(await operationsOf(org), { read: 3 });
  });

  test('a change that waits for a person is not looked for in the platform before they approve', async () => {
    const org = await writes.organization({ synced: true });
    const slug = await org.live({ budget: 40 });
    await org.quiet();
    await org.requireApprovals(true);
    await writes.database.execute(forget);
    held(await org.patch(slug, { budget: 44, dry_run: false }));
    assert.deepEqual(await operationsOf(org), {});
  });

  test('nor is one for which no quota is left', async () => {
    const org = await writes.organization({ synced: true });
    const slug = await org.live({ budget: 40 });
    await org.quiet();
    await writes.database.execute(limitTo, org.id, 0);
    await writes.database.execute(forget);
    refused(await org.patch(slug, { budget: 44, dry_run: false }), 'write_quota_exceeded');
    assert.deepEqual(await operationsOf(org), {});
  });
});

test('an allowance of a day is there again on the next, for each holder its own', () => {
  const allowance = new DailyAllowance(2);
  const day = Date.parse('2026-03-02T00:00:00Z');
  assert.deepEqual(
    [1, 1, 1, 2].map((holder) => allowance.take(holder, day)),
    [true, true, false, true],
  );
  assert.equal(allowance.take(1, day + 24 * 60 * 60 * 1_000 - 1), false);
  assert.equal(allowance.take(1, day + 24 * 60 * 60 * 1_000), true);
});
