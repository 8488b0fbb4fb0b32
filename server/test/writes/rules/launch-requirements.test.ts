import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { statement } from '../../../src/base/database.ts';
import { processorMs } from '../../harness/processor-time.ts';
import { wholeSuite } from '../../harness/service.ts';
import { refused } from '../answers.ts';
import { callout, type DraftOptions, draftAd, sitelink } from '../drafts.ts';
import { bodyOf, type Organization } from '../organization.ts';
import { startWorld, type Writes } from '../world.ts';

const LONG = 'x'.repeat(31);
const NEGATIVES = 9_800;
const PREVIEWS = 10;
/** By then a person has rested for the one before: what else the process does meanwhile is not counted. */
const RESTED_MS = 200;
/** Reading them all took 55. */
const MOST_CPU_MS = 30;

const addNegatives = statement<[organizationId: number, slug: string, count: number], never>(`
  insert into negative_keyword (organization_id, campaign_id, text, folded, match_type, created_at)
  select $1::integer, c.id, 'Term ' || n, 'term ' || n, 'phrase', c.created_at
  from campaign c, generate_series(1, $3::integer) n where c.organization_id = $1 and c.slug = $2`);

const leavePlacesOut = statement<[organizationId: number, slug: string, count: number], never>(`
  update campaign set excluded_locations = (
    select jsonb_agg(jsonb_build_object('id', n::text, 'name', 'Place ' || n)) from generate_series(1, $3::integer) n)
  where organization_id = $1 and slug = $2`);

describe('launch requirements', () => {
  const suite = wholeSuite();
  let writes: Writes;
  let org: Organization;

  before(async () => {
    writes = await startWorld(suite);
    org = await writes.organization();
  });

  /** The preview and the executed call name the same first thing. */
  async function blocks(parts: Partial<DraftOptions>, blocked_by: string, code = 'launch_blocked'): Promise<string> {
    const slug = await org.draft(parts);
    const preview = bodyOf(await org.state(slug, 'live', { dryRun: true }));
    assert.equal(preview.blocked_by, blocked_by, JSON.stringify(preview));
    assert.deepEqual(preview.would_change, { state: { from: 'draft', to: 'live' } });
    const answer = await org.state(slug, 'live');
    refused(answer, code, { blocked_by });
    assert.equal((await org.campaign(slug)).state, 'draft');
    return String(answer.error.message);
  }

  const nothing: Partial<DraftOptions> = { budget: 0, locations: [], assets: [], ads: [] };

  test('the first thing missing is named, in order', async () => {
    assert.match(await blocks(nothing, 'budget'), /budget/);
    assert.match(await blocks({ ...nothing, budget: 40 }, 'location'), /location or radius/);
    const located: Partial<DraftOptions> = { assets: [], ads: [] };
    assert.match(await blocks(located, 'sitelinks'), /sitelink/);
    assert.match(await blocks({ ...located, assets: [sitelink()] }, 'callouts'), /callout/);
    assert.match(await blocks({ ads: [] }, 'ads'), /ad/);
    assert.match(await blocks({ ads: [draftAd({ keywords: [] })] }, 'keywords'), /keyword/);
  });

  test('a place that the platform cannot be told of is not left out in silence', async () => {
    const country = place({ geo_target_id: '2840', name: 'United States' });
    const lost: Record<string, ReturnType<typeof place>> = {
      'a circle around an address': place({ kind: 'radius', name: '1 Main St, Austin', radius_km: 16 }),
      'a circle of no size': place({ kind: 'radius', name: '1 Main St, Austin', latitude: 30.2, longitude: -97.7 }),
      'a place without a number': place({ name: '1 Main St, Austin' }),
    };
    for (const [what, location] of Object.entries(lost)) {
      for (const locations of [[location], [country, { ...location, position: 1 }]]) {
        assert.match(await blocks({ locations }, 'location'), /“1 Main St, Austin”/, what);
      }
    }
  });

  test('a campaign with no budget does not launch', async () => {
    const slug = await org.draft({ budget: 0 });
    refused(await org.state(slug, 'live'), 'launch_blocked', { blocked_by: 'budget' });
    await org.edited(slug, { budget: 5 });
    await org.moved(slug, 'live');
  });

  test('a budget that takes the organization over its monthly cap does not launch', async () => {
    const capped = await writes.organization({ cap: 1_500 });
    const slug = await capped.draft({ budget: 40 });
    await capped.draft({ budget: 20 });
    refused(await capped.state(slug, 'live'), 'budget_cap_exceeded', { monthly_cap: 1_500, allowed_max_daily: 30 });
    assert.equal(bodyOf(await capped.state(slug, 'live', { dryRun: true })).blocked_by, 'monthly_cap');
    await capped.setCap(1_800);
    assert.equal(bodyOf(await capped.state(slug, 'live', { dryRun: true })).blocked_by, null);
    await capped.moved(slug, 'live');
    await capped.moved(slug, 'paused');
    await capped.setCap(1_799);
    refused(await capped.state(slug, 'live'), 'budget_cap_exceeded');
    assert.equal(await capped.writesUsed(), 2);
  });

  test('a sitelink that the platform would refuse is not valid', async () => {
    for (const bad of [
      sitelink({ text: '' }),
      sitelink({ text: 'x'.repeat(26) }),
      sitelink({ description1: 'x'.repeat(36) }),
      sitelink({ description2: 'x'.repeat(36) }),
      sitelink({ description2: null }),
      sitelink({ url: null }),
      sitelink({ url: 'prices' }),
    ]) {
      await blocks({ assets: [sitelink(), callout(), { ...bad, position: 2 }] }, 'sitelinks');
    }
  });

  test('a callout that the platform would refuse is not valid', async () => {
    for (const text of ['', '  ', 'x'.repeat(26)]) {
      await blocks({ assets: [sitelink(), callout(), callout({ text, position: 2 })] }, 'callouts');
    }
  });

  test('at least one ad has valid headlines and descriptions', async () => {
    for (const bad of [
      draftAd({ headlines: ['One', 'Two'] }),
      draftAd({ headlines: Array.from({ length: 16 }, (_, index) => `Headline ${index}`) }),
      draftAd({ headlines: ['One', 'Two', LONG] }),
      draftAd({ headlines: ['One', 'Two', ''] }),
      draftAd({ headlines: ['One', 'Two', 'two'] }),
      draftAd({ descriptions: ['Only one'] }),
      draftAd({ descriptions: ['One', 'Two', 'Three', 'Four', 'Five'] }),
      draftAd({ descriptions: ['One', 'x'.repeat(91)] }),
    ]) {
      await blocks({ ads: [bad] }, 'ads');
    }
  });

  test('every ad has a keyword', async () => {
    const bare = draftAd({ name: 'Bare', keywords: [] });
    assert.match(await blocks({ ads: [draftAd(), bare] }, 'keywords'), /Bare/);
  });

  test('what the rules let pass the platform takes', async () => {
    const fullest = draftAd({
      headlines: Array.from({ length: 15 }, (_, index) => `${index}`.padEnd(30, 'h')),
      descriptions: Array.from({ length: 4 }, (_, index) => `${index}`.padEnd(90, 'd')),
    });
    const assets = [
      sitelink({ text: 't'.repeat(25), description1: 'd'.repeat(35), description2: 'e'.repeat(35) }),
      callout({ text: 'c'.repeat(25) }),
    ];
    await org.live({ ads: [fullest], assets });
    await org.live({ assets: [sitelink({ description1: null, description2: null }), callout()] });
    const circle = { kind: 'radius', name: 'Austin', geo_target_id: null, latitude: 30.27, longitude: -97.74 } as const;
    await org.live({ locations: [{ position: 0, ...circle, radius_km: 20, platform_id: null }] });
  });

  test('a draft with one valid ad launches, whatever its other ads are', async () => {
    const slug = await org.draft({ ads: [draftAd(), draftAd({ name: 'Short', headlines: ['One'] })] });
    assert.equal(bodyOf(await org.state(slug, 'live', { dryRun: true })).blocked_by, null);
    await org.moved(slug, 'live');
    const { state, name, ads_count } = await org.campaign(slug);
    assert.deepEqual([state, ads_count], ['live', 2]);
    const there = await writes.platform.campaign(String(name));
    assert.deepEqual(
      there?.ads.map((ad) => ad.name),
      ['Drain cleaning'],
      'the other waits here',
    );
  });

  test('pausing asks for none of it', async () => {
    const slug = await org.draft(nothing);
    assert.equal(bodyOf(await org.state(slug, 'paused', { dryRun: true })).blocked_by, null);
    await org.moved(slug, 'paused');
  });

  test('are asked for without reading the thousands of negative keywords that a draft may have', async (t) => {
    const slug = await org.draft({ name: 'Vast' });
    await writes.database.execute(addNegatives, org.id, slug, NEGATIVES);
    const preview = async () => bodyOf(await org.state(slug, 'live', { dryRun: true }));
    assert.equal((await preview()).blocked_by, null);
    let worked = 0;
    for (let round = 0; round < PREVIEWS; round += 1) {
      await pause(RESTED_MS);
      const begun = processorMs();
      await preview();
      worked += processorMs() - begun;
    }
    const each = worked / PREVIEWS;
    t.diagnostic(`${each.toFixed(1)} ms`);
    assert.ok(each < MOST_CPU_MS, `${each} ms of processor time for a preview`);
    await org.negativesAdded(slug, ['what?']);
    assert.equal((await preview()).blocked_by, 'negative_keywords');
  });

  test('places left out count among what the platform takes at once', async () => {
    const slug = await org.draft({ name: 'Left out' });
    await writes.database.execute(addNegatives, org.id, slug, 9_800);
    await writes.database.execute(leavePlacesOut, org.id, slug, 200);
    assert.equal(bodyOf(await org.state(slug, 'live', { dryRun: true })).blocked_by, 'size');
  });

  test('more than the platform takes at once is told before it is sent', async () => {
    const slug = await org.draft({ name: 'Too much' });
    await writes.database.execute(addNegatives, org.id, slug, 10_000);
    assert.equal(bodyOf(await org.state(slug, 'live', { dryRun: true })).blocked_by, 'size');
    const answer = await org.state(slug, 'live');
    refused(answer, 'launch_blocked', { blocked_by: 'size' });
    assert.match(String(answer.error.message), /takes 9900 at once/);
    assert.equal((await org.campaign(slug)).state, 'draft');
  });
});

type Place = NonNullable<DraftOptions['locations']>[number];

function place(changes: Partial<Place>): Place {
  return {
    position: 0,
    kind: 'location',
    name: '',
    geo_target_id: null,
    latitude: null,
    longitude: null,
    radius_km: null,
    platform_id: null,
    ...changes,
  };
}
