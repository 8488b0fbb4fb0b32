import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { statement } from '../../../src/base/database.ts';
import { wholeSuite } from '../../harness/service.ts';
import { refused } from '../answers.ts';
import { held } from '../approvals.ts';
import { bodyOf, type Organization } from '../organization.ts';
import { until } from '../patience.ts';
import type { Writes } from '../world.ts';
import { startGatedWorld } from './gated-world.ts';
import type { PlatformGate } from './platform-gate.ts';

const START = /ENABLED/;
const LONGER_THAN_ANY_GRACE_MS = 5_000;

const hurried = statement<[organizationId: number], { id: number }>(
  'select task_tracking_id as id from task where organization_id = $1 and for_stop',
);

const tried = statement<[organizationId: number], { id: string }>(
  `select id from action where organization_id = $1 and status = 'in_progress' and steps @> '[{"tried": true}]'`,
);

/** A change that waits for its next try, and somebody who wants to stop comes before that. */
const putOff = statement<[organizationId: number], { id: number }>(`
  update task set not_before = not_before + interval '60 seconds'
  where organization_id = $1 and type in ('apply_change', 'stop_spending') and status = 'queued' and retries > 0
  returning task_tracking_id as id`);

/** What starts a campaign, and what it is before that. */
const STARTS: Readonly<Record<string, (org: Organization, name: string) => Promise<string>>> = {
  launch: (org, name) => org.draft({ name, budget: 40 }),
  resumption: async (org, name) => {
    const slug = await org.live({ name, budget: 40 });
    await org.moved(slug, 'paused');
    await org.quiet();
    return slug;
  },
};

describe('a stop of what is only about to start', () => {
  const suite = wholeSuite();
  let world: Writes;
  let gate: PlatformGate;

  before(async () => {
    ({ world, gate } = await startGatedWorld(suite));
  });

  for (const [what, prepared] of Object.entries(STARTS)) {
    test(`undoing a ${what} that waits for its next try has it not sent again`, async () => {
      const { org, slug, name } = await arranged(`Undone ${what}`, prepared);
      gate.lose(START);
      const { action_id } = bodyOf(await org.state(slug, 'live'));
      await until(() => world.database.row(putOff, org.id), 'the first tries');
      const isSent = watchStarts();
      refused(await org.undo(action_id), 'not_reversible');
      await org.quiet();
      assert.deepEqual([await runs(name), isSent()], [false, false]);
    });

    test(`a pause reaches a ${what} between the tries of one attempt`, async () => {
      const { org, slug, name } = await arranged(`Tried ${what}`, prepared);
      gate.lose(START);
      await org.state(slug, 'live');
      await isBetweenTries(org);
      const stopping = org.state(slug, 'paused');
      await isHurried(org);
      const isSent = watchStarts();
      assert.equal((await stopping).status, 200);
      await org.quiet();
      assert.deepEqual([await runs(name), isSent()], [false, false]);
    });
  }

  test('a pause reaches a launch that has not been sent yet: nothing of it is', async () => {
    const { org, slug, name } = await arranged('Read first', STARTS.launch);
    const reading = gate.hold('asked', 'searchStream');
    const { action_id } = bodyOf(await org.state(slug, 'live'));
    await reading.reached;
    const stopping = org.state(slug, 'paused');
    await isHurried(org);
    reading.open();
    assert.equal((await stopping).status, 200);
    await org.quiet();
    assert.equal(await world.platform.campaign(name), null);
    assert.equal((await org.campaign(slug)).state, 'paused');
    assert.deepEqual(bodyOf(await org.undo(action_id)), { undone: true, action_id, restored: [] });
  });

  test('an undo reaches it as well, and leaves the campaign as it was', async () => {
    const { org, slug, name } = await arranged('Read and undone', STARTS.launch);
    const reading = gate.hold('asked', 'searchStream');
    const { action_id } = bodyOf(await org.state(slug, 'live'));
    await reading.reached;
    const undoing = org.undo(action_id);
    await isHurried(org);
    reading.open();
    assert.deepEqual(bodyOf(await undoing), { undone: true, action_id, restored: [] });
    assert.equal(await world.platform.campaign(name), null);
    assert.equal((await org.campaign(slug)).state, 'draft');
  });

  test('a start that hangs is not sent again once it was given up', async () => {
    const { org, slug, name } = await arranged('Hanging', STARTS.launch);
    const reached = gate.leaveUnanswered('never', { hangs: true });
    await org.state(slug, 'live');
    await reached;
    const isSent = watchStarts();
    await org.state(slug, 'paused');
    await org.quiet();
    assert.deepEqual([await runs(name), isSent()], [false, false]);
  });

  test('a start that was lost a moment ago is looked for some seconds more', async () => {
    const { org, slug, name } = await arranged('Arriving late', STARTS.resumption);
    gate.lose(START);
    await org.state(slug, 'live');
    await isBetweenTries(org);
    const stopping = org.state(slug, 'paused');
    await isHurried(org);
    await pause(2_500);
    await world.platform.edit(name, 'status', 'ENABLED');
    gate.lose(undefined);
    assert.equal((await stopping).status, 200);
    await org.quiet();
    assert.equal(await runs(name), false);
  });

  test('an undo that waits for a person stops nothing yet', async () => {
    const { org, slug, name } = await arranged('Held', STARTS.launch);
    await org.requireApprovals(true);
    gate.lose(START);
    const { cookie } = org.people.owner;
    const { action_id } = bodyOf(await org.state(slug, 'live', { cookie }));
    const undoing = org.undo(action_id);
    await pause(LONGER_THAN_ANY_GRACE_MS);
    assert.deepEqual(await world.database.rows(hurried, org.id), []);
    gate.lose(undefined);
    held(await undoing);
    await org.quiet();
    assert.equal(await runs(name), true);
  });

  async function arranged(name: string, prepared = STARTS.launch) {
    const org = await world.organization({ cap: 1500 });
    const slug = (await prepared?.(org, name)) ?? '';
    return { org, slug, name };
  }

  const runs = async (name: string) => (await world.platform.campaign(name))?.status === 'enabled';
  const isHurried = (org: Organization) => until(() => world.database.row(hurried, org.id), 'the stop');

  /** Of the pauses between its tries the second is the first that takes long enough to come in between. */
  async function isBetweenTries(org: Organization): Promise<void> {
    await until(() => world.database.row(tried, org.id), 'the first try');
    await pause(500);
  }

  /** Lets starts through again, and tells whether one was sent. */
  function watchStarts(): () => boolean {
    let isSent = false;
    const sent = gate.hold('asked', 'mutate', START);
    void sent.reached.then(() => {
      isSent = true;
      sent.open();
    });
    gate.lose(undefined);
    return () => isSent;
  }
});
