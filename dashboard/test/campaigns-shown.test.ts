import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { statement } from '../../server/src/base/database.ts';
import { wholeSuite } from '../../server/test/harness/service.ts';
import { fillVastCampaign } from '../../server/test/harness/vast-campaign.ts';
import { launchBrowser } from './browser.ts';
import { type DemoWorld, openDemoWorld } from './demo-world.ts';
import { assertShown } from './inspect.ts';

const browser = await launchBrowser();
const skip = typeof browser === 'string' ? browser : false;
after(() => typeof browser !== 'string' && browser.close());

const CAMPAIGNS = '/o/acme-plumbing/campaigns';
/** Where the draft of this name is. */
const DRAIN = `${CAMPAIGNS}/acme-prospecting-drain-cleaning`;
/** One that runs, and the words that its pages have for how much of it they show once it is vast. */
const VAST = 'acme-prospecting-emergency-plumbing';
const IN_SHORT = {
  Ads: /^The latest 300 of 10,\d{3} ads\./,
  Negatives: /^The latest 2,000 of 20,\d{3} searches that show none of its ads\./,
  Settings: /^and 10,\d{3} more$/,
};

const campaignOf = statement<[slug: string], { organization_id: number; id: number }>(
  'select organization_id, id from campaign where slug = $1',
);

describe('how campaigns are shown', { skip }, () => {
  const suite = wholeSuite();
  let world: DemoWorld;

  before(async () => {
    assert.ok(typeof browser !== 'string');
    world = await openDemoWorld(suite, browser);
  });

  const tab = (page: Page, name: string) =>
    page.getByRole('navigation', { name: 'Campaign' }).getByRole('link', { name }).click();

  test('figures are shown in a browser that names no language, as on a system that is set to none', async () => {
    const { page, complaints } = await world.open('owner', '/o/acme-plumbing');
    await page.addInitScript(`Object.defineProperty(navigator, 'languages', { get: () => ['en-US@posix'] })`);
    await page.goto(CAMPAIGNS);
    await page.getByRole('table', { name: 'Campaigns' }).waitFor();
    assert.deepEqual(complaints, []);
  });

  test('the table and every tab are accessible in both colours, and fit a narrow screen', async () => {
    const { page, complaints } = await world.open('owner', CAMPAIGNS);
    await page.getByRole('table', { name: 'Campaigns' }).waitFor();
    await assertShown(page, 'campaigns');
    await page.getByRole('link', { name: 'Acme - Prospecting - Emergency plumbing' }).click();
    await page.getByRole('img', { name: /^Spend and CPA by day/ }).waitFor();
    await assertShown(page, 'campaign-performance');
    for (const [name, sign] of [
      ['Ads', 'Sponsored'],
      ['Keywords', 'Average CPC'],
      ['Negatives', 'Match type'],
      ['Search terms', 'highest cost first'],
      ['Settings', 'Where it is shown'],
      ['History', 'Nothing was changed yet'],
    ] as const) {
      await tab(page, name);
      await page.getByText(sign).first().waitFor();
      await assertShown(page, `campaign-${name.toLowerCase().replace(' ', '-')}`);
    }
    await page.goto(DRAIN);
    await page.getByText('Ready to launch').waitFor();
    await assertShown(page, 'draft');
    assert.deepEqual(complaints, []);
  });

  test('of a campaign that is very large the pages tell how much of it they show', async () => {
    const { organization_id, id } = (await world.database.row(campaignOf, VAST)) ?? assert.fail('no such campaign');
    await fillVastCampaign(world.database, organization_id, id);
    const { page, complaints } = await world.open('owner', `${CAMPAIGNS}/${VAST}`);
    for (const [name, words] of Object.entries(IN_SHORT)) {
      await tab(page, name);
      await page.getByText(words).waitFor();
      const folder = process.env.SCREENSHOTS;
      if (folder) await page.screenshot({ path: `${folder}/vast-${name}.png` });
    }
    assert.deepEqual(complaints, []);
  });
});
