import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { launchBrowser } from './browser.ts';
import { addOrganization, addPerson, signIn } from './people.ts';
import { openWorld } from './world.ts';

const ME = '**/dashboard/v1/me';
const TOO_MANY = { status: 429, json: { error: { code: 'rate_limited', message: 'Too many requests.' } } };
/** What the service adds where it did not recognise who asked. */
const OF_NOBODY = { ...TOO_MANY, headers: { 'www-authenticate': 'Bearer resource_metadata="http://localhost/x"' } };

const CLICK_WITHIN_MS = 5_000;

const browser = await launchBrowser();
const skip = typeof browser === 'string' ? browser : false;
after(() => typeof browser !== 'string' && browser.close());

test('who is told to wait', { skip }, async (t) => {
  assert.ok(typeof browser !== 'string');
  const { base, database, visit } = await openWorld(t, browser);
  const harbor = await addOrganization(database, { slug: 'harbor', name: 'Harbor Boats' });
  await addPerson(database, { name: 'Olga Owner', email: 'olga@harbor.test' }, new Map([[harbor, 'owner']]));

  for (const path of ['/', '/account', '/o/harbor/', `/connect/${'A'.repeat(43)}`]) {
    await t.test(`without a session can sign in all the same, and is led back to ${path}`, async () => {
      const { page } = await visit();
      await page.route(ME, (route) => route.fulfill(OF_NOBODY));
      await page.goto(path);
      await page.getByLabel('Email address').waitFor();
      const { pathname, searchParams } = new URL(page.url());
      assert.deepEqual([pathname, searchParams.get('to')], ['/sign-in', path === '/' ? null : path]);
      await page.unroute(ME);
      await signIn(page, 'olga@harbor.test');
      await page.waitForURL((url) => url.pathname !== '/sign-in');
    });
  }

  await t.test('after the session has ended is asked to sign in again', async () => {
    const { page } = await visit();
    await page.goto('/o/harbor/');
    await signIn(page, 'olga@harbor.test');
    const campaigns = page.getByRole('navigation').getByRole('link', { name: 'Campaigns', exact: true });
    await campaigns.waitFor();
    await page.route('**/dashboard/v1/**', (route) => route.fulfill(OF_NOBODY));
    // What the page reads by itself may be told first: then the link is gone already.
    const left = page.waitForURL(`${base}/sign-in**`);
    await campaigns.click({ timeout: CLICK_WITHIN_MS }).catch(() => undefined);
    await left;
  });

  await t.test('with a session is told so', async () => {
    const { page } = await visit();
    await page.goto('/account');
    await signIn(page, 'olga@harbor.test');
    await page.waitForURL(`${base}/account`);
    await page.route(ME, (route) => route.fulfill(TOO_MANY));
    await page.reload();
    await page.getByRole('heading', { name: 'Too many requests' }).waitFor();
    assert.equal(new URL(page.url()).pathname, '/account');
  });
});
