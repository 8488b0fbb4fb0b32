import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { statement } from '../../../src/base/database.ts';
import { wholeSuite } from '../../harness/service.ts';
import type { Organization } from '../organization.ts';
import type { Writes } from '../world.ts';
import { startGatedWorld } from './gated-world.ts';
import type { PlatformGate } from './platform-gate.ts';

const START = /ENABLED/;

/** A change that waits for its next try, and somebody who wants to stop comes before that. */
const putOff = statement<[organizationId: number], { id: number }>(`
  update task set not_before = not_before + interval '5 seconds'
  where organization_id = $1 and type = 'apply_change' and status = 'queued' and retries > 0
  returning task_tracking_id as id`);

describe('a start whose answer was lost', () => {
  const suite = wholeSuite();
  let world: Writes;
  let gate: PlatformGate;

  before(async () => {
    ({ world, gate } = await startGatedWorld(suite));
  });

  test('is not made again where somebody has stopped it in the platform since', async () => {
    const { org, slug, name } = await rests('Stopped there');
    const call = gate.hold('answered', 'mutate', START);
    await org.state(slug, 'live');
    await call.reached;
    await world.platform.edit(name, 'status', 'PAUSED');
    call.lose();
    await org.quiet();
    await isUnknown(org);
    await world.turn({ minutes: 20 });
    await world.sync(org);
    assert.equal(await there(name), 'paused');
    await org.moved(slug, 'live');
    await org.quiet();
    assert.equal(await there(name), 'enabled', 'asked for anew it starts');
  });

  test('is not made again for whoever wants it to stop', async () => {
    const { org, slug, name } = await rests('Stopped here');
    gate.lose(START);
    await org.state(slug, 'live');
    while ((await world.database.rows(putOff, org.id)).length === 0) await pause(50);
    gate.lose(undefined);
    let wasStarted = false;
    const sent = gate.hold('asked', 'mutate', START);
    void sent.reached.then(() => {
      wasStarted = true;
      sent.open();
    });
    await org.moved(slug, 'paused', { cookie: org.people.owner.cookie });
    await org.quiet();
    assert.deepEqual([await there(name), wasStarted], ['paused', false]);
  });

  for (const [what, change] of Object.entries({
    renamed: (name: string) => world.platform.edit(name, 'name', `${name} (mine)`),
    removed: (name: string) => world.platform.edit(name, 'status', 'REMOVED'),
  })) {
    test(`is not made again where what it launched was ${what} in the platform since`, async () => {
      const org = await world.organization({ cap: 1500 });
      const name = `Launched and ${what}`;
      const slug = await org.draft({ name, budget: 40 });
      const call = gate.hold('answered', 'mutate');
      await org.state(slug, 'live');
      await call.reached;
      await change(name);
      call.lose();
      await org.quiet();
      await isUnknown(org);
      const left = (await world.platform.campaigns()).filter((one) => one.name.startsWith(name));
      assert.equal(left.length, what === 'renamed' ? 1 : 0, JSON.stringify(left));
    });
  }

  test('is made again where others changed and made campaigns meanwhile', async () => {
    const org = await world.organization({ cap: 3000 });
    const others = await org.live({ name: 'Of before', budget: 10 });
    await org.quiet();
    const slug = await org.draft({ name: 'Never arrived', budget: 40 });
    const call = gate.hold('asked', 'mutate');
    await org.state(slug, 'live');
    await call.reached;
    await world.platform.edit('Of before', 'budget', 12);
    call.lose();
    await org.quiet();
    assert.equal((await org.campaign(slug)).state, 'live');
    assert.equal((await org.campaign(others)).state, 'live');
  });

  async function rests(name: string) {
    const org = await world.organization({ cap: 1500 });
    const slug = await org.live({ name, budget: 40 });
    await org.moved(slug, 'paused');
    await org.quiet();
    return { org, slug, name };
  }

  const there = async (name: string) => (await world.platform.campaign(name))?.status;

  async function isUnknown(org: Organization): Promise<void> {
    const [entry] = (await org.log()).actions;
    assert.deepEqual([entry?.status, entry?.outcome_unknown], ['failed', true], JSON.stringify(entry));
  }
});
