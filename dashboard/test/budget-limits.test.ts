import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { z } from 'zod';
import { statement } from '../../server/src/base/database.ts';
import { wholeSuite } from '../../server/test/harness/service.ts';
import { launchBrowser } from './browser.ts';
import { type DemoWorld, openDemoWorld } from './demo-world.ts';
import { assertShown } from './inspect.ts';

const browser = await launchBrowser();
const skip = typeof browser === 'string' ? browser : false;
after(() => typeof browser !== 'string' && browser.close());

const CAMPAIGNS = '/o/acme-plumbing/campaigns';
const EMERGENCY = 'acme-prospecting-emergency-plumbing';
const API = '/dashboard/v1/organizations/acme-plumbing';
const DAYS = 30;

const removeThere = statement<[slug: string], never>(`
  update campaign set platform_state = 'removed'
  where organization_id = (select id from organization where slug = 'acme-plumbing') and slug = $1`);

const list = z.object({ campaigns: z.array(z.object({ slug: z.string(), name: z.string(), budget: z.number() })) });

describe('the limits of budgets', { skip }, () => {
  const suite = wholeSuite();
  let world: DemoWorld;

  before(async () => {
    assert.ok(typeof browser !== 'string');
    world = await openDemoWorld(suite, browser);
    await world.database.execute(removeThere, 'acme-brand');
  });

  const campaigns = async (page: Page) =>
    list.parse(await (await page.request.get(`${API}/campaign-figures`)).json()).campaigns;

  /** Sets a cap that leaves so much a day beside all that counts. */
  async function leave(page: Page, room: number): Promise<void> {
    const counted = (await campaigns(page)).filter(({ slug }) => slug !== 'acme-brand');
    const taken = counted.reduce((sum, { budget }) => sum + budget, 0);
    const cap = { data: { max_spend: (taken + room) * DAYS }, headers: { origin: world.base } };
    assert.equal((await page.request.put(`${API}/limits`, cap)).status(), 200);
  }

  test('a form names those that a change is held to where a campaign was removed in the ad platform', async () => {
    const { page } = await world.open('owner', `${CAMPAIGNS}/${EMERGENCY}`);
    await leave(page, 5);
    await page.reload();
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await page.getByText('One change may set it between $45 and $65.').waitFor();
    await page.getByLabel('Daily budget, in USD').fill('65');
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByRole('dialog').getByText('$65', { exact: true }).first().waitFor();
    await page.getByLabel('Allowed: $45 to $65').waitFor();
    assert.equal(await page.getByText('outside what one change may do').count(), 0);
    assert.equal(await page.getByRole('button', { name: 'Raise budget to $65' }).isEnabled(), true);
  });

  test('raises that the cap leaves room for one by one, and not together, are told before any is made', async () => {
    const { page } = await world.open('owner', CAMPAIGNS);
    const two = (await campaigns(page)).filter(({ slug, budget }) => slug !== 'acme-brand' && budget >= 20).slice(0, 2);
    await leave(page, Math.max(...two.map(({ budget }) => Math.round(budget * 1.1) - budget)));
    await page.reload();
    for (const { name } of two) await page.getByRole('checkbox', { name: `Choose ${name}`, exact: true }).check();
    await page.getByRole('button', { name: 'Change budget…' }).click();
    await page.getByLabel('Change in percent').fill('10');
    await page.getByRole('dialog').getByRole('button', { name: 'Preview' }).click();
    await page.getByText('Together with those above, this goes beyond the monthly cap.').waitFor();
    await page.getByRole('button', { name: 'Change 1 of 2 campaigns' }).waitFor();
    await assertShown(page, 'budgets-beyond-the-cap-together');
  });
});
