import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDatabase, statement } from '../../src/base/database.ts';
import { startRunner } from '../../src/tasks/runner.ts';
import { kinds } from './kinds.ts';
import { eventually, servicesOn, taskWorld } from './world.ts';

const TASKS = 10_000;

const queueMany = statement<[count: number], never>(`
  insert into task (type, organization_id, payload, turn, created_at)
  select 'tiny', 1 + n % 7, '{}', n / 7, now() from generate_series(1, $1::integer) n`);
const unfinished = statement<[], { count: number }>(
  "select count(*) as count from task where status in ('queued', 'running')",
);
const outcome = statement<[], { completed: number; attempts: number; workers: number }>(`
  select count(*) filter (where status = 'completed') as completed, sum(attempts)::integer as attempts,
    count(distinct worker_id) as workers from task`);

test('two workers share thousands of tasks and run each exactly once', async (t) => {
  const { url, database } = await taskWorld(t, kinds);
  await database.execute(queueMany, TASKS);
  const began = performance.now();
  for (let worker = 0; worker < 2; worker += 1) {
    const own = openDatabase({ url });
    const runner = await startRunner({ services: servicesOn(own, kinds), tasks: kinds, schedule: [] });
    t.after(async () => {
      await runner.stop({ graceMs: 1_000 });
      await own.close();
    });
  }
  await eventually('the queue to be empty', async () =>
    (await database.row(unfinished))?.count === 0 ? true : undefined,
  );
  const seconds = (performance.now() - began) / 1000;
  t.diagnostic(`${Math.round(TASKS / seconds)} tasks/s over two workers`);
  assert.deepEqual(await database.row(outcome), { completed: TASKS, attempts: TASKS, workers: 2 });
});

test('finished tasks do not slow the queue down', async (t) => {
  const { database } = await taskWorld(t, kinds);
  const finished = statement<[], never>(`
    insert into task (type, organization_id, payload, status, turn, created_at, finished_at)
    select 'tiny', 1, '{}', 'completed', 0, now(), now() from generate_series(1, 50000)`);
  await database.execute(finished);
  await database.execute(queueMany, 100);
  await database.execute(statement<[], never>('analyze task'));
  const plan = await database.rows(
    statement<[], { 'QUERY PLAN': string }>(`
      explain select task_tracking_id from task where status = 'queued' and not_before is null and '{"tiny":1}'::jsonb ? type
      order by turn, task_tracking_id limit 8 for update skip locked`),
  );
  assert.match(plan.map((row) => row['QUERY PLAN']).join('\n'), /Index Scan using task_claimable/);
});
