import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { z } from 'zod';
import { wholeSuite } from '../../harness/service.ts';
import { refused } from '../answers.ts';
import { bodyOf, type Organization } from '../organization.ts';
import { startWorld, type Writes } from '../world.ts';

describe('a change of state that fails', () => {
  const suite = wholeSuite();
  let writes: Writes;
  let org: Organization;

  before(async () => {
    writes = await startWorld(suite);
    org = await writes.organization();
  });

  const stateOf = async (slug: string) => (await org.campaign(slug)).state;
  const statusOf = async (name: string) => (await writes.platform.campaign(name))?.status;

  test('a push that the platform refuses fails the task with its reason and leaves the state error', async () => {
    await org.live({ name: 'Occupied' });
    const slug = await org.draft({ name: 'Occupied' });
    const used = await org.writesUsed();
    const { task_tracking_id, action_id } = bodyOf(await org.state(slug, 'live'));
    const { status, error } = await org.settled(Number(task_tracking_id));
    assert.equal(status, 'failed');
    assert.equal(error?.reason, 'google_ads_refused');
    assert.match(error?.message ?? '', /name/i);
    assert.equal(await stateOf(slug), 'error');
    assert.equal(await org.writesUsed(), used, 'the quota is given back');
    const entry = (await org.log()).actions.find(({ id }) => id === action_id);
    assert.deepEqual([entry?.status, entry?.undone], ['failed', false]);
    refused(await org.undo(action_id), 'not_reversible');

    await org.edited(slug, { name: 'Occupied no more' });
    assert.equal(await stateOf(slug), 'error');
    await org.moved(slug, 'live');
    assert.equal(await stateOf(slug), 'live');
    assert.equal(await statusOf('Occupied no more'), 'enabled');
  });

  test('a pause that the platform refuses leaves the state error, and a later success leaves it', async () => {
    const slug = await org.live({ name: 'Hard to stop' });
    await writes.platform.fail('policy', 1, 'mutate');
    const { task_tracking_id } = bodyOf(await org.state(slug, 'paused'));
    assert.equal((await org.settled(Number(task_tracking_id))).error?.reason, 'google_ads_refused');
    assert.deepEqual([await stateOf(slug), await statusOf('Hard to stop')], ['error', 'enabled']);
    await org.moved(slug, 'paused');
    assert.deepEqual([await stateOf(slug), await statusOf('Hard to stop')], ['paused', 'paused']);
  });

  test('an error tells whether the campaign may be spending, everywhere it is read, as long as it may', async () => {
    const own = await writes.organization();
    const slug = await own.live({ name: 'Spends in error', budget: 40 });
    const told = async () => {
      const list = bodyOf(await own.send('GET', `/organizations/${own.slug}/campaigns`));
      const rows = z.object({ campaigns: z.array(z.looseObject({ slug: z.string() })) }).parse(list).campaigns;
      return [(await own.campaign(slug)).may_run, rows.find((row) => row.slug === slug)?.may_run];
    };
    const refusedTo = async (state: string) => {
      await writes.platform.fail('policy', 1, 'mutate');
      await own.settled(Number(bodyOf(await own.state(slug, state)).task_tracking_id));
      assert.equal((await own.campaign(slug)).state, 'error');
    };
    assert.deepEqual(await told(), [undefined, undefined], 'whoever is live runs');
    await refusedTo('paused');
    assert.deepEqual(await told(), [true, true]);
    await writes.turn({ seconds: 1 });
    await writes.sync(own);
    assert.deepEqual(await told(), [true, true], 'the platform was read, and has it so');
    await own.moved(slug, 'paused');
    assert.deepEqual(await told(), [undefined, undefined]);
    await refusedTo('live');
    assert.deepEqual(await told(), [undefined, undefined], 'it rests there');
    const draft = await own.draft({ state: 'error' });
    assert.equal((await own.campaign(draft)).may_run, undefined, 'it was never there');
  });

  test('a campaign that was removed in the platform never runs again', async () => {
    const own = await writes.organization();
    const slug = await own.live({ name: 'Removed there', budget: 40 });
    const { action_id } = await own.edited(slug, { budget: 42 });
    await writes.platform.edit('Removed there', 'status', 'REMOVED');
    await writes.turn({ seconds: 1 });
    await writes.sync(own);
    assert.equal((await own.campaign(slug)).state, 'paused');
    refused(await own.state(slug, 'live'), 'launch_blocked', { blocked_by: 'removed' });
    refused(await own.patch(slug, { budget: 41, dry_run: false }), 'validation_error');
    refused(await own.undo(action_id), 'not_reversible');
  });

  test('a campaign in error can be made a draft again', async () => {
    const slug = await org.draft({ state: 'error' });
    await org.moved(slug, 'draft');
    assert.equal(await stateOf(slug), 'draft');
  });

  test('a login that was revoked fails the task with google_ads_connection_broken', async () => {
    const own = await writes.organization();
    const slug = await own.draft({ name: 'Locked out' });
    await writes.platform.revoke();
    const { task_tracking_id } = bodyOf(await own.state(slug, 'live'));
    const { status, error } = await own.settled(Number(task_tracking_id));
    await writes.platform.restore();
    assert.deepEqual([status, error?.reason], ['failed', 'google_ads_connection_broken']);
    assert.match(error?.message ?? '', /reconnect/i);
    assert.equal((await own.campaign(slug)).state, 'error');
    assert.equal(await own.writesUsed(), 0);
    refused(await own.state(slug, 'live'), 'setup_required');
    const preview = await own.state(slug, 'live', { dryRun: true });
    assert.equal(bodyOf(preview).blocked_by, 'linked_account');
  });

  test('the campaign must be linked to an ad-platform account that can be reached', async () => {
    const own = await writes.organization({ account: null });
    const slug = await own.draft();
    for (const state of ['live', 'paused']) {
      refused(await own.state(slug, state), 'setup_required');
      assert.equal(bodyOf(await own.state(slug, state, { dryRun: true })).blocked_by, 'linked_account');
    }
    const linked = await writes.organization();
    const elsewhere = await linked.draft({ ad_account_id: '1000000004' });
    refused(await linked.state(elsewhere, 'live'), 'setup_required');
  });
});
