import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { statement } from '../../../src/base/database.ts';
import { slugOf } from '../../../src/campaigns/slug.ts';
import type { HttpAnswer } from '../../harness/client.ts';
import { wholeSuite } from '../../harness/service.ts';
import { refused } from '../answers.ts';
import { held } from '../approvals.ts';
import { bodyOf, type Organization } from '../organization.ts';
import { until } from '../patience.ts';
import { growDraft } from '../recommend.ts';
import type { Writes } from '../world.ts';
import { startGatedWorld } from './gated-world.ts';
import type { PlatformGate } from './platform-gate.ts';

const LONGER_THAN_ANY_GRACE_MS = 5_000;

const hurried = statement<[organizationId: number], { type: string }>(
  'select type from task where organization_id = $1 and for_stop',
);

/** How somebody stops a campaign that runs; told once it does. */
type Stop = (org: Organization, slug: string) => Promise<() => Promise<HttpAnswer>>;

const STOPS: Readonly<Record<string, Stop>> = {
  'a pause': async (org, slug) => {
    await org.moved(slug, 'live');
    return () => org.state(slug, 'paused');
  },
  'undoing a launch': async (org, slug) => {
    const launch = await org.moved(slug, 'live');
    return () => org.undo(launch);
  },
  'undoing a resumption': async (org, slug) => {
    await org.moved(slug, 'live');
    await org.moved(slug, 'paused');
    const resumption = await org.moved(slug, 'live');
    return () => org.undo(resumption);
  },
};

describe('a stop behind an edit that the platform does not settle', () => {
  const suite = wholeSuite();
  let world: Writes;
  let gate: PlatformGate;

  before(async () => {
    ({ world, gate } = await startGatedWorld(suite));
  });

  for (const [what, prepared] of Object.entries(STOPS)) {
    test(`has the edit give way: ${what}`, async (t) => {
      const org = await world.organization();
      const slug = await org.draft({ budget: 40 });
      const stop = await prepared(org, slug);
      const { name } = await org.campaign(slug);
      gate.lose(/campaignBudgetOperation/);
      t.after(() => gate.lose(undefined));
      const editing = org.patch(slug, { budget: 44, dry_run: false });
      await until(async () => (await org.log()).actions[0]?.op === 'update_campaign' || undefined, 'the edit');
      const stopped = await stop();
      assert.equal(stopped.status, 200, stopped.text);
      assert.equal((await editing).status, 503);
      await org.quiet();
      assert.equal((await world.platform.campaign(String(name)))?.status, 'paused');
    });
  }

  test('has the rest of a launch give way that is undone before it has come to its end', async (t) => {
    const org = await world.organization();
    const source = await org.live({ budget: 40 });
    await org.applied(source, growDraft('Grown and unsettled'));
    const slug = slugOf('Grown and unsettled');
    gate.lose(/"negative":true/);
    t.after(() => gate.lose(undefined));
    const { action_id } = bodyOf(await org.state(slug, 'live'));
    const there = () => world.platform.campaign('Grown and unsettled');
    await until(async () => (await there())?.status === 'enabled' || undefined, 'the launch');
    const undone = await org.undo(String(action_id));
    assert.equal(undone.status, 200, undone.text);
    await until(async () => (await there())?.status === 'paused' || undefined, 'the stop');
  });

  test('is nobody’s yet who needs approval for it: the rest of a launch comes to its end', async (t) => {
    const org = await world.organization();
    const source = await org.live({ budget: 40 });
    await org.applied(source, growDraft('Grown and held'));
    await org.requireApprovals(true);
    gate.lose(/"negative":true/);
    t.after(() => gate.lose(undefined));
    const { cookie } = org.people.owner;
    const { action_id } = bodyOf(await org.state(slugOf('Grown and held'), 'live', { cookie }));
    const there = () => world.platform.campaign('Grown and held');
    await until(async () => (await there())?.status === 'enabled' || undefined, 'the launch');
    const undoing = org.undo(String(action_id));
    await sleep(LONGER_THAN_ANY_GRACE_MS);
    assert.deepEqual(await world.database.rows(hurried, org.id), []);
    gate.lose(undefined);
    held(await undoing);
    await org.quiet();
  });

  test('is one that stops something: an undo that would change nothing leaves the edit its time', async (t) => {
    const org = await world.organization();
    const slug = await org.draft({ budget: 40 });
    const launch = await org.moved(slug, 'live');
    await org.moved(slug, 'paused');
    await org.moved(slug, 'live');
    gate.lose(/campaignBudgetOperation/);
    t.after(() => gate.lose(undefined));
    const editing = org.patch(slug, { budget: 44, dry_run: false });
    await until(async () => (await org.log()).actions[0]?.op === 'update_campaign' || undefined, 'the edit');
    const undoing = org.undo(launch);
    await sleep(LONGER_THAN_ANY_GRACE_MS);
    assert.deepEqual(await world.database.rows(hurried, org.id), []);
    gate.lose(undefined);
    assert.equal((await editing).status, 200);
    refused(await undoing, 'not_reversible');
    assert.equal((await org.campaign(slug)).budget, 44);
  });
});
