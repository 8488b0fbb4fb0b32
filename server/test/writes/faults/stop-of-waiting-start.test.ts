import assert from 'node:assert/strict';
import { before, beforeEach, describe, test } from 'node:test';
import { statement } from '../../../src/base/database.ts';
import { countedPlatform, DAILY, parked, use } from '../../ad-accounts/sync/used-up.ts';
import { wholeSuite } from '../../harness/service.ts';
import { bodyOf, type Organization } from '../organization.ts';
import { until } from '../patience.ts';
import { work } from '../work.ts';
import { startWorld, type Writes } from '../world.ts';
import { startGatedWorld } from './gated-world.ts';
import type { PlatformGate } from './platform-gate.ts';

const hurried = statement<[organizationId: number], { id: number }>(
  'select task_tracking_id as id from task where organization_id = $1 and for_stop',
);

describe('undoing a start while the operations of the day are used up', () => {
  const suite = wholeSuite();
  let world: Writes;
  let gate: PlatformGate;
  let org: Organization;

  before(async () => {
    ({ world, gate } = await startGatedWorld(suite, { platform: countedPlatform }));
    org = await world.organization();
  });

  beforeEach(() => use(world, 0));

  test('has it not happen any more where it waits for them, and leaves the campaign as it was', async () => {
    const slug = await org.draft({ name: 'Waits for tomorrow', budget: 40 });
    await use(world, DAILY);
    const { action_id } = bodyOf(await org.state(slug, 'live'));
    await until(() => world.database.row(parked, org.id), 'the launch');
    const answer = { undone: true, action_id, restored: [] };
    assert.deepEqual(bodyOf(await org.undo(action_id)), answer);
    assert.deepEqual(bodyOf(await org.undo(action_id)), answer, 'undoing it again changes nothing');
    await use(world, 0);
    await org.quiet();
    assert.equal((await org.campaign(slug)).state, 'draft');
    assert.equal(await world.platform.campaign('Waits for tomorrow'), null);
    await org.moved(slug, 'live');
  });

  for (const launched of [true, false]) {
    test(`stops ${launched ? 'a launch' : 'a resumption'} that arrived without an answer`, async () => {
      const slug = await org.draft({ budget: 40 });
      if (!launched) for (const state of ['live', 'paused']) await org.moved(slug, state);
      const call = gate.hold('answered');
      const { action_id } = bodyOf(await org.state(slug, 'live'));
      await call.reached;
      await use(world, DAILY);
      call.lose();
      await until(() => world.database.row(parked, org.id), 'the start');
      const undone = await org.undo(action_id);
      assert.deepEqual(bodyOf(undone).restored, ['state'], undone.text);
      await org.quiet();
      const { name } = await org.campaign(slug);
      assert.equal((await world.platform.campaign(String(name)))?.status, 'paused');
    });
  }
});

test('a stop reaches a start that nobody has taken up yet: it is never sent', async (t) => {
  const world = await startWorld(t, { works: false });
  const org = await world.organization();
  const slug = await org.draft({ name: 'Never taken up', budget: 40 });
  const { action_id } = bodyOf(await org.state(slug, 'live'));
  const stopping = org.state(slug, 'paused');
  await until(() => world.database.row(hurried, org.id), 'the stop');
  const workers = await work(world.service);
  t.after(() => workers.stop());
  assert.equal((await stopping).status, 200);
  await org.quiet();
  assert.equal((await org.campaign(slug)).state, 'paused');
  assert.equal(await world.platform.campaign('Never taken up'), null);
  const [, start] = (await org.log()).actions;
  assert.deepEqual([start?.id, start?.status], [action_id, 'failed']);
});
