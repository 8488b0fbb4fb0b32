import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { statement } from '../../src/base/database.ts';
import { claimTasks, releaseWaiting } from '../../src/tasks/running-task.store.ts';
import { kinds } from './kinds.ts';
import { handClock, taskWorld } from './world.ts';

const TIMES = { timeoutSeconds: 60, resumable: true };
const running = statement<[], { type: string }>(`select type from task where status = 'running'`);
const ofTheService = statement<[], never>(`update task set organization_id = null where type = 'put_back'`);
const countTasks = statement<[], { count: number }>('select count(*) as count from task');
const startedInOrder = statement<[], { organization_id: number; task_tracking_id: number }>(
  'select organization_id, task_tracking_id from task order by started_at, task_tracking_id',
);

test('a task is queued at creation, then running, then completed with progress 100 and its result', async (t) => {
  const { queue, taskRow, work, until } = await taskWorld(t, kinds);
  const id = await queue('echo', { word: 'hello' });
  assert.equal((await taskRow(id)).status, 'queued');
  assert.equal((await taskRow(id)).progress, 0);
  await work();
  const done = await until(id);
  assert.equal(done.status, 'completed');
  assert.equal(done.progress, 100);
  assert.equal(done.result, '{"word":"hello","organization":1,"budget":40.0}');
  assert.equal(done.stage, 'Repeating the word');
});

test('a waiting worker starts a task at once when it is queued', async (t) => {
  const { queue, work, until } = await taskWorld(t, kinds);
  await work({ timing: { pollMs: 60_000 } });
  const began = performance.now();
  await until(await queue('silent'));
  assert.ok(performance.now() - began < 5_000);
});

test('a task is not queued when the transaction of its cause is rolled back', async (t) => {
  const { database, services, work } = await taskWorld(t, kinds);
  await work();
  const rolledBack = database.transaction(async (transaction) => {
    await services.tasks.enqueue(transaction, { type: 'silent', payload: {}, organizationId: 1 });
    throw new Error('the cause failed');
  });
  await assert.rejects(rolledBack, /the cause failed/);
  await sleep(200);
  assert.equal((await database.row(countTasks))?.count, 0);
});

test('work that does not exist, or with a payload it does not take, is refused where it is queued', async (t) => {
  const { queue } = await taskWorld(t, kinds);
  await assert.rejects(queue('unheard_of'), /no task of type/);
  await assert.rejects(queue('echo', { wort: 'hello' }));
  await assert.rejects(queue('echo', { word: 'hello' }, null), /needs an organization/);
  await assert.rejects(queue('nightly', {}, 1), /takes no organization/);
});

test('while a task with the same key is unfinished no other is added, however many ask at once', async (t) => {
  const { database, services, work, until } = await taskWorld(t, kinds);
  const add = (organizationId: number) =>
    services.tasks.enqueue(database, { type: 'silent', payload: {}, organizationId, onlyOne: 'sync' });
  const ids = new Set(await Promise.all(Array.from({ length: 200 }, () => add(1))));
  assert.equal(ids.size, 1);
  const other = await add(2);
  assert.ok(!ids.has(other));
  await work();
  const [first = 0] = ids;
  await until(first);
  assert.notEqual(await add(1), first);
});

test('a key that is asked for while tasks finish is never left without a task', async (t) => {
  const { database, services, work, until } = await taskWorld(t, kinds);
  await work();
  const add = () =>
    services.tasks.enqueue(database, { type: 'silent', payload: {}, organizationId: 1, onlyOne: 'sync' });
  const ids = new Set<number>();
  for (let round = 0; round < 100; round += 1) {
    for (const id of await Promise.all([add(), add(), add()])) ids.add(id);
  }
  for (const id of ids) assert.equal((await until(id)).status, 'completed');
});

test('a task with a time to wait for starts after it', async (t) => {
  const clock = handClock('2026-03-01T12:00:00Z');
  const { database, services, work, taskRow, until } = await taskWorld(t, kinds, { clock });
  await work({ timing: { deadAfterMs: 1e12, silentAfterMs: 1e12 } });
  const notBefore = Date.parse('2026-03-01T13:00:00Z');
  const id = await services.tasks.enqueue(database, { type: 'silent', payload: {}, organizationId: 1, notBefore });
  await sleep(200);
  assert.equal((await taskRow(id)).status, 'queued');
  clock.turnTo('2026-03-01T13:00:00Z');
  assert.equal((await until(id)).status, 'completed');
});

test('a task that waits begins at once when the same is asked for urgently, and goes on waiting otherwise', async (t) => {
  const clock = handClock('2026-03-01T12:00:00Z');
  const { database, services, work, taskRow, until } = await taskWorld(t, kinds, { clock });
  await work({ timing: { pollMs: 60_000, deadAfterMs: 1e12, silentAfterMs: 1e12 } });
  const add = (more: { notBefore?: number; urgent?: boolean } = {}) =>
    services.tasks.enqueue(database, { type: 'silent', payload: {}, organizationId: 1, onlyOne: 'sync', ...more });
  const id = await add({ notBefore: Date.parse('2026-03-01T13:00:00Z') });
  assert.equal(await add(), id);
  await sleep(200);
  assert.equal((await taskRow(id)).status, 'queued');
  assert.equal(await add({ urgent: true }), id);
  assert.equal((await until(id)).status, 'completed');
});

test('a task that was put back to wait says nothing of what it did before', async (t) => {
  const { queue, work, until, taskRow } = await taskWorld(t, kinds);
  await work();
  const id = await queue('put_back');
  const waiting = await until(id, ({ retries }) => retries === 1);
  assert.deepEqual([waiting.status, waiting.stage], ['queued', null]);
  assert.equal((await taskRow(id)).finished_at, null);
});

test('organizations take turns: one that queued a hundred tasks does not hold up another', async (t) => {
  const { database, queue, work, until } = await taskWorld(t, kinds, { taskConcurrency: 1 });
  for (let i = 0; i < 100; i += 1) await queue('silent', {}, 1);
  const second = await queue('silent', {}, 2);
  await work();
  await until(second);
  const order = (await database.rows(startedInOrder)).map((row) => row.organization_id);
  assert.ok(order.indexOf(2) <= 3, `it was number ${order.indexOf(2)}`);
});

test('what an organization asked for a hundred times holds up nothing else of its own', async (t) => {
  const { database, queue, work, until } = await taskWorld(t, kinds, { taskConcurrency: 1 });
  for (let i = 0; i < 100; i += 1) await queue('silent', {}, 1);
  const other = await queue('echo', { word: 'hello' }, 1);
  await work();
  await until(other);
  const place = (await database.rows(startedInOrder)).findIndex(({ task_tracking_id }) => task_tracking_id === other);
  assert.ok(place <= 3, `it was number ${place}`);
});

test('what the service itself tries again goes behind what others have waited with since', async (t) => {
  const { database, queue, work, until } = await taskWorld(t, kinds);
  const worker = await work();
  const again = await Promise.all([1, 2, 3].map(() => queue('put_back', {}, 1)));
  for (const id of again) await until(id, ({ retries }) => retries === 1);
  await worker.stop({ graceMs: 0 });
  await database.execute(ofTheService);
  const others = [await queue('silent', {}, 2), await queue('silent', {}, 3)];
  const later = '2099-01-01T00:00:00Z';
  await database.execute(releaseWaiting, later);
  others.push(await queue('silent', {}, 4));
  const claimable = JSON.stringify({ silent: TIMES, put_back: TIMES });
  const order = [];
  for (const _ of [...again, ...others]) {
    const [claimed] = await database.rows(claimTasks, 'somebody', later, claimable, 1, []);
    order.push(claimed?.task_tracking_id);
  }
  assert.deepEqual(order, [...others, ...again.sort((a, b) => a - b)]);
});

for (const [whose, type, organization] of [
  ['one organization', 'obedient', 1],
  ['no organization', 'vigil', null],
] as const) {
  test(`tasks of ${whose} that do not end leave places to the others`, async (t) => {
    const { database, queue, work, until } = await taskWorld(t, kinds);
    for (let i = 0; i < 12; i += 1) await queue(type, {}, organization);
    await work({ places: 8, placesOfOne: 2, timing: { pollMs: 60_000 } });
    for (let i = 0; i < 5; i += 1) await until(await queue('silent', {}, 2));
    assert.equal((await database.rows(running)).length, 2);
  });
}
