import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { z } from 'zod';
import { wholeSuite } from '../../harness/service.ts';
import { refused, refusedFields } from '../answers.ts';
import { bodyOf, type Organization } from '../organization.ts';
import { startWorld, type Writes } from '../world.ts';

const logged = z.object({ actions: z.array(z.looseObject({ id: z.string(), changes: z.unknown() })) });

describe('PUT state', () => {
  const suite = wholeSuite();
  let writes: Writes;
  let org: Organization;

  before(async () => {
    writes = await startWorld(suite);
    org = await writes.organization();
  });

  const stateOf = async (slug: string) => (await org.campaign(slug)).state;
  const statusOf = async (name: string) => (await writes.platform.campaign(name))?.status;

  test('a launch answers 200 with both ids, and its task ends with campaign, url, state and synced_at', async () => {
    const slug = await org.draft({ name: 'Launched' });
    assert.equal((await org.campaign(slug)).last_synced_at, null);
    const answer = await org.state(slug, 'live');
    assert.equal(answer.status, 200, answer.text);
    const { accepted, action_id, task_tracking_id, ...rest } = bodyOf(answer);
    assert.deepEqual([accepted, rest], [true, {}]);
    assert.match(String(action_id), /^act_/);
    assert.ok(Number.isInteger(task_tracking_id));
    const { status, result } = await org.settled(Number(task_tracking_id));
    assert.equal(status, 'completed');
    const { synced_at, ...told } = result ?? {};
    assert.deepEqual(told, {
      campaign: slug,
      url: `http://localhost:3000/o/${org.slug}/campaigns/${slug}`,
      state: 'live',
    });
    assert.match(String(synced_at), /^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    const here = await org.campaign(slug);
    assert.equal(here.state, 'live');
    assert.notEqual(here.last_synced_at, null);
  });

  test('what is launched is in the platform with everything it is made of', async () => {
    const slug = await org.draft({ name: 'Complete', budget: 41, target_cpa: '12.34' });
    await org.negativesAdded(slug, ['free', 'diy'], { match_type: 'exact' });
    await org.moved(slug, 'live');
    const there = await writes.platform.campaign('Complete');
    assert.ok(there);
    assert.deepEqual([there.status, there.budget, there.targetCpa], ['enabled', '41.00', '12.34']);
    assert.deepEqual(there.negatives.map(({ text, matchType }) => `${text} ${matchType}`).sort(), [
      'diy exact',
      'free exact',
    ]);
    assert.deepEqual(
      there.locations.map(({ id }) => id),
      ['2840'],
    );
    assert.deepEqual([there.sitelinks.length, there.callouts.length, there.ads.length], [1, 1, 1]);
    assert.deepEqual(there.ads[0]?.keywords.map(({ text }) => text).sort(), [
      'clogged drain plumber',
      'drain cleaning austin',
    ]);
  });

  test('draft to live, live to paused, paused to live, live to draft, draft to live', async () => {
    const slug = await org.draft({ name: 'Round trip' });
    for (const [state, status] of [
      ['live', 'enabled'],
      ['paused', 'paused'],
      ['live', 'enabled'],
      ['draft', 'paused'],
      ['live', 'enabled'],
      ['draft', 'paused'],
      ['paused', 'paused'],
    ] as const) {
      await org.moved(slug, state);
      assert.deepEqual([await stateOf(slug), await statusOf('Round trip')], [state, status]);
    }
    assert.equal((await writes.platform.campaigns()).filter(({ name }) => name === 'Round trip').length, 1);
  });

  test('a campaign that is a draft again keeps its link, and launching it is no first launch', async () => {
    const slug = await org.draft({ name: 'Again' });
    await org.moved(slug, 'live');
    await org.moved(slug, 'draft');
    await org.stripOf(slug, 'campaign_location');
    const preview = await org.state(slug, 'live', { dryRun: true });
    assert.equal(bodyOf(preview).blocked_by, null, preview.text);
    const id = (await writes.platform.campaign('Again'))?.id;
    await org.moved(slug, 'live');
    assert.equal((await writes.platform.campaign('Again'))?.id, id);
  });

  test('a draft may rest before its first launch, which it still has before it', async () => {
    const slug = await org.draft({ name: 'Resting', locations: [] });
    await org.moved(slug, 'paused');
    assert.equal(await stateOf(slug), 'paused');
    assert.equal(await writes.platform.campaign('Resting'), null);
    refused(await org.state(slug, 'live'), 'launch_blocked', { blocked_by: 'location' });
  });

  test('the state that a campaign has already makes no action and costs nothing', async () => {
    const slug = await org.draft();
    const used = await org.writesUsed();
    assert.deepEqual((await org.state(slug, 'draft')).json, {
      accepted: true,
      task_tracking_id: null,
      action_id: null,
    });
    const preview = await org.state(slug, 'draft', { dryRun: true });
    assert.deepEqual(bodyOf(preview).would_change, { state: { from: 'draft', to: 'draft' } });
    assert.equal(bodyOf(preview).blocked_by, null);
    assert.equal(await org.writesUsed(), used);
  });

  test('a dry run, which is the default, says what would change and changes nothing', async () => {
    const slug = await org.draft({ name: 'Only looked' });
    const path = `/organizations/${org.slug}/campaigns/${slug}/state`;
    for (const answer of [
      await org.send('PUT', path, { state: 'live' }),
      await org.send('PUT', path, { state: 'live', dry_run: true }),
    ]) {
      assert.equal(answer.status, 200);
      const { dry_run, would_change, blocked_by } = bodyOf(answer);
      assert.deepEqual(
        { dry_run, would_change, blocked_by },
        { dry_run: true, would_change: { state: { from: 'draft', to: 'live' } }, blocked_by: null },
      );
    }
    assert.equal(await stateOf(slug), 'draft');
    assert.equal(await writes.platform.campaign('Only looked'), null);
  });

  for (const state of ['paused', 'draft'] as const) {
    test(`${state}: what rests here and was let run in the platform since is stopped there`, async () => {
      const name = `Resting ${state}`;
      const slug = await org.draft({ name });
      await org.moved(slug, 'live');
      await org.moved(slug, state);
      assert.equal(bodyOf(await org.state(slug, state)).action_id, null, 'it rests there, too');
      await writes.platform.edit(name, 'status', 'ENABLED');
      const { task_tracking_id, action_id } = bodyOf(await org.state(slug, state));
      assert.equal((await org.settled(Number(task_tracking_id))).status, 'completed');
      assert.equal(await statusOf(name), 'paused');
      assert.equal(await stateOf(slug), state);
      const log = await org.send('GET', `/organizations/${org.slug}/actions`, undefined, { key: org.keys.owner.key });
      const { actions } = logged.parse(log.json);
      assert.deepEqual(actions.find(({ id }) => id === action_id)?.changes, [
        { field: 'state', from: 'live', to: state },
      ]);
    });
  }

  test('a state other than live, paused or draft is refused', async () => {
    const slug = await org.draft();
    for (const state of ['error', 'LIVE', 'enabled', '', null, 1, ['live']]) {
      const answer = await org.send('PUT', `/organizations/${org.slug}/campaigns/${slug}/state`, { state });
      assert.deepEqual(refusedFields(answer), ['state']);
    }
    assert.deepEqual(refusedFields(await org.send('PUT', `/organizations/${org.slug}/campaigns/${slug}/state`, {})), [
      'state',
    ]);
    refused(await org.state('no-such', 'live'), 'not_found');
  });

  test('a member, and a key without campaigns:write, set no state', async () => {
    const slug = await org.draft();
    const { key } = await writes.world.addKey({
      creator: org.people.owner,
      organization: org,
      scopes: ['campaigns:read', 'keywords:write'],
    });
    for (const sending of [{ key: org.keys.member.key }, { key }]) {
      refused(await org.state(slug, 'live', sending), 'insufficient_scope');
      refused(await org.state(slug, 'live', { ...sending, dryRun: true }), 'insufficient_scope');
    }
    assert.equal(await stateOf(slug), 'draft');
  });
});
