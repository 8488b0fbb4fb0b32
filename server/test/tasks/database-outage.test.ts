import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { openDatabase } from '../../src/base/database.ts';
import type { Log } from '../../src/base/log.ts';
import { startRunner } from '../../src/tasks/runner.ts';
import { type Task, task } from '../../src/tasks/task.ts';
import type { Cleaned } from '../harness/database.ts';
import { silentLog } from '../harness/log.ts';
import { DatabaseGate } from '../writes/faults/database-gate.ts';
import { QUICK, servicesOn, taskWorld } from './world.ts';

const OUTAGE_MS = 12_000;
const ENDS_WITHIN_MS = 3_000;

/** Work that ends when the test lets it, one kind for each way to end; all of it may be started again. */
function endings() {
  const mayEnd = Promise.withResolvers<void>();
  const followed: string[] = [];
  const ways: Record<string, () => Promise<{ done: boolean }>> = {
    completes: async () => ({ done: true }),
    fails: async () => Promise.reject(new Error('a bug')),
    is_tried_again: async () => Promise.reject(Object.assign(new Error('not now'), { retryable: true })),
  };
  const kinds: Task[] = Object.entries(ways).map(([type, end]) =>
    task({
      type,
      payload: z.strictObject({}),
      timeoutSeconds: 300,
      retries: { attempts: 1, backoffSeconds: 300 },
      resumable: true,
      async run() {
        await mayEnd.promise;
        return end();
      },
      onFailure: async () => void followed.push(type),
    }),
  );
  return { kinds, end: mayEnd.resolve, followed };
}

/** A worker that reaches the database through a gate, and tasks of each kind in its hands. */
async function startBehindGate(t: Cleaned, kinds: readonly Task[]) {
  const world = await taskWorld(t, kinds);
  const gate = await new DatabaseGate(world.url).start();
  const database = openDatabase({ url: gate.url });
  const reported: string[] = [];
  const runner = await startRunner({
    services: { ...servicesOn(database, kinds), log: noting(reported) },
    tasks: kinds,
    schedule: [],
    timing: QUICK,
  });
  t.after(async () => {
    gate.admit();
    await runner.stop({ graceMs: 0 }).catch(() => {});
    await database.close();
    await gate.stop();
  });
  const ids = new Map<string, number>();
  for (const { type } of kinds) ids.set(type, await world.queue(type));
  for (const id of ids.values()) await world.until(id, ({ status }) => status === 'running');
  return { ...world, gate, runner, reported, of: (type: string) => ids.get(type) ?? 0 };
}

/** Writes down the kinds of tasks of which the log is told that they failed. */
function noting(reported: string[]): Log {
  const note = (details: object, message: string) => {
    if (message.startsWith('a task failed') && 'type' in details) reported.push(String(details.type));
  };
  return { ...silentLog, info: note, error: note, child: () => noting(reported) };
}

test('what came of a task is recorded when the database is back, however long it was gone', async (t) => {
  const { kinds, end, followed } = endings();
  const { gate, of, until, reported } = await startBehindGate(t, kinds);
  gate.refuse();
  end();
  await sleep(OUTAGE_MS);
  gate.admit();
  const [completed, failed, waiting] = await Promise.all([
    until(of('completes')),
    until(of('fails')),
    until(of('is_tried_again'), ({ retries }) => retries === 1),
  ]);
  assert.deepEqual([completed.status, completed.result, completed.attempts], ['completed', '{"done":true}', 1]);
  assert.deepEqual([failed.status, failed.error_reason, failed.attempts], ['failed', 'task_error', 1]);
  assert.deepEqual([waiting.status, waiting.deaths, waiting.attempts], ['queued', 0, 1]);
  assert.deepEqual(followed, ['fails']);
  assert.deepEqual(reported.sort(), ['fails', 'is_tried_again'], 'each failure is told once');
});

test('a worker that is asked to end does not wait for a database that cannot be reached', async (t) => {
  const { kinds, end } = endings();
  const { gate, runner, of, taskRow, work, until } = await startBehindGate(t, kinds);
  gate.refuse();
  end();
  await sleep(500);
  const began = performance.now();
  await runner.stop({ graceMs: 500 }).catch(() => {});
  assert.ok(performance.now() - began < ENDS_WITHIN_MS, `it took ${performance.now() - began} ms`);
  assert.equal((await taskRow(of('completes'))).status, 'running');
  // Another process takes it over once this one is heard of no more.
  await work();
  const completed = await until(of('completes'));
  assert.deepEqual([completed.status, completed.attempts, completed.deaths], ['completed', 2, 1]);
});
