import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { wholeSuite } from '../../harness/service.ts';
import { bodyOf, type Organization } from '../organization.ts';
import { arrange, undoableWrites } from '../samples.ts';
import { startWorld, type Writes } from '../world.ts';

describe('undo', () => {
  const suite = wholeSuite();
  let writes: Writes;
  let org: Organization;

  before(async () => {
    writes = await startWorld(suite);
    org = await writes.organization();
  });

  /** A campaign as it stands here, without when it was synced, and as the platform has it. */
  async function standing(slug: string) {
    const { last_synced_at: _, ...here } = await org.campaign(slug);
    return { here, there: await writes.platform.campaign(String(here.name)) };
  }

  for (const name of undoableWrites()) {
    test(`of ${name} leads back to what was, here and in the platform, and again changes nothing`, async () => {
      const { slug, send } = await arrange(name, org);
      const before = await standing(slug);
      const answer = await send();
      assert.equal(answer.status, 200, answer.text);
      await org.quiet();
      assert.notDeepEqual(await standing(slug), before);
      const { action_id } = bodyOf(answer);
      const { restored } = await org.undone(action_id);
      assert.ok(Array.isArray(restored) && restored.length > 0);
      await org.quiet();
      assert.deepEqual(await standing(slug), before);
      const used = await org.writesUsed();
      await writes.platform.forgetRequests();
      for (let again = 0; again < 2; again += 1) {
        assert.deepEqual(await org.undone(action_id), { undone: true, action_id, restored: [] });
      }
      assert.deepEqual([await writes.platform.mutates(), await org.writesUsed()], [0, used]);
    });
  }

  test('gives name, budget and target CPA their old values back, on a draft', async () => {
    const slug = await org.draft({ name: 'Old', budget: 40, target_cpa: '9.99' });
    const before = await org.campaign(slug);
    const { action_id } = await org.edited(slug, { name: 'New', budget: 50, target_cpa: 12 });
    const answer = await org.undone(action_id);
    assert.deepEqual(answer, { undone: true, action_id, restored: ['name', 'budget', 'target_cpa'] });
    assert.deepEqual(await org.campaign(slug), before);
  });

  test('and in the platform, on a live campaign; a target that was not set is not set again', async () => {
    const slug = await org.live({ name: 'Old there', budget: 40 });
    const { action_id } = await org.edited(slug, { name: 'New there', budget: 50, target_cpa: 12 });
    await org.undone(action_id);
    const there = await writes.platform.campaign('Old there');
    assert.deepEqual([there?.budget, there?.targetCpa], ['40.00', null]);
    const here = await org.campaign(slug);
    assert.deepEqual([here.name, here.budget, here.target_cpa], ['Old there', 40, null]);
  });

  test('takes negative keywords off again, on a draft and in the platform', async () => {
    for (const slug of [await org.draft({ name: 'Draft' }), await org.live({ name: 'Live' })]) {
      await org.negativesAdded(slug, ['kept']);
      const { action_id } = await org.negativesAdded(slug, ['free', 'jobs'], { match_type: 'exact' });
      const { restored } = await org.undone(action_id);
      assert.ok(Array.isArray(restored) && restored.length === 2);
      assert.equal((await org.campaign(slug)).negative_keywords_count, 1);
    }
    assert.deepEqual(
      (await writes.platform.campaign('Live'))?.negatives.map(({ text }) => text),
      ['kept'],
    );
  });

  test('of a state change starts the reverse transition in the background', async () => {
    const slug = await org.live({ name: 'Reversed' });
    const pause = await org.moved(slug, 'paused');
    const { restored, task_tracking_id } = await org.undone(pause);
    assert.deepEqual(restored, ['state']);
    const task = await org.settled(Number(task_tracking_id));
    assert.deepEqual([task.status, task.result?.state], ['completed', 'live']);
    assert.equal((await writes.platform.campaign('Reversed'))?.status, 'enabled');
    assert.equal((await org.campaign(slug)).state, 'live');
  });

  test('of a move to draft starts the campaign again', async () => {
    const slug = await org.live({ name: 'Back and forth' });
    const draft = await org.moved(slug, 'draft');
    assert.equal((await writes.platform.campaign('Back and forth'))?.status, 'paused');
    const { task_tracking_id } = await org.undone(draft);
    assert.equal((await org.settled(Number(task_tracking_id))).result?.state, 'live');
    assert.equal((await writes.platform.campaign('Back and forth'))?.status, 'enabled');
  });

  test('of a move between paused and draft, of which the platform sees nothing, leads back', async () => {
    const slug = await org.live({ name: 'At rest' });
    await org.moved(slug, 'paused');
    const draft = await org.moved(slug, 'draft');
    const paused = await org.moved(slug, 'paused');
    for (const [action, state] of [
      [paused, 'draft'],
      [draft, 'paused'],
    ] as const) {
      const { task_tracking_id } = await org.undone(action);
      await org.settled(Number(task_tracking_id));
      assert.equal((await org.campaign(slug)).state, state);
    }
  });

  test('of a first launch pauses the campaign in the platform and keeps its link', async () => {
    const slug = await org.draft({ name: 'Taken back' });
    const launch = await org.moved(slug, 'live');
    const { task_tracking_id } = await org.undone(launch);
    await org.settled(Number(task_tracking_id));
    assert.equal((await org.campaign(slug)).state, 'draft');
    const there = await writes.platform.campaign('Taken back');
    assert.equal(there?.status, 'paused');
    await org.moved(slug, 'live');
    assert.equal((await writes.platform.campaign('Taken back'))?.id, there?.id);
  });

  test('of a launch from error leads to a draft', async () => {
    const slug = await org.draft({ name: 'From error', state: 'error' });
    const launch = await org.moved(slug, 'live');
    const { task_tracking_id } = await org.undone(launch);
    await org.settled(Number(task_tracking_id));
    assert.equal((await org.campaign(slug)).state, 'draft');
    assert.equal((await writes.platform.campaign('From error'))?.status, 'paused');
  });

  test('of a change that was made after one that failed leads back to what was before the error', async () => {
    const slug = await org.live({ name: 'Failed before' });
    await writes.platform.fail('policy', 1, 'mutate');
    const { task_tracking_id } = bodyOf(await org.state(slug, 'paused'));
    assert.equal((await org.settled(Number(task_tracking_id))).status, 'failed');
    assert.equal((await org.campaign(slug)).state, 'error');
    const paused = await org.moved(slug, 'paused');
    const { task_tracking_id: undoing } = await org.undone(paused);
    await org.settled(Number(undoing));
    assert.equal((await org.campaign(slug)).state, 'live');
    assert.equal((await writes.platform.campaign('Failed before'))?.status, 'enabled');
  });

  test('counts as an executed write', async () => {
    const own = await writes.organization();
    const { action_id } = await own.edited(await own.draft({ budget: 40 }), { budget: 44 });
    await own.undone(action_id);
    assert.equal(await own.writesUsed(), 2);
  });

  test('by several at once restores once', async () => {
    const slug = await org.live({ budget: 40 });
    const { action_id } = await org.edited(slug, { budget: 44 });
    const used = await org.writesUsed();
    const answers = await Promise.all(Array.from({ length: 8 }, () => org.undone(action_id)));
    assert.equal(answers.filter(({ restored }) => Array.isArray(restored) && restored.length > 0).length, 1);
    assert.equal(await org.writesUsed(), used + 1);
    assert.equal((await org.campaign(slug)).budget, 40);
  });
});
