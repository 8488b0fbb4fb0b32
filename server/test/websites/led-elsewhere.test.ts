import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { findCampaign } from '../../src/campaigns/campaign.store.ts';
import { campaignParts } from '../../src/campaigns/campaign-parts.store.ts';
import { serveSite, type TestSite } from '../adapters/site-reader/site.ts';
import { wholeSuite } from '../harness/service.ts';
import { moveWebsite } from '../writes/behind.ts';
import { bodyOf, type Organization } from '../writes/organization.ts';
import { startWorld, type Writes } from '../writes/world.ts';

const PAGE = `<title>Harbour Law</title><h1>Car accident lawyers in Austin</h1>
  <p>We represent people who were hurt in car accidents. Free consultation, no fee unless you win.</p>`;

describe('an address that leads to another site', () => {
  const suite = wholeSuite();
  let world: Writes;
  let foreign: TestSite;
  let own: TestSite;
  before(async () => {
    foreign = await serveSite(suite, { '/': PAGE });
    own = await serveSite(suite, {
      '/': PAGE,
      '/go': (_request, response) => response.writeHead(302, { location: foreign.url }).end(),
      '/moved': (_request, response) => response.writeHead(301, { location: '/' }).end(),
    });
    world = await startWorld(suite, { sites: [own.host, foreign.host] });
  });

  /** Everything that reads a website; each answers what is left of it. */
  const READERS: Record<string, (org: Organization, url: string) => Promise<[task: number, left: () => unknown]>> = {
    create_campaign: async (org, url) => {
      const body = bodyOf(await org.send('POST', `/organizations/${org.slug}/campaigns`, { website_url: url }));
      const left = async () => (await org.campaign(String(body.campaign))).ads_count;
      return [Number(body.task_tracking_id), left];
    },
    create_ad: async (org, url) => {
      const slug = await org.draft({ ads: [] });
      await world.database.execute(moveWebsite, org.id, slug, own.url);
      const body = bodyOf(await org.send('POST', `/organizations/${org.slug}/campaigns/${slug}/ads`, { url }));
      const left = async () => {
        const campaign = await findCampaign(org.tenancy, slug);
        assert.ok(campaign);
        return (await campaignParts(org.tenancy, campaign.id)).ads.length;
      };
      return [Number(body.task_tracking_id), left];
    },
    analyse_website: async (org, url) => {
      const { cookie } = org.people.admin;
      const path = `/organizations/${org.slug}/business-profile`;
      const body = bodyOf(await org.send('POST', `${path}/analysis`, { url }, { cookie }));
      const left = async () => (bodyOf(await org.send('GET', path)).status === 'ready' ? 1 : 0);
      return [Number(body.task_tracking_id), left];
    },
  };

  for (const [what, start] of Object.entries(READERS)) {
    test(`fails ${what}, which names where it leads and writes nothing`, async () => {
      const org = await world.organization();
      const [task, left] = await start(org, `${own.url}go`);
      const { status, error } = await org.settled(task);
      assert.deepEqual([status, error?.reason], ['failed', 'task_error']);
      assert.match(String(error?.message), new RegExp(`leads to another site, ${foreign.host}\\. Give that address`));
      assert.equal(await left(), 0);
    });

    test(`is no hindrance to ${what} where it leads to another page of the same site`, async () => {
      const org = await world.organization();
      const [task, left] = await start(org, `${own.url}moved`);
      const settled = await org.settled(task);
      assert.equal(settled.status, 'completed', JSON.stringify(settled));
      assert.ok(Number(await left()) > 0);
    });
  }
});
