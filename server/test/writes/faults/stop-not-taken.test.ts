import assert from 'node:assert/strict';
import { afterEach, before, describe, test } from 'node:test';
import { statement } from '../../../src/base/database.ts';
import type { HttpAnswer } from '../../harness/client.ts';
import { wholeSuite } from '../../harness/service.ts';
import { bodyOf, type Organization } from '../organization.ts';
import { until } from '../patience.ts';
import { startWorld, type Writes } from '../world.ts';

const LASTS = 1_000;
const parked = statement<[organizationId: number], { type: string }>(`
  select type from task where organization_id = $1 and type in ('apply_change', 'stop_spending') and status = 'queued'
    and not_before is not null`);

const wearOut = statement<[organizationId: number], never>(
  "update task set retries = 20 where organization_id = $1 and type in ('apply_change', 'stop_spending') and status = 'queued'",
);

/** What the platform says while it takes nothing: certainly nothing was done. */
const FAULTS = [
  ['quota_short', 'mutate'],
  ['concurrent', 'mutate'],
  ['unauthenticated', 'mutate'],
  ['internal', 'search'],
  ['drop', 'search'],
] as const;

/** How a campaign that runs is stopped. */
const STOPS: Readonly<Record<string, (org: Organization, slug: string, launch: string) => Promise<HttpAnswer>>> = {
  'a pause': (org, slug) => org.state(slug, 'paused'),
  'a move to draft': (org, slug) => org.state(slug, 'draft'),
  'undoing a launch': (org, _slug, launch) => org.undo(launch),
};

describe('a stop that the platform does not take for now', () => {
  const suite = wholeSuite();
  let writes: Writes;

  before(async () => {
    writes = await startWorld(suite);
  });

  afterEach(() => writes.platform.heal());

  const statusOf = async (name: string) => (await writes.platform.campaign(name))?.status;

  for (const [kind, method] of FAULTS) {
    test(`is tried until it is taken: ${kind} at every ${method}`, async () => {
      const org = await writes.organization();
      const running = await Promise.all(
        Object.entries(STOPS).map(async ([what, stop]) => {
          const name = `${what}, ${kind} ${method}`;
          const slug = await org.draft({ name, budget: 40 });
          return { name, slug, stop, launch: await org.moved(slug, 'live') };
        }),
      );
      await writes.platform.fail(kind, LASTS, method);
      for (const { stop, slug, launch } of running) {
        const answer = await stop(org, slug, launch);
        assert.equal(answer.status, 200, answer.text);
      }
      const isTried = async () => (await writes.database.rows(parked, org.id)).length === running.length || undefined;
      await until(isTried, 'the first try');
      await writes.platform.heal();
      for (const { name } of running) assert.equal(await statusOf(name), 'enabled');
      writes.clock.turn({ minutes: 2 });
      await org.quiet();
      for (const { name, slug } of running) {
        assert.equal(await statusOf(name), 'paused');
        assert.notEqual((await org.campaign(slug)).state, 'live');
      }
    });
  }

  test('is told as not made where it was tried in vain for most of a day', async () => {
    const org = await writes.organization();
    const slug = await org.live({ name: 'Never stopped' });
    await writes.platform.fail('quota_short', LASTS, 'mutate');
    const { task_tracking_id } = bodyOf(await org.state(slug, 'paused'));
    await until(async () => (await writes.database.rows(parked, org.id))[0], 'the first try');
    await writes.database.execute(wearOut, org.id);
    writes.clock.turn({ minutes: 2 });
    const { error } = await org.settled(Number(task_tracking_id));
    assert.match(String(error?.message), /could not be reached; the change was not made/);
    assert.equal((await org.campaign(slug)).state, 'error');
    assert.equal((await org.log()).actions[0]?.status, 'failed');
  });
});
