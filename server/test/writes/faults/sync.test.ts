import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { queueSync } from '../../../src/ad-accounts/queue-sync.ts';
import { statement } from '../../../src/base/database.ts';
import { wholeSuite } from '../../harness/service.ts';
import { bodyOf, type Organization } from '../organization.ts';
import { INITECH } from '../world.ts';
import { agreed } from './agreed.ts';
import { startFaultWorld, type World } from './world.ts';

const named = statement<[organizationId: number, name: string], { slug: string; type: string }>(
  'select slug, type from campaign where organization_id = $1 and name = $2',
);
const SETTINGS = /FROM campaign /;
const NEGATIVES = /FROM campaign_criterion /;

describe('a sync beside a write', () => {
  const suite = wholeSuite();
  let world: World;

  before(async () => {
    world = await startFaultWorld(suite);
  });

  function sync(organization: Organization): Promise<number> {
    const { services } = world.service;
    return queueSync(services, organization.tenancy, INITECH.accountId, null, { afresh: true });
  }

  test('old values that a sync read do not overwrite a change made since', async () => {
    const organization = await world.organization();
    const slug = await organization.live({ budget: 40 });
    const held = world.gate.hold('answered', 'searchStream', SETTINGS);
    const task = await sync(organization);
    await held.reached;
    await organization.edited(slug, { budget: 44, name: `${slug} renamed` });
    held.open();
    assert.equal((await organization.settled(task)).status, 'completed');
    assert.equal((await agreed(world, organization, slug)).budget, 44);
  });

  test('negative keywords that a sync did not see stay', async () => {
    const organization = await world.organization();
    const slug = await organization.live({ budget: 40 });
    const held = world.gate.hold('answered', 'searchStream', NEGATIVES);
    const task = await sync(organization);
    await held.reached;
    const { action_id } = await organization.negativesAdded(slug, ['free']);
    held.open();
    assert.equal((await organization.settled(task)).status, 'completed');
    assert.deepEqual((await agreed(world, organization, slug)).negatives, ['free/phrase']);
    await organization.undone(action_id);
    assert.deepEqual((await agreed(world, organization, slug)).negatives, []);
  });

  for (const point of ['asked', 'answered'] as const) {
    test(`a sync leaves a campaign alone while a change of it is under way, the platform being ${point}`, async () => {
      const organization = await world.organization();
      const slug = await organization.live({ name: `Under way ${point}`, budget: 40 });
      const held = world.gate.hold(point);
      const answer = organization.patch(slug, { budget: 44, dry_run: false }, { via: world.served() });
      await held.reached;
      await world.platform.edit(`Under way ${point}`, 'status', 'PAUSED');
      const task = await organization.settled(await sync(organization));
      assert.equal(task.status, 'completed');
      assert.equal((await organization.campaign(slug)).state, 'live', 'it is left for the next sync');
      held.open();
      assert.equal((await answer).status, 200);
      assert.equal((await organization.settled(await sync(organization))).status, 'completed');
      const standing = await agreed(world, organization, slug);
      assert.deepEqual([standing.budget, standing.state], [44, 'paused']);
    });

    test(`a campaign that is being launched is not imported, the platform being ${point}`, async () => {
      const organization = await world.organization();
      const name = `Arriving ${point}`;
      const slug = await organization.draft({ name });
      const held = world.gate.hold(point);
      const { task_tracking_id } = bodyOf(await organization.state(slug, 'live', { via: world.served() }));
      await held.reached;
      assert.equal((await organization.settled(await sync(organization))).status, 'completed');
      held.open();
      assert.equal((await organization.settled(Number(task_tracking_id))).status, 'completed');
      assert.equal((await organization.settled(await sync(organization))).status, 'completed');
      assert.deepEqual(await world.database.rows(named, organization.id, name), [{ slug, type: 'prospecting' }]);
      await agreed(world, organization, slug);
    });
  }
});
