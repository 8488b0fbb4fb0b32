import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allTasks, schedule } from '../../../catalogue.ts';
import { syncAllAccounts } from '../../../src/ad-accounts/sync/sync-all-accounts.task.ts';
import type { Services } from '../../../src/base/context.ts';
import { type Database, statement } from '../../../src/base/database.ts';
import { handClock, taskWorld } from '../../tasks/world.ts';

const addAccount = statement<[organizationId: number, id: string, status: string], never>(`
  insert into ad_account (organization_id, id, status, created_at) values ($1, $2, $3, '2026-01-01')`);
const addConnection = statement<[status: string], never>(`
  insert into ad_connection (organization_id, id, login, sealed_token, status, connected_by, created_at)
  values (1, 'con_' || $1, $1, '', $1, 1, '2026-01-01')`);
const addWaiting = statement<[status: string], never>(`
  insert into ad_account (organization_id, id, status, connection_id, created_at)
  values (1, 'waiting for ' || $1, 'pending', 'con_' || $1, '2026-01-01')`);
const queued = statement<[], { organization_id: number; account: string; late_ms: number }>(`
  select organization_id, payload ->> 'account_id' as account,
    coalesce(extract(epoch from not_before - created_at) * 1000, 0)::integer as late_ms
  from task where type = 'sync_account' order by task_tracking_id`);

test('every quarter of an hour each linked account is queued once, a moment after the other', async (t) => {
  assert.equal(schedule.find(({ type }) => type === syncAllAccounts.type)?.cron, '*/15 * * * *');
  const { database, services } = await taskWorld(t, allTasks);
  await accounts(database, 1_203);
  await database.execute(addAccount, 1, 'broken', 'pending');
  await database.execute(addAccount, 1, 'gone', 'not_linked');
  const work = workOn(services);
  for (const round of [1, 2]) {
    assert.deepEqual(await syncAllAccounts.run({}, null, work), { accounts: 1_203 });
    const rows = await database.rows(queued);
    assert.equal(rows.length, 1_203, `round ${round}`);
    assert.equal(new Set(rows.map((row) => `${row.organization_id} ${row.account}`)).size, 1_203);
    assert.ok(rows.every(({ late_ms }) => late_ms < 12 * 60_000));
    assert.ok(new Set(rows.map(({ late_ms }) => Math.round(late_ms / 1000))).size > 300, 'spread');
  }
});

test('an account that a working login has lost is tried again by the hour, one of a broken login is not', async (t) => {
  const clock = handClock('2026-03-01T12:15:00Z');
  const { database, services } = await taskWorld(t, allTasks, { clock });
  for (const status of ['working', 'broken']) {
    await database.execute(addConnection, status);
    await database.execute(addWaiting, status);
  }
  assert.deepEqual(await syncAllAccounts.run({}, null, workOn(services)), { accounts: 0 });
  clock.turnTo('2026-03-01T13:00:00Z');
  assert.deepEqual(await syncAllAccounts.run({}, null, workOn(services)), { accounts: 1 });
  const [only] = await database.rows(queued);
  assert.equal(only?.account, 'waiting for working');
});

function workOn(services: Services) {
  const signal = new AbortController().signal;
  return { ...services, db: services.database, taskId: 1, requestedBy: null, signal, stage: async () => {} };
}

async function accounts(database: Database, count: number): Promise<void> {
  for (let number = 0; number < count; number += 1) {
    await database.execute(addAccount, 1 + (number % 7), `account-${number}`, 'linked');
  }
}
