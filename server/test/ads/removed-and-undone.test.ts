import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { z } from 'zod';
import { findCampaign } from '../../src/campaigns/campaign.store.ts';
import { adsOf, keywordsOfAd, negativesOfAd } from '../../src/campaigns/campaign-parts.store.ts';
import type { AdSpec, PlatformAd, PlatformCampaign, RunningTexts } from '../../src/ports/ad-platform.ts';
import { wholeSuite } from '../harness/service.ts';
import { agreed } from '../writes/faults/agreed.ts';
import { bodyOf, type Organization } from '../writes/organization.ts';
import type { PlatformView } from '../writes/platform-view.ts';
import { liftAll } from '../writes/recommend.ts';
import { startWorld, type Writes } from '../writes/world.ts';

const NAME = 'Made there';

/** The other ad of the campaign is that of its launch. */
const isMade = ({ name }: { name: string }) => name !== 'Drain cleaning';

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

interface Place {
  platform: PlatformView;
  campaign: PlatformCampaign;
  ad: PlatformAd;
}

/** What is edited in the platform after our last reading. */
const EDITS: Readonly<Record<string, (place: Place) => Promise<unknown>>> = {
  'an ad that was paused there since': ({ platform, campaign }) =>
    platform.edit(campaign.name, 'ad_group_status', 'PAUSED', { of: NAME }),
  'an ad that was renamed there since': ({ platform, campaign }) =>
    platform.edit(campaign.name, 'ad_group_name', 'Renamed there', { of: NAME }),
  'an ad whose bid was lowered there since': ({ platform, campaign }) =>
    platform.edit(campaign.name, 'ad_group_bid', 1.5, { of: NAME }),
  'an ad whose texts were edited there since': ({ platform, campaign }) =>
    platform.edit(campaign.name, 'first_headline', 'Heaters At Cost', { of: NAME }),
  'an ad of which a keyword was paused there since': ({ platform, campaign }) =>
    platform.edit(campaign.name, 'keyword_status', 'PAUSED', { of: 'water heater austin' }),
  'an ad of which a keyword was removed there since': ({ platform, ad }) =>
    platform.account.removeKeywords(ad.keywords.slice(1).map(({ id }) => id)),
  'an ad to which a keyword was added there since': ({ platform, ad }) =>
    platform.account.addKeywords([{ adId: ad.id, text: 'tankless heater', matchType: 'exact', cpcBid: '2.25' }]),
  'an ad of which a negative keyword was removed there since': ({ platform, ad }) =>
    platform.account.removeNegatives(ad.negatives.map(({ id }) => id)),
  'an ad to which a negative keyword was added there since': ({ platform, campaign, ad }) =>
    platform.account.addNegatives(campaign.id, [{ text: 'cheap', matchType: 'phrase', adId: ad.id }]),
};

/** Ads of which the first is made one of a kind that nobody can create, and whether we have read that. */
const WITHOUT_RETURN: readonly (readonly [what: string, changes: Partial<AdSpec>, synced: boolean])[] = [
  ['an ad without responsive texts', {}, true],
  ['an ad whose responsive texts are gone since', {}, false],
  ['an ad with something else beside them', { otherTexts: [other('Boilers', 'enabled')] }, true],
  ['an ad with something else beside them since', { otherTexts: [other('Boilers', 'enabled')] }, false],
];

/** An ad with something of each kind that can be edited. */
const EDITED: Partial<AdSpec> = {
  cpcBid: '5.00',
  keywords: [...SPEC.keywords, { text: 'free heater', matchType: 'broad' }],
  negatives: [{ text: 'jobs', matchType: 'broad' }],
};

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

  async function removal(slug: string, { dry_run = false } = {}) {
    const id = (await findCampaign(org.tenancy, slug))?.id ?? 0;
    const ad = (await adsOf(org.tenancy, id)).find(isMade);
    const path = `/organizations/${org.slug}/campaigns/${slug}/ads/${ad?.id}/remove`;
    return org.send('POST', path, { dry_run }, { cookie: org.people.admin.cookie });
  }

  async function remove(slug: string) {
    const removed = await removal(slug);
    assert.equal(removed.status, 200, removed.text);
    assert.deepEqual((await agreed(writes, org, slug)).ads, ['Drain cleaning/enabled']);
    return bodyOf(removed).action_id;
  }

  async function removeAndUndo(slug: string) {
    assert.deepEqual((await org.undone(await remove(slug))).restored, ['ad']);
    await agreed(writes, org, slug);
  }

  const standing = async (campaign: string) => {
    const ad = (await writes.platform.campaign(campaign))?.ads.find(isMade);
    assert.ok(ad);
    return withoutIds(ad);
  };

  /** The ids of the rows of the ad's keywords, and of its negative keywords. */
  const rowsOf = async (slug: string) => {
    const id = (await findCampaign(org.tenancy, slug))?.id ?? 0;
    const ad = (await adsOf(org.tenancy, id)).find(isMade);
    const keywords = await keywordsOfAd(org.tenancy, id, ad?.id ?? 0);
    const negatives = await negativesOfAd(org.tenancy, id, ad?.id ?? 0);
    return new Map([
      ...keywords.map(({ text, id }) => [text, id] as const),
      ...negatives.map(({ text, id }) => [`-${text}`, id] as const),
    ]);
  };

  for (const [what, changes] of Object.entries(STANDING)) {
    test(what, async () => {
      const { slug, name } = await withAd(changes);
      const before = await standing(name);
      await removeAndUndo(slug);
      assert.deepEqual(await standing(name), before);
    });
  }

  test('and takes back what was lifted from it before', async () => {
    const { slug, name } = await withAd({ negatives: [{ text: 'jobs', matchType: 'broad' }] });
    const before = await standing(name);
    const { action_id } = await org.applied(slug, liftAll);
    await removeAndUndo(slug);
    assert.deepEqual((await org.undone(action_id)).restored, ['negative keyword “jobs” (broad)']);
    assert.deepEqual(await standing(name), before);
    await agreed(writes, org, slug);
  });

  test('what was lifted from an ad that is gone is left alone', async () => {
    const { slug } = await withAd({ negatives: [{ text: 'jobs', matchType: 'broad' }] });
    const { action_id } = await org.applied(slug, liftAll);
    await remove(slug);
    const undo = await org.undo(action_id);
    assert.match(undo.text, /its ad is gone/);
    await agreed(writes, org, slug);
  });

  for (const [what, changes, synced] of WITHOUT_RETURN) {
    test(`${what} is not removed: it could not be put back`, async () => {
      const { slug, name } = await withAd(changes);
      await writes.platform.edit(name, 'ad_type', 'EXPANDED_TEXT_AD', { of: NAME });
      if (synced) {
        await writes.turn({ seconds: 1 });
        await writes.sync(org);
      }
      const before = await standing(name);
      const preview = bodyOf(await removal(slug, { dry_run: true }));
      if (synced && before.headlines.length === 0)
        assert.match(String(preview.refused_because), /could not be put back/);
      const { status, text } = await removal(slug);
      assert.equal(status, 422, text);
      assert.match(text, /"not_supported".*could not be put back/);
      assert.deepEqual(await standing(name), before);
    });
  }

  for (const [what, edit] of Object.entries(EDITS)) {
    test(what, async () => {
      const { slug, name } = await withAd(EDITED);
      const synced = await rowsOf(slug);
      const campaign = await writes.platform.campaign(name);
      const ad = campaign?.ads.find(isMade);
      assert.ok(campaign && ad);
      await edit({ platform: writes.platform, campaign, ad });
      const before = await standing(name);
      await removeAndUndo(slug);
      assert.deepEqual(await standing(name), before);
      const now = await rowsOf(slug);
      assert.deepEqual([...now.keys()].toSorted(), wordsOf(before));
      for (const [word, id] of now) assert.ok(!synced.has(word) || synced.get(word) === id, `${word} has another row`);
    });
  }
});

const wordsOf = ({ keywords, negatives }: Pick<AdSpec, 'keywords' | 'negatives'>) =>
  [...keywords.map(({ text }) => text), ...negatives.map(({ text }) => `-${text}`)].toSorted();

function withoutIds({ id: _id, resource: _resource, keywords, negatives, ...ad }: PlatformAd) {
  return {
    ...ad,
    keywords: keywords.map(({ id: _, ...keyword }) => keyword),
    negatives: negatives.map(({ id: _, ...negative }) => negative),
  };
}
