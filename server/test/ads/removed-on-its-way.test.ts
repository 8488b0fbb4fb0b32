import assert from 'node:assert/strict';
import { afterEach, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { statement } from '../../src/base/database.ts';
import { adNames } from '../../src/campaigns/ads-of-campaign.store.ts';
import { findCampaign } from '../../src/campaigns/campaign.store.ts';
import type { HttpAnswer } from '../harness/client.ts';
import { wholeSuite } from '../harness/service.ts';
import { moveWebsite } from '../writes/behind.ts';
import { startGatedWorld } from '../writes/faults/gated-world.ts';
import type { PlatformGate } from '../writes/faults/platform-gate.ts';
import { bodyOf, type Organization } from '../writes/organization.ts';
import { until } from '../writes/patience.ts';
import type { Writes } from '../writes/world.ts';

const started = z.object({ task_tracking_id: z.int(), ad_id: z.int() });
const triedAgain = statement<[id: number], { retries: number; waits: boolean }>(
  `select retries, status = 'queued' and not_before is not null as waits from task where task_tracking_id = $1`,
);

/** Long enough for an answer that waits for nothing. */
const A_WHILE_MS = 400;
const REMOVED = 'The ad was removed before it was finished.';

describe('an ad that is removed while it is on its way to the platform', () => {
  const suite = wholeSuite();
  let world: Writes;
  let gate: PlatformGate;
  before(async () => {
    ({ world, gate } = await startGatedWorld(suite));
  });
  afterEach(() => world.platform.heal());

  /** A campaign that runs. */
  async function running() {
    const site = `${world.emulator.origin}/sites/acme-plumbing/`;
    const org = await world.organization();
    const slug = await org.live();
    await world.database.execute(moveWebsite, org.id, slug, site);
    return { org, slug, site };
  }

  /** An ad for it that is being written. */
  async function addedTo({ org, slug, site }: Awaited<ReturnType<typeof running>>) {
    const path = `/organizations/${org.slug}/campaigns/${slug}/ads`;
    const answer = await org.send('POST', path, { url: `${site}services/water-heaters`, name: 'Heaters' });
    assert.equal(answer.status, 202, answer.text);
    const { task_tracking_id: task, ad_id } = started.parse(answer.json);
    const remove = (): Promise<HttpAnswer> =>
      org.send('POST', `${path}/${ad_id}/remove`, { dry_run: false }, { cookie: org.people.admin.cookie });
    return { org, slug, task, remove };
  }

  /** The names of the campaign's ads here, and in the platform. */
  async function adsOf(org: Organization, slug: string): Promise<[here: string[], there: string[]]> {
    const campaign = await findCampaign(org.tenancy, slug);
    assert.ok(campaign);
    const ads = await adNames(org.tenancy, campaign.id);
    const there = (await world.platform.campaign(campaign.name))?.ads ?? [];
    return [ads.map(({ name }) => name).sort(), there.map(({ name }) => name).sort()];
  }

  /** It is neither here nor there, whatever is read and tried again; and undoing puts it back in both. */
  async function isGoneAndComesBack({ org, slug }: { org: Organization; slug: string }, answer: HttpAnswer) {
    assert.equal(answer.status, 200, answer.text);
    await org.quiet();
    assert.deepEqual(await adsOf(org, slug), [['Drain cleaning'], ['Drain cleaning']]);
    await world.turn({ seconds: 1 });
    await world.sync(org);
    assert.deepEqual(await adsOf(org, slug), [['Drain cleaning'], ['Drain cleaning']], 'after a sync');
    const { restored } = await org.undone(bodyOf(answer).action_id);
    await org.quiet();
    assert.deepEqual(restored, ['ad']);
    const both = ['Drain cleaning', 'Heaters'];
    assert.deepEqual(await adsOf(org, slug), [both, both], 'after undoing');
  }

  const waits = (task: number, retries: number) =>
    until(async () => {
      const row = await world.database.row(triedAgain, task);
      return (row?.waits && row.retries >= retries) || undefined;
    }, 'the try');

  for (const point of ['asked', 'answered'] as const) {
    test(`is removed once the platform has answered, and in neither place then (held when ${point})`, async () => {
      const campaign = await running();
      const push = gate.hold(point, 'mutate', /Heaters/);
      const ad = await addedTo(campaign);
      await push.reached;
      let answered = false;
      const removal = ad.remove().finally(() => {
        answered = true;
      });
      await sleep(A_WHILE_MS);
      assert.equal(answered, false, 'nobody says that it is gone before it is');
      push.open();
      await isGoneAndComesBack(ad, await removal);
      assert.equal((await ad.org.settled(ad.task)).status, 'completed');
    });
  }

  test('is not sent at all if it is gone before that', async () => {
    const campaign = await running();
    const look = gate.hold('answered', 'searchStream', /ad_group/);
    const ad = await addedTo(campaign);
    await look.reached;
    await world.platform.forgetRequests();
    const answer = await ad.remove();
    look.open();
    const task = await ad.org.settled(ad.task);
    assert.deepEqual([task.status, task.error?.message], ['failed', REMOVED]);
    assert.equal(await world.platform.mutates(), 0);
    await isGoneAndComesBack(ad, answer);
  });

  for (const fault of ['drop_after_commit', 'drop']) {
    test(`is removed in both places before the next try, its answer having been lost (${fault})`, async () => {
      const campaign = await running();
      await world.platform.fail(fault, 1, 'mutate');
      const ad = await addedTo(campaign);
      await waits(ad.task, 1);
      await isGoneAndComesBack(ad, await ad.remove());
      const task = await ad.org.settled(ad.task);
      assert.equal(task.status, 'failed');
      assert.equal(task.error?.message, REMOVED);
    });
  }

  test('is not sent by a try that begins while its removal looks for it', async () => {
    const campaign = await running();
    await world.platform.fail('drop', 1, 'mutate');
    const ad = await addedTo(campaign);
    await waits(ad.task, 1);
    await world.platform.forgetRequests();
    const look = gate.hold('answered', 'searchStream', /ad_group/);
    const removal = ad.remove();
    await Promise.race([look.reached, removal]);
    await waits(ad.task, 2);
    look.open();
    await isGoneAndComesBack(ad, await removal);
  });

  test('is removed right after it arrived', async () => {
    const ad = await addedTo(await running());
    assert.equal((await ad.org.settled(ad.task)).status, 'completed');
    await isGoneAndComesBack(ad, await ad.remove());
  });
});
