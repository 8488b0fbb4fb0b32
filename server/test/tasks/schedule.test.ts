import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allTasks, schedule as everySchedule } from '../../catalogue.ts';
import { openDatabase, statement } from '../../src/base/database.ts';
import { scheduleKeeper } from '../../src/tasks/schedule-keeper.ts';
import { notedWarnings } from '../harness/noted-warnings.ts';
import { DAY_MS, WrongClock } from '../harness/wrong-clock.ts';
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

const latestRun = statement<[], { due_at: string }>('select max(due_at) as due_at from schedule_run');
const often = [{ name: 'every_minute', cron: '* * * * *', type: 'nightly' }];

test('whose clock is ahead queues what is due by the clock of all, and no more often', async (t) => {
  const clock = new WrongClock();
  const { database, services } = await taskWorld(t, kinds, { clock });
  const keep = scheduleKeeper(services, often);
  await keep();
  for (const aheadMs of [DAY_MS, 1100 * DAY_MS, 20_000, -DAY_MS, 0]) {
    clock.aheadMs = aheadMs;
    for (let look = 0; look < 3; look += 1) await keep();
    const { due_at } = (await database.row(latestRun)) ?? { due_at: '' };
    assert.ok(Date.parse(due_at) <= Date.now(), `${due_at} with a clock ${aheadMs} ms ahead`);
    assert.ok(((await database.row(queued))?.count ?? 0) <= 1, 'a minute may have ended meanwhile');
  }
});

for (const [days, madeUpFor] of [
  [1, 0],
  // What was done before is forgotten by then, and counts as missed.
  [1100, 1],
] as const) {
  test(`a due time noted ${days} days ahead is void: work goes on by itself, once, with a warning`, async (t) => {
    const clock = handClock('2026-03-01T12:00:00Z');
    const { database, services } = await taskWorld(t, kinds, { clock });
    const { log, warnings } = notedWarnings();
    const keepers = Array.from({ length: 2 }, () => scheduleKeeper({ ...services, log }, schedule));
    const look = () => Promise.all([...keepers, ...keepers].map((keep) => keep()));
    const count = async () => (await database.row(queued))?.count;
    await look();
    clock.turnTo(new Date(Date.parse('2026-03-01T12:00:00Z') + days * DAY_MS).toISOString());
    await look();
    assert.equal(await count(), 1, 'what became due by a clock that is wrong');
    await database.execute(finishAll);

    clock.turnTo('2026-03-01T12:00:10Z');
    await look();
    assert.equal(await count(), 1 + madeUpFor);
    assert.equal(warnings.length, 1);
    await database.execute(finishAll);
    clock.turnTo('2026-03-02T03:00:00Z');
    await look();
    assert.equal(await count(), 2 + madeUpFor, 'the next comes when it is due');
    assert.equal(warnings.length, 1);
  });
}

test('a due time that another process has noted a few seconds ahead counts', async (t) => {
  const clock = handClock('2026-03-02T03:00:02Z');
  const { database, services } = await taskWorld(t, kinds, { clock });
  const keepers = Array.from({ length: 2 }, () => scheduleKeeper(services, schedule));
  await keepers[0]?.();
  for (const time of ['2026-03-03T03:00:02Z', '2026-03-03T02:59:58Z', '2026-03-03T03:00:00Z']) {
    clock.turnTo(time);
    for (const keep of keepers) await keep();
  }
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
