import assert from 'node:assert/strict';
import { afterEach, before, describe, test } from 'node:test';
import { z } from 'zod';
import { queueSync } from '../../src/ad-accounts/queue-sync.ts';
import { statement } from '../../src/base/database.ts';
import { adNames } from '../../src/campaigns/ads-of-campaign.store.ts';
import { findCampaign } from '../../src/campaigns/campaign.store.ts';
import { wholeSuite } from '../harness/service.ts';
import { refused } from '../writes/answers.ts';
import { hurryTask, moveWebsite } from '../writes/behind.ts';
import { draftAd } from '../writes/drafts.ts';
import { startGatedWorld } from '../writes/faults/gated-world.ts';
import type { PlatformGate } from '../writes/faults/platform-gate.ts';
import { bodyOf, type Organization } from '../writes/organization.ts';
import { until } from '../writes/patience.ts';
import { INITECH, type Writes } from '../writes/world.ts';

const started = z.object({ task_tracking_id: z.int(), ad_id: z.int() });
const tries = statement<[id: number], { retries: number; waits: boolean; ended: boolean }>(`
  select retries, status = 'queued' and not_before is not null as waits, status in ('completed', 'failed') as ended
  from task where task_tracking_id = $1`);

const NEW_AD = /adGroupOperation/;
const LAST_TRY = 6;

describe('an ad of which every try to send it got lost', () => {
  const suite = wholeSuite();
  let world: Writes;
  let gate: PlatformGate;
  before(async () => {
    ({ world, gate } = await startGatedWorld(suite));
  });
  afterEach(async () => {
    gate.lose(undefined);
    await world.platform.heal();
  });

  /** A campaign that runs, and to which ads can be added. */
  async function running() {
    const site = `${world.emulator.origin}/sites/acme-plumbing/`;
    const org = await world.organization();
    const slug = await org.live();
    await world.database.execute(moveWebsite, org.id, slug, site);
    const add = async () => {
      const path = `/organizations/${org.slug}/campaigns/${slug}/ads`;
      const answer = await org.send('POST', path, { url: `${site}services/water-heaters`, name: 'Heaters' });
      assert.equal(answer.status, 202, answer.text);
      return started.parse(answer.json);
    };
    return { org, slug, add };
  }

  /** Lets a task be tried so often, without its pauses; the last of those tries, or the task, is over then. */
  const triedUpTo = (task: number, retries: number) =>
    until(async () => {
      const row = await world.database.row(tries, task);
      if (row?.ended || (row?.waits && row.retries >= retries)) return true;
      await world.database.execute(hurryTask, task);
      return undefined;
    }, 'the tries');

  /** Ads of the name here, by their ids, and in the platform. */
  async function heatersOf(org: Organization, slug: string): Promise<[here: number[], there: number]> {
    const campaign = await findCampaign(org.tenancy, slug);
    assert.ok(campaign);
    const ads = await adNames(org.tenancy, campaign.id);
    const there = (await world.platform.campaign(campaign.name))?.ads ?? [];
    return [
      ads.filter(({ name }) => name === 'Heaters').map(({ id }) => id),
      there.filter(({ name }) => name === 'Heaters').length,
    ];
  }

  async function failed(org: Organization, task: number): Promise<void> {
    await triedUpTo(task, LAST_TRY + 1);
    assert.equal((await org.settled(task)).status, 'failed');
  }

  test('is not kept once the platform was read without it, and its name is free', async () => {
    const { org, slug, add } = await running();
    const used = await org.writesUsed();
    gate.lose(NEW_AD);
    await failed(org, (await add()).task_tracking_id);
    gate.lose(undefined);
    await org.quiet();
    assert.deepEqual(await heatersOf(org, slug), [[], 0]);
    assert.equal((await org.campaign(slug)).ads_count, 1);
    assert.equal(await org.writesUsed(), used + 1, 'nobody knew when it failed');
    const again = await add();
    assert.equal((await org.settled(again.task_tracking_id)).status, 'completed');
    assert.deepEqual(await heatersOf(org, slug), [[again.ad_id], 1]);
  });

  test('is kept, once, where the last try arrived', async () => {
    const { org, slug, add } = await running();
    gate.lose(NEW_AD);
    const { task_tracking_id, ad_id } = await add();
    await triedUpTo(task_tracking_id, LAST_TRY);
    gate.lose(undefined);
    await world.platform.fail('drop_after_commit', 1, 'mutate');
    await failed(org, task_tracking_id);
    await org.quiet();
    assert.deepEqual(await heatersOf(org, slug), [[ad_id], 1]);
  });

  test('is not ended by what was read before the last try arrived', async () => {
    const { org, slug, add } = await running();
    await org.quiet();
    gate.lose(NEW_AD);
    const { task_tracking_id, ad_id } = await add();
    await triedUpTo(task_tracking_id, LAST_TRY);
    gate.lose(undefined);
    const reading = gate.hold('answered', 'searchStream', /FROM ad_group_ad/);
    await queueSync(world.service.services, org.tenancy, INITECH.accountId, null, { afresh: true });
    await reading.reached;
    await world.platform.fail('drop_after_commit', 1, 'mutate');
    await failed(org, task_tracking_id);
    reading.open();
    await org.quiet();
    assert.deepEqual(await heatersOf(org, slug), [[ad_id], 1]);
  });

  test('does not come back where a person has removed it and undoes that, and its name is free', async () => {
    const { org, slug, add } = await running();
    await org.quiet();
    const cookie = org.people.admin.cookie;
    gate.lose(NEW_AD);
    const { task_tracking_id, ad_id } = await add();
    await triedUpTo(task_tracking_id, LAST_TRY);
    const reading = gate.hold('answered', 'searchStream', /FROM ad_group_ad/);
    await queueSync(world.service.services, org.tenancy, INITECH.accountId, null, { afresh: true });
    await reading.reached;
    await failed(org, task_tracking_id);
    gate.lose(undefined);
    const path = `/organizations/${org.slug}/campaigns/${slug}/ads/${ad_id}/remove`;
    const removed = await org.send('POST', path, { dry_run: false }, { cookie });
    assert.equal(removed.status, 200, removed.text);
    const undone = await org.undo(bodyOf(removed).action_id, { cookie });
    reading.open();
    await org.quiet();
    assert.deepEqual(await heatersOf(org, slug), [[], 0]);
    refused(undone, 'not_reversible');
    assert.match(undone.text, /never arrived/);
    const again = await add();
    assert.equal((await org.settled(again.task_tracking_id)).status, 'completed');
    assert.deepEqual(await heatersOf(org, slug), [[again.ad_id], 1]);
  });

  test('is not ended while it is still to be tried', async () => {
    const { org, slug, add } = await running();
    gate.lose(NEW_AD);
    const { task_tracking_id, ad_id } = await add();
    await triedUpTo(task_tracking_id, 1);
    await world.sync(org);
    gate.lose(undefined);
    await triedUpTo(task_tracking_id, LAST_TRY);
    assert.equal((await org.settled(task_tracking_id)).status, 'completed');
    assert.deepEqual(await heatersOf(org, slug), [[ad_id], 1]);
  });

  const MEANWHILE: Readonly<Record<string, (name: string) => Promise<void>>> = {
    renamed: (name) => world.platform.edit(name, 'ad_group_name', 'Heaters 2', { of: 'Heaters' }),
    removed: (name) => world.platform.edit(name, 'ad_group_status', 'REMOVED', { of: 'Heaters' }),
  };
  const adsThere = async (name: string) =>
    ((await world.platform.campaign(name))?.ads ?? []).map((ad) => ad.name).sort();

  const READINGS = Object.entries(MEANWHILE).flatMap(([how, edit]) =>
    [false, true].map((isRead) => ({ how: `${how} there${isRead ? ', which a sync has read,' : ''}`, edit, isRead })),
  );
  for (const { how, edit, isRead } of READINGS) {
    test(`is not made again where it arrived and was ${how} before anybody looked`, async () => {
      const { org, slug, add } = await running();
      await org.quiet();
      const name = String((await org.campaign(slug)).name);
      const held = gate.hold('answered', 'mutate', NEW_AD);
      const { task_tracking_id } = await add();
      await held.reached;
      await edit(name);
      const there = await adsThere(name);
      if (isRead) {
        await world.turn({ seconds: 1 });
        await world.sync(org);
      }
      held.lose();
      await triedUpTo(task_tracking_id, LAST_TRY + 1);
      const task = await org.settled(task_tracking_id);
      assert.equal(task.status, 'failed');
      assert.match(JSON.stringify(task), /not made again/);
      assert.deepEqual(await adsThere(name), there);
    });
  }

  for (const [how, edit] of Object.entries(MEANWHILE)) {
    test(`is not put back twice where that arrived and it was ${how} there before anybody looked`, async () => {
      const org = await world.organization();
      const slug = await org.live({ ads: [draftAd(), draftAd({ name: 'Heaters' })] });
      await org.quiet();
      const name = String((await org.campaign(slug)).name);
      const cookie = org.people.admin.cookie;
      const campaign = await findCampaign(org.tenancy, slug);
      const ads = await adNames(org.tenancy, campaign?.id ?? 0);
      const id = ads.find((ad) => ad.name === 'Heaters')?.id;
      const path = `/organizations/${org.slug}/campaigns/${slug}/ads/${id}/remove`;
      const { action_id } = bodyOf(await org.send('POST', path, { dry_run: false }, { cookie }));
      const held = gate.hold('answered', 'mutate', NEW_AD);
      const undoing = org.undo(action_id);
      await held.reached;
      await edit(name);
      const there = await adsThere(name);
      held.lose();
      assert.notEqual((await undoing).status, 200);
      await org.quiet();
      assert.deepEqual(await adsThere(name), there);
      const entry = (await org.log()).actions.find((one) => one.id === action_id);
      assert.match(JSON.stringify(entry), /not known/i);
    });
  }
});
