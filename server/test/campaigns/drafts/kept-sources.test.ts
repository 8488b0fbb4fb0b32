import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { z } from 'zod';
import { findCampaign } from '../../../src/campaigns/campaign.store.ts';
import { campaignParts } from '../../../src/campaigns/campaign-parts.store.ts';
import { deleteAd, restoreAdRows } from '../../../src/campaigns/drafts/ad-rows.store.ts';
import { addDraftAd, sourcesOfAd } from '../../../src/campaigns/drafts/draft.store.ts';
import { adSources, keptSources } from '../../../src/campaigns/drafts/kept-sources.ts';
import { fillAd, insertUnwrittenAd } from '../../../src/campaigns/drafts/new-ad.store.ts';
import { serveSite } from '../../adapters/site-reader/site.ts';
import { LongestBlock } from '../../harness/longest-block.ts';
import { wholeSuite } from '../../harness/service.ts';
import { draftAd } from '../../writes/drafts.ts';
import type { Organization } from '../../writes/organization.ts';
import { startWorld, type Writes } from '../../writes/world.ts';

const MOST = { ofText: 3, words: 300, address: 500, bytes: 16 * 1024 };
const MOST_BYTES_OF_PARTS = 1_500_000;
/** Of processor time: whoever else asks something meanwhile waits no longer. */
const LONGEST_BLOCK_MS = 100;
const ADS = 300;
const ADS_WITH_SOURCES = 50;

const started = z.object({ task_tracking_id: z.int(), campaign: z.string() });
const parts = z.looseObject({ ads: z.array(z.looseObject({ name: z.string(), sources: adSources })) });

const LONG = `https://pipes.example/areas/${'x'.repeat(1_990)}`;
const HEADLINES = Array.from({ length: 15 }, (_, index) => `A headline of thirty letters ${index}`);
const DESCRIPTIONS = Array.from({ length: 4 }, (_, index) => `${'A description of ninety letters '.repeat(2)}${index}`);
/** As much as pages can make of what an ad stands on, and more. */
const WORST = Object.fromEntries(
  [...HEADLINES, ...DESCRIPTIONS].map((text) => [
    text,
    Array.from({ length: 111 }, () => ({ address: LONG, words: 'Wir kommen nach 東京 '.repeat(200) })),
  ]),
);
const worstAd = (name: string) => draftAd({ name, headlines: HEADLINES, descriptions: DESCRIPTIONS, sources: WORST });

/** The site of a plumber whose page of areas has one of them on each line, and a very long address. */
function longSite(): Record<string, string> {
  const services = ['Drain cleaning', 'Water heater repair', 'Leak detection'];
  const nav = services.map((name) => `<a href="/${name.replaceAll(' ', '-')}">${name}</a>`).join('');
  const page = (title: string, body: string, head = '') =>
    `<html lang="en"><head><title>${title} | Honest Pipes</title><meta property="og:site_name" content="Honest Pipes">${head}
    </head><body><nav>${nav}<a href="/areas">Areas</a></nav><main><h1>${title}</h1>${body}</main>`;
  const towns = ['Austin', 'Round Rock', 'Cedar Park', ...Array.from({ length: 200 }, (_, n) => 'QKXZVWJH'[n % 8])];
  const words = 'You can call us on any day of the week and we will be with you as soon as we can. '.repeat(8);
  const areas = `<p>${words}</p><p>We serve ${towns.join(',<br>')}.</p>`;
  return {
    '/': page('Plumbers for your home', '<p>Honest Pipes repairs pipes for homeowners. Free quotes by phone.</p>'),
    '/areas': page('Where we work', areas, `<link rel="canonical" href="${new URL(LONG).pathname}">`),
    ...Object.fromEntries(
      services.map((name) => [
        `/${name.replaceAll(' ', '-')}`,
        page(
          name,
          `<p>Honest Pipes does ${name.toLowerCase()} the same day. Licensed plumbers with upfront prices.</p>`,
        ),
      ]),
    ),
  };
}

describe('what the texts of an ad stand on', () => {
  const suite = wholeSuite();
  let world: Writes;
  let site: Awaited<ReturnType<typeof serveSite>>;
  before(async () => {
    site = await serveSite(suite, longSite());
    world = await startWorld(suite, { sites: [site.host] });
  });

  const draftOf = async (org: Organization) => {
    const campaign = await findCampaign(org.tenancy, await org.draft());
    assert.ok(campaign);
    return campaign.id;
  };

  test('is kept within bounds, whoever writes the ad down', async () => {
    const org = await world.organization();
    const { tenancy } = org;
    const id = await draftOf(org);
    const at = new Date(world.clock.now());
    const added = await addDraftAd(tenancy, id, worstAd('Added'), at);
    const filled = await insertUnwrittenAd(tenancy, id, { name: 'Filled', url: site.url }, at);
    await fillAd(tenancy, filled, worstAd(''), at);
    const restored = await addDraftAd(tenancy, id, draftAd({ name: 'Restored' }), at);
    const row = (await campaignParts(tenancy, id)).ads.find((ad) => ad.id === restored);
    assert.ok(row);
    await deleteAd(tenancy, id, restored);
    await restoreAdRows(tenancy, id, { ...row, sources: WORST, keywords: [], negatives: [] }, at);
    for (const one of [added, filled, restored]) {
      const kept = adSources.parse(await sourcesOfAd(tenancy, id, one));
      const [first] = HEADLINES;
      assert.equal(kept[first ?? '']?.length, MOST.ofText);
      assertSmall(kept);
    }
  });

  test('is small for ads of a site whose page of areas has a hundred lines and an address of 2,000 letters', async () => {
    const org = await world.organization();
    const path = `/organizations/${org.slug}/campaigns`;
    const { json } = await org.send('POST', path, { website_url: site.url, budget: 20 });
    const { task_tracking_id, campaign } = started.parse(json);
    assert.equal((await org.settled(task_tracking_id)).status, 'completed');
    const { cookie } = org.people.owner;
    const { ads } = parts.parse((await org.send('GET', `${path}/${campaign}/parts`, undefined, { cookie })).json);
    const ofTowns = ads.flatMap(({ sources }) => Object.entries(sources)).filter(([text]) => text.includes('Austin'));
    assert.ok(ofTowns.length > 0);
    for (const { sources } of ads) assertSmall(sources);
  });

  test('is shown of the latest ads of a draft, in an answer that holds nobody up', async () => {
    const org = await world.organization();
    const ads = Array.from({ length: ADS }, (_, index) => worstAd(`Ad ${index}`));
    const path = `/dashboard/v1/organizations/${org.slug}/campaigns/${await org.draft({ ads })}/parts`;
    for (const measured of [false, false, true]) {
      const block = new LongestBlock();
      const answer = await fetch(`${world.base}${path}`, { headers: { cookie: org.people.owner.cookie } });
      const body = Buffer.from(await answer.arrayBuffer());
      const longest = Math.round(block.end());
      assert.equal(answer.status, 200);
      assert.ok(body.length <= MOST_BYTES_OF_PARTS, `${body.length} bytes`);
      if (!measured) continue;
      assert.ok(longest <= LONGEST_BLOCK_MS, `held others up for ${longest} ms`);
      const shown = parts.parse(JSON.parse(body.toString())).ads;
      const told = shown.map(({ sources }) => Object.keys(sources).length > 0);
      assert.deepEqual(told, [...Array(ADS - ADS_WITH_SOURCES).fill(false), ...Array(ADS_WITH_SOURCES).fill(true)]);
    }
  });
});

test('words and addresses are cut where no character is broken, and an address keeps the page before the query', () => {
  const one = (address: string, words: string) => keptSources({ text: [{ address, words }] }).text?.[0];
  assert.equal(one(`https://a.example/p?q=${'q'.repeat(600)}#x`, 'words')?.address, 'https://a.example/p');
  assert.equal(one(`https://a.example/p?q=1`, 'words')?.address, 'https://a.example/p?q=1');
  const cut = one(`https://a.example/${'%C3%A9'.repeat(300)}`, '𠮷'.repeat(400));
  assert.match(cut?.address ?? '', /^https:\/\/a\.example\/(?:%[0-9A-F]{2})+$/);
  assert.match(cut?.words ?? '', /^𠮷+…$/u);
  assert.deepEqual(keptSources({ text: 'of another form' }), {});
});

function assertSmall(sources: z.infer<typeof adSources>): void {
  assert.ok(Buffer.byteLength(JSON.stringify(sources)) <= MOST.bytes);
  for (const some of Object.values(sources)) {
    assert.ok(some.length <= MOST.ofText);
    assert.ok(some.every(({ words }) => words.length <= MOST.words));
    assert.ok(some.every(({ address }) => address.length <= MOST.address));
  }
}
