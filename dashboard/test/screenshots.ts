import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { wholeSuite } from '../../server/test/harness/service.ts';
import { launchBrowser } from './browser.ts';
import { type DemoWorld, openDemoWorld } from './demo-world.ts';

/** Run by `npm run screenshots`: pictures of the main pages, taken from the demo, for the documents. */
const FOLDER = join(import.meta.dirname, '../../docs/screenshots');
const WIDE = { width: 1280, height: 860 };
const NARROW = { width: 390, height: 844 };
const ORGANIZATION = '/o/acme-plumbing';
const CAMPAIGN = 'acme-prospecting-emergency-plumbing';

/** A page by the name of its picture, its address, and what is seen there once it is whole. */
const PAGES: readonly [name: string, path: string, sign: string][] = [
  ['overview', ORGANIZATION, 'Overview'],
  ['campaigns', `${ORGANIZATION}/campaigns`, 'Emergency plumbing'],
  ['campaign', `${ORGANIZATION}/campaigns/${CAMPAIGN}`, 'Emergency plumbing'],
  ['optimizations', `${ORGANIZATION}/optimizations`, 'Optimizations'],
  ['search-terms', `${ORGANIZATION}/search-terms?converted=no&state=new`, 'Look at more search terms'],
  ['performance', `${ORGANIZATION}/performance`, 'By campaign'],
  ['reports', `${ORGANIZATION}/reports`, 'Weekly report'],
  ['activity', `${ORGANIZATION}/activity`, 'Activity'],
  ['ad-account', `${ORGANIZATION}/settings/ad-account`, 'Campaigns run and sync.'],
  ['docs', '/docs/api', 'List campaigns'],
];

const browser = await launchBrowser();
after(() => typeof browser !== 'string' && browser.close());

describe('pictures of the pages', { skip: typeof browser === 'string' ? browser : false }, () => {
  const suite = wholeSuite();
  let world: DemoWorld;

  before(async () => {
    assert.ok(typeof browser !== 'string');
    world = await openDemoWorld(suite, browser);
    mkdirSync(FOLDER, { recursive: true });
  });

  test('are taken wide in both colours, and narrow', async () => {
    const { page } = await world.open('owner', `${ORGANIZATION}/reports`, { viewport: WIDE, locale: 'en-US' });
    await changeSomething(page, world.base);
    const report = await writtenReport(page);
    const pages = [
      ...PAGES,
      ['report', report, 'In short'] as const,
      ['sign-in', '/sign-in', 'Try the demo as'] as const,
    ];
    for (const [name, path, sign] of pages) {
      if (name === 'sign-in') await page.context().clearCookies();
      await page.setViewportSize(WIDE);
      await page.goto(path);
      await page.getByText(sign).locator('visible=true').first().waitFor();
      await page.waitForLoadState('networkidle');
      // Charts are drawn once they know how wide they are.
      await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
      await picture(page, name);
    }
  });
});

async function picture(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: join(FOLDER, `${name}-${colorScheme}.png`) });
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize(NARROW);
  await page.screenshot({ path: join(FOLDER, `${name}-narrow.png`) });
}

/** Makes the changes that the log shows. */
async function changeSomething(page: Page, origin: string): Promise<void> {
  const campaigns = '/dashboard/v1/organizations/acme-plumbing/campaigns';
  const done = { headers: { origin } };
  const budget = { data: { budget: 66, dry_run: false }, ...done };
  const negatives = { data: { keywords: ['diy', 'how to'], match_type: 'phrase', dry_run: false }, ...done };
  for (const answer of [
    await page.request.patch(`${campaigns}/${CAMPAIGN}`, budget),
    await page.request.post(`${campaigns}/acme-prospecting-water-heaters/negative-keywords`, negatives),
  ]) {
    assert.equal(answer.status(), 200, await answer.text());
  }
}

/** Has the weekly report written and tells where it is read. */
async function writtenReport(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Write a report' }).first().click();
  await page.getByRole('button', { name: 'Write the weekly report' }).click();
  await page.getByRole('navigation', { name: 'Contents' }).waitFor();
  return new URL(page.url()).pathname;
}
