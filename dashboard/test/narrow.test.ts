import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { statement } from '../../server/src/base/database.ts';
import { launchBrowser } from './browser.ts';
import { openDemoWorld } from './demo-world.ts';
import { assertAccessible, assertFits } from './inspect.ts';
import { ACME, CAMPAIGN, MAIN_PAGES } from './main-pages.ts';

const browser = await launchBrowser();
const skip = typeof browser === 'string' ? browser : false;
after(() => typeof browser !== 'string' && browser.close());

const NARROW = { width: 360, height: 740 };
const LONG = 'Donaudampfschifffahrtsgesellschaftskapitänswitwenrentenauszahlungsstelle Süd-Ost';
/** Beside the main pages: every other one, by its address and what it shows once it is whole. */
const OTHER_PAGES: readonly [path: string, sign: string][] = [
  [`${CAMPAIGN}/negatives`, 'Add negatives'],
  [`${ACME}/optimizations?tab=approvals`, 'Nothing waits for approval'],
  ['/account', 'Where you are signed in'],
  ['/', 'Choose where to work'],
  ['/docs/api', 'OpenAPI document'],
  ['/docs/errors', 'What to do.'],
  ['/docs/mcp', 'Claude Code'],
];

const LONG_NAMES = [
  statement<[name: string], never>(`update organization set name = $1 where slug = 'acme-plumbing'`),
  statement<[name: string], never>(`update campaign set name = $1 || ' ' || id where slug like 'acme-%'`),
  statement<[name: string], never>('update person set name = $1'),
  statement<[name: string], never>('update business_profile set brand_name = $1, description = $1'),
  statement<[name: string], never>('update ad_account set name = $1'),
  statement<[name: string], never>('update api_key set name = $1'),
];

test('on a narrow screen, with long names, nothing sticks out and all is accessible', { skip }, async (t) => {
  assert.ok(typeof browser !== 'string');
  const world = await openDemoWorld(t, browser);
  for (const long of LONG_NAMES) await world.database.execute(long, LONG);
  const { page } = await world.open('owner', ACME, { viewport: NARROW });
  for (const [path, sign] of [...MAIN_PAGES, ...OTHER_PAGES]) {
    await page.goto(path);
    await page
      .getByText(path.endsWith('/keys') ? LONG : sign)
      .locator('visible=true')
      .first()
      .waitFor();
    // One subject of the reference stands for all: they are drawn alike.
    if (path === '/docs/api') await page.getByRole('searchbox').fill('Performance');
    await assertFits(page, path);
    await assertAccessible(page, `${path} on a narrow screen`);
    if (!process.env.SCREENSHOTS) continue;
    const name = path.replace(ACME, '').replaceAll(/\W/g, '-') || '-overview';
    await page.screenshot({ path: `${process.env.SCREENSHOTS}/long${name}.png`, fullPage: true });
  }
});
