import assert from 'node:assert/strict';
import { afterEach, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { wholeSuite } from '../../harness/service.ts';
import { refused } from '../answers.ts';
import { bodyOf, type Organization } from '../organization.ts';
import { addThese, exclude, pauseAll } from '../recommend.ts';
import { startWorld, type Writes } from '../world.ts';
import { agreed } from './agreed.ts';

const LASTS = 1_000;

describe('a change of several steps of which one was done and the next is not known', () => {
  const suite = wholeSuite();
  let writes: Writes;

  before(async () => {
    writes = await startWorld(suite);
  });

  afterEach(() => writes.platform.heal());

  /** Pauses two keywords, excludes two searches, whose answer is lost together with the access, and never adds a keyword. */
  async function lostInTheMiddle(fault: 'drop_after_commit' | 'drop') {
    const organization = await writes.organization({ synced: true });
    const slug = await organization.live({ budget: 40 });
    await organization.quiet();
    const standing = await agreed(writes, organization, slug);
    const id = await organization.recommend(slug, (there) => [
      ...pauseAll(there),
      ...exclude('free', 'jobs')(there),
      ...addThese('burst pipe')(there),
    ]);
    await writes.platform.forgetRequests();
    await writes.platform.fail(fault, 1, 'mutate', 1);
    const applied = organization.apply(id);
    while ((await writes.platform.mutates()) < 2) await sleep(2);
    await writes.platform.fail('revoked', LASTS, 'search');
    const answer = await applied;
    assert.match(String(answer.error.message), /Part of the change was made before that; undo act_/);
    await writes.platform.heal();
    return { organization, slug, standing, action: await lastAction(organization) };
  }

  const lastAction = async (organization: Organization) => {
    const [entry] = (await organization.log()).actions;
    assert.ok(entry);
    const { id, detail, status, undone, changes_count } = entry;
    return { id: String(id), detail: String(detail), status, undone, changes_count };
  };

  const undone = async (organization: Organization, action: string) => {
    const answer = await organization.undo(action);
    assert.equal(answer.status, 200, answer.text);
    const { restored, skipped = [] } = bodyOf(answer);
    assert.ok(Array.isArray(restored) && Array.isArray(skipped));
    return { restored, skipped };
  };

  test('undone, all that arrived is taken back, also what nobody knew of', async () => {
    const { organization, slug, standing, action } = await lostInTheMiddle('drop_after_commit');
    assert.equal(action.status, 'executed');
    assert.match(action.detail, /\(done in part, not known whether another part was: /);
    assert.equal(action.changes_count, 4, 'nothing is told of what was never begun');
    await writes.reconnect(organization);
    const { restored, skipped } = await undone(organization, action.id);
    assert.equal(restored.length, 4, JSON.stringify({ restored, skipped }));
    assert.deepEqual(skipped, []);
    await organization.quiet();
    assert.deepEqual(await agreed(writes, organization, slug), standing);
    const after = await lastAction(organization);
    assert.deepEqual([after.undone, after.changes_count], [true, 4]);
    assert.match(after.detail, /\(done in part, not known whether another part was\)/);
  });

  test('what did not arrive is named as left alone', async () => {
    const { organization, slug, standing, action } = await lostInTheMiddle('drop');
    await writes.reconnect(organization);
    const { restored, skipped } = await undone(organization, action.id);
    assert.equal(restored.length, 2, JSON.stringify({ restored, skipped }));
    assert.equal(skipped.length, 2);
    for (const one of skipped) assert.match(String(one), /it was never known whether this was done/);
    await organization.quiet();
    assert.deepEqual(await agreed(writes, organization, slug), standing);
  });

  test('nothing is undone before the platform was read: half of it would stay for good', async () => {
    const { organization, slug, standing, action } = await lostInTheMiddle('drop_after_commit');
    await writes.reconnect(organization);
    await writes.platform.fail('internal', LASTS, 'search');
    const refusal = await organization.undo(action.id);
    refused(refusal, 'ad_platform_unavailable');
    assert.equal((await lastAction(organization)).undone, false);
    await writes.platform.heal();
    await writes.turn({ minutes: 2 });
    assert.equal((await undone(organization, action.id)).restored.length, 4);
    await organization.quiet();
    assert.deepEqual(await agreed(writes, organization, slug), standing);
  });
});
