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

  test('a campaign whose pause was declined says that it may still run, and is let run or paused again', async () => {
    const { page } = await world.open('owner', `${CAMPAIGNS}/${BRAND}`);
    await declineNext();
    await page.getByRole('button', { name: 'Pause campaign' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Pause campaign' }).click();
    await page.getByText('Not done').waitFor(PATIENCE);
    await page.getByText('The last change failed; it may still run in Google Ads').waitFor(PATIENCE);
    assert.equal(await page.getByText('Nothing of it runs').count(), 0);
    const offered = page.getByRole('button', { name: /^(Launch campaign|Resume campaign|Pause campaign|Let it run)$/ });
    assert.deepEqual(await offered.allInnerTexts(), ['Pause campaign', 'Let it run']);
    await assertShown(page, 'declined-pause');
    await page.getByRole('button', { name: 'Let it run' }).click();
    await page.getByRole('dialog').getByText('it may spend up to').waitFor();
    await assertShown(page, 'let-it-run');
    await page.getByRole('dialog').getByRole('button', { name: 'Let it run' }).click();
    await page.getByText('Campaign runs').waitFor(PATIENCE);
    assert.equal(await stateOf(page, BRAND), 'live');
    await declineNext();
    await page.getByRole('button', { name: 'Pause campaign' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Pause campaign' }).click();
    await offered.getByText('Let it run').waitFor(PATIENCE);
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

  const THREE = ['Brand', 'Prospecting - Emergency plumbing', 'Prospecting - Water heaters'];
  const SLUGS = ['acme-brand', 'acme-prospecting-emergency-plumbing', 'acme-prospecting-water-heaters'];
  const budgetsOf = async (page: Page): Promise<number[]> =>
    Promise.all(SLUGS.map(async (slug) => (await (await page.request.get(`${API}/campaigns/${slug}`)).json()).budget));
  const chooseThree = async (page: Page) => {
    for (const name of THREE) await page.getByRole('checkbox', { name: `Choose Acme - ${name}` }).check();
  };

  test('of several pauses one is declined: the others are told, can be undone, and the failed is named', async () => {
    const { page } = await world.open('owner', CAMPAIGNS);
    const live = { data: { state: 'live', dry_run: false }, headers: { origin: world.base } };
    assert.equal((await page.request.put(`${API}/campaigns/${BRAND}/state`, live)).status(), 200);
    await page.getByRole('row', { name: /Acme - Brand.*Live/ }).waitFor(PATIENCE);
    await chooseThree(page);
    await page.getByRole('button', { name: 'Pause…' }).click();
    await page.locator('button:enabled', { hasText: 'Pause 3 campaigns' }).waitFor(PATIENCE);
    await declineNext(1);
    await page.getByRole('button', { name: 'Pause 3 campaigns' }).click();
    await page.getByText('2 of 3 campaigns paused').waitFor(PATIENCE);
    const told = page.getByRole('region', { name: 'Notifications' });
    await told.getByText(/^Acme - .*: Google Ads declined/).waitFor();
    await assertShown(page, 'partly-paused');
    await told.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByText('Undone').waitFor(PATIENCE);
    const states = await Promise.all(SLUGS.map((slug) => stateOf(page, slug)));
    assert.deepEqual(states.toSorted(), ['error', 'live', 'live']);
    const failed = SLUGS[states.indexOf('error')] ?? '';
    for (const state of ['paused', 'live']) {
      const wish = { data: { state, dry_run: false }, headers: { origin: world.base } };
      assert.equal((await page.request.put(`${API}/campaigns/${failed}/state`, wish)).status(), 200);
    }
  });

  test('what undoes several goes on after one is refused, and says which and why', async () => {
    const { page } = await world.open('owner', CAMPAIGNS);
    const before = await budgetsOf(page);
    const change = async () => {
      await chooseThree(page);
      await page.getByRole('button', { name: 'Change budget…' }).click();
      await page.getByLabel('Change in percent').fill('-20');
      await page.getByRole('button', { name: 'Preview' }).click();
      await page.getByRole('button', { name: 'Change 3 campaigns' }).click();
      await page.getByText('Budget of 3 campaigns changed').waitFor(PATIENCE);
    };
    await change();
    let asked = 0;
    await page.route('**/actions/*/undo', (route) => {
      asked += 1;
      const error = { code: 'budget_cap_exceeded', message: 'Beyond the monthly cap.' };
      return asked === 2 ? route.fulfill({ status: 409, json: { error } }) : route.continue();
    });
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByText('2 of 3 undone').waitFor(PATIENCE);
    const reason = page.getByText(/^Acme - .*: Beyond the monthly cap\.$/);
    await reason.waitFor();
    await assertShown(page, 'partly-undone');
    assert.equal(asked, 3);
    const now = await budgetsOf(page);
    const left = SLUGS.findIndex((_, at) => now[at] !== before[at]);
    assert.deepEqual(now.with(left, before[left] ?? 0), before, 'all but one');
    assert.equal(await reason.innerText(), `Acme - ${THREE[left]}: Beyond the monthly cap.`);
    const back = { data: { budget: before[left], dry_run: false }, headers: { origin: world.base } };
    assert.equal((await page.request.patch(`${API}/campaigns/${SLUGS[left]}`, back)).status(), 200);
    await page.getByRole('button', { name: /^Dismiss/ }).click();
    // The page hears of it a moment later.
    const row = page.getByRole('row').filter({ hasText: THREE[left] ?? '' });
    await row.getByText(`$${before[left]}`, { exact: true }).waitFor(PATIENCE);
    await change();
    await page.unrouteAll({ behavior: 'wait' });
    let again = 0;
    await page.route('**/actions/*/undo', (route) => {
      again += 1;
      const error = { code: 'rate_limited', message: 'Too many requests.' };
      return again === 2 ? route.fulfill({ status: 429, json: { error } }) : route.continue();
    });
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByText('1 of 3 undone').waitFor(PATIENCE);
    await page.getByText('It was not tried.').waitFor();
    assert.equal(again, 2, 'whatever else is asked would be refused for the same');
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByText('Undone', { exact: true }).waitFor(PATIENCE);
    assert.deepEqual(await budgetsOf(page), before);
  });

  test('the history of a campaign takes a change back after a look at what that does', async () => {
    const { page } = await world.open('owner', `${CAMPAIGNS}/${SLUGS[1]}/history`);
    const undone: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/undo')) undone.push(request.url());
    });
    const wish = { data: { budget: 61, dry_run: false }, headers: { origin: world.base } };
    assert.equal((await page.request.patch(`${API}/campaigns/${SLUGS[1]}`, wish)).status(), 200);
    await page.getByText('$61').first().waitFor(PATIENCE);
    await page.getByRole('button', { name: /^Undo/ }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Undo this change?' });
    await dialog.getByText('$60').waitFor();
    await assertShown(page, 'history-undo');
    assert.deepEqual(undone, []);
    await dialog.getByRole('button', { name: 'Undo the change' }).click();
    await page.getByText('Change undone in').waitFor(PATIENCE);
    assert.equal(undone.length, 1);
    assert.equal((await budgetsOf(page))[1], 60);
  });
});
