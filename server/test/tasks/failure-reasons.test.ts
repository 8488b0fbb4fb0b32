import assert from 'node:assert/strict';
import { test } from 'node:test';
import { statement } from '../../src/base/database.ts';
import { FAILURE_REASONS } from '../../src/tasks/failure-reasons.ts';
import { kinds } from './kinds.ts';
import { taskWorld } from './world.ts';

const REASONS = [
  'task_error',
  'stuck_timeout',
  'killed_by_restart',
  'worker_shutdown',
  'setup_required',
  'google_ads_refused',
  'google_ads_connection_broken',
];

test('there are seven failure reasons, each with a message on what to do next', () => {
  assert.deepEqual(Object.keys(FAILURE_REASONS), REASONS);
  for (const message of Object.values(FAILURE_REASONS)) assert.match(message, /start|finish|correct|reconnect/i);
});

test('a failed task carries the reason it failed with and a message', async (t) => {
  const { queue, work, until } = await taskWorld(t, kinds);
  await work();
  const cases = [
    ['setup_required', 'setup_required', /Finish the set-up/],
    ['google_ads_refused', 'google_ads_refused', /^Google Ads says: the headline is too long\.$/],
    ['google_ads_connection_broken', 'google_ads_connection_broken', /reconnect/],
    ['refusal', 'setup_required', /^Select an ad account first\.$/],
  ] as const;
  for (const [how, reason, message] of cases) {
    const failed = await until(await queue('failing', { how }));
    assert.equal(failed.status, 'failed');
    assert.equal(failed.error_reason, reason);
    assert.match(failed.error_message ?? '', message);
    assert.equal(failed.progress, 0);
    assert.equal(failed.result, null);
  }
});

test('an error that nobody declared fails the task with task_error and shows nothing of the inside', async (t) => {
  const { queue, work, until } = await taskWorld(t, kinds);
  await work();
  for (const how of ['bug', 'unserialisable']) {
    const failed = await until(await queue('failing', { how }));
    assert.equal(failed.error_reason, 'task_error');
    assert.equal(failed.error_message, FAILURE_REASONS.task_error);
  }
});

test('an error that may pass is tried again as often as the definition says', async (t) => {
  const { queue, work, until } = await taskWorld(t, kinds);
  await work();
  const passed = await until(await queue('flaky', { failures: 2 }));
  assert.equal(passed.status, 'completed');
  assert.equal(passed.result, '{"attempts":3}');
  const failed = await until(await queue('flaky', { failures: 3 }));
  assert.equal(failed.error_reason, 'task_error');
  assert.equal(failed.error_message, 'Not now.');
  assert.equal(failed.attempts, 3);
});

test('a finished task never changes again', async (t) => {
  const { database, queue, work, until, taskRow } = await taskWorld(t, kinds);
  await work();
  const id = await until(await queue('silent')).then(() => queue('failing', { how: 'bug' }));
  const before = await until(id);
  const revive = statement<[id: number], never>(
    "update task set status = 'queued', error_reason = null, error_message = null, finished_at = null where task_tracking_id = $1",
  );
  await assert.rejects(database.execute(revive, id), /never changes again/);
  assert.deepEqual(await taskRow(id), before);
});
