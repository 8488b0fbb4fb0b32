import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { wholeSuite } from '../../server/test/harness/service.ts';
import { launchBrowser } from './browser.ts';
import { type DemoWorld, openDemoWorld } from './demo-world.ts';
import { assertAccessible, assertShown } from './inspect.ts';
import { ACME, CAMPAIGN, MAIN_PAGES } from './main-pages.ts';

const browser = await launchBrowser();
const skip = typeof browser === 'string' ? browser : false;
after(() => typeof browser !== 'string' && browser.close());

describe('every page in its other states', { skip }, () => {
  const suite = wholeSuite();
  let world: DemoWorld;

  before(async () => {
    assert.ok(typeof browser !== 'string');
    world = await openDemoWorld(suite, browser);
  });

  test('while what it shows is on its way, its shape stands there', async () => {
    const { page } = await world.open('owner', '/docs');
    let { promise: gate, resolve: open } = Promise.withResolvers<void>();
    await page.route('**/dashboard/v1/organizations/**', async (route) => {
      if (!route.request().url().endsWith('/events')) await gate;
      // What a page had asked for is dropped when the next one is opened.
      await route.continue().catch(() => {});
    });
    for (const [path, sign] of MAIN_PAGES) {
      ({ promise: gate, resolve: open } = Promise.withResolvers<void>());
      await page.goto(path);
      await page.locator('.mantine-Skeleton-root').first().waitFor();
      assert.equal(await page.getByRole('heading', { level: 1 }).count(), 1, `${path} has its title already`);
      open();
      await page.getByText(sign).first().waitFor();
    }
  });

  test('who is no Owner is told who may see the log and the audit trail', async () => {
    const { page } = await world.open('member', `${ACME}/activity`);
    for (const path of ['activity', 'audit']) {
      await page.goto(`${ACME}/${path}`);
      await page.getByText(/Owner/).first().waitFor();
      await assertAccessible(page, path);
      assert.equal(await page.getByRole('button', { name: /Export|Copy as curl/ }).count(), 0);
    }
  });

  test('an account that is too large to be read whole is told where its figures and its connection are', async () => {
    const { page } = await world.open('owner', '/docs');
    const since = new Date().toISOString();
    await page.route(/\/overview\?/, async (route) => {
      const body = await (await route.fetch()).json();
      const nothing = Object.fromEntries(Object.keys(body.attention[0]).map((name) => [name, null]));
      const item = { ...nothing, kind: 'account_too_large', account_id: body.accounts[0].id, since };
      await route.fulfill({ json: { ...body, attention: [item, ...body.attention] } });
    });
    await page.route(/\/ad-connections$/, async (route) => {
      const body = await (await route.fetch()).json();
      const accounts = body.accounts.map((one: object) => ({ ...one, too_large_since: since }));
      await route.fulfill({ json: { ...body, accounts } });
    });
    await page.goto(ACME);
    await page.getByText(/^Ad account [\d-]+ is too large to be read whole$/).waitFor();
    await page.getByText('Too large', { exact: true }).waitFor();
    await assertShown(page, 'too-large-overview');
    await page.goto(`${ACME}/settings/ad-account`);
    await page
      .getByText(/^Too large/)
      .first()
      .waitFor();
    await assertShown(page, 'too-large-settings');
  });

  test('what a page shows of the API is copied as a line of curl that works', async () => {
    const { page } = await world.open('owner', ACME, { permissions: ['clipboard-read', 'clipboard-write'] });
    const key = world.demo.keys.find(({ name }) => name === 'acme-owner')?.key;
    for (const path of [
      ...['campaigns', 'optimizations', 'search-terms', 'performance', 'reports', 'strategies', 'activity', 'audit'],
      ...['settings', 'settings/business-profile'],
      ...['', '/keywords', '/search-terms', '/settings', '/history'].map(
        (tab) => CAMPAIGN.slice(ACME.length + 1) + tab,
      ),
    ]) {
      await page.goto(`${ACME}/${path}`);
      await page.getByRole('button', { name: 'Copy as curl' }).click();
      await page.getByRole('button', { name: 'Copied' }).waitFor();
      const line = await page.evaluate(() => navigator.clipboard.readText());
      const address = /^curl '([^']+)'/.exec(line)?.[1] ?? assert.fail(line);
      const answer = await fetch(address, { headers: { authorization: `Bearer ${key}` } });
      assert.equal(answer.status, 200, `${path}: ${line}`);
      await answer.body?.cancel();
    }
  });
});
