import assert from 'node:assert/strict';
import { test } from 'node:test';
import { statement } from '../../src/base/database.ts';
import { kinds } from './kinds.ts';
import { taskWorld } from './world.ts';

test('a task that works beyond its time fails with stuck_timeout, and its place is free again', async (t) => {
  const { queue, work, until } = await taskWorld(t, kinds, { taskConcurrency: 1 });
  await work();
  const stuck = await queue('overdue');
  const next = await queue('silent');
  assert.equal((await until(stuck)).error_reason, 'stuck_timeout');
  assert.equal((await until(next)).status, 'completed');
});

test('a task that its living worker has lost track of fails with stuck_timeout', async (t) => {
  const { database, queue, work, until } = await taskWorld(t, kinds);
  const runner = await work();
  const id = await queue('silent');
  await until(id);
  // As a worker that forgot a task would leave it: held by the living worker, mentioned by nobody.
  const forget = statement<[worker: string], { task_tracking_id: number }>(`
    insert into task (type, organization_id, payload, status, turn, attempts, worker_id, heartbeat_at, deadline_at,
      created_at)
    values ('silent', 1, '{}', 'running', 0, 1, $1, now(), now() + interval '1 hour', now())
    returning task_tracking_id`);
  const forgotten = await database.row(forget, runner.workerId);
  const failed = await until(forgotten?.task_tracking_id ?? 0);
  assert.equal(failed.error_reason, 'stuck_timeout');
});

test('a living worker whose tasks are in order is left alone', async (t) => {
  const { queue, work, until, taskRow } = await taskWorld(t, kinds);
  await work();
  await work();
  const id = await queue('stubborn');
  await until(id, ({ status }) => status === 'running');
  await new Promise((resolve) => setTimeout(resolve, 5_000));
  const row = await taskRow(id);
  assert.equal(row.status, 'running');
  assert.equal(row.attempts, 1);
});
