import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { z } from 'zod';
import { statement } from '../../src/base/database.ts';
import { findCampaign } from '../../src/campaigns/campaign.store.ts';
import { campaignParts, keywordsOfAd } from '../../src/campaigns/campaign-parts.store.ts';
import { folded } from '../../src/campaigns/keyword-text.ts';
import { LongestBlock } from '../harness/longest-block.ts';
import { wholeSuite } from '../harness/service.ts';
import { moveWebsite } from '../writes/behind.ts';
import type { Organization } from '../writes/organization.ts';
import { startWorld, type Writes } from '../writes/world.ts';

const KEYWORDS = 200_000;
const AT_ONCE = 20_000;
/** Of processor time: whoever else asks something meanwhile waits no longer. Comparing with all of them took 130 to 345. */
const LONGEST_BLOCK_MS = 100;

const started = z.looseObject({ task_tracking_id: z.int(), ad_id: z.int() });
const addKeywords = statement<[organizationId: number, campaign: number, ad: number, from: number, to: number], never>(`
  insert into keyword (organization_id, campaign_id, ad_id, text, folded, match_type, state, created_at)
  select $1::integer, $2::bigint, $3::bigint, 'Keyword number ' || n, 'keyword number ' || n, 'phrase', 'enabled',
    timestamptz '2025-01-01'
  from generate_series($4::integer, $5::integer) n`);
const shout = statement<[organizationId: number, campaign: number], never>(
  'update keyword set text = upper(text) where organization_id = $1 and campaign_id = $2',
);

describe('a new ad has keywords that no other ad of its campaign has', () => {
  const suite = wholeSuite();
  let world: Writes;
  let site: string;
  before(async () => {
    world = await startWorld(suite);
    site = `${world.emulator.origin}/sites/acme-plumbing/`;
  });

  const draftOf = async (org: Organization) => {
    const slug = await org.draft();
    await world.database.execute(moveWebsite, org.id, slug, site);
    const campaign = await findCampaign(org.tenancy, slug);
    assert.ok(campaign);
    return campaign;
  };
  /** The keywords of an ad that is written for the page on water heaters, as they are compared. */
  const keywordsOfNewAd = async (org: Organization, campaign: { id: number; slug: string }) => {
    const path = `/organizations/${org.slug}/campaigns/${campaign.slug}/ads`;
    const answer = await org.send('POST', path, { url: `${site}services/water-heaters` });
    const { task_tracking_id, ad_id } = started.parse(answer.json);
    const task = await org.settled(task_tracking_id);
    assert.equal(task.status, 'completed', JSON.stringify(task));
    const keywords = await keywordsOfAd(org.tenancy, campaign.id, ad_id);
    return keywords.map(({ text }) => folded(text));
  };

  test('however those are written, also where an ad for the same page took all that come first', async () => {
    const org = await world.organization();
    const campaign = await draftOf(org);
    const first = await keywordsOfNewAd(org, campaign);
    await world.database.execute(shout, org.id, campaign.id);
    const second = await keywordsOfNewAd(org, campaign);
    assert.ok(second.length > 0);
    assert.deepEqual(
      second.filter((text) => first.includes(text)),
      [],
    );
  });

  test('and holds nobody up where those are very many', async () => {
    const org = await world.organization();
    const campaign = await draftOf(org);
    await keywordsOfNewAd(org, await draftOf(org));
    const [ad] = (await campaignParts(org.tenancy, campaign.id)).ads;
    for (let from = 1; from <= KEYWORDS; from += AT_ONCE) {
      await world.database.execute(addKeywords, org.id, campaign.id, ad?.id ?? 0, from, from + AT_ONCE - 1);
    }
    const block = new LongestBlock();
    const keywords = await keywordsOfNewAd(org, campaign);
    const longest = Math.round(block.end());
    assert.ok(keywords.length > 0);
    assert.ok(longest <= LONGEST_BLOCK_MS, `held others up for ${longest} ms`);
  });
});
