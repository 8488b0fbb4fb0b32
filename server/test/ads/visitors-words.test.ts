import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { z } from 'zod';
import { findCampaign } from '../../src/campaigns/campaign.store.ts';
import { campaignParts } from '../../src/campaigns/campaign-parts.store.ts';
import { serveSite, type TestSite } from '../adapters/site-reader/site.ts';
import { wholeSuite } from '../harness/service.ts';
import { moveWebsite } from '../writes/behind.ts';
import type { Organization } from '../writes/organization.ts';
import { startWorld, type Writes } from '../writes/world.ts';

const started = z.object({ task_tracking_id: z.int(), campaign: z.string().optional(), ad_id: z.int().optional() });

/** What anybody could leave on a page, and what nobody who owns it would say of it. */
const LEFT_BY_VISITORS = [
  'Cheaper at plumb4u.store',
  'Visit rival-boilers.ru',
  'Licensed at g00gle.dev',
  'Approved by Google',
  'Cures cancer and diabetes',
];
const OF_VISITORS = /plumb4u|rival|g00gle|google|cancer|evil/i;
const OF_OTHER_SITES = /plumb4u|rival|g00gle|evil/i;

const items = LEFT_BY_VISITORS.map((text) => `<li>${text}</li>`).join('');
/** The same words as the page marks them, and as a page has them that marks nothing. */
const PAGES = {
  comments: { block: `<ul class="comments">${items}</ul>`, unsaid: OF_VISITORS },
  reviews: {
    block: LEFT_BY_VISITORS.map((text) => `<div class="ti-review-item">${text}</div>`).join(''),
    unsaid: OF_VISITORS,
  },
  unmarked: { block: `<ul>${items}</ul>`, unsaid: OF_OTHER_SITES },
};

function frame(title: string, content: string): string {
  const links = '<a href="/drains">Drain cleaning</a><a href="/boilers">Boilers</a><a href="/pricing">Pricing</a>';
  return `<!doctype html><html lang="en"><head><title>${title} | Acme Plumbing</title></head><body><nav>${links}</nav><main>${content}</main><footer><p>12 Main St, Austin, TX 78704</p></footer></body></html>`;
}

function pagesWith(block: string): Record<string, string> {
  const service = (name: string) =>
    `<h1>${name}</h1><p>${name} by licensed plumbers in Austin, on the day you call.</p><p>We show you the pipe on camera before we begin.</p><ul><li>Licensed and insured</li><li>Open on weekends</li></ul>${block}`;
  return {
    '/': frame(
      'Plumbers in Austin',
      `<h1>Plumbers in Austin</h1><p>A plumber at your door within the hour.</p>${block}`,
    ),
    '/drains': frame('Drain cleaning', service('Drain cleaning')),
    '/boilers': frame('Boilers', service('Boilers')),
    '/pricing': frame('Pricing', `<h1>Pricing at evil.ru</h1><p>Prices are told before work begins.</p>${block}`),
  };
}

describe('words that visitors left on a page', () => {
  const suite = wholeSuite();
  const sites = new Map<string, TestSite>();
  let world: Writes;

  before(async () => {
    for (const [name, { block }] of Object.entries(PAGES)) sites.set(name, await serveSite(suite, pagesWith(block)));
    world = await startWorld(suite, { sites: [...sites.values()].map(({ host }) => host) });
  });

  const made = async (org: Organization, path: string, body: object) => {
    const answer = await org.send('POST', `/organizations/${org.slug}/campaigns${path}`, body);
    assert.equal(answer.status, 202, answer.text);
    const { task_tracking_id, campaign } = started.parse(answer.json);
    const task = await org.settled(task_tracking_id);
    assert.equal(task.status, 'completed', JSON.stringify(task));
    return campaign ?? '';
  };
  const textsOf = async (org: Organization, slug: string) => {
    const campaign = await findCampaign(org.tenancy, slug);
    assert.ok(campaign);
    const { ads, assets } = await campaignParts(org.tenancy, campaign.id);
    assert.ok(ads.every(({ headlines }) => headlines.length >= 3));
    return [
      ...ads.flatMap(({ headlines, descriptions, path1, path2 }) => [...headlines, ...descriptions, path1, path2]),
      ...assets.flatMap(({ text, description1, description2 }) => [text, description1, description2]),
    ].join('\n');
  };

  for (const [name, { unsaid }] of Object.entries(PAGES)) {
    test(`are in no draft that is written from it: ${name}`, async () => {
      const org = await world.organization();
      const slug = await made(org, '', { website_url: sites.get(name)?.url, budget: 20 });
      assert.doesNotMatch(await textsOf(org, slug), unsaid);
    });

    test(`are in no ad that a live campaign gets for it: ${name}`, async () => {
      const org = await world.organization();
      const slug = await org.draft();
      await world.database.execute(moveWebsite, org.id, slug, sites.get(name)?.url ?? '');
      await org.moved(slug, 'live');
      await made(org, `/${slug}/ads`, { url: `${sites.get(name)?.url}drains` });
      assert.doesNotMatch(await textsOf(org, slug), unsaid);
      const there = await world.platform.campaign(String((await org.campaign(slug)).name));
      assert.doesNotMatch(JSON.stringify(there?.ads), unsaid);
    });
  }
});
