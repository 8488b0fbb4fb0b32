import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allTasks, schedule as everySchedule } from '../../catalogue.ts';
import { openDatabase, statement } from '../../src/base/database.ts';
import { scheduleKeeper } from '../../src/tasks/schedule-keeper.ts';
import { kinds } from './kinds.ts';
import { eventually, handClock, servicesOn, taskWorld } from './world.ts';

const schedule = [{ name: 'every_night', cron: '0 3 * * *', type: 'nightly' }];

const queued = statement<[], { count: number }>("select count(*) as count from task where type = 'nightly'");
const finishAll = statement<[], never>(
  "update task set status = 'completed', finished_at = now() where status in ('queued', 'running')",
);

test('each due time is queued exactly once over two processes', async (t) => {
  const clock = handClock('2026-03-01T12:00:00Z');
  const { url, database } = await taskWorld(t, kinds, { clock });
  const others = Array.from({ length: 2 }, () => openDatabase({ url }));
  t.after(() => Promise.all(others.map((other) => other.close())));
  const keepers = [database, ...others].map((db) => scheduleKeeper(servicesOn(db, kinds, { clock }), schedule));
  const look = () => Promise.all([...keepers, ...keepers].map((keep) => keep()));

  await look();
  assert.equal((await database.row(queued))?.count, 0, 'a schedule counts from when it is first seen');
  for (let night = 2; night <= 10; night += 1) {
    clock.turnTo(`2026-03-${String(night).padStart(2, '0')}T03:00:00Z`);
    await look();
    assert.equal((await database.row(queued))?.count, night - 1);
    await database.execute(finishAll);
  }
});

test('what was missed while nothing ran is run once at start', async (t) => {
  const clock = handClock('2026-03-01T12:00:00Z');
  const { database, services } = await taskWorld(t, kinds, { clock });
  await scheduleKeeper(services, schedule)();
  clock.turnTo('2026-03-09T12:00:00Z');
  await scheduleKeeper(services, schedule)();
  await scheduleKeeper(services, schedule)();
  assert.equal((await database.row(queued))?.count, 1);
});

test('while scheduled work is unfinished no more of it is queued', async (t) => {
  const clock = handClock('2026-03-01T12:00:00Z');
  const { database, services } = await taskWorld(t, kinds, { clock });
  const keep = scheduleKeeper(services, schedule);
  for (const time of ['2026-03-01T12:00:00Z', '2026-03-02T03:00:01Z', '2026-03-03T03:00:01Z']) {
    clock.turnTo(time);
    await keep();
  }
  assert.equal((await database.row(queued))?.count, 1);
});

test('a worker keeps the schedule and runs what is due', async (t) => {
  const { database, work } = await taskWorld(t, kinds);
  await work({ schedule: [{ name: 'every_second', cron: '* * * * * *', type: 'nightly' }] });
  const completed = statement<[], { count: number }>("select count(*) as count from task where status = 'completed'");
  await eventually('two runs', async () => ((await database.row(completed))?.count ?? 0) >= 2 || undefined);
});

test('a schedule that names no service task keeps the worker from starting', async (t) => {
  const { work } = await taskWorld(t, kinds);
  await assert.rejects(work({ schedule: [{ name: 'wrong', cron: '* * * * *', type: 'echo' }] }), /no service task/);
});

test('everything in the schedule has a name of its own and starts work of the service itself', () => {
  const own = new Set(allTasks.filter(({ inOrganization }) => !inOrganization).map(({ type }) => type));
  for (const { name, type } of everySchedule) assert.ok(own.has(type), name);
  const names = everySchedule.map(({ name }) => name);
  assert.equal(new Set(names).size, names.length);
});
