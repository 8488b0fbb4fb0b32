import assert from 'node:assert/strict';
import { test } from 'node:test';
import { syncAllAccounts } from '../../src/ad-accounts/sync-all-accounts.task.ts';
import { type Database, statement } from '../../src/core/database.ts';
import { allTasks } from '../../src/tasks/all-tasks.ts';
import { schedule } from '../../src/tasks/schedule.ts';
import { rig } from '../tasks/rig.ts';

const addAccount = statement<[organizationId: number, id: string, status: string], never>(`
  insert into ad_account (organization_id, id, status, created_at) values ($1, $2, $3, '2026-01-01')`);
const queued = statement<[], { organization_id: number; account: string; late_ms: number }>(`
  select organization_id, payload ->> 'account_id' as account,
    coalesce(extract(epoch from not_before - created_at) * 1000, 0)::integer as late_ms
  from task where type = 'sync_account' order by task_tracking_id`);

test('every quarter of an hour each linked account is queued once, a moment after the other', async (t) => {
  assert.equal(schedule.find(({ type }) => type === syncAllAccounts.type)?.cron, '*/15 * * * *');
  const { database, services } = await rig(t, allTasks);
  await accounts(database, 1_203);
  await database.execute(addAccount, 1, 'broken', 'pending');
  await database.execute(addAccount, 1, 'gone', 'not_linked');
  const work = {
    ...services,
    db: database,
    taskId: 1,
    requestedBy: null,
    signal: new AbortController().signal,
    stage: async () => {},
  };
  for (const round of [1, 2]) {
    assert.deepEqual(await syncAllAccounts.run({}, null, work), { accounts: 1_203 });
    const rows = await database.rows(queued);
    assert.equal(rows.length, 1_203, `round ${round}`);
    assert.equal(new Set(rows.map((row) => `${row.organization_id} ${row.account}`)).size, 1_203);
    assert.ok(rows.every(({ late_ms }) => late_ms < 12 * 60_000));
    assert.ok(new Set(rows.map(({ late_ms }) => Math.round(late_ms / 1000))).size > 300, 'spread');
  }
});

async function accounts(database: Database, count: number): Promise<void> {
  for (let number = 0; number < count; number += 1) {
    await database.execute(addAccount, 1 + (number % 7), `account-${number}`, 'linked');
  }
}
