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

const ACME = '/o/acme-plumbing';
const CAMPAIGNS = `${ACME}/campaigns`;
const BRAND = 'acme-brand';
const API = '/dashboard/v1/organizations/acme-plumbing';
/** The ad platform is told in the background, and the machine may be busy. */
const PATIENCE = { timeout: 30_000 };

describe('what was done only in part, in the browser', { skip }, () => {
  const suite = wholeSuite();
  let world: DemoWorld;

  before(async () => {
    assert.ok(typeof browser !== 'string');
    world = await openDemoWorld(suite, browser);
  });

  const declineNext = async (after = 0) => {
    const answer = await fetch(`${world.emulatorUrl}/_emulator/faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ kind: 'policy', times: 1, method: 'mutate', after }),
    });
    assert.ok(answer.ok, await answer.text());
  };
  const stateOf = async (page: Page, slug: string): Promise<string> =>
    (await (await page.request.get(`${API}/campaigns/${slug}`)).json()).state;

  test('a campaign whose pause was declined says that it still runs, and is paused again', async () => {
    const { page } = await world.open('owner', `${CAMPAIGNS}/${BRAND}`);
    await declineNext();
    await page.getByRole('button', { name: 'Pause campaign' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Pause campaign' }).click();
    await page.getByText('Not done').waitFor(PATIENCE);
    await page.getByText('The last change failed; it still runs in Google Ads').waitFor(PATIENCE);
    assert.equal(await page.getByText('Nothing of it runs').count(), 0);
    assert.equal(await page.getByRole('button', { name: 'Launch campaign' }).count(), 0);
    await page.getByRole('button', { name: 'Pause campaign' }).waitFor();
    await assertShown(page, 'declined-pause');
    await page.goto(ACME);
    await page.getByText('it may still run in Google Ads').waitFor();
    await page.goto(CAMPAIGNS);
    await page.getByRole('cell', { name: 'Failed, may run' }).waitFor();
    await page.getByRole('checkbox', { name: 'Choose Acme - Brand' }).check();
    await page.getByRole('button', { name: 'Pause…' }).click();
    await page.getByRole('button', { name: 'Pause 1 campaign' }).click();
    await page.getByText('1 campaign paused').waitFor(PATIENCE);
    assert.equal(await stateOf(page, BRAND), 'paused');
  });
});
