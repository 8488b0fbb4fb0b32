import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { statement } from '../../../src/base/database.ts';
import { requireApprovals } from '../../../src/organizations/settings.store.ts';
import { lockApprovals } from '../../../src/writes/approvals/approvals.store.ts';
import type { HttpAnswer } from '../../harness/client.ts';
import { wholeSuite } from '../../harness/service.ts';
import { refused } from '../answers.ts';
import { bodyOf, type Organization } from '../organization.ts';
import { until } from '../patience.ts';
import { startWorld, type Writes } from '../world.ts';

const waitingForLocks = statement<[], { count: number }>(
  `select count(*)::int as count from pg_locks where locktype = 'advisory' and not granted`,
);
const DAY_HOURS = 24;
const LONGEST_WAIT_MS = 15_000;

describe('sync conflicts at a launch', () => {
  const suite = wholeSuite();
  let writes: Writes;
  let org: Organization;

  before(async () => {
    writes = await startWorld(suite);
    org = await writes.organization();
  });

  /** A campaign that was launched and rests. */
  async function resting(name: string): Promise<string> {
    const slug = await org.live({ name });
    await org.moved(slug, 'paused');
    return slug;
  }

  const edits = [
    ['name', 'Renamed there', { resource: 'campaign', field: 'name', from: 'Edited name', to: 'Renamed there' }],
    ['budget', 77, { resource: 'budget', field: 'budget', from: 40, to: 77 }],
    ['status', 'ENABLED', { resource: 'campaign', field: 'state', from: 'paused', to: 'live' }],
    ['target_cpa', 9.5, { resource: 'campaign', field: 'target_cpa', from: null, to: 9.5 }],
  ] as const;

  for (const [field, value, change] of edits) {
    test(`a ${field} changed in the platform since the last sync answers sync_conflict`, async () => {
      const slug = await resting(`Edited ${field}`);
      const used = await org.writesUsed();
      await writes.platform.edit(`Edited ${field}`, field, value);
      const answer = await org.state(slug, 'live');
      refused(answer, 'sync_conflict');
      const { changes } = answer.error;
      assert.ok(Array.isArray(changes) && changes.length === 1, answer.text);
      const { at, ...told } = changes[0];
      assert.match(String(at), /^\d{4}-\d\d-\d\dT.*Z$/);
      assert.deepEqual(told, { operation: 'update', name: `Edited ${field}`, ...change });
      assert.equal((await org.campaign(slug)).state, 'paused');
      assert.equal(await org.writesUsed(), used);
    });
  }

  test('what was to wait for a person is checked as well where approvals are turned off just then', async () => {
    const careful = await writes.organization();
    const slug = await careful.live({ name: 'No longer held' });
    await careful.moved(slug, 'paused');
    await careful.requireApprovals(true);
    await writes.platform.edit('No longer held', 'budget', 77);
    let asked: Promise<HttpAnswer> | undefined;
    await writes.database.transaction(async (db) => {
      const tenancy = { organizationId: careful.id, db };
      await lockApprovals(tenancy);
      asked = careful.state(slug, 'live');
      const waits = async () => (await writes.database.row(waitingForLocks))?.count || undefined;
      await until(waits, 'it waits for whoever turns approvals off');
      await requireApprovals(tenancy, false);
    });
    refused((await asked) ?? assert.fail(), 'sync_conflict');
    assert.equal((await careful.campaign(slug)).state, 'paused');
    assert.equal((await writes.platform.campaign('No longer held'))?.status, 'paused');
  });

  test('the check runs only on the executed call', async () => {
    const slug = await resting('Previewed');
    await writes.platform.edit('Previewed', 'budget', 55);
    const preview = await org.state(slug, 'live', { dryRun: true });
    assert.equal(bodyOf(preview).blocked_by, null, preview.text);
    refused(await org.state(slug, 'live'), 'sync_conflict');
  });

  test('it concerns launches, not pauses', async () => {
    const slug = await org.live({ name: 'Stopped' });
    await writes.platform.edit('Stopped', 'budget', 55);
    await org.moved(slug, 'paused');
    assert.equal((await writes.platform.campaign('Stopped'))?.status, 'paused');
  });

  test('after the next sync the launch goes through', async () => {
    const own = await writes.organization();
    const slug = await own.live({ name: 'Caught up' });
    await own.moved(slug, 'paused');
    await writes.platform.edit('Caught up', 'budget', 55);
    refused(await own.state(slug, 'live'), 'sync_conflict');
    await writes.turn({ seconds: 1 });
    await writes.sync(own);
    assert.equal((await own.campaign(slug)).budget, 55);
    await own.moved(slug, 'live');
  });

  test('our own launches, pauses, edits and negative keywords are no conflict', async () => {
    const slug = await org.live({ name: 'Only ours', budget: 40 });
    await org.edited(slug, { budget: 44 });
    await org.edited(slug, { name: 'Still ours', target_cpa: 9.5 });
    const { action_id } = await org.negativesAdded(slug, ['free', 'cheap']);
    await org.undone(action_id);
    for (let round = 0; round < 3; round += 1) {
      await org.moved(slug, 'paused');
      await org.moved(slug, 'live');
    }
    await org.moved(slug, 'draft');
    await org.edited(slug, { budget: 40 });
    await org.moved(slug, 'live');
  });

  test('our own writes are no conflict although the platform’s clock is ahead of ours', async () => {
    await writes.emulator.control('clock', { advance_seconds: 2 });
    const slug = await org.live({ name: 'Ahead', budget: 40 });
    await org.edited(slug, { budget: 44 });
    await org.moved(slug, 'paused');
    await org.moved(slug, 'live');
    await org.moved(slug, 'paused');
    writes.clock.turn({ seconds: 2 });
    await org.moved(slug, 'live');
  });

  test('a change made there is a conflict although we once wrote the same', async () => {
    const slug = await org.live({ name: 'Same again', budget: 40 });
    await org.edited(slug, { budget: 44 });
    await org.edited(slug, { budget: 40 });
    await org.moved(slug, 'paused');
    await org.moved(slug, 'live');
    await org.moved(slug, 'paused');
    await writes.platform.edit('Same again', 'budget', 44);
    refused(await org.state(slug, 'live'), 'sync_conflict');
    await writes.platform.edit('Same again', 'budget', 40);

    const other = await org.live({ name: 'Switched' });
    await org.moved(other, 'paused');
    await org.moved(other, 'live');
    await org.moved(other, 'paused');
    await writes.platform.edit('Switched', 'status', 'ENABLED');
    refused(await org.state(other, 'live'), 'sync_conflict');
  });

  test('a change made there is a conflict although we wrote something else after it', async () => {
    const slug = await resting('Covered up');
    await writes.platform.edit('Covered up', 'budget', 55);
    await org.edited(slug, { target_cpa: 9.5 });
    await org.negativesAdded(slug, ['free']);
    refused(await org.state(slug, 'live'), 'sync_conflict');

    const other = await org.live({ name: 'Paused after it' });
    await writes.platform.edit('Paused after it', 'name', 'Paused before it');
    await org.moved(other, 'paused');
    refused(await org.state(other, 'live'), 'sync_conflict');
  });

  test('the check is skipped if the platform cannot be read', async () => {
    const slug = await resting('Unreadable');
    await writes.platform.edit('Unreadable', 'budget', 55);
    await writes.platform.fail('internal', 5, 'search');
    const answer = await org.state(slug, 'live');
    assert.equal(answer.status, 200, answer.text);
    await writes.platform.heal();
    await org.settled(Number(bodyOf(answer).task_tracking_id));
  });

  for (const method of ['search', 'token'] as const) {
    test(`the check is skipped after ten seconds if the platform is silent when asked for a ${method}`, async () => {
      // A process of its own holds no access token yet.
      const other = await writes.startProcess({ works: false });
      const slug = await resting(`Silent ${method}`);
      await writes.platform.edit(`Silent ${method}`, 'budget', 55);
      await writes.platform.fail('hang', 30, method);
      const asked = Date.now();
      const answer = await org.state(slug, 'live', { via: other });
      assert.equal(answer.status, 200, answer.text);
      assert.ok(Date.now() - asked < LONGEST_WAIT_MS, `waited ${Date.now() - asked} ms`);
      await writes.platform.heal();
      await org.settled(Number(bodyOf(answer).task_tracking_id));
    });
  }

  test('a first launch has nothing to compare with', async () => {
    const slug = await org.draft({ name: 'Brand new' });
    await writes.platform.forgetRequests();
    await org.moved(slug, 'live');
    assert.equal((await org.campaign(slug)).state, 'live');
  });

  /** Sessions end after 30 days: another Owner has just come. */
  async function newOwner(own: Organization): Promise<void> {
    const person = await writes.world.addPerson(`${own.slug}-late`);
    await writes.world.addMember(own, person, 'owner');
    own.people.owner.cookie = person.cookie;
  }

  /** Who lets a campaign run that was paused, and how. */
  const starts: Record<string, (own: Organization, slug: string, paused: string) => Promise<HttpAnswer>> = {
    'a launch': (own, slug) => own.state(slug, 'live'),
    'the undoing of a pause': (own, _, paused) => own.undo(paused),
    'a launch that waits for approval': async (own, slug) => {
      await own.requireApprovals(true);
      return own.state(slug, 'live');
    },
  };

  for (const [what, start] of Object.entries(starts)) {
    test(`${what} is not carried out on what was read before the platform remembers, until it was read`, async () => {
      const own = await writes.organization();
      const name = `Long ago, ${what}`;
      const slug = await own.live({ name, budget: 50 });
      const paused = await own.moved(slug, 'paused');
      await writes.platform.edit(name, 'budget', 5_000);
      await writes.turn({ hours: 29 * DAY_HOURS });
      refused(await own.state(slug, 'live'), 'sync_conflict');
      await writes.turn({ hours: DAY_HOURS - 1 });
      await writes.turn({ minutes: 55 });
      await newOwner(own);
      const preview = await own.state(slug, 'live', { dryRun: true });
      assert.equal(bodyOf(preview).blocked_by, 'last_sync', preview.text);
      await own.quiet();
      assert.equal((await own.campaign(slug)).budget, 50, 'a preview has nothing read');

      const answer = await start(own, slug, paused);
      refused(answer, 'ad_platform_unavailable');
      assert.match(String(answer.error.message), /last synced more than 30 days ago/);
      await own.quiet();
      assert.equal((await writes.platform.campaign(name))?.status, 'paused');
      assert.equal((await own.campaign(slug)).budget, 5_000, 'it was read meanwhile');
      await own.requireApprovals(false);
      await own.moved(slug, 'live');
    });
  }

  test('what waits for approval is not carried out on it either', async () => {
    const own = await writes.organization();
    const slug = await own.live({ name: 'Waited long', budget: 50 });
    await own.moved(slug, 'paused');
    await own.requireApprovals(true);
    await writes.turn({ hours: 29 * DAY_HOURS });
    const { queued_recommendation_id } = (await own.state(slug, 'live')).error;
    await writes.turn({ hours: 2 * DAY_HOURS });
    await newOwner(own);
    refused(await own.decide(queued_recommendation_id, 'approve'), 'ad_platform_unavailable');
    await own.quiet();
    assert.equal((await writes.platform.campaign('Waited long'))?.status, 'paused');
    const again = await own.decide(queued_recommendation_id, 'approve');
    assert.equal(again.status, 200, again.text);
    await own.quiet();
    assert.equal((await writes.platform.campaign('Waited long'))?.status, 'enabled');
  });

  test('a campaign that was read long ago can be stopped at once', async () => {
    const slug = await org.live({ name: 'Runs long' });
    await writes.platform.edit('Runs long', 'budget', 55);
    await writes.turn({ hours: 31 * DAY_HOURS });
    const preview = await org.state(slug, 'paused', { dryRun: true });
    assert.equal(bodyOf(preview).blocked_by, null, preview.text);
    await org.moved(slug, 'paused');
    assert.equal((await writes.platform.campaign('Runs long'))?.status, 'paused');
  });
});
