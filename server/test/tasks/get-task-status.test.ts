import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Caller, OrganizationAccess } from '../../src/base/caller.ts';
import { getTaskStatus } from '../../src/tasks/get-task-status.ts';
import { kinds } from './kinds.ts';
import { taskWorld, type World } from './world.ts';

const organization: OrganizationAccess = {
  organizationId: 1,
  slug: 'northwind',
  role: 'member',
  access: 'membership',
  scopes: new Set(),
};

const caller: Caller = {
  via: 'api_key',
  credentialId: 'key:1',
  personId: 1,
  email: 'ada@example.com',
  name: 'Ada',
  granted: new Set(),
  organizations: new Map([['northwind', organization]]),
  rateLimitPerMinute: null,
  expiresAt: Number.POSITIVE_INFINITY,
};

async function status({ services }: World, id: number): Promise<Record<string, unknown> | undefined> {
  const context = { ...services, caller, requestId: 'req_1', ip: '127.0.0.1', organization, db: services.database.hot };
  const organizationId = await getTaskStatus.locate?.({ task_tracking_id: id }, context);
  if (organizationId === undefined) return undefined;
  const answer = await getTaskStatus.run({ task_tracking_id: id }, { ...context, ...{ organizationId } });
  return JSON.parse(JSON.stringify(answer));
}

test('until it is finished the status of a task is running, also while it is queued', async (t) => {
  const rigged = await taskWorld(t, kinds);
  const id = await rigged.queue('obedient');
  const queued = await status(rigged, id);
  assert.deepEqual(queued, {
    task_tracking_id: id,
    type: 'obedient',
    status: 'running',
    progress: 0,
    stage: null,
    created_at: queued?.created_at,
    finished_at: null,
  });
  assert.match(String(queued?.created_at), /^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  await rigged.work();
  await rigged.until(id, (task) => task.status === 'running');
  assert.equal((await status(rigged, id))?.status, 'running');
});

test('a completed task has progress 100 and its result, with the digits it was stored with', async (t) => {
  const rigged = await taskWorld(t, kinds);
  await rigged.work();
  const id = await rigged.queue('echo', { word: 'hello' });
  await rigged.until(id);
  const done = await status(rigged, id);
  assert.equal(done?.status, 'completed');
  assert.equal(done?.progress, 100);
  assert.deepEqual(done?.result, { word: 'hello', organization: 1, budget: 40 });
  const context = { ...rigged.services, caller, requestId: 'req_1', ip: '127.0.0.1', organization, organizationId: 1 };
  const answer = await getTaskStatus.run({ task_tracking_id: id }, context);
  assert.match(JSON.stringify(answer), /"budget":40\.0/);
});

test('a completed task without a result carries none, and a failed one its reason and message', async (t) => {
  const rigged = await taskWorld(t, kinds);
  await rigged.work();
  const silent = await rigged.queue('silent');
  const failing = await rigged.queue('failing', { how: 'google_ads_refused' });
  await rigged.until(silent);
  await rigged.until(failing);
  assert.ok(!('result' in ((await status(rigged, silent)) ?? {})));
  const failed = await status(rigged, failing);
  assert.equal(failed?.status, 'failed');
  assert.equal(failed?.progress, 0);
  assert.deepEqual(failed?.error, {
    reason: 'google_ads_refused',
    message: 'Google Ads says: the headline is too long.',
  });
});

test('any other id is not found: of another organization, of the service itself, or of nothing', async (t) => {
  const rigged = await taskWorld(t, kinds);
  const elsewhere = await rigged.queue('silent', {}, 2);
  const service = await rigged.queue('nightly', {}, null);
  for (const id of [elsewhere, service, 0, -1, 999_999, Number.MAX_SAFE_INTEGER]) {
    assert.equal(await status(rigged, id), undefined);
  }
});
