import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { z } from 'zod';
import { statement } from '../../src/base/database.ts';
import { findCampaign } from '../../src/campaigns/campaign.store.ts';
import { campaignParts } from '../../src/campaigns/campaign-parts.store.ts';
import type { HttpAnswer } from '../harness/client.ts';
import { wholeSuite } from '../harness/service.ts';
import { refused } from '../writes/answers.ts';
import { endConnection, moveWebsite } from '../writes/behind.ts';
import { bodyOf, type Organization, type Sending } from '../writes/organization.ts';
import { ACME, startWorld, type Writes } from '../writes/world.ts';

const started = z.strictObject({ task_tracking_id: z.int(), status: z.literal('queued'), ad_id: z.int() });
const setType = statement<[organizationId: number, slug: string, type: string], never>(
  'update campaign set type = $3 where organization_id = $1 and slug = $2',
);
const addAds = statement<[organizationId: number, campaign: number, count: number], never>(`
  insert into ad (organization_id, campaign_id, name, state, final_url, created_at)
  select $1::integer, $2::bigint, 'Filler ' || n, 'enabled', 'https://acme.example', timestamptz '2025-01-01'
  from generate_series(1, $3::integer) n`);
const unlink = statement<[organizationId: number, slug: string], never>(
  'update campaign set ad_account_id = null where organization_id = $1 and slug = $2',
);

describe('an ad for a landing page', () => {
  const suite = wholeSuite();
  let world: Writes;
  let site: string;
  before(async () => {
    world = await startWorld(suite);
    site = `${world.emulator.origin}/sites/acme-plumbing/`;
  });

  const create = (org: Organization, slug: string, body: object, sending?: Sending): Promise<HttpAnswer> =>
    org.send('POST', `/organizations/${org.slug}/campaigns/${slug}/ads`, body, sending);
  const begun = async (org: Organization, slug: string, body: object, sending?: Sending) => {
    const answer = await create(org, slug, body, sending);
    assert.equal(answer.status, 202, answer.text);
    return started.parse(answer.json);
  };
  const partsOf = async (org: Organization, slug: string) => {
    const campaign = await findCampaign(org.tenancy, slug);
    assert.ok(campaign);
    return { campaign, ...(await campaignParts(org.tenancy, campaign.id)) };
  };
  /** A draft whose website is the demo site. */
  const draftOf = async (org: Organization) => {
    const slug = await org.draft();
    await world.database.execute(moveWebsite, org.id, slug, site);
    return slug;
  };

  test('waits with a draft, numbered after the ads that it has', async () => {
    const org = await world.organization();
    const slug = await draftOf(org);
    const { task_tracking_id, ad_id } = await begun(org, slug, { url: `${site}services/water-heaters` });
    const task = await org.settled(task_tracking_id);
    assert.equal(task.status, 'completed', JSON.stringify(task));
    const about = `/organizations/${org.slug}/tasks/${encodeURIComponent(`ad:${ad_id}`)}`;
    const newest = bodyOf(await org.send('GET', about, undefined, { cookie: org.people.member.cookie }));
    assert.equal(Object(newest.task).task_tracking_id, task_tracking_id, 'its page finds it');
    const { ads, keywords } = await partsOf(org, slug);
    const ad = ads.find(({ id }) => id === ad_id);
    assert.deepEqual([ad?.name, ad?.generating, ad?.platform_id], ['Ad 2', false, null]);
    assert.ok((ad?.headlines.length ?? 0) >= 3 && (ad?.descriptions.length ?? 0) >= 2, JSON.stringify(ad));
    assert.ok(keywords.some((keyword) => keyword.ad_id === ad_id));
    await org.moved(slug, 'live');
    assert.equal((await world.platform.campaign(String((await org.campaign(slug)).name)))?.ads.length, 2);
  });

  test('is refused by a draft that has 300, which takes one again when one is removed', async () => {
    const org = await world.organization();
    const slug = await draftOf(org);
    const { campaign, ads } = await partsOf(org, slug);
    await world.database.execute(addAds, org.id, campaign.id, 300 - ads.length);
    const url = `${site}services/water-heaters`;
    refused(await create(org, slug, { url }), 'not_supported');
    const path = `/organizations/${org.slug}/campaigns/${slug}/ads/${ads[0]?.id}/remove`;
    const removed = await org.send('POST', path, { dry_run: false }, { cookie: org.people.admin.cookie });
    assert.equal(removed.status, 200, removed.text);
    await begun(org, slug, { url });
  });

  test('is pushed to a campaign that is live, and serves', async () => {
    const org = await world.organization();
    const slug = await draftOf(org);
    await org.moved(slug, 'live');
    const { task_tracking_id, ad_id } = await begun(org, slug, {
      url: `${site}services/water-heaters`,
      name: 'Heaters',
    });
    const task = await org.settled(task_tracking_id);
    assert.equal(task.status, 'completed', JSON.stringify(task));
    const { campaign, ads, keywords } = await partsOf(org, slug);
    const ad = ads.find(({ id }) => id === ad_id);
    const there = (await world.platform.campaign(campaign.name))?.ads.find(({ name }) => name === 'Heaters');
    assert.ok(there);
    assert.deepEqual([there.id, there.status], [ad?.platform_id, 'enabled']);
    const ours = keywords.filter((keyword) => keyword.ad_id === ad_id);
    assert.deepEqual(ours.map(({ platform_id }) => platform_id).sort(), there.keywords.map(({ id }) => id).sort());
    // What we wrote is no change that somebody else made there.
    await org.moved(slug, 'paused');
    await org.moved(slug, 'live');
  });

  test('whose answer was lost on the way is found by its name, and there is one', async () => {
    const org = await world.organization();
    const slug = await draftOf(org);
    await org.moved(slug, 'live');
    await world.platform.fail('drop_after_commit', 1, 'mutate');
    const { task_tracking_id, ad_id } = await begun(org, slug, { url: `${site}services/water-heaters` });
    const task = await org.settled(task_tracking_id);
    await world.platform.heal();
    assert.equal(task.status, 'completed', JSON.stringify(task));
    const { campaign, ads } = await partsOf(org, slug);
    const there = (await world.platform.campaign(campaign.name))?.ads.filter(({ name }) => name === 'Ad 2');
    assert.deepEqual(
      there?.map(({ id }) => id),
      [ads.find(({ id }) => id === ad_id)?.platform_id],
    );
  });

  test('that the platform refuses is not kept nor counted as a write, and the campaign goes on', async () => {
    const org = await world.organization();
    const slug = await draftOf(org);
    await org.moved(slug, 'live');
    const used = await org.writesUsed();
    await world.platform.fail('policy', 1, 'mutate');
    const { task_tracking_id } = await begun(org, slug, { url: `${site}services/water-heaters` });
    const task = await org.settled(task_tracking_id);
    await world.platform.heal();
    assert.deepEqual([task.status, task.error?.reason], ['failed', 'google_ads_refused']);
    assert.equal((await partsOf(org, slug)).ads.length, 1);
    assert.equal(await org.writesUsed(), used);
    assert.equal((await org.campaign(slug)).state, 'live');
  });

  test('is not brought to the platform for an app that was disconnected meanwhile', async () => {
    const org = await world.organization();
    const slug = await draftOf(org);
    await org.moved(slug, 'live');
    const app = await world.world.addApp({ person: org.people.admin });
    const used = await org.writesUsed();
    const url = `${site}services/water-heaters`;
    const { task_tracking_id, ad_id } = await begun(org, slug, { url }, { key: app.token });
    await world.database.execute(endConnection, app.id);
    assert.equal((await org.settled(task_tracking_id)).status, 'failed');
    assert.equal(await org.writesUsed(), used, 'nothing was sent');
    const { campaign, ads } = await partsOf(org, slug);
    assert.equal(ads.find(({ id }) => id === ad_id)?.platform_id ?? null, null);
    const there = await world.platform.campaign(campaign.name);
    assert.deepEqual(
      there?.ads.filter(({ name }) => name === 'Ad 2'),
      [],
    );
  });

  test('of a page that cannot be read leaves nothing behind, and was work all the same', async () => {
    const org = await world.organization();
    const slug = await draftOf(org);
    const { task_tracking_id } = await begun(org, slug, { url: `${site}no-such-page` });
    const task = await org.settled(task_tracking_id);
    assert.deepEqual([task.status, task.error?.reason], ['failed', 'task_error']);
    assert.equal((await partsOf(org, slug)).ads.length, 1);
    assert.equal(await org.writesUsed(), 1);
  });

  test('is refused for imported and competitor campaigns, then without an account, then elsewhere', async () => {
    const org = await world.organization();
    const slug = await draftOf(org);
    const codeOf = async (body: object) => {
      const answer = await create(org, slug, body);
      return [answer.status, answer.error.code];
    };
    for (const type of ['external', 'competitor']) {
      await world.database.execute(setType, org.id, slug, type);
      assert.deepEqual(await codeOf({ url: 'https://elsewhere.example/' }), [422, 'not_supported'], type);
    }
    await world.database.execute(setType, org.id, slug, 'prospecting');
    for (const url of [
      'https://elsewhere.example/',
      'https://127.0.0.1/',
      'nonsense',
      `${site}`.replace('http:', 'ftp:'),
    ]) {
      assert.deepEqual(await codeOf({ url }), [422, 'validation_error'], url);
    }
    assert.deepEqual(await codeOf({ url: site, name: 'DRAIN cleaning' }), [422, 'validation_error']);
    assert.deepEqual(await codeOf({ url: site, dry_run: false }), [422, 'validation_error']);
    await world.database.execute(unlink, org.id, slug);
    assert.deepEqual(await codeOf({ url: site }), [409, 'setup_required']);
    assert.equal((await create(org, 'no-such-campaign', { url: site })).status, 404);
    assert.equal(await org.writesUsed(), 0);
  });

  test('belongs to the domain that somebody registered: a.co.uk is not b.co.uk', async () => {
    const org = await world.organization();
    const slug = await org.draft();
    await world.database.execute(moveWebsite, org.id, slug, 'https://www.a.co.uk/');
    assert.equal((await create(org, slug, { url: 'https://b.co.uk/' })).status, 422);
    for (const url of ['https://a.co.uk/', 'https://shop.a.co.uk/x']) await begun(org, slug, { url });
    await org.quiet();
  });

  test('is made once for an Idempotency-Key, and waits where approvals are on', async () => {
    const org = await world.organization();
    const slug = await draftOf(org);
    const body = { url: `${site}services/water-heaters` };
    const twice = await Promise.all([1, 2].map(() => begun(org, slug, body, { idempotencyKey: 'one-ad' })));
    assert.equal(twice[0]?.ad_id, twice[1]?.ad_id);
    await org.requireApprovals(true);
    const held = await create(org, slug, { ...body, name: 'Held' });
    assert.equal(held.error.code, 'approval_required', held.text);
    const decided = bodyOf(await org.decide(held.error.queued_recommendation_id, 'approve'));
    assert.equal(decided.status, 'approved', JSON.stringify(decided));
    await org.quiet();
  });

  test('that the platform refuses is made anew when its Idempotency-Key is sent again', async () => {
    const org = await world.organization();
    const slug = await draftOf(org);
    await org.moved(slug, 'live');
    const send = () =>
      begun(
        org,
        slug,
        { url: `${site}services/water-heaters`, name: 'Heaters' },
        { idempotencyKey: 'until-it-is-made' },
      );
    await world.platform.fail('policy', 1, 'mutate');
    const first = await send();
    assert.equal((await org.settled(first.task_tracking_id)).status, 'failed');
    await world.platform.heal();
    const second = await send();
    assert.equal((await org.settled(second.task_tracking_id)).status, 'completed');
    assert.deepEqual(await send(), second, 'what was made is answered as before');
    const { ads } = await partsOf(org, slug);
    assert.deepEqual(
      ads.filter(({ name }) => name === 'Heaters').map(({ id }) => id),
      [second.ad_id],
    );
  });

  test('is refused while the connection is incomplete', async () => {
    const org = await world.organization({ account: ACME, synced: false });
    const slug = await draftOf(org);
    await world.database.execute(
      statement<[organizationId: number], never>("update ad_account set status = 'pending' where organization_id = $1"),
      org.id,
    );
    const answer = await create(org, slug, { url: site });
    assert.deepEqual([answer.status, answer.error.code], [409, 'setup_required']);
  });
});
