import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { wholeSuite } from '../../harness/service.ts';
import { WISHES } from '../wishes.ts';
import { agreed } from './agreed.ts';
import { startFaultWorld, type World } from './world.ts';

describe('a change that is found in the platform after a crash', () => {
  const suite = wholeSuite();
  let world: World;

  before(async () => {
    world = await startFaultWorld(suite);
  });

  for (const [what, wish] of Object.entries(WISHES)) {
    test(`${what}: our own try, whose process died before the answer, is ours to undo`, async () => {
      const org = await world.organization();
      const slug = await org.live({ budget: 40 });
      await wish.prepare?.(org, slug);
      const start = await agreed(world, org, slug);
      const held = world.gate.hold('answered');
      const lost = wish.make(org, slug, { via: world.served() }).catch(() => null);
      await held.reached;
      await world.served().kill();
      held.open();
      await lost;
      await world.restart();
      assert.notDeepEqual(await agreed(world, org, slug), start);
      const [entry] = (await org.log()).actions;
      await org.undone(entry?.id);
      await org.quiet();
      assert.deepEqual(await agreed(world, org, slug), start);
    });
  }

  test('what somebody else had added before that try stays theirs', async () => {
    const org = await world.organization();
    const slug = await org.live({ budget: 40 });
    const { name } = await agreed(world, org, slug);
    await world.platform.edit(name, 'negative_keyword_added', 'free');
    const held = world.gate.hold('answered');
    const lost = org.negatives(slug, ['free', 'jobs'], { dry_run: false }, { via: world.served() }).catch(() => null);
    await held.reached;
    await world.served().kill();
    held.open();
    await lost;
    await world.restart();
    assert.deepEqual((await agreed(world, org, slug)).negatives, ['free/phrase', 'jobs/phrase']);
    const [entry] = (await org.log()).actions;
    const { skipped } = await org.undone(entry?.id);
    assert.deepEqual(skipped, ['negative keyword “free”: it was there before']);
    assert.deepEqual((await agreed(world, org, slug)).negatives, ['free/phrase']);
  });
});
