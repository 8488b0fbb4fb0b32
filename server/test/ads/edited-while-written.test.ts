import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { statement } from '../../src/base/database.ts';
import { findCampaign } from '../../src/campaigns/campaign.store.ts';
import { campaignParts } from '../../src/campaigns/campaign-parts.store.ts';
import { serveSlowSite } from '../adapters/site-reader/slow-site.ts';
import type { HttpAnswer } from '../harness/client.ts';
import { wholeSuite } from '../harness/service.ts';
import { moveWebsite } from '../writes/behind.ts';
import { bodyOf, type Organization } from '../writes/organization.ts';
import { startWorld, type Writes } from '../writes/world.ts';

const isWritten = statement<[organizationId: number, id: number], never>(
  'update campaign set generating = true where organization_id = $1 and id = $2',
);

/** An edit that somebody sends, and whether what it makes is so. */
interface Edit {
  method: string;
  path: string;
  body: object;
  isSo?: (org: Organization, slug: string) => Promise<boolean>;
}

const TEXTS = {
  headlines: ['Mine the first', 'Mine the second', 'Mine the third'],
  descriptions: ['A line of my own.', 'Another of them.'],
};
const LINK = { text: 'Mine', description1: null, description2: null, url: '{site}' };
const HOUSTON = { kind: 'location', name: 'Houston, Texas, United States', geo_target_id: '1026339' };

const fieldIs = (field: string, value: unknown) => async (org: Organization, slug: string) =>
  (await org.campaign(slug))[field] === value;
const hasNegative = async (org: Organization, slug: string) =>
  (await partsOf(org, slug)).negatives.some(({ text }) => text === 'people');

const NEGATIVES: Edit = {
  method: 'POST',
  path: '/negative-keywords',
  body: { keywords: ['people'] },
  isSo: hasNegative,
};

/** What may be edited of a campaign; what rests comes last, since launching is tried before. */
const OF_CAMPAIGN: Record<string, Edit> = {
  name: { method: 'PATCH', path: '', body: { name: 'Named by people' }, isSo: fieldIs('name', 'Named by people') },
  budget: { method: 'PATCH', path: '', body: { budget: 24 }, isSo: fieldIs('budget', 24) },
  'target CPA': { method: 'PATCH', path: '', body: { target_cpa: 9 }, isSo: fieldIs('target_cpa', 9) },
  negatives: NEGATIVES,
  sitelinks: { method: 'PUT', path: '/sitelinks', body: { sitelinks: [LINK] } },
  callouts: { method: 'PUT', path: '/callouts', body: { callouts: ['Mine'] } },
  locations: { method: 'PUT', path: '/locations', body: { locations: [HOUSTON] } },
  launch: { method: 'PUT', path: '/state', body: { state: 'live' }, isSo: fieldIs('state', 'live') },
  rest: { method: 'PUT', path: '/state', body: { state: 'paused' }, isSo: fieldIs('state', 'paused') },
};

/** What may be edited of an ad, and around it. */
const OF_AD: Record<string, Edit> = {
  name: { method: 'PATCH', path: '/ads/{ad}', body: { name: 'Named by people' } },
  'headlines and descriptions': { method: 'PATCH', path: '/ads/{ad}', body: TEXTS },
  path: { method: 'PATCH', path: '/ads/{ad}', body: { path1: 'mine' } },
  'landing page': { method: 'PATCH', path: '/ads/{ad}', body: { url: '{site}contact' } },
  keywords: { method: 'PUT', path: '/ads/{ad}/keywords', body: { keywords: [{ text: 'mine', match_type: 'exact' }] } },
  negatives: NEGATIVES,
  'name of the campaign': OF_CAMPAIGN.name ?? assert.fail(),
};

describe('what people edit while it is being written', () => {
  const suite = wholeSuite();
  let world: Writes;
  let slow: Awaited<ReturnType<typeof serveSlowSite>>;

  before(async () => {
    slow = await serveSlowSite(suite);
    world = await startWorld(suite, { sites: [slow.host] });
  });

  /** Sends each edit; returns those that were accepted, and what each of the others was refused with. */
  async function sent(org: Organization, slug: string, edits: Record<string, Edit>, ad = '') {
    const accepted: Edit[] = [];
    const refused: Record<string, unknown> = {};
    for (const [what, edit] of Object.entries(edits)) {
      const answer = await send(org, slug, edit, ad);
      if (answer.status < 300) accepted.push(edit);
      else refused[what] = answer.error.code;
    }
    return { accepted, refused };
  }

  function send(org: Organization, slug: string, { method, path, body }: Edit, ad: string): Promise<HttpAnswer> {
    const within = `/organizations/${org.slug}/campaigns/${slug}${path.replace('{ad}', ad)}`;
    const filled: object = JSON.parse(JSON.stringify(body).replace('{site}', slow.url));
    return org.send(method, within, { ...filled, dry_run: false }, { cookie: org.people.admin.cookie });
  }

  async function standing(org: Organization, slug: string, accepted: readonly Edit[]): Promise<void> {
    for (const { body, isSo } of accepted) assert.ok(await isSo?.(org, slug), JSON.stringify(body));
    const { actions } = await org.log();
    assert.equal(actions.filter(({ status }) => status === 'executed').length, accepted.length);
  }

  test('is refused or stands, of a campaign', async () => {
    await slow.showsLike(`${world.emulator.origin}/sites/acme-plumbing/services/water-heaters`);
    const org = await world.organization();
    const wish = { website_url: slow.url, budget: 20 };
    const made = bodyOf(await org.send('POST', `/organizations/${org.slug}/campaigns`, wish));
    const slug = String(made.campaign);
    const first = (await org.campaign(slug)).name;
    let edits: Awaited<ReturnType<typeof sent>> | undefined;
    await slow.whileAsked(async () => {
      edits = await sent(org, slug, OF_CAMPAIGN);
    });
    assert.equal((await org.settled(Number(made.task_tracking_id))).status, 'completed');
    const { sitelinks, callouts, locations, launch, ...others } = edits?.refused ?? {};
    assert.deepEqual([sitelinks, callouts, locations], ['setup_required', 'setup_required', 'setup_required']);
    assert.deepEqual([launch, others], ['launch_blocked', {}]);
    await standing(org, slug, edits?.accepted ?? []);

    const { actions } = await org.log();
    const renamed = actions.find(({ detail }) => String(detail).startsWith('name'));
    await org.undone(renamed?.id);
    assert.equal((await org.campaign(slug)).name, first);
  });

  test('a name stands where work that was queued long ago does not say what it was called', async () => {
    await slow.showsLike(`${world.emulator.origin}/sites/acme-plumbing/services/water-heaters`);
    const org = await world.organization();
    const slug = await org.draft({ name: 'Named by people' });
    await world.database.execute(moveWebsite, org.id, slug, slow.url);
    const campaign = await findCampaign(org.tenancy, slug);
    await world.database.execute(isWritten, org.id, campaign?.id ?? 0);
    const task = await world.service.services.tasks.enqueue(world.database, {
      organizationId: org.id,
      type: 'generate_campaign',
      payload: { campaign_id: campaign?.id, organization: org.slug, named: false },
    });
    await slow.whileAsked(async () => {});
    assert.equal((await org.settled(task)).status, 'completed');
    assert.equal((await org.campaign(slug)).name, 'Named by people');
  });

  for (const [what, page, ends] of [
    ['an ad', '/sites/acme-plumbing/services/water-heaters', 'completed'],
    ['an ad that cannot be written', '/sites/none', 'failed'],
  ] as const) {
    test(`is refused or stands, of ${what}`, async () => {
      await slow.showsLike(`${world.emulator.origin}${page}`);
      const org = await world.organization();
      const slug = await org.draft();
      await world.database.execute(moveWebsite, org.id, slug, slow.url);
      const wish = { url: slow.url, name: 'Heaters' };
      const made = bodyOf(await org.send('POST', `/organizations/${org.slug}/campaigns/${slug}/ads`, wish));
      let edits: Awaited<ReturnType<typeof sent>> | undefined;
      await slow.whileAsked(async () => {
        edits = await sent(org, slug, OF_AD, String(made.ad_id));
      });
      assert.equal((await org.settled(Number(made.task_tracking_id))).status, ends);
      const ofAd = Object.keys(OF_AD).filter((one) => OF_AD[one]?.path.startsWith('/ads'));
      assert.deepEqual(edits?.refused, Object.fromEntries(ofAd.map((one) => [one, 'setup_required'])));
      await standing(org, slug, edits?.accepted ?? []);
    });
  }

  test('is gone once it was removed, and is edited once it was written', async () => {
    await slow.showsLike(`${world.emulator.origin}/sites/acme-plumbing/services/water-heaters`);
    const org = await world.organization();
    const slug = await org.draft();
    await world.database.execute(moveWebsite, org.id, slug, slow.url);
    const path = `/organizations/${org.slug}/campaigns/${slug}/ads`;
    const remove: Edit = { method: 'POST', path: '/ads/{ad}/remove', body: {} };
    const makeAd = async (name: string) => bodyOf(await org.send('POST', path, { url: slow.url, name }));
    const gone = await makeAd('Removed');
    await slow.whileAsked(async () => {
      assert.equal((await send(org, slug, remove, String(gone.ad_id))).status, 200);
    });
    assert.equal((await org.settled(Number(gone.task_tracking_id))).status, 'failed');
    const kept = await makeAd('Kept');
    await slow.whileAsked(async () => {});
    assert.equal((await org.settled(Number(kept.task_tracking_id))).status, 'completed');
    const texts = OF_AD['headlines and descriptions'] ?? assert.fail();
    assert.equal((await send(org, slug, texts, String(kept.ad_id))).status, 200);
    const { ads } = await partsOf(org, slug);
    assert.ok(ads.every(({ id }) => id !== gone.ad_id));
    assert.deepEqual(ads.find(({ id }) => id === kept.ad_id)?.headlines, TEXTS.headlines);
  });
});

async function partsOf(org: Organization, slug: string) {
  const campaign = await findCampaign(org.tenancy, slug);
  return campaignParts(org.tenancy, campaign?.id ?? 0);
}
