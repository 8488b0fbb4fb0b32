import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { statement } from '../../server/src/base/database.ts';
import { wholeSuite } from '../../server/test/harness/service.ts';
import { launchBrowser } from './browser.ts';
import { type DemoWorld, openDemoWorld } from './demo-world.ts';
import { assertShown } from './inspect.ts';

const SETTINGS = '/o/acme-plumbing/settings';

const browser = await launchBrowser();
const skip = typeof browser === 'string' ? browser : false;
after(() => typeof browser !== 'string' && browser.close());

const limitEvents = statement<[slug: string], { operation: string; status_code: number; user: string | null }>(`
  select e.operation, e.status_code, e."user" from audit_event e join organization o on o.id = e.organization_id
  where o.slug = $1 and e.operation in ('set_spending_limits', 'rename_organization') order by e.at`);

describe('settings', { skip }, () => {
  const suite = wholeSuite();
  let world: DemoWorld;

  before(async () => {
    assert.ok(typeof browser !== 'string');
    world = await openDemoWorld(suite, browser);
  });

  test('while the demo runs, the sign-in page offers its people on the machine itself', async () => {
    const { page, complaints } = await world.visit();
    await page.goto('/sign-in?to=%2Fo%2Facme-plumbing%2Fsettings');
    await page.getByRole('heading', { name: 'Try the demo as' }).waitFor();
    await assertShown(page, 'sign-in-demo');
    await page.getByRole('button', { name: /Mia Chen/ }).click();
    await page.waitForURL(`${world.base}${SETTINGS}`);
    await page.getByText('Only an Owner can change the name and limits.').waitFor();
    assert.deepEqual(
      complaints.filter((one) => !one.endsWith('/dashboard/v1/me')),
      [],
    );
  });

  test('an Owner renames the organization and moves the cap after seeing the move; both are audited', async () => {
    const { page, complaints } = await world.open('owner', SETTINGS);
    const cap = page.getByLabel('Monthly cap, USD');
    await cap.fill('9500');
    await page.getByRole('button', { name: 'Save limits' }).click();
    await page.getByText('Monthly cap: $12,000 a month → $9,500 a month').waitFor();
    await assertShown(page, 'settings-limits');
    await page.getByRole('button', { name: 'Change the limits' }).click();
    await page.getByText('Limits changed').waitFor();
    const changes = page.locator('section').filter({ hasText: 'How the limits were changed' }).getByRole('listitem');
    await changes.first().getByText('olivia@demo.test').waitFor();
    await changes.first().getByText('$9,500 a month').waitFor();
    await page.getByLabel('Name').fill('Acme Plumbing & Heating');
    await page.getByRole('button', { name: 'Rename' }).click();
    await page
      .getByRole('button', { name: /Acme Plumbing & Heating/ })
      .first()
      .waitFor();
    await assertShown(page, 'settings');
    const events = await world.database.rows(limitEvents, 'acme-plumbing');
    assert.deepEqual(
      events.map(({ operation, status_code }) => [operation, status_code]),
      [
        ['set_spending_limits', 200],
        ['rename_organization', 200],
      ],
    );
    assert.deepEqual(complaints, []);
  });

  test('limits that were moved by mistake are moved back from the notification', async () => {
    const { page } = await world.open('owner', SETTINGS);
    await page.getByLabel(/^Most that one change/).fill('40');
    await page.getByRole('button', { name: 'Save limits' }).click();
    await page.getByRole('button', { name: 'Change the limits' }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('The limits are what they were.').waitFor();
    await page.getByText('40%').nth(1).waitFor();
    assert.equal(await page.getByLabel(/^Most that one change/).inputValue(), '25');
  });

  test('who is no Owner sees the limits and is refused by the server too', async () => {
    const { page } = await world.open('admin', SETTINGS);
    await page.getByLabel('Monthly cap, USD').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Save limits' }).count(), 0);
    assert.equal(await page.getByText('How the limits were changed').count(), 0);
    const answer = await page.request.put('/dashboard/v1/organizations/acme-plumbing/limits', {
      data: { max_spend: 1 },
      headers: { origin: world.base },
    });
    assert.equal(answer.status(), 403);
  });

  test('an ad account is connected at the platform, chosen, read in, synced again and given up', async () => {
    const { page, complaints } = await world.open('stranger', '/o/initech/settings/ad-account');
    await page.getByText('No login connected').waitFor();
    await assertShown(page, 'ad-account-none');
    await page.getByRole('button', { name: 'Connect Google Ads' }).click();
    await page.getByRole('heading', { name: 'Choose an account' }).waitFor();
    await page.getByRole('radio', { name: /Nora/ }).check();
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.waitForURL(/\/settings\/ad-account\?ad_connection=connected/);
    await page.getByText('Choose the ad account that this organization uses').waitFor();
    await page.getByRole('button', { name: 'Choose Initech' }).click();
    await page.getByText('New campaigns go here').waitFor();
    await page.getByText('Done', { exact: true }).waitFor({ timeout: 60_000 });
    await assertShown(page, 'ad-account');
    await page.getByRole('button', { name: 'Sync now' }).click();
    await page.getByText('Done', { exact: true }).nth(1).waitFor({ timeout: 60_000 });
    await page.getByRole('button', { name: 'Give up Initech' }).click();
    await page.getByRole('button', { name: 'Give the account up' }).click();
    await page.getByText('Nothing of it is synced or changed from here.').waitFor();
    await page.getByRole('button', { name: 'Disconnect nora@demo.test' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
    await page.getByText('No login connected').waitFor();
    const own = complaints.filter((one) => !one.endsWith('/favicon.ico'));
    assert.deepEqual(own, [], 'beside what the emulator’s page misses');
  });

  test('who declines at the platform is told that nothing was connected', async () => {
    const { page } = await world.open('stranger', '/o/hooli-bakery/settings/ad-account');
    await page.getByRole('button', { name: 'Connect Google Ads' }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('You did not allow the access').waitFor();
  });

  test('logins that are used elsewhere are seen, and a member sees the account without acts', async () => {
    const { page } = await world.open('owner', '/o/acme-plumbing/settings/ad-account');
    await page.getByRole('heading', { name: 'Your logins elsewhere' }).waitFor();
    await page.getByRole('button', { name: 'End the use by Globex Clinic' }).click();
    await page.getByText('can no longer sync or change anything').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    const { page: member } = await world.open('member', '/o/acme-plumbing/settings/ad-account');
    await member.getByText('Campaigns run and sync.').waitFor();
    assert.equal(await member.getByRole('button', { name: /Sync|Give up|Connect|Disconnect/ }).count(), 0);
  });

  test('the business profile is corrected by hand and made anew from the website, stage by stage', async () => {
    const { page, complaints } = await world.open('admin', '/o/acme-plumbing/settings/business-profile');
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('Trust signals').fill('Licensed\nSince 1998');
    await page.getByRole('button', { name: 'Add a competitor' }).click();
    await page.getByLabel('Name of competitor 3').fill('Drain Kings');
    await assertShown(page, 'business-profile-edit');
    await page.getByRole('button', { name: 'Save the profile' }).click();
    await page.getByText('Drain Kings').waitFor();
    await assertShown(page, 'business-profile');
    await page.getByRole('button', { name: 'Analyse again' }).click();
    await page.getByRole('button', { name: 'Analyse the website' }).click();
    await page.getByText(/^Reading http/).waitFor();
    await page.getByText('Drain Kings').waitFor({ state: 'detached', timeout: 60_000 });
    const { page: member } = await world.open('member', '/o/acme-plumbing/settings/business-profile');
    await member.getByRole('heading', { name: 'What is known' }).waitFor();
    assert.equal(await member.getByRole('button', { name: /Edit|Analyse/ }).count(), 0);
    assert.deepEqual(complaints, []);
  });

  test('an address that is not public is refused in its field', async () => {
    const { page } = await world.open('stranger', '/o/initech/settings/business-profile');
    await page.getByRole('button', { name: 'Analyse a website' }).click();
    await page.getByLabel('Address of the website').fill('http://127.0.0.1:1/');
    await page.getByRole('button', { name: 'Analyse the website' }).click();
    await page.locator('.mantine-InputWrapper-error').waitFor();
  });
});
