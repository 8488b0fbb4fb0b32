import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { wholeSuite } from '../../harness/service.ts';
import { refused } from '../answers.ts';
import type { Organization } from '../organization.ts';
import { startWorld, type Writes } from '../world.ts';

describe('what undo leaves alone or refuses', () => {
  const suite = wholeSuite();
  let writes: Writes;
  let org: Organization;

  before(async () => {
    writes = await startWorld(suite);
    org = await writes.organization();
  });

  test('a state that was changed since stays, also behind an error', async () => {
    const slug = await org.live({ name: 'Twice moved' });
    const paused = await org.moved(slug, 'paused');
    await org.moved(slug, 'draft');
    await writes.platform.fail('policy', 1, 'mutate');
    const { task_tracking_id } = Object((await org.state(slug, 'live')).json);
    assert.equal((await org.settled(task_tracking_id)).status, 'failed');
    assert.equal((await org.campaign(slug)).state, 'error');
    refused(await org.undo(paused), 'not_reversible');
    assert.equal((await writes.platform.campaign('Twice moved'))?.status, 'paused');
  });

  test('a campaign that was started and stopped again does not go live by undoing the first stop', async () => {
    const slug = await org.live({ name: 'Stopped twice' });
    const first = await org.moved(slug, 'paused');
    await org.moved(slug, 'live');
    const last = await org.moved(slug, 'paused', { key: org.keys.owner.key });
    const answer = await org.undo(first);
    refused(answer, 'not_reversible');
    assert.match(answer.text, /state: changed since/);
    assert.equal((await writes.platform.campaign('Stopped twice'))?.status, 'paused');
    await org.undone(last);
    await org.quiet();
    assert.equal((await writes.platform.campaign('Stopped twice'))?.status, 'enabled', 'the last one can be undone');
  });

  test('leaves alone what changed since, and names it in skipped', async () => {
    const slug = await org.draft({ name: 'Mixed', budget: 40 });
    const { action_id } = await org.edited(slug, { name: 'Changed', budget: 44 });
    await org.edited(slug, { budget: 46 });
    const { restored, skipped } = await org.undone(action_id);
    assert.deepEqual(restored, ['name']);
    assert.ok(Array.isArray(skipped) && skipped.length === 1 && String(skipped[0]).includes('budget'));
    const { name, budget } = await org.campaign(slug);
    assert.deepEqual([name, budget], ['Mixed', 46]);
  });

  test('tells names apart to the letter', async () => {
    const slug = await org.draft({ name: 'Numbered' });
    const { action_id } = await org.edited(slug, { name: '7' });
    await org.edited(slug, { name: '7.0' });
    refused(await org.undo(action_id), 'not_reversible');
    assert.equal((await org.campaign(slug)).name, '7.0');
  });

  test('where nothing can be restored answers not_reversible and changes nothing', async () => {
    const slug = await org.live({ budget: 40 });
    const first = (await org.edited(slug, { budget: 44 })).action_id;
    await org.edited(slug, { budget: 46 });
    const pause = await org.moved(slug, 'paused');
    await org.moved(slug, 'draft');
    const used = await org.writesUsed();
    for (const action of [first, pause]) refused(await org.undo(action), 'not_reversible');
    assert.equal(await org.writesUsed(), used);
    assert.equal((await org.campaign(slug)).budget, 46);
    assert.ok((await org.log()).actions.every(({ undone, campaign }) => campaign !== slug || undone === false));
  });

  test('an action in between can be undone once what came after it is', async () => {
    const slug = await org.draft({ budget: 40 });
    const first = (await org.edited(slug, { budget: 44 })).action_id;
    const second = (await org.edited(slug, { budget: 46 })).action_id;
    refused(await org.undo(first), 'not_reversible');
    await org.undone(second);
    await org.undone(first);
    assert.equal((await org.campaign(slug)).budget, 40);
  });

  test('an unknown action, and one of another organization, is not found', async () => {
    const other = await writes.organization();
    const foreign = (await other.edited(await other.draft({ budget: 40 }), { budget: 44 })).action_id;
    for (const action of [foreign, 'act_00000000000000000000000000', 'nonsense', '%00', 'rec_1']) {
      refused(await org.undo(action), 'not_found');
    }
    assert.equal((await other.log()).actions[0]?.undone, false);
  });

  test('needs recommendations:apply, which a member cannot have', async () => {
    const slug = await org.draft({ budget: 40 });
    const { action_id } = await org.edited(slug, { budget: 44 });
    const scopes = ['campaigns:write', 'keywords:write'];
    const { key } = await writes.world.addKey({ creator: org.people.owner, organization: org, scopes });
    for (const sending of [{ key }, { key: org.keys.member.key }]) {
      refused(await org.undo(action_id, sending), 'insufficient_scope', { required_scope: 'recommendations:apply' });
    }
    assert.equal((await org.campaign(slug)).budget, 44);
  });

  test('is not held to the per-call limit', async () => {
    const slug = await org.draft({ budget: 100 });
    const { action_id } = await org.edited(slug, { budget: 75 });
    await org.undone(action_id);
    assert.equal((await org.campaign(slug)).budget, 100);
    const zero = await org.draft({ budget: 0 });
    const raised = (await org.edited(zero, { budget: 500 })).action_id;
    await org.undone(raised);
    assert.equal((await org.campaign(zero)).budget, 0);
  });

  test('is held to the monthly cap', async () => {
    const own = await writes.organization({ cap: 3_000 });
    const slug = await own.draft({ budget: 100 });
    const { action_id } = await own.edited(slug, { budget: 75 });
    const other = await own.draft({ budget: 0 });
    await own.edited(other, { budget: 25 });
    refused(await own.undo(action_id), 'budget_cap_exceeded', { monthly_cap: 3_000, allowed_max_daily: 75 });
    await own.setCap(3_750);
    await own.undone(action_id);
  });

  test('does not take the budget from a campaign that has gone into the platform since', async () => {
    const slug = await org.draft({ name: 'Paid for', budget: 0 });
    const { action_id } = await org.edited(slug, { name: 'Paid', budget: 30 });
    await org.moved(slug, 'live');
    const { restored, skipped } = await org.undone(action_id);
    assert.deepEqual(restored, ['name']);
    assert.ok(Array.isArray(skipped) && String(skipped[0]).startsWith('budget'), JSON.stringify(skipped));
    assert.equal((await writes.platform.campaign('Paid for'))?.budget, '30.00');
  });

  test('that the platform declines leaves the action as it was, can be tried again, and costs nothing', async () => {
    const slug = await org.live({ name: 'First name', budget: 40 });
    const { action_id } = await org.edited(slug, { name: 'Second name' });
    await org.live({ name: 'First name' });
    const used = await org.writesUsed();
    refused(await org.undo(action_id), 'validation_error');
    assert.equal(await org.writesUsed(), used);
    assert.equal((await org.campaign(slug)).name, 'Second name');
    const entry = (await org.log()).actions.find(({ id }) => id === action_id);
    assert.deepEqual([entry?.undone, entry?.status], [false, 'executed']);
    await writes.platform.edit('First name', 'name', 'Third name');
    await org.undone(action_id);
    assert.equal((await org.campaign(slug)).name, 'First name');
  });

  test('of a failed action answers not_reversible', async () => {
    const slug = await org.live({ name: 'Refused' });
    await writes.platform.fail('policy', 1, 'mutate');
    refused(await org.patch(slug, { name: 'Never', dry_run: false }), 'validation_error');
    refused(await org.undo((await org.log()).actions[0]?.id), 'not_reversible');
  });
});
