import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { type TestContext, test } from 'node:test';
import { statement } from '../../src/base/database.ts';
import { kinds, makeMarks, marks } from './kinds.ts';
import { eventually, taskWorld } from './world.ts';

const WORKER = new URL('./worker.ts', import.meta.url);

async function spawnWorker(t: TestContext, url: string, graceMs: number): Promise<ChildProcess> {
  const child = fork(WORKER, [url, String(graceMs)], { execArgv: [], stdio: 'inherit' });
  t.after(() => {
    child.kill('SIGKILL');
  });
  await once(child, 'message');
  return child;
}

async function end(child: ChildProcess, signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
  const exit = once(child, 'exit');
  child.kill(signal);
  const [code] = await exit;
  return code;
}

test('a task whose worker was killed fails with killed_by_restart when another starts', async (t) => {
  const { url, database, queue, work, until } = await taskWorld(t, kinds);
  await database.execute(makeMarks);
  const child = await spawnWorker(t, url, 0);
  const ids = [await queue('obedient'), await queue('stubborn'), await queue('marking', { mark: 'campaign' })];
  for (const id of ids) await until(id, ({ status }) => status === 'running');
  await end(child, 'SIGKILL');
  await work({ timing: { deadAfterMs: 1e9 } });
  for (const id of ids) assert.equal((await until(id)).error_reason, 'killed_by_restart');
  assert.deepEqual(await database.rows(marks), [{ text: 'campaign 1 killed_by_restart' }]);
});

test('a task that can be resumed is queued again when its worker was killed', async (t) => {
  const { url, queue, work, until } = await taskWorld(t, kinds);
  const child = await spawnWorker(t, url, 0);
  const id = await queue('resumable');
  const first = await until(id, ({ status }) => status === 'running');
  await end(child, 'SIGKILL');
  await work();
  const second = await until(id, ({ worker_id }) => worker_id !== null && worker_id !== first.worker_id);
  assert.equal(second.attempts, 2);
  assert.equal(second.deaths, 1);
});

test('work that has outlived five workers is not given a sixth', async (t) => {
  const { database, queue, work, until } = await taskWorld(t, kinds);
  const id = await queue('resumable');
  const orphan = statement<[id: number], never>(`
    update task set status = 'running', resumable = true, deaths = 5, worker_id = 'gone', heartbeat_at = now(),
      deadline_at = now() + interval '1 hour' where task_tracking_id = $1`);
  await database.execute(orphan, id);
  await work();
  assert.equal((await until(id)).error_reason, 'killed_by_restart');
});

test('a worker of another host is dead when its heartbeat has stopped', async (t) => {
  const { url, database, queue, work, until } = await taskWorld(t, kinds);
  const child = await spawnWorker(t, url, 0);
  const id = await queue('obedient');
  await until(id, ({ status }) => status === 'running');
  child.kill('SIGSTOP');
  await database.execute(statement<[], never>("update worker set host = 'elsewhere'"));
  await work();
  assert.equal((await until(id)).error_reason, 'killed_by_restart');
  child.kill('SIGCONT');
  await until(await queue('silent'));
  assert.equal((await until(id)).error_reason, 'killed_by_restart');
});

test('tasks that are stopped by a shutdown fail with worker_shutdown or, if they can be resumed, are handed back', async (t) => {
  const { url, database, queue, until, taskRow } = await taskWorld(t, kinds);
  await database.execute(makeMarks);
  const child = await spawnWorker(t, url, 500);
  const obedient = await queue('obedient');
  const stubborn = await queue('stubborn');
  const tidy = await queue('tidy');
  const resumable = await queue('resumable');
  const marking = await queue('marking', { mark: 'campaign' });
  const unmarkable = await queue('marking', { mark: 'broken' });
  const all = [obedient, stubborn, tidy, resumable, marking, unmarkable];
  for (const id of all) await until(id, ({ status }) => status === 'running');
  assert.equal(await end(child, 'SIGTERM'), 0);
  for (const id of [obedient, stubborn, marking, unmarkable]) {
    assert.equal((await taskRow(id)).error_reason, 'worker_shutdown');
  }
  assert.equal((await taskRow(tidy)).result, '{"tidied":true}');
  const handedBack = await taskRow(resumable);
  assert.equal(handedBack.status, 'queued');
  assert.equal(handedBack.deaths, 0);
  assert.deepEqual(await database.rows(marks), [{ text: 'campaign 1 worker_shutdown' }]);
});

test('a task that is handed back goes to another worker at once', async (t) => {
  const { url, queue, work, until } = await taskWorld(t, kinds);
  const child = await spawnWorker(t, url, 500);
  const id = await queue('resumable');
  const first = await until(id, ({ status }) => status === 'running');
  await work({ timing: { pollMs: 60_000 } });
  await end(child, 'SIGTERM');
  const second = await until(id, ({ worker_id }) => worker_id !== null && worker_id !== first.worker_id);
  assert.equal(second.status, 'running');
});

test('a worker whose connections were cut goes on, and so does what it worked on', async (t) => {
  const { database, queue, work, until, taskRow } = await taskWorld(t, kinds);
  await work();
  const id = await queue('stubborn');
  await until(id, ({ status }) => status === 'running');
  const cut = statement<[], never>(`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`);
  await database.execute(cut);
  await until(await eventually('a connection', () => queue('silent').catch(() => undefined)));
  assert.equal((await taskRow(id)).attempts, 1);
  assert.equal((await taskRow(id)).status, 'running');
});
