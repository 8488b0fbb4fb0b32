import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { slugOf } from '../../../src/campaigns/slug.ts';
import { wholeSuite } from '../../harness/service.ts';
import { refused } from '../answers.ts';
import { bodyOf } from '../organization.ts';
import { growDraft } from '../recommend.ts';
import type { Writes } from '../world.ts';
import { startGatedWorld } from './gated-world.ts';
import type { PlatformGate } from './platform-gate.ts';

describe('a stop that comes while something else is under way', () => {
  const suite = wholeSuite();
  let world: Writes;
  let gate: PlatformGate;

  before(async () => {
    ({ world, gate } = await startGatedWorld(suite));
  });

  const statusOf = async (name: string) =>
    (await world.platform.campaigns()).find((campaign) => campaign.name === name)?.status;

  for (const isRead of [false, true]) {
    test(`lets run what grew out of the campaign that stops, ${isRead ? 'also while that is read' : 'asked for just before'}`, async () => {
      const org = await world.organization({ cap: 50_000 });
      const [old, grown] = [`Old ${isRead}`, `Grown ${isRead}`];
      const source = await org.live({ name: old, budget: 40 });
      await org.applied(source, growDraft(grown));
      await org.quiet();
      const reading = isRead ? gate.hold('asked', 'searchStream') : undefined;
      assert.equal((await org.state(slugOf(grown), 'live')).status, 200);
      await reading?.reached;
      const stopping = org.state(source, 'paused');
      reading?.open();
      assert.equal((await stopping).status, 200);
      await org.quiet();
      assert.deepEqual([await statusOf(grown), await statusOf(old)], ['ENABLED', 'PAUSED']);
      assert.equal((await org.campaign(slugOf(grown))).state, 'live');
    });
  }

  test('cuts off an undo that was not sent yet: asked for again, that is made', async () => {
    const org = await world.organization({ cap: 50_000 });
    const slug = await org.live({ name: 'Cut off twice', budget: 40 });
    await org.quiet();
    const answer = gate.hold('answered', 'mutate', /amount/i);
    const editing = org.patch(slug, { budget: 50, dry_run: false });
    await answer.reached;
    assert.equal((await org.state(slug, 'paused')).status, 200);
    answer.lose();
    await editing;
    await world.sync(org);
    await org.moved(slug, 'live');
    await org.quiet();
    await world.sync(org);
    const { actions } = await org.log();
    const edit = actions.find(({ op }) => op === 'update_campaign');
    assert.ok(edit);
    const reading = gate.hold('asked', 'searchStream');
    const undoing = org.undo(edit.id);
    await reading.reached;
    assert.equal((await org.state(slug, 'paused')).status, 200);
    reading.lose();
    refused(await undoing, 'ad_platform_unavailable');
    await org.quiet();
    assert.deepEqual(bodyOf(await org.undo(edit.id)).restored, ['budget']);
    assert.equal((await org.campaign(slug)).budget, 40);
  });
});
