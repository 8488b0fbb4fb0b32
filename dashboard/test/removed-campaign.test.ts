import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { statement } from '../../server/src/base/database.ts';
import { wholeSuite } from '../../server/test/harness/service.ts';
import { launchBrowser } from './browser.ts';
import { type DemoWorld, openDemoWorld } from './demo-world.ts';
import { assertShown } from './inspect.ts';

const browser = await launchBrowser();
const skip = typeof browser === 'string' ? browser : false;
after(() => typeof browser !== 'string' && browser.close());

const BRAND = 'acme-brand';
const PAGE = `/o/acme-plumbing/campaigns/${BRAND}`;
const API = '/organizations/acme-plumbing';
const WORDS = 'The campaign was removed in Google Ads and runs no more';
const PATIENCE = { timeout: 60_000 };

const removeThere = statement<[slug: string], never>(`
  update campaign set state = 'error', platform_state = 'removed'
  where organization_id = (select id from organization where slug = 'acme-plumbing') and slug = $1`);

describe('a campaign that was removed in Google Ads, in the browser', { skip }, () => {
  const suite = wholeSuite();
  let world: DemoWorld;

  before(async () => {
    assert.ok(typeof browser !== 'string');
    world = await openDemoWorld(suite, browser);
  });

  test('says so, and is laid to rest but never launched', async () => {
    await world.database.execute(removeThere, BRAND);
    const { page, complaints } = await world.open('admin', PAGE);
    await page.getByText('This campaign was removed in Google Ads').waitFor();
    for (const name of [/^Launch/, /^Resume/, /^Edit$/])
      assert.equal(await page.getByRole('button', { name }).count(), 0);
    await assertShown(page, 'removed-campaign');
    await page.getByRole('button', { name: 'Pause campaign' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(WORDS).waitFor();
    assert.equal(await dialog.getByText(/spend|take away|would be lost/).count(), 0);
    await assertShown(page, 'removed-campaign-pause');
    await dialog.getByRole('button', { name: 'Pause campaign' }).click();
    await page.getByText('Campaign paused').waitFor(PATIENCE);
    await page.getByText('The last change of it failed').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Pause campaign' }).waitFor({ state: 'detached' });
    assert.equal(await page.getByRole('button', { name: /^(Launch|Resume)/ }).count(), 0);
    assert.deepEqual(complaints, []);
  });

  test('is told on the card of a change that waits', async () => {
    await world.database.execute(removeThere, BRAND);
    const { page } = await world.open('owner', '/o/acme-plumbing');
    const headers = { origin: world.base };
    await page.request.put(`/dashboard/v1${API}/approvals`, { data: { required: true }, headers });
    const { key } = world.demo.keys.find(({ name }) => name === 'acme-owner') ?? {};
    const asked = await fetch(`${world.base}/v1${API}/campaigns/${BRAND}/state`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ state: 'draft', dry_run: false }),
    });
    assert.equal(asked.status, 202, await asked.text());
    await page.goto('/o/acme-plumbing/optimizations?tab=approvals');
    const card = page.getByRole('article').filter({ hasText: BRAND });
    await card.getByText(WORDS).waitFor();
    assert.equal(await card.getByText(/Would take away/).count(), 0);
    await assertShown(page, 'removed-campaign-card');
    await card.getByRole('button', { name: /^Approve/, disabled: false }).click();
    await page.getByText('Approved: ').waitFor(PATIENCE);
  });
});
