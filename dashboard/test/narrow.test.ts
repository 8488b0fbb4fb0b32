import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { statement } from '../../server/src/base/database.ts';
import { launchBrowser } from './browser.ts';
import { openDemoWorld } from './demo-world.ts';
import { assertAccessible, assertFits } from './inspect.ts';
import { ACME, MAIN_PAGES } from './main-pages.ts';

const browser = await launchBrowser();
const skip = typeof browser === 'string' ? browser : false;
after(() => typeof browser !== 'string' && browser.close());

const NARROW = { width: 360, height: 740 };
const LONG = 'Donaudampfschifffahrtsgesellschaftskapitänswitwenrentenauszahlungsstelle Süd-Ost';
/** Those that are lists of nothing in the demo. */
const EMPTY = /\/(history|reports|strategies|activity)$/;

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
  for (const [path, sign] of MAIN_PAGES.filter(([path]) => !EMPTY.test(path))) {
    await page.goto(path);
    await page
      .getByText(path.endsWith('/keys') ? LONG : sign)
      .first()
      .waitFor();
    await assertFits(page, path);
    await assertAccessible(page, `${path} on a narrow screen`);
    if (!process.env.SCREENSHOTS) continue;
    const name = path.slice(ACME.length).replaceAll('/', '-') || '-overview';
    await page.screenshot({ path: `${process.env.SCREENSHOTS}/long${name}.png`, fullPage: true });
  }
});
