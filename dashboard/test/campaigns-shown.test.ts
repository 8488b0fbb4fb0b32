import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { wholeSuite } from '../../server/test/harness/service.ts';
import { launchBrowser } from './browser.ts';
import { type DemoWorld, openDemoWorld } from './demo-world.ts';
import { assertShown } from './inspect.ts';

const browser = await launchBrowser();
const skip = typeof browser === 'string' ? browser : false;
after(() => typeof browser !== 'string' && browser.close());

const CAMPAIGNS = '/o/acme-plumbing/campaigns';
/** Where the draft of this name is. */
const DRAIN = `${CAMPAIGNS}/acme-prospecting-drain-cleaning`;

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
});
