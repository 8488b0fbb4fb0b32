import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { findCampaign } from '../../src/campaigns/campaign.store.ts';
import { adsOf } from '../../src/campaigns/campaign-parts.store.ts';
import type { AdSpec } from '../../src/ports/ad-platform.ts';
import { wholeSuite } from '../harness/service.ts';
import { bodyOf, type Organization } from '../writes/organization.ts';
import { startWorld, type Writes } from '../writes/world.ts';

const NAME = 'Vast one';
/** With the ad and its text it is all that the platform takes at once. */
const MOST_WORDS = 9_998;
const NEGATIVES = 10;

const wordOf = (n: number) => ({ text: `vast word ${n}`, matchType: 'exact' }) as const;

const VAST: AdSpec = {
  name: NAME,
  status: 'enabled',
  finalUrl: 'https://www.acme-plumbing.example/heaters/',
  headlines: ['Water Heaters', 'New Heater Today', 'Austin Heater Repair'],
  descriptions: ['A licensed plumber fits it today.', 'Call or book online.'],
  path1: null,
  path2: null,
  keywords: Array.from({ length: MOST_WORDS - NEGATIVES }, (_, n) => wordOf(n)),
  negatives: Array.from({ length: NEGATIVES }, (_, n) => wordOf(MOST_WORDS + n)),
};

describe('an ad with as many words as can be put back at once', () => {
  const suite = wholeSuite();
  let writes: Writes;
  let org: Organization;
  before(async () => {
    writes = await startWorld(suite);
    org = await writes.organization();
  });

  async function synced(): Promise<void> {
    await writes.turn({ seconds: 1 });
    await writes.sync(org);
  }

  test('can be removed, and with one more it is not, whether that is known here or only there', async () => {
    const slug = await org.live({ budget: 40 });
    const campaign = await findCampaign(org.tenancy, slug);
    const { account } = writes.platform;
    const { adId } = await account.addAd(campaign?.platform_id ?? '', VAST);
    await synced();
    const ad = (await adsOf(org.tenancy, campaign?.id ?? 0)).find(({ name }) => name === NAME);
    const path = `/organizations/${org.slug}/campaigns/${slug}/ads/${ad?.id}/remove`;
    const removal = (dry_run: boolean) => org.send('POST', path, { dry_run }, { cookie: org.people.admin.cookie });
    const isRefused = async () => {
      const { status, text } = await removal(false);
      assert.equal(status, 422, text);
      assert.match(text, /"not_supported".*10001 parts.*could not be put back.*takes 10000 at once/);
      const there = await account.readCampaign(campaign?.platform_id ?? '');
      assert.ok(there?.ads.some(({ id }) => id === adId));
    };
    assert.equal(bodyOf(await removal(true)).refused_because, null);

    await account.addKeywords([{ adId, ...wordOf(MOST_WORDS + NEGATIVES) }]);
    assert.equal(bodyOf(await removal(true)).refused_because, null);
    await isRefused();

    await synced();
    assert.match(String(bodyOf(await removal(true)).refused_because), /could not be put back/);
    await isRefused();
  });
});
