import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { z } from 'zod';
import { findCampaign } from '../../src/campaigns/campaign.store.ts';
import { partsAround } from '../../src/campaigns/campaign-parts.store.ts';
import type { AdSpec, PlatformAd, RunningTexts } from '../../src/ports/ad-platform.ts';
import { wholeSuite } from '../harness/service.ts';
import { agreed } from '../writes/faults/agreed.ts';
import { bodyOf, type Organization } from '../writes/organization.ts';
import { startWorld, type Writes } from '../writes/world.ts';

const NAME = 'Made there';

const SPEC: AdSpec = {
  name: NAME,
  status: 'enabled',
  finalUrl: 'https://www.acme-plumbing.example/heaters/',
  headlines: ['Water Heaters', 'New Heater Today', 'Austin Heater Repair'],
  descriptions: ['A licensed plumber fits it today.', 'Call or book online.'],
  path1: 'heaters',
  path2: 'austin',
  keywords: [{ text: 'water heater austin', matchType: 'phrase' }],
  negatives: [],
};

const other = (headline: string, status: RunningTexts['status']): RunningTexts => ({
  status,
  finalUrl: 'https://www.acme-plumbing.example/boilers/',
  headlines: [headline, 'Boilers Repaired', 'Boilers Replaced'],
  descriptions: ['We know every make.', 'Ask for a price.'],
  path1: null,
  path2: null,
});

/** Each way in which an ad may stand in the platform. */
const STANDING: Readonly<Record<string, Partial<AdSpec>>> = {
  'a paused ad': { status: 'paused' },
  'an ad whose texts are paused': { textsStatus: 'paused' },
  'an ad with several texts': { otherTexts: [other('Boilers', 'enabled'), other('Old Boilers', 'paused')] },
  'an ad with a bid': { cpcBid: '1.50' },
  'an ad with paused keywords and bids of their own': {
    keywords: [
      { text: 'water heater austin', matchType: 'phrase', status: 'paused' },
      { text: 'new water heater', matchType: 'exact', cpcBid: '2.25' },
    ],
  },
  'an ad with negative keywords': {
    negatives: [
      { text: 'free', matchType: 'broad' },
      { text: 'heater jobs', matchType: 'exact' },
    ],
  },
};

/** What is edited in the platform after our last reading. */
const EDITS = {
  'an ad that was paused there since': ['ad_group_status', NAME],
  'an ad of which a keyword was paused there since': ['keyword_status', 'water heater austin'],
} as const;

describe('an ad that was removed comes back as it was', () => {
  const suite = wholeSuite();
  let writes: Writes;
  let org: Organization;
  before(async () => {
    writes = await startWorld(suite);
    org = await writes.organization();
  });

  async function withAd(changes: Partial<AdSpec>) {
    const slug = await org.live({ budget: 40 });
    const { name, platform_id } = z
      .object({ name: z.string(), platform_id: z.string() })
      .parse(await findCampaign(org.tenancy, slug));
    await writes.platform.account.addAd(platform_id, { ...SPEC, ...changes });
    await writes.turn({ seconds: 1 });
    await writes.sync(org);
    return { slug, name };
  }

  async function removeAndUndo(slug: string) {
    const id = (await findCampaign(org.tenancy, slug))?.id ?? 0;
    const ad = (await partsAround(org.tenancy, id, null)).ads.find(({ name }) => name === NAME);
    const path = `/organizations/${org.slug}/campaigns/${slug}/ads/${ad?.id}/remove`;
    const removal = await org.send('POST', path, { dry_run: false }, { cookie: org.people.admin.cookie });
    assert.equal(removal.status, 200, removal.text);
    assert.deepEqual((await agreed(writes, org, slug)).ads, ['Drain cleaning/enabled']);
    assert.deepEqual((await org.undone(bodyOf(removal).action_id)).restored, ['ad']);
    await agreed(writes, org, slug);
  }

  const standing = async (campaign: string) => {
    const ad = (await writes.platform.campaign(campaign))?.ads.find(({ name }) => name === NAME);
    assert.ok(ad);
    return withoutIds(ad);
  };

  for (const [what, changes] of Object.entries(STANDING)) {
    test(what, async () => {
      const { slug, name } = await withAd(changes);
      const before = await standing(name);
      await removeAndUndo(slug);
      assert.deepEqual(await standing(name), before);
    });
  }

  for (const [what, [field, of]] of Object.entries(EDITS)) {
    test(what, async () => {
      const { slug, name } = await withAd({});
      await writes.platform.edit(name, field, 'PAUSED', { of });
      const before = await standing(name);
      await removeAndUndo(slug);
      assert.deepEqual(await standing(name), before);
    });
  }
});

function withoutIds({ id: _id, resource: _resource, keywords, negatives, ...ad }: PlatformAd) {
  return {
    ...ad,
    keywords: keywords.map(({ id: _, ...keyword }) => keyword),
    negatives: negatives.map(({ id: _, ...negative }) => negative),
  };
}
