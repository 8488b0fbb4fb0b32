import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { z } from 'zod';
import { wholeSuite } from '../../server/test/harness/service.ts';
import { launchBrowser } from './browser.ts';
import { type DemoWorld, openDemoWorld } from './demo-world.ts';
import { assertShown } from './inspect.ts';

const SOURCE = 'acme-prospecting-emergency-plumbing';
const PAGE = `/o/acme-plumbing/optimizations?campaign=${SOURCE}`;

const browser = await launchBrowser();
const skip = typeof browser === 'string' ? browser : false;
after(() => typeof browser !== 'string' && browser.close());

const preview = z.looseObject({ dry_run: z.boolean(), would_apply: z.array(z.unknown()) });

describe('recommendations in the browser', { skip }, () => {
  const suite = wholeSuite();
  let world: DemoWorld;
  let page: Page;
  let complaints: string[];

  before(async () => {
    assert.ok(typeof browser !== 'string');
    world = await openDemoWorld(suite, browser);
    ({ page, complaints } = await world.open('owner', PAGE));
  });

  test('what applying one does is named by what is left of it, and nothing left is not offered', async () => {
    const reason = 'Nothing of the recommendation is left to do.';
    let left = 1;
    await page.route('**/recommendations/*/apply', async (route) => {
      const response = await route.fetch();
      const shown = preview.safeParse(await response.json()).data;
      if (!shown) return route.fulfill({ response });
      const blocked = left === 0 && { blocked_by: 'already_applied', blocked_reason: reason };
      return route.fulfill({ response, json: { ...shown, would_apply: shown.would_apply.slice(0, left), ...blocked } });
    });
    const card = page.getByRole('button', { name: 'Preview 2 changes' }).first();
    const dialog = page.getByRole('dialog');
    await card.click();
    await dialog.getByRole('button', { name: 'Apply the change', disabled: false }).waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    left = 0;
    await card.click();
    await dialog.getByRole('button', { name: 'Nothing to apply', disabled: true }).waitFor();
    await dialog.getByText(reason).first().waitFor();
    await assertShown(page, 'nothing-to-apply');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    left = 1;
    await card.click();
    await dialog.getByRole('button', { name: 'Apply the change', disabled: false }).click();
    await page.getByText('One change applied in ').first().waitFor();
    assert.deepEqual(complaints, []);
  });

  test('of a campaign that rests it is said that there is nothing to save, and no sum counts it', async () => {
    await page.goto(PAGE);
    await page.getByRole('article').first().waitFor();
    const paused = await page.request.put(`/dashboard/v1/organizations/acme-plumbing/campaigns/${SOURCE}/state`, {
      data: { state: 'paused', dry_run: false },
      headers: { origin: world.base },
    });
    assert.equal(paused.status(), 200, await paused.text());
    await page.getByText('until it does, there is nothing to save').waitFor();
    await page.getByText(/^\d+ pending, in one campaign$/).waitFor();
    await assertShown(page, 'resting');
    assert.deepEqual(complaints, []);
  });
});
