import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { z } from 'zod';
import { statement } from '../../src/base/database.ts';
import { findCampaign } from '../../src/campaigns/campaign.store.ts';
import { campaignParts } from '../../src/campaigns/campaign-parts.store.ts';
import { serveSlowSite } from '../adapters/site-reader/slow-site.ts';
import { wholeSuite } from '../harness/service.ts';
import { hurryTask, moveWebsite } from '../writes/behind.ts';
import { startGatedWorld } from '../writes/faults/gated-world.ts';
import type { PlatformGate } from '../writes/faults/platform-gate.ts';
import { bodyOf, type Organization } from '../writes/organization.ts';
import { until } from '../writes/patience.ts';
import type { Writes } from '../writes/world.ts';

const begun = statement<[id: number], { attempts: number; status: string }>(
  'select attempts, status from task where task_tracking_id = $1',
);
/** More often than anything that fails is tried. */
const OFTEN = 10;
const started = z.object({ task_tracking_id: z.int(), ad_id: z.int() });

describe('an ad that a key asks for and that is written while a launch of its campaign is on its way', () => {
  const suite = wholeSuite();
  let world: Writes;
  let gate: PlatformGate;
  let slow: Awaited<ReturnType<typeof serveSlowSite>>;

  before(async () => {
    slow = await serveSlowSite(suite);
    ({ world, gate } = await startGatedWorld(suite, { sites: [slow.host] }));
    await slow.showsLike(`${world.emulator.origin}/sites/acme-plumbing/services/water-heaters`);
  });

  const byOwner = ({ people }: Organization) => ({ cookie: people.owner.cookie });

  async function adOf(org: Organization, slug: string) {
    const campaign = await findCampaign(org.tenancy, slug);
    assert.ok(campaign);
    const { ads } = await campaignParts(org.tenancy, campaign.id);
    return { campaign, ad: ads.find(({ name }) => name === 'Heaters') };
  }

  /** Lets something happen before the ad is written, loses the first try of the launch after that, and tells what became of both. */
  async function made(
    meanwhile: (org: Organization) => Promise<unknown>,
    whileSent: (task: number) => Promise<unknown> = async () => {},
  ) {
    const org = await world.organization();
    const slug = await org.draft();
    await world.database.execute(moveWebsite, org.id, slug, slow.url);
    const sending = gate.hold('asked');
    const launch = await org.state(slug, 'live', byOwner(org));
    await sending.reached;
    const path = `/organizations/${org.slug}/campaigns/${slug}/ads`;
    const answer = await org.send('POST', path, { url: slow.url, name: 'Heaters' });
    const { task_tracking_id } = started.parse(answer.json);
    await slow.whileAsked(() => meanwhile(org));
    await until(async () => (await adOf(org, slug)).ad?.generating === false || undefined, 'the writing');
    await whileSent(task_tracking_id);
    sending.lose();
    await org.quiet();
    const key = { key: org.keys.owner.key };
    const launched = await org.settled(Number(bodyOf(launch).task_tracking_id), key);
    assert.equal(launched.status, 'completed', JSON.stringify(launched));
    const { campaign, ad } = await adOf(org, slug);
    const there = (await world.platform.campaign(campaign.name))?.ads.map(({ name }) => name).sort();
    return { there, ad, task: await org.settled(task_tracking_id, key) };
  }

  test('is not launched along where approvals were turned on since, and its task says why', async () => {
    const { there, ad, task } = await made((org) => org.requireApprovals(true));
    assert.deepEqual(there, ['Drain cleaning']);
    assert.deepEqual([ad?.generating, ad?.platform_id], [false, null], 'it stays here');
    assert.equal(task.status, 'completed');
    assert.match(JSON.stringify(task.result), /not sent.*approvals were turned on/);
  });

  test('is not launched along where its key was revoked since, and is not kept', async () => {
    const { there, ad, task } = await made(async (org) => {
      const path = `/organizations/${org.slug}/api-keys/${org.keys.admin.id}/revoke`;
      const answer = await org.send('POST', path, undefined, byOwner(org));
      assert.equal(answer.status, 200, answer.text);
    });
    assert.deepEqual(there, ['Drain cleaning']);
    assert.equal(ad, undefined);
    assert.equal(task.status, 'failed');
  });

  test('is kept and brought there however long the launch takes', async () => {
    const { there, ad, task } = await made(
      async () => {},
      (id) =>
        until(async () => {
          await world.database.execute(hurryTask, id);
          const row = await world.database.row(begun, id);
          assert.notEqual(row?.status, 'failed');
          return (row && row.attempts >= OFTEN) || undefined;
        }, 'the waiting'),
    );
    assert.deepEqual(there, ['Drain cleaning', 'Heaters']);
    assert.ok(ad?.platform_id);
    assert.equal(task.status, 'completed', JSON.stringify(task));
  });

  test('is brought there after the launch where nothing has changed', async () => {
    const { there, ad, task } = await made(async () => {});
    assert.deepEqual(there, ['Drain cleaning', 'Heaters']);
    assert.ok(ad?.platform_id);
    assert.equal(task.status, 'completed', JSON.stringify(task));
  });
});
