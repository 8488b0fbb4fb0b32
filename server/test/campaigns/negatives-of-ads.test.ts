import assert from 'node:assert/strict';
import { test } from 'node:test';
import { statement } from '../../src/base/database.ts';
import { findCampaign } from '../../src/campaigns/campaign.store.ts';
import { deleteNegatives, insertNegatives } from '../../src/campaigns/exclude/negative-keyword.store.ts';
import { startWorld } from '../writes/world.ts';

const anAd = statement<[organizationId: number, campaignId: number], { id: number }>(
  'select id from ad where organization_id = $1 and campaign_id = $2 order by id limit 1',
);
const left = statement<[organizationId: number, campaignId: number], { ad_id: number | null }>(
  `select ad_id from negative_keyword where organization_id = $1 and campaign_id = $2 and text = 'free repairs'`,
);

for (const ofAd of [true, false]) {
  test(`of two that wait with one text, that of the ${ofAd ? 'ad' : 'campaign'} goes and the other stays`, async (t) => {
    const { organization, database } = await startWorld(t);
    const org = await organization();
    const campaign = await findCampaign(org.tenancy, await org.draft());
    assert.ok(campaign);
    const ad = await database.row(anAd, org.id, campaign.id);
    assert.ok(ad);
    const one = { text: 'free repairs', match_type: 'exact' as const, platform_id: null };
    await insertNegatives(org.tenancy, campaign.id, [one, { ...one, ad_id: ad.id }], new Date());
    await deleteNegatives(org.tenancy, campaign.id, [ofAd ? { ...one, ad } : one]);
    assert.deepEqual(
      (await database.rows(left, org.id, campaign.id)).map(({ ad_id }) => ad_id),
      [ofAd ? null : ad.id],
    );
  });
}
