import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { allTasks, schedule } from '../../catalogue.ts';
import { type Statement, statement } from '../../src/base/database.ts';
import type { Clock } from '../../src/ports/clock.ts';
import { sweep } from '../../src/tasks/sweep.ts';
import type { Work } from '../../src/tasks/task.ts';
import { workerIdentity } from '../../src/tasks/worker-process.ts';
import { notedWarnings } from '../harness/noted-warnings.ts';
import { startService, wholeSuite } from '../harness/service.ts';
import { DAY_MS, WrongClock } from '../harness/wrong-clock.ts';
import { kinds } from './kinds.ts';
import { QUICK, taskWorld } from './world.ts';

/** Removes for good, in the words of SQL; what is taken to be kept elsewhere is no removal. */
const REMOVES = /\bdelete from (?!begun_request)|drop_audit_partitions|update queued_write/;

describe('what the schedule starts', () => {
  const suite = wholeSuite();
  const started = startService(suite);
  const kindsOfSchedule = [...new Set(schedule.map(({ type }) => type))];

  /** Found by what they do where the clock is right: nobody has to remember to list one. */
  const removesByAge = new Set<string>();
  test('some of it removes what is old where both agree', async () => {
    const { service, statements } = await started;
    for (const type of kindsOfSchedule) {
      const before = statements.length;
      await run(type, { ...service.services, clock: new WrongClock() });
      if (statements.slice(before).some((text) => REMOVES.test(text))) removesByAge.add(type);
    }
    assert.deepEqual([...removesByAge].sort(), [
      'forget_expired_invitations',
      'forget_finished_tasks',
      'forget_idle_buckets',
      'forget_stale_sign_ins',
      'tidy_audit',
      'tidy_connected_apps',
      'tidy_writes',
    ]);
  });

  for (const type of kindsOfSchedule) {
    test(`${type} removes nothing where the clock of its process differs from the database's`, async () => {
      const { service, statements } = await started;
      for (const days of [1100, -1100]) {
        const clock = new WrongClock();
        clock.aheadMs = days * DAY_MS;
        const { log, warnings } = notedWarnings();
        const before = statements.length;
        await run(type, { ...service.services, clock, log });
        const removing = statements.slice(before).filter((text) => REMOVES.test(text));
        assert.deepEqual(removing, []);
        if (removesByAge.has(type)) assert.equal(warnings.length, 1, 'it says so');
      }
    });
  }

  async function run(type: string, services: Omit<Work, 'db' | 'taskId' | 'requestedBy' | 'signal' | 'stage'>) {
    const kind = allTasks.find((one) => one.type === type);
    const { signal } = new AbortController();
    const stage = async () => {};
    await kind?.run({}, null, { ...services, db: services.database, taskId: 1, requestedBy: null, signal, stage });
  }
});

/** What a clock that was a day ahead leaves behind with a task, and what it keeps from happening. */
const LEFT_AHEAD: Record<string, { left: Statement<[id: number], never>; becomes: string }> = {
  'a task that waits for its time': {
    left: statement("update task set not_before = now() + interval '1 day' where task_tracking_id = $1"),
    becomes: 'completed',
  },
  'a task whose worker died': {
    left: statement(`
      with dead as (
        insert into worker (id, host, pid, started_at, heartbeat_at)
        values ('dead', 'elsewhere', 1, now(), now() + interval '1 day')
      )
      update task set status = 'running', resumable = true, worker_id = 'dead', attempts = 1,
        heartbeat_at = now() + interval '1 day', deadline_at = now() + interval '2 days' where task_tracking_id = $1`),
    becomes: 'completed',
  },
};

for (const [what, { left, becomes }] of Object.entries(LEFT_AHEAD)) {
  test(`${what} goes on although a clock that was a day ahead noted it`, async (t) => {
    const { database, queue, work, until } = await taskWorld(t, kinds);
    const id = await queue('silent');
    await database.execute(left, id);
    await work();
    assert.equal((await until(id)).status, becomes);
  });
}

test('whose clock is ahead takes nobody else for dead', async (t) => {
  const { services, database, queue, taskRow } = await taskWorld(t, kinds);
  const id = await queue('silent');
  await database.execute(
    statement<[id: number], never>(`
      with other as (
        insert into worker (id, host, pid, started_at, heartbeat_at) values ('other', 'elsewhere', 1, now(), now())
      )
      update task set status = 'running', resumable = true, worker_id = 'other', attempts = 1, heartbeat_at = now(),
        deadline_at = now() + interval '1 hour' where task_tracking_id = $1`),
    id,
  );
  const ahead = new WrongClock();
  ahead.aheadMs = DAY_MS;
  for (const clock of [ahead, new WrongClock()] satisfies Clock[]) {
    const setting = { kinds: new Map(kinds.map((kind) => [kind.type, kind])), timing: QUICK, mayJudgeSilence: true };
    await sweep({ ...setting, services: { ...services, clock }, identity: workerIdentity() });
    assert.equal((await taskRow(id)).worker_id, 'other');
  }
});
