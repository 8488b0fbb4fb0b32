import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { z } from 'zod';
import { statement } from '../../../src/base/database.ts';
import { wholeSuite } from '../../harness/service.ts';
import { ACME, accountWorld, OLIVIA, type StoredTask, type World } from '../world.ts';
import { fingerprint } from './fingerprint.ts';

const makeDue = statement<[organizationId: number], never>(
  'update ad_account set last_structure_sync_at = null, days_synced_at = null where organization_id = $1',
);
const emails = statement<[], { to: string; subject: string; text: string }>(`
  select payload ->> 'to' as to, payload ->> 'subject' as subject, payload ->> 'text' as text
  from task where type = 'send_email' order by task_tracking_id`);
const accountStatus = statement<[organizationId: number], { status: string; connection: string }>(`
  select a.status, c.status as connection from ad_account a
  join ad_connection c on c.organization_id = a.organization_id and c.id = a.connection_id
  where a.organization_id = $1`);
const detail = z.object({ ad_accounts: z.array(z.object({ id: z.string(), status: z.string() })) });

/** What a fault of the platform does to a sync of everything that meets it once. */
const PASSING = ['quota_short', 'unauthenticated', 'internal', 'deadline', 'aborted', 'cancelled', 'drop', 'hang'];
/** Faults of writes: a sync only reads. */
const OF_WRITES = ['policy', 'concurrent', 'drop_after_commit'];

describe('when the platform fails', () => {
  const suite = wholeSuite();
  let world: World;
  let whole: Record<string, string>;

  before(async () => {
    world = await accountWorld(suite);
    await world.connect();
    const [task] = await world.finish(await world.select(ACME));
    assert.equal(task?.status, 'completed', task?.error_message ?? '');
    whole = await fingerprint(world.database, world.acme.id);
  });

  for (const kind of [...PASSING, ...OF_WRITES]) {
    test(`one ${kind} fault passes without the task noticing`, async () => {
      await world.emulator.control('faults', { kind });
      const [task] = await world.finish(await sync());
      assert.deepEqual([task?.status, task?.retries], ['completed', 0], task?.error_message ?? '');
      await clear();
      assert.deepEqual(await fingerprint(world.database, world.acme.id), whole);
    });
  }

  for (const kind of ['internal', 'drop', 'quota']) {
    test(`${kind} faults that go on make the task wait, and nothing is lost or doubled`, async () => {
      await world.emulator.control('faults', { kind, times: 1_000 });
      const id = await sync();
      const waiting = await world.settle(id);
      assert.deepEqual([waiting.status, waiting.retries], ['queued', kind === 'quota' ? 0 : 1]);
      await clear();
      turnTo(waiting);
      const [task] = await world.finish(id);
      assert.equal(task?.status, 'completed', task?.error_message ?? '');
      assert.deepEqual(await fingerprint(world.database, world.acme.id), whole);
    });
  }

  test('a sync that waits for the day’s quota begins at once when a person asks, not when the schedule does', async () => {
    await world.emulator.control('faults', { kind: 'quota', times: 1_000 });
    const id = await sync();
    const waiting = await world.settle(id);
    await clear();
    assert.equal(await world.queueSync(), id);
    assert.equal((await world.taskOf(id)).not_before, waiting.not_before);
    const asked = await world.dashboard('POST', `/organizations/acme/ad-accounts/${ACME}/sync`, { body: {} });
    assert.deepEqual(asked.json, { task_tracking_id: id, status: 'queued' });
    const [task] = await world.finish(id);
    assert.equal(task?.status, 'completed', task?.error_message ?? '');
    assert.deepEqual(await fingerprint(world.database, world.acme.id), whole);
  });

  test('retries that are used up fail the task with task_error, and the next sync makes up for it', async () => {
    await world.emulator.control('faults', { kind: 'internal', times: 10_000 });
    const id = await sync();
    let task = await world.settle(id);
    for (; task.status === 'queued'; task = await world.settle(id)) turnTo(task);
    assert.deepEqual([task.error_reason, task.retries], ['task_error', 5]);
    assert.match(task.error_message ?? '', /^Google Ads cannot do this right now/);
    await clear();
    const [next] = await world.finish(await world.queueSync());
    assert.equal(next?.status, 'completed', next?.error_message ?? '');
    assert.deepEqual(await fingerprint(world.database, world.acme.id), whole);
  });

  test('revoked: the connection is broken, Owners are told once, and reconnecting heals everything', async () => {
    const told = (await world.database.rows(emails)).length;
    await world.emulator.control('faults', { kind: 'revoked', times: 40 });
    broken(await world.settle(await sync()));
    assert.deepEqual(await status(), { status: 'pending', connection: 'broken' });
    const { key } = await world.world.addKey({ organization: world.acme });
    const shown = detail.parse((await world.call('GET', '/v1/organizations/acme', { key })).json);
    assert.deepEqual(shown.ad_accounts, [{ id: ACME, status: 'pending' }]);

    broken(await world.settle(await world.queueSync()));
    await clear();
    broken(await world.settle(await world.queueSync()));
    const mails = (await world.database.rows(emails)).slice(told);
    assert.deepEqual(
      mails.map(({ to }) => to),
      [world.owner.email],
    );
    assert.match(mails[0]?.text ?? '', new RegExp(OLIVIA));

    await world.connect();
    assert.deepEqual(await status(), { status: 'linked', connection: 'working' });
    const [healed] = await world.finish(await world.queueSync());
    assert.equal(healed?.status, 'completed', healed?.error_message ?? '');
    assert.deepEqual(await fingerprint(world.database, world.acme.id), whole);
  });

  test('permission: only this account waits, Owners are told once, and the next sync that works heals it', async () => {
    const told = (await world.database.rows(emails)).length;
    for (const times of [1, 2]) {
      await world.emulator.control('faults', { kind: 'permission', times: 40 });
      for (const id of [await sync(), await world.queueSync()]) {
        const task = await world.settle(id);
        broken(task);
        assert.match(task.error_message ?? '', /^The Google login has lost its access to this ad account/);
        assert.deepEqual(await status(), { status: 'pending', connection: 'working' });
      }
      const mails = (await world.database.rows(emails)).slice(told);
      assert.equal(mails.length, times);
      assert.match(mails.at(-1)?.text ?? '', new RegExp(`${OLIVIA} has lost its access to the ad account .*${ACME}`));
      await clear();
      if (times === 1) {
        const [healed] = await world.finish(await sync());
        assert.equal(healed?.status, 'completed', healed?.error_message ?? '');
      } else await world.connect();
      assert.deepEqual(await status(), { status: 'linked', connection: 'working' });
    }
    const [next] = await world.finish(await world.queueSync());
    assert.equal(next?.status, 'completed', next?.error_message ?? '');
    assert.deepEqual(await fingerprint(world.database, world.acme.id), whole);
  });

  test('an account that its login has lost can be tried by hand', async () => {
    const by = () => world.dashboard('POST', `/organizations/acme/ad-accounts/${ACME}/sync`, { body: {} });
    await world.emulator.control('faults', { kind: 'permission', times: 40 });
    broken(await world.settle(await sync()));
    await clear();
    const asked = await by();
    assert.equal(asked.status, 202, asked.text);
    await world.finish(z.object({ task_tracking_id: z.int() }).parse(asked.json).task_tracking_id);
    assert.deepEqual(await status(), { status: 'linked', connection: 'working' });
  });

  test('a login revoked at the platform breaks the connection, and is told again when it breaks again', async () => {
    const told = (await world.database.rows(emails)).length;
    for (const times of [1, 2]) {
      await world.emulator.control('revoke', { customer_id: ACME });
      broken(await world.settle(await sync()));
      assert.equal((await world.database.rows(emails)).length, told + times);
      await world.emulator.control('restore', { customer_id: ACME });
      await world.connect();
      const [healed] = await world.finish(await world.queueSync());
      assert.equal(healed?.status, 'completed', healed?.error_message ?? '');
    }
  });

  /** A sync of all campaigns and of the latest figures. */
  async function sync(): Promise<number> {
    await world.database.execute(makeDue, world.acme.id);
    return world.queueSync();
  }

  function turnTo({ not_before }: StoredTask): void {
    assert.ok(not_before);
    world.clock.turn({ seconds: (Date.parse(not_before) - world.clock.now()) / 1000 + 1 });
  }

  function status() {
    return world.database.row(accountStatus, world.acme.id);
  }

  async function clear(): Promise<void> {
    await fetch(`${world.emulator.origin}/_emulator/faults`, { method: 'DELETE' });
  }
});

function broken(task: StoredTask): void {
  assert.deepEqual([task.status, task.error_reason], ['failed', 'google_ads_connection_broken']);
  assert.match(task.error_message ?? '', /reconnect/);
}
