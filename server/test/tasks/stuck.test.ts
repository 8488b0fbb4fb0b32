import assert from 'node:assert/strict';
import { test } from 'node:test';
import { statement } from '../../src/base/database.ts';
import { kinds, makeMarks, marks } from './kinds.ts';
import { eventually, taskWorld } from './world.ts';

test('a task that works beyond its time fails with stuck_timeout, and its place is free again', async (t) => {
  const { queue, work, until } = await taskWorld(t, kinds, { taskConcurrency: 1 });
  await work();
  const stuck = await queue('overdue');
  const next = await queue('silent');
  assert.equal((await until(stuck)).error_reason, 'stuck_timeout');
  assert.equal((await until(next)).status, 'completed');
});

/** As a worker that forgot a task would leave it: held by the living worker, mentioned by nobody. */
const forget = statement<
  [worker: string, type: string, resumable: boolean, deaths: number, leftSeconds: number],
  { task_tracking_id: number }
>(`
  insert into task (type, organization_id, payload, status, turn, attempts, worker_id, resumable, deaths, heartbeat_at,
    deadline_at, created_at)
  values ($2, 1, '{}', 'running', 0, 1, $1, $3, $4, now(), now() + make_interval(secs => $5), now())
  returning task_tracking_id`);

const HOUR_SECONDS = 3_600;

test('a task that its living worker has lost track of is queued again where it may be, else it fails', async (t) => {
  const { database, queue, work, until, taskRow } = await taskWorld(t, kinds);
  const runner = await work();
  await until(await queue('silent'));
  const forgotten = async (type: string, resumable: boolean, { deaths = 0, left = HOUR_SECONDS } = {}) => {
    const row = await database.row(forget, runner.workerId, type, resumable, deaths, left);
    return row?.task_tracking_id ?? 0;
  };
  const again = await forgotten('resumable', true);
  const lost = {
    'what cannot be started again': await forgotten('silent', false),
    'what was lost too often': await forgotten('resumable', true, { deaths: 5 }),
    'what had no time left': await forgotten('resumable', true, { left: 0 }),
  };
  for (const [what, id] of Object.entries(lost)) assert.equal((await until(id)).error_reason, 'stuck_timeout', what);
  const resumed = await until(again, ({ attempts }) => attempts === 2);
  assert.deepEqual([resumed.status, resumed.deaths, resumed.worker_id], ['running', 1, runner.workerId]);
  assert.equal((await taskRow(again)).attempts, 2);
});

test('a task that a worker gets a second time is not worked on twice at once', async (t) => {
  const { database, queue, work, until } = await taskWorld(t, kinds);
  await database.execute(makeMarks);
  await work({ timing: { heartbeatMs: 600_000, deadAfterMs: 600_000, silentAfterMs: 600_000 } });
  const id = await queue('ends_marked');
  await until(id, ({ status }) => status === 'running');
  const takeAway = statement<[id: number], never>(
    `update task set status = 'queued', worker_id = null where task_tracking_id = $1`,
  );
  await database.execute(takeAway, id);
  await until(id, ({ attempts }) => attempts === 2);
  const ended = await eventually('the end of the first', async () => (await database.rows(marks))[0]);
  assert.equal(ended.text, 'ended');
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
