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
const API = '/dashboard/v1/organizations/acme-plumbing';
const NOT_KNOWN = 'It is not known whether this was done: trying again does it at most once.';

/** What the service answers that lost its database after the change was made, and what others get who come too often. */
const OUTAGE = { status: 503, json: { error: { code: 'rate_limited', message: 'The database cannot be reached.' } } };
const TOO_MANY = { status: 429, json: { error: { code: 'rate_limited', message: 'Too many requests.' } } };

describe('changes of which nobody knows whether they were made', { skip }, () => {
  const suite = wholeSuite();
  let world: DemoWorld;

  before(async () => {
    assert.ok(typeof browser !== 'string');
    world = await openDemoWorld(suite, browser);
  });

  /** Answers changes at an address with these, the first of which is made all the same; what follows goes through. */
  const answering = async (page: Page, address: string, answers: readonly (typeof OUTAGE | 'lost')[]) => {
    const keys: (string | undefined)[] = [];
    await page.route(address, async (route) => {
      if (route.request().method() === 'GET' || route.request().postDataJSON()?.dry_run) return route.fallback();
      const answer = answers[keys.length];
      keys.push(route.request().headers()['idempotency-key']);
      if (answer === undefined) return route.fallback();
      if (keys.length === 1) await route.fetch();
      return answer === 'lost' ? route.abort('connectionreset') : route.fulfill(answer);
    });
    return keys;
  };

  test('a campaign is made once, however often the service fails before it says so', async () => {
    const { page } = await world.open('owner', `${ACME}/campaigns`);
    const named = async (name: string) => {
      const { campaigns } = await (await page.request.get(`${API}/campaigns?limit=100&state=draft`)).json();
      return campaigns.filter((one: { name: string }) => one.name === name).length;
    };
    for (const first of ['lost', OUTAGE] as const) {
      const name = first === 'lost' ? 'Answer lost' : 'Database gone';
      await page.goto(`${ACME}/campaigns`);
      const keys = await answering(page, `**${API}/campaigns`, [first, OUTAGE, TOO_MANY]);
      await page.getByRole('button', { name: 'New campaign' }).click();
      await page.getByRole('button', { name: /^Use http/ }).click();
      await page.getByLabel('Name', { exact: true }).fill(name);
      for (const sent of [1, 2, 3]) {
        await page.getByRole('button', { name: 'Write the draft' }).click();
        await page.getByText(NOT_KNOWN).waitFor();
        assert.equal(keys.length, sent);
      }
      await assertShown(page, 'campaign-not-known');
      await page.getByRole('button', { name: 'Write the draft' }).click();
      await page.waitForURL(/\/campaigns\/[^/]+$/);
      assert.equal(new Set(keys).size, 1, 'sent again as it was');
      assert.equal(keys.length, 4);
      assert.equal(await named(name), 1);
      await page.unrouteAll({ behavior: 'wait' });
    }
  });

  test('an edit and its undo that the service lost sight of are told as not known, and made once', async () => {
    const { page } = await world.open('owner', `${ACME}/campaigns/acme-brand`);
    const keys = await answering(page, `**${API}/campaigns/acme-brand`, [OUTAGE, OUTAGE]);
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await page.getByLabel('Name', { exact: true }).fill('Acme - Renamed');
    await page.getByRole('button', { name: 'Preview' }).click();
    const save = page.getByRole('dialog').locator('button:enabled', { hasText: /Save|Rename|Change/ });
    for (const sent of [1, 2]) {
      await save.click();
      await page.getByText(NOT_KNOWN).waitFor();
      await page.waitForFunction(() => document.querySelector('[role=dialog] button[data-loading]') === null);
      assert.equal(keys.length, sent);
    }
    await save.click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    assert.equal(new Set(keys).size, 1);
    const undone = await answering(page, '**/actions/*/undo', [OUTAGE, TOO_MANY]);
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByText('Not known whether it was undone').waitFor();
    assert.equal(await page.getByText('Not undone').count(), 0);
    assert.equal(new Set(undone).size, 1);
    await assertShown(page, 'undo-not-known');
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByText('Undone', { exact: true }).waitFor();
  });

  test('settings that were put back without an answer are not told as left', async () => {
    const { page } = await world.open('owner', `${ACME}/settings`);
    await page.getByLabel('Name', { exact: true }).fill('Acme Anew');
    await page.getByRole('button', { name: 'Rename' }).click();
    await page.getByText('Renamed to Acme Anew').waitFor();
    await answering(page, `**${API}/name`, [OUTAGE]);
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByText('Not known whether it was undone').waitFor();
    await page.getByText('It may have been done all the same').waitFor();
  });
});
