import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { statement } from '../../src/base/database.ts';
import type { AdPlatform } from '../../src/ports/ad-platform.ts';
import type { Clock } from '../../src/ports/clock.ts';
import { platformAt } from '../harness/ad-platform.ts';
import { agreed } from '../writes/faults/agreed.ts';
import type { Organization } from '../writes/organization.ts';
import { until } from '../writes/patience.ts';
import { startWorld, type Writes } from '../writes/world.ts';

const moveTo = statement<[organizationId: number, slug: string, url: string], never>(
  'update campaign set website_url = $3 where organization_id = $1 and slug = $2',
);

/** A platform that takes one ad, and whose answer is then lost to an error that nobody declared. */
function losesOneAnswer(origin: string, clock: Clock): AdPlatform {
  const platform = platformAt(origin, clock);
  const open = platform.account.bind(platform);
  let lost = false;
  platform.account = (...given) => {
    const account = open(...given);
    const addAd = account.addAd.bind(account);
    account.addAd = async (...ad) => {
      const added = await addAd(...ad);
      if (lost) return added;
      lost = true;
      throw new Error('nobody expects this');
    };
    return account;
  };
  return platform;
}

/** A campaign that runs, for a website of the demo. */
async function running(world: Writes): Promise<{ org: Organization; slug: string; name: string; site: string }> {
  const site = `${world.emulator.origin}/sites/acme-plumbing/`;
  const org = await world.organization();
  const slug = await org.live();
  await world.database.execute(moveTo, org.id, slug, site);
  return { org, slug, site, name: String((await org.campaign(slug)).name) };
}

async function addAd(org: Organization, slug: string, url: string): Promise<number> {
  return (await addedAd(org, slug, url)).task_tracking_id;
}

async function addedAd(org: Organization, slug: string, url: string) {
  const path = `/organizations/${org.slug}/campaigns/${slug}/ads`;
  const answer = await org.send('POST', path, { url, name: 'Heaters' });
  assert.equal(answer.status, 202, answer.text);
  return z.object({ task_tracking_id: z.int(), ad_id: z.int() }).parse(answer.json);
}

for (const fault of ['hang', 'drop_after_commit']) {
  test(`an ad whose push was cut off by kill -9 arrives once (${fault})`, async (t) => {
    const world = await startWorld(t, { works: false });
    const worker = await world.startProcess();
    const { org, slug, name, site } = await running(world);
    await world.platform.forgetRequests();
    await world.platform.fail(fault, 1, 'mutate');
    const task = await addAd(org, slug, `${site}services/water-heaters`);
    await until(async () => (await world.platform.mutates()) > 0 || undefined, 'the push');
    await worker.kill();
    await world.platform.heal();
    await world.startProcess();
    const ended = await org.settled(task);
    assert.equal(ended.status, 'completed', JSON.stringify(ended));
    const ads = (await world.platform.campaign(name))?.ads ?? [];
    assert.deepEqual(ads.map((ad) => ad.name).sort(), ['Drain cleaning', 'Heaters']);
  });
}

test('an ad that was sent is looked for where an error that nobody declared comes after that', async (t) => {
  const world = await startWorld(t, { platform: losesOneAnswer });
  const { org, slug, name, site } = await running(world);
  const ended = await org.settled(await addAd(org, slug, `${site}services/water-heaters`));
  assert.equal(ended.status, 'completed', JSON.stringify(ended));
  const ads = (await world.platform.campaign(name))?.ads ?? [];
  assert.deepEqual(ads.map((ad) => ad.name).sort(), ['Drain cleaning', 'Heaters']);
  assert.equal((await agreed(world, org, slug)).ads.length, 2);
});

test('an ad that is removed after its push was cut off by kill -9 is neither here nor there', async (t) => {
  const world = await startWorld(t, { works: false });
  const worker = await world.startProcess();
  const { org, slug, name, site } = await running(world);
  await world.platform.forgetRequests();
  await world.platform.fail('drop_after_commit', 1, 'mutate');
  const { ad_id } = await addedAd(org, slug, `${site}services/water-heaters`);
  await until(async () => (await world.platform.mutates()) > 0 || undefined, 'the push');
  await worker.kill();
  const path = `/organizations/${org.slug}/campaigns/${slug}/ads/${ad_id}/remove`;
  const removal = org.send('POST', path, { dry_run: false }, { cookie: org.people.admin.cookie });
  await world.startProcess();
  const answer = await removal;
  assert.equal(answer.status, 200, answer.text);
  await org.quiet();
  const there = (await world.platform.campaign(name))?.ads ?? [];
  assert.deepEqual([there.map((ad) => ad.name), (await org.campaign(slug)).ads_count], [['Drain cleaning'], 1]);
});

test('an ad that waits is not pushed for somebody whose key was revoked meanwhile', async (t) => {
  const world = await startWorld(t);
  const { org, slug, site } = await running(world);
  await world.stopWork();
  const task = await addAd(org, slug, `${site}services/water-heaters`);
  const revoke = `/organizations/${org.slug}/api-keys/${org.keys.admin.id}/revoke`;
  assert.equal((await org.send('POST', revoke, {}, { cookie: org.people.owner.cookie })).status, 200);
  await world.platform.forgetRequests();
  await world.startProcess();
  const asOwner = { key: org.keys.owner.key };
  const status = async () => (await org.send('GET', `/task-tracking/${task}`, undefined, asOwner)).text;
  await until(async () => /"failed"/.test(await status()) || undefined, 'the task');
  assert.equal(await world.platform.mutates(), 0);
  const left = await org.send('GET', `/organizations/${org.slug}/campaigns/${slug}`, undefined, asOwner);
  assert.equal(z.object({ ads_count: z.int() }).parse(left.json).ads_count, 1);
});
