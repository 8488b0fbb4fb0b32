import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { z } from 'zod';
import { statement } from '../../src/base/database.ts';
import { findCampaign } from '../../src/campaigns/campaign.store.ts';
import { campaignParts } from '../../src/campaigns/campaign-parts.store.ts';
import { parked } from '../ad-accounts/sync/used-up.ts';
import { serveSlowSite } from '../adapters/site-reader/slow-site.ts';
import type { HttpAnswer } from '../harness/client.ts';
import { wholeSuite } from '../harness/service.ts';
import { newCookie } from '../harness/world-people.ts';
import { held } from '../writes/approvals.ts';
import { moveWebsite } from '../writes/behind.ts';
import { bodyOf, type Organization, type Sending } from '../writes/organization.ts';
import { until } from '../writes/patience.ts';
import { startWorld, type Writes } from '../writes/world.ts';

const newest = statement<[organizationId: number], { message: string | null }>(`
  select error_message as message from task
  where organization_id = $1 and type = 'generate_ad' order by task_tracking_id desc limit 1`);

describe('an ad for a campaign that runs, while its landing page is read', () => {
  const suite = wholeSuite();
  let world: Writes;
  let slow: Awaited<ReturnType<typeof serveSlowSite>>;

  before(async () => {
    slow = await serveSlowSite(suite);
    world = await startWorld(suite, { sites: [slow.host] });
    await slow.showsLike(`${world.emulator.origin}/sites/acme-plumbing/services/water-heaters`);
  });

  /** Asks for one, lets something happen before it is written, and tells what became of it. */
  async function made(
    meanwhile: (org: Organization) => Promise<unknown>,
    { approvals = false, as }: { approvals?: boolean; as?: (org: Organization) => Sending } = {},
  ) {
    const org = await world.organization();
    const slug = await org.live();
    await world.database.execute(moveWebsite, org.id, slug, slow.url);
    if (approvals) await org.requireApprovals(true);
    const path = `/organizations/${org.slug}/campaigns/${slug}/ads`;
    const answer = await org.send('POST', path, { url: slow.url, name: 'Heaters' }, as?.(org));
    if (approvals) assert.equal((await org.decide(held(answer), 'approve', org.people.admin)).status, 200);
    await slow.whileAsked(() => meanwhile(org));
    await org.quiet();
    const campaign = await findCampaign(org.tenancy, slug);
    assert.ok(campaign);
    const ad = (await campaignParts(org.tenancy, campaign.id)).ads.find(({ name }) => name === 'Heaters');
    const there = (await world.platform.campaign(campaign.name))?.ads.some(({ name }) => name === 'Heaters');
    const task = approvals ? undefined : await org.settled(z.int().parse(bodyOf(answer).task_tracking_id));
    return { org, slug, name: campaign.name, ad, there, task };
  }

  const turnOn = (org: Organization) => org.requireApprovals(true);

  test('comes back here alone when it was held, removed and put back', async () => {
    const { org, slug, name, ad } = await made(turnOn);
    const cookie = org.people.admin.cookie;
    const path = `/organizations/${org.slug}/campaigns/${slug}/ads/${ad?.id}/remove`;
    const removed = await org.send('POST', path, { dry_run: false }, { cookie });
    assert.equal(removed.status, 200, removed.text);
    const undone = await org.undo(String(bodyOf(removed).action_id), { cookie });
    assert.equal(undone.status, 200, undone.text);
    await org.quiet();
    assert.equal((await org.campaign(slug)).ads_count, 2);
    const there = (await world.platform.campaign(name))?.ads.map((one) => one.name);
    assert.deepEqual(there, ['Drain cleaning']);
  });

  test('is written and not sent where approvals are turned on, and its task says why', async () => {
    const { ad, there, task } = await made(turnOn);
    assert.equal(there, false);
    assert.deepEqual([ad?.generating, ad?.platform_id], [false, null], 'it stays here');
    assert.equal(task?.status, 'completed');
    assert.match(JSON.stringify(task.result), /not sent.*approvals were turned on/);
  });

  const APPROVER_GONE: Readonly<Record<string, (org: Organization) => Promise<HttpAnswer>>> = {
    'may no longer decide': (org) => {
      const { id } = org.people.admin;
      const { cookie } = org.people.owner;
      return org.send('PUT', `/organizations/${org.slug}/members/${id}`, { role: 'member' }, { cookie });
    },
    'has ended the session in which they did': async (org) => {
      const cookie = await newCookie(world.database, world.clock, org.people.admin.id);
      return org.send('POST', '/sessions/end-others', {}, { cookie });
    },
  };
  for (const [what, happens] of Object.entries(APPROVER_GONE)) {
    test(`is not sent where whoever approved it ${what}`, async () => {
      const { org, ad, there } = await made(
        async (made) => {
          const answer = await happens(made);
          assert.equal(answer.status, 200, answer.text);
        },
        { approvals: true, as: ({ keys }) => ({ key: keys.owner.key }) },
      );
      assert.deepEqual([there, ad], [false, undefined]);
      const task = await world.database.row(newest, org.id);
      assert.match(task?.message ?? '', /Whoever approved this may no longer decide/);
    });
  }

  test('is not sent where whoever approved it could not decide meanwhile, though they can again', async () => {
    const org = await world.organization();
    const slug = await org.live();
    const site = `${world.emulator.origin}/sites/acme-plumbing/`;
    await world.database.execute(moveWebsite, org.id, slug, site);
    await org.requireApprovals(true);
    const path = `/organizations/${org.slug}/campaigns/${slug}/ads`;
    const asked = await org.send('POST', path, { url: `${site}services/water-heaters` }, { key: org.keys.owner.key });
    await world.platform.fail('quota', 1_000, 'search');
    assert.equal((await org.decide(held(asked), 'approve', org.people.admin)).status, 200);
    const waits = () =>
      until(async () => (await world.database.row(parked, org.id)) !== undefined || undefined, 'it waits');
    await waits();
    const { cookie } = org.people.owner;
    const roleOfAdmin = `/organizations/${org.slug}/members/${org.people.admin.id}`;
    assert.equal((await org.send('PUT', roleOfAdmin, { role: 'member' }, { cookie })).status, 200);
    await world.turn({ hours: 7 });
    await org.quiet();
    assert.equal((await org.send('PUT', roleOfAdmin, { role: 'admin' }, { cookie })).status, 200);
    await world.platform.heal();
    await world.turn({ hours: 7 });
    await org.quiet();
    assert.match(
      (await world.database.row(newest, org.id))?.message ?? '',
      /Whoever approved this may no longer decide/,
    );
    assert.equal((await org.campaign(slug)).ads_count, 1);
  });

  for (const [what, sent] of Object.entries({
    'nothing changes': () => made(async () => {}),
    'a person asked for it': () => made(turnOn, { as: ({ people }) => ({ cookie: people.admin.cookie }) }),
    'a person has approved it': () => made(async () => {}, { approvals: true }),
  })) {
    test(`is sent where ${what}`, async () => {
      const { ad, there } = await sent();
      assert.equal(there, true);
      assert.ok(ad?.platform_id);
    });
  }
});
