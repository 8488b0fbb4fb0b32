import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { statement } from '../../src/base/database.ts';
import type { Writer } from '../../src/ports/writer.ts';
import { makeWeeklyReports } from '../../src/reports/make-weekly-reports.task.ts';
import { campaignDay } from '../figures/world.ts';
import { daysBetween, type ReportWorld, reportWorld } from './world.ts';

const UNIT = 1_000_000;
const queued = statement<
  [],
  { task_tracking_id: number; organization_id: number; payload: { from: string }; requested_by_person: number | null }
>(`
  select task_tracking_id, organization_id, payload, requested_by_person from task
  where type = 'generate_report' order by task_tracking_id`);
const quotaUsed = statement<[organizationId: number], { used: number }>(
  'select coalesce(sum(used), 0)::integer as used from write_quota where organization_id = $1',
);
const unlinkOthers = statement<[organizationId: number], never>(
  `update ad_account set status = 'not_linked' where organization_id <> $1`,
);
const lockFigures = statement<[], never>('lock table campaign_day in access exclusive mode');
const running = statement<[], { running: number }>(
  `select count(*)::integer as running from task where type = 'generate_report' and status = 'running'`,
);

/** Lets the schedule's task run once, and tells what it has queued so far. */
async function round(world: ReportWorld) {
  const { services } = world.service.service;
  const work = {
    ...services,
    db: services.database,
    taskId: 0,
    requestedBy: null,
    signal: new AbortController().signal,
    stage: async () => {},
  };
  await makeWeeklyReports.run({}, null, work);
  return world.service.database.rows(queued);
}

async function figuresUpTo(world: ReportWorld, to: string): Promise<void> {
  const rows = daysBetween('2026-01-26', to).map((date) =>
    campaignDay(date, 1, { clicks: 5, costMicros: 9 * UNIT, conversions: 1 }),
  );
  await world.campaigns('2026-01-26', to, rows);
  await world.rebuild();
}

test('the engine writes the weekly report once, on Monday, after Sunday’s figures are in', async (t) => {
  const world = await reportWorld(t, { now: '2026-03-09T05:10:00.000Z' });
  await world.service.database.execute(unlinkOthers, world.organizationId);
  await figuresUpTo(world, '2026-03-07');
  await world.account('linked', { zone: 'America/New_York', syncedAt: '2026-03-08T23:00:00Z' });
  assert.deepEqual(await round(world), [], 'in New York it is Monday, and Sunday’s figures are not in');
  await figuresUpTo(world, '2026-03-08');
  await world.account('linked', { zone: 'America/New_York', syncedAt: '2026-03-09T05:00:00Z' });
  const [task, ...others] = await round(world);
  assert.ok(task);
  assert.deepEqual(
    [task.organization_id, task.payload.from, task.requested_by_person],
    [world.organizationId, '2026-03-02', null],
  );
  assert.deepEqual(others, []);
  assert.equal((await round(world)).length, 1, 'while it is being written no other is queued');
  await world.finish(task.task_tracking_id);
  assert.equal((await world.get('reports/weekly/latest')).status, 200);
  world.service.clock.turn({ hours: 48 });
  assert.equal((await round(world)).length, 1, 'and not again in the same week');
  assert.equal(
    (await world.service.database.row(quotaUsed, world.organizationId))?.used,
    0,
    'it spends nobody’s quota',
  );
});

test('on a Sunday evening in the account’s time zone the week is not over', async (t) => {
  const world = await reportWorld(t, { now: '2026-03-09T02:00:00.000Z' });
  await world.service.database.execute(unlinkOthers, world.organizationId);
  await figuresUpTo(world, '2026-03-07');
  await world.account('linked', { zone: 'America/New_York', syncedAt: '2026-03-09T01:00:00Z' });
  const [task] = await round(world);
  assert.equal(task?.payload.from, '2026-02-23', 'the report of the week before, which was never written');
});

test('where Sunday’s figures do not come the report is written on Tuesday, and says so', async (t) => {
  const world = await reportWorld(t, { now: '2026-03-09T12:00:00.000Z' });
  await world.service.database.execute(unlinkOthers, world.organizationId);
  await figuresUpTo(world, '2026-03-05');
  await world.account('linked', { syncedAt: '2026-03-06T08:00:00Z' });
  assert.deepEqual(await round(world), []);
  world.service.clock.turn({ hours: 12 });
  const [task] = await round(world);
  assert.ok(task);
  await world.finish(task.task_tracking_id);
  assert.match((await world.get('reports/weekly/latest')).text, /Only some of the days of 2–8 Mar 2026 are in/);
  world.service.clock.turn({ hours: 1 });
  assert.equal((await round(world)).length, 1, 'not again while they are missing');
  await figuresUpTo(world, '2026-03-09');
  await world.account('linked', { syncedAt: '2026-03-10T01:00:00Z' });
  const [, whole] = await round(world);
  assert.ok(whole, 'and again once they are in');
  await world.finish(whole.task_tracking_id);
  assert.match((await world.get('reports/weekly/latest')).text, /All figures of 2–8 Mar 2026 are in/);
  assert.equal((await round(world)).length, 2, 'but no more after that');
});

const writer: Writer = {
  phrase: () => Promise.reject(new Error('no ad was asked for')),
  reword: async ({ texts }) => texts.map((text) => `Well, ${text}`),
};

for (const { whose, options, begins } of [
  { whose: 'our', options: {}, begins: '\\n' },
  { whose: 'a writer’s', options: { writer }, begins: 'Well, ' },
]) {
  test(`one that was asked for before Sunday’s figures were in is written again, in ${whose} words`, async (t) => {
    const world = await reportWorld(t, { now: '2026-03-09T05:10:00.000Z', ...options });
    await world.service.database.execute(unlinkOthers, world.organizationId);
    await figuresUpTo(world, '2026-03-07');
    await world.account('linked', { syncedAt: '2026-03-08T23:00:00Z' });
    const early = await world.write();
    assert.match(early.markdown, new RegExp(`${begins}Only some of the days of 2–8 Mar 2026 are in`));
    assert.equal((await round(world)).length, 1, 'Sunday’s figures are not in');
    await figuresUpTo(world, '2026-03-08');
    await world.account('linked', { syncedAt: '2026-03-09T05:00:00Z' });
    const [, task, ...others] = await round(world);
    assert.deepEqual([task?.payload.from, task?.requested_by_person, others], ['2026-03-02', null, []]);
    assert.equal((await round(world)).length, 2, 'while it is being written no other is queued');
    await world.finish(task?.task_tracking_id ?? 0);
    const { text } = await world.get(`reports/weekly/${early.id}`);
    assert.match(text, /All figures of 2–8 Mar 2026 are in/);
    world.service.clock.turn({ hours: 1 });
    await world.account('linked', { syncedAt: '2026-03-09T06:00:00Z' });
    assert.equal((await round(world)).length, 2, 'and then no more');
  });
}

test('one that was begun before they were in, and is still being written when they are, is written again', async (t) => {
  const world = await reportWorld(t, { now: '2026-03-09T05:10:00.000Z' });
  const { database } = world.service;
  await database.execute(unlinkOthers, world.organizationId);
  await figuresUpTo(world, '2026-03-07');
  await world.account('linked', { syncedAt: '2026-03-08T23:00:00Z' });
  assert.equal((await world.post('reports/weekly')).status, 202);
  const [asked] = await database.rows(queued);
  const written = await database.forWork().transaction(async (transaction) => {
    await transaction.execute(lockFigures);
    const end = world.finish(asked?.task_tracking_id ?? 0);
    while (((await database.row(running))?.running ?? 0) === 0) await sleep(20);
    // It has begun, and waits for figures.
    await sleep(500);
    await world.account('linked', { syncedAt: '2026-03-09T05:00:00Z' });
    assert.equal((await round(world)).length, 1, 'one is under way');
    return { end };
  });
  await written.end;
  assert.match((await world.get('reports/weekly/latest')).text, /Only some of the days of 2–8 Mar 2026 are in/);
  assert.equal((await round(world)).length, 2);
});

test('one that was asked for once they were in stays, also where there are none of the first days', async (t) => {
  const world = await reportWorld(t, { now: '2026-03-09T05:10:00.000Z' });
  await world.service.database.execute(unlinkOthers, world.organizationId);
  await world.campaigns('2026-03-04', '2026-03-08', [campaignDay('2026-03-04', 1, { clicks: 5, costMicros: UNIT })]);
  await world.rebuild();
  assert.match((await world.write()).markdown, /Only some of the days of 2–8 Mar 2026 are in/);
  world.service.clock.turn({ hours: 1 });
  await world.account('linked', { syncedAt: '2026-03-09T06:00:00Z' });
  assert.equal((await round(world)).length, 1);
});

test('kill -9 in the middle leaves the old report whole, and another process writes the new one', async (t) => {
  const world = await reportWorld(t);
  await figuresUpTo(world, '2026-03-10');
  const old = await world.write();
  world.service.clock.turn({ minutes: 5 });
  assert.equal((await world.post('reports/weekly')).status, 202);
  const [, task] = await world.service.database.rows(queued);
  assert.ok(task);
  const { database } = world.service;
  await database.forWork().transaction(async (transaction) => {
    await transaction.execute(lockFigures);
    const child = fork(fileURLToPath(new URL('./worker.ts', import.meta.url)), [
      world.service.databaseUrl,
      new Date(world.service.clock.now()).toISOString(),
    ]);
    const gone = once(child, 'exit');
    t.after(() => void child.kill('SIGKILL'));
    while (((await database.row(running))?.running ?? 0) === 0) await sleep(20);
    // It has begun, and waits for figures.
    await sleep(500);
    child.kill('SIGKILL');
    await gone;
  });
  const { id, generated_at, markdown } = old;
  assert.deepEqual((await world.get('reports/weekly/latest')).json, { id, type: 'weekly', generated_at, markdown });
  assert.equal((await world.finish(task.task_tracking_id)).status, 'completed');
  const renewed = await world.get(`reports/weekly/${id}`);
  assert.notDeepEqual(renewed.json, { id, type: 'weekly', generated_at, markdown });
});
