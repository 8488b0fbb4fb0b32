import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { wholeSuite } from '../../harness/service.ts';
import { refused } from '../answers.ts';
import { bodyOf, type Organization } from '../organization.ts';
import { arrange, undoableWrites } from '../samples.ts';
import { OURS_ALONE } from '../wishes.ts';
import { startWorld, type Writes } from '../world.ts';

describe('undo on a campaign that was removed in the platform', () => {
  const suite = wholeSuite();
  let writes: Writes;
  let org: Organization;

  before(async () => {
    writes = await startWorld(suite);
    org = await writes.organization();
  });

  async function executed(name: string): Promise<{ slug: string; action: unknown }> {
    const { slug, send } = await arrange(name, org);
    const answer = await send();
    assert.equal(answer.status, 200, answer.text);
    await org.quiet();
    return { slug, action: bodyOf(answer).action_id };
  }

  const remove = async (slug: string) =>
    writes.platform.edit(String((await org.campaign(slug)).name), 'status', 'REMOVED');

  for (const name of undoableWrites().filter((one) => !OURS_ALONE.includes(one))) {
    test(`answers not_reversible for ${name}, whether a sync has told us or only the platform does`, async () => {
      const { slug, action } = await executed(name);
      await remove(slug);
      const used = await org.writesUsed();
      refused(await org.undo(action), 'not_reversible');
      await org.quiet();
      await writes.turn({ seconds: 1 });
      await writes.sync(org);
      refused(await org.undo(action), 'not_reversible');
      assert.equal(await org.writesUsed(), used);
      const entry = (await org.log()).actions.find(({ id }) => id === action);
      assert.equal(entry?.undone, false);
    });
  }

  test('answers not_reversible for a first launch', async () => {
    const slug = await org.draft();
    const launch = await org.moved(slug, 'live');
    await remove(slug);
    refused(await org.undo(launch), 'not_reversible');
    assert.equal((await org.campaign(slug)).state, 'live', 'nothing was begun');
  });

  test('has the account read, so that the campaign shows as it is', async () => {
    const { slug, action } = await executed('update_campaign');
    await remove(slug);
    await writes.turn({ seconds: 1 });
    refused(await org.undo(action), 'not_reversible');
    await org.quiet();
    assert.equal((await org.campaign(slug)).state, 'paused');
  });
});
