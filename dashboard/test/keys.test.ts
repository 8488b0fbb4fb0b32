import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { launchBrowser } from './browser.ts';
import { addAccount, addOrganization, addPerson, signIn } from './people.ts';
import { openWorld } from './world.ts';

const SIGNED_OUT = 'Failed to load resource: the server responded with a status of 401 (Unauthorized) /dashboard/v1/me';

const browser = await launchBrowser();
const skip = typeof browser === 'string' ? browser : false;
after(() => typeof browser !== 'string' && browser.close());

test('a person creates a key in the dashboard, uses it, and revokes it', { skip }, async (t) => {
  assert.ok(typeof browser !== 'string');
  const { base, database, visit } = await openWorld(t, browser);
  const organizationId = await addOrganization(database, { slug: 'harbor', name: 'Harbor Boats', maxSpend: '3000' });
  await addAccount(database, organizationId, '1234567890', 'linked');
  await addPerson(database, { name: 'Olga Owner', email: 'olga@harbor.test' }, new Map([[organizationId, 'owner']]));
  const { page, complaints } = await visit({ permissions: ['clipboard-read', 'clipboard-write'] });
  const answered = async (key: string) => {
    const response = await fetch(`${base}/v1/organizations/_`, { headers: { authorization: `Bearer ${key}` } });
    return { status: response.status, body: await response.json() };
  };

  await t.test('a deep link survives signing in', async () => {
    await page.goto('/o/harbor/keys');
    await page.waitForURL(`${base}/sign-in?*`);
    await signIn(page, 'olga@harbor.test');
    await page.getByRole('heading', { name: 'API keys', exact: true }).waitFor();
    assert.equal(page.url(), `${base}/o/harbor/keys`);
    assert.equal(await page.title(), 'API keys · Harbor Boats · Sluice');
  });

  let key = '';
  await t.test('the key is shown once and works for its own organization', async () => {
    await page.getByText('No API keys yet').waitFor();
    await page.getByRole('button', { name: 'Create key' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Create key' }).click();
    await dialog.getByText('Give the key a name.').waitFor();
    await dialog.getByText('Choose at least one scope.').waitFor();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Nightly report');
    await dialog.getByRole('checkbox', { name: /organizations:read/ }).check();
    await dialog.getByRole('button', { name: 'Create key' }).click();
    const field = page.getByLabel('Your API key');
    key = await field.inputValue();
    assert.match(key, /^svc_live_[0-9A-Za-z]{36}$/);
    await page.getByRole('button', { name: 'Copy key' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), key);
    await page.keyboard.press('Escape');
    assert.equal(await field.inputValue(), key, 'Escape does not lose the key');
    await page.getByRole('button', { name: 'I have stored the key' }).click();
    await page.getByRole('cell', { name: `svc_live_${key.slice(9, 13)}…${key.slice(-4)}` }).waitFor();
    assert.equal((await page.content()).includes(key), false, 'afterwards only the prefix and last four are shown');
    const { status, body } = await answered(key);
    assert.equal(status, 200);
    assert.deepEqual([body.slug, body.max_spend], ['harbor', 3000]);
  });

  await t.test('rotation issues a replacement and the old key keeps working', async () => {
    await page.getByRole('button', { name: 'Actions for Nightly report' }).click();
    await page.getByRole('menuitem', { name: 'Rotate…' }).click();
    await page.getByText('48 hours').waitFor();
    await page.getByRole('button', { name: 'Rotate key' }).click();
    const replacement = await page.getByLabel('Your API key').inputValue();
    await page.getByRole('button', { name: 'I have stored the key' }).click();
    await page.getByText('Replaced', { exact: true }).waitFor();
    assert.deepEqual([(await answered(key)).status, (await answered(replacement)).status], [200, 200]);
  });

  await t.test('a revoked key answers unauthorized with the next request', async () => {
    const row = page.getByRole('row').filter({ hasText: `…${key.slice(-4)}` });
    await row.getByRole('button', { name: 'Actions for Nightly report' }).click();
    await page.getByRole('menuitem', { name: 'Revoke…' }).click();
    await page.getByText('This cannot be undone.').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    const menu = row.getByRole('button', { name: 'Actions for Nightly report' });
    assert.equal(await menu.evaluate((element) => element === document.activeElement), true, 'the focus returns');
    await menu.click();
    await page.getByRole('menuitem', { name: 'Revoke…' }).click();
    await page.getByRole('button', { name: 'Revoke key' }).click();
    await page.getByRole('radio', { name: 'Ended (1)' }).waitFor({ state: 'attached' });
    const { status, body } = await answered(key);
    assert.deepEqual([status, body.error.code], [401, 'unauthorized']);
  });

  await t.test('signing out ends the session at once', async () => {
    await page.getByRole('link', { name: 'Overview' }).click();
    await page.getByText('123-456-7890').waitFor();
    await page.getByText('No figures yet').waitFor();
    const cookies = await page.context().cookies();
    await page.getByRole('button', { name: 'Account: Olga Owner' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.waitForURL(`${base}/sign-in`);
    await page.context().addCookies(cookies);
    await page.goto('/o/harbor');
    await page.waitForURL(`${base}/sign-in?*`);
  });

  assert.deepEqual(new Set(complaints), new Set([SIGNED_OUT]), 'nothing else in the console');
});
