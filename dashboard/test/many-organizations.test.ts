import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { launchBrowser } from './browser.ts';
import { addOrganization, addPerson, signIn } from './people.ts';
import { openWorld } from './world.ts';

const ORGANIZATIONS = 7;
/** What has no stream of its own is read again every 15 s. */
const WITHIN_MS = 25_000;

const browser = await launchBrowser();
const skip = typeof browser === 'string' ? browser : false;
after(() => typeof browser !== 'string' && browser.close());

/** Pages as browsers give them to a service without https, under a name of its own: they cannot agree on anything. */
const withoutLocks = () => Reflect.deleteProperty(Object.getPrototypeOf(navigator), 'locks');

for (const [how, script] of [
  ['of a browser', undefined],
  ['whose pages cannot agree on streams', withoutLocks],
] as const) {
  test(`however many organizations are open in tabs ${how}, all answer and are brought up to date`, {
    skip,
  }, async (t) => {
    assert.ok(typeof browser !== 'string');
    const { base, database, visit } = await openWorld(t, browser);
    const slugs = Array.from({ length: ORGANIZATIONS }, (_, at) => `client-${at}`);
    const ids = await Promise.all(slugs.map((slug) => addOrganization(database, { slug, name: slug })));
    const agency = { name: 'Olga Owner', email: 'olga@agency.test' };
    await addPerson(database, agency, new Map(ids.map((id) => [id, 'owner'])));
    const { page } = await visit();
    const context = page.context();
    if (script) await context.addInitScript(script);
    await page.goto('/account');
    await signIn(page, agency.email);
    await page.waitForURL(`${base}/account`);
    const tabs: { tab: typeof page; path: string }[] = [];
    for (const slug of slugs) {
      const tab = await context.newPage();
      await tab.goto(`${base}/o/${slug}/members`);
      await tab.getByText(agency.email).first().waitFor();
      tabs.push({ tab, path: `/dashboard/v1/organizations/${slug}/members` });
    }
    for (const { tab, path } of tabs) {
      const invited = tab.evaluate(
        async ([to, body]) =>
          (await fetch(to, { method: 'POST', headers: { 'content-type': 'application/json' }, body })).status,
        [path, JSON.stringify({ email: 'newcomer@client.test', role: 'member' })] as const,
      );
      assert.equal(await invited, 202);
    }
    for (const { tab } of tabs) await tab.getByText('newcomer@client.test').waitFor({ timeout: WITHIN_MS });
  });
}
