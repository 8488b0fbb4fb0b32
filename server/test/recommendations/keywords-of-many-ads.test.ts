import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { z } from 'zod';
import { statement } from '../../src/base/database.ts';
import { findCampaign } from '../../src/campaigns/campaign.store.ts';
import { addKeywords } from '../../src/keywords/add-keywords.step.ts';
import type { PlatformCampaign } from '../../src/ports/ad-platform.ts';
import { findAction } from '../../src/writes/actions/action.store.ts';
import { mustBlockNoLongerThan, serveInProcess } from '../harness/served-process.ts';
import { wholeSuite } from '../harness/service.ts';
import { fillVastCampaign } from '../harness/vast-campaign.ts';
import { refused } from '../writes/answers.ts';
import { bodyOf, type Organization } from '../writes/organization.ts';
import type { PlatformView } from '../writes/platform-view.ts';
import { addToEach } from '../writes/recommend.ts';
import { ACME, startWorld, type Writes } from '../writes/world.ts';

const ADS = 1_000;
const LONGEST_BLOCK_MS = 50;
/** The same words for every city, as many advertisers have them. */
const ALIKE = { ads: 250, keywords: 80 };
const addAlike = statement<[organizationId: number, campaign: number, count: number], never>(`
  insert into keyword (organization_id, campaign_id, ad_id, text, folded, match_type, state, created_at)
  select $1::integer, $2::bigint, a.id, 'found ' || n, 'found ' || n, 'phrase', 'enabled', timestamptz '2025-01-01'
  from generate_series(1, $3::integer) n
  join ad a on a.organization_id = $1 and a.campaign_id = $2`);
const NOTHING_ELSE = { keywords: 0, negatives: 0, locations: 0, excluded: 1 };
const listed = z.object({ campaigns: z.array(z.object({ slug: z.string(), name: z.string() })) });

const addFound = addToEach('found');

describe('a recommendation that adds keywords to many ads', () => {
  const suite = wholeSuite();
  let writes: Writes;
  let org: Organization;
  let platform: PlatformView;
  let live: { slug: string; name: string };

  before(async () => {
    writes = await startWorld(suite);
    org = await writes.organization({ account: ACME, synced: true });
    platform = await writes.view(ACME);
    live = await withSeveralAds();
  });

  async function withSeveralAds(): Promise<{ slug: string; name: string }> {
    const { json } = await org.send('GET', `/organizations/${org.slug}/campaigns?state=live`);
    for (const { slug, name } of listed.parse(json).campaigns) {
      const there = await platform.campaign(name);
      if (there && there.ads.length > 2) return { slug, name };
    }
    assert.fail('no campaign has several ads');
  }

  const there = async () => keywordsOf(await platform.campaign(live.name));

  test('tells the platform of them all in one request, and undone takes them all away', async () => {
    const had = await there();
    await platform.forgetRequests();
    const { action_id } = await org.applied(live.slug, addFound);
    assert.equal(await platform.mutates(), 1);
    const found = had.map((keywords, n) => [...keywords, `found ${n}`].sort());
    assert.deepEqual(await there(), found);
    await platform.forgetRequests();
    await org.undone(action_id);
    assert.equal(await platform.mutates(), 1);
    assert.deepEqual(await there(), had);
  });

  test('adds none where one of the ads was removed in the platform', async () => {
    const had = await there();
    const id = await org.recommend(live.slug, addFound);
    const last = (await platform.campaign(live.name))?.ads.at(-1)?.id ?? '';
    await platform.account.removeAd(last);
    const answer = await org.apply(id);
    refused(answer, 'validation_error');
    assert.match(answer.text, /An ad that gets keywords was removed in Google Ads/);
    assert.deepEqual(await there(), had.slice(0, -1));
  });

  test('is one step, whose undo is worked out without holding up anybody', async () => {
    const slug = await org.draft();
    const campaign = await findCampaign(org.tenancy, slug);
    await fillVastCampaign(writes.database, org.id, campaign?.id ?? 0, { ...NOTHING_ELSE, ads: ADS });
    const { action_id } = await org.applied(slug, addFound);
    const action = await findAction(org.tenancy, String(action_id));
    assert.deepEqual(
      action?.steps.map(({ op }) => op),
      ['add_keywords', 'mark_recommendation_applied'],
    );
    const served = await serveInProcess(suite, { databaseUrl: writes.databaseUrl });
    const sending = { cookie: org.people.admin.cookie, via: served };
    const preview = async () => {
      const answer = await org.send('GET', `/actions/${action_id}/undo`, undefined, sending);
      assert.equal(answer.status, 200, answer.text);
    };
    await mustBlockNoLongerThan(LONGEST_BLOCK_MS, served, 'a preview of the undo', preview);
    const { restored } = bodyOf(await org.undo(action_id));
    assert.equal(Array.isArray(restored) && restored.length, ADS);
  });

  test('reads nothing of what says the same on other ads', async () => {
    const slug = await org.draft();
    const id = (await findCampaign(org.tenancy, slug))?.id ?? 0;
    await fillVastCampaign(writes.database, org.id, id, { ...NOTHING_ELSE, ads: ALIKE.ads });
    await writes.database.execute(addAlike, org.id, id, ALIKE.keywords);
    const recommendation = await org.recommend(slug, (standing) => addFound(standing).slice(1, ALIKE.keywords));
    const served = await serveInProcess(suite, { databaseUrl: writes.databaseUrl });
    const sending = { cookie: org.people.admin.cookie, via: served };
    const preview = async () => {
      const answer = await org.apply(recommendation, { ...sending, dryRun: true });
      assert.equal(answer.status, 200, answer.text);
    };
    await mustBlockNoLongerThan(LONGEST_BLOCK_MS, served, 'a preview', preview);
  });
});

test('a step that named one ad for all its keywords is read as one that names it for each', () => {
  const target = { campaign_id: 1, slug: 'one', account_id: null, platform_id: null };
  const ad = { id: 7, platform_id: 'a7' };
  const keyword = { text: 'shoes', match_type: 'exact', cpc_bid: null, platform_id: 'k1' };
  const { details } = addKeywords.read({ ...target, ad, keywords: [keyword] });
  assert.deepEqual(details, { ...target, keywords: [{ ...keyword, ad }] });
  assert.deepEqual(addKeywords.read(details).details, details);
});

function keywordsOf(campaign: PlatformCampaign | null): string[][] {
  assert.ok(campaign);
  return campaign.ads.map(({ keywords }) => keywords.map(({ text }) => text).sort());
}
