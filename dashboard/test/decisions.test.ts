import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { z } from 'zod';
import { wholeSuite } from '../../server/test/harness/service.ts';
import { launchBrowser } from './browser.ts';
import { type DemoWorld, openDemoWorld } from './demo-world.ts';
import { assertShown } from './inspect.ts';

const IN_ACME = '/organizations/acme-plumbing';
const QUEUE = '/o/acme-plumbing/optimizations?tab=approvals';
const SOURCE = 'acme-prospecting-emergency-plumbing';

const browser = await launchBrowser();
const skip = typeof browser === 'string' ? browser : false;
after(() => typeof browser !== 'string' && browser.close());

const queue = z.object({ queued_writes: z.array(z.looseObject({ summary: z.string() })) });

describe('decisions in the browser', { skip }, () => {
  const suite = wholeSuite();
  let world: DemoWorld;
  let owner: Page;

  before(async () => {
    assert.ok(typeof browser !== 'string');
    world = await openDemoWorld(suite, browser);
    ({ page: owner } = await world.open('owner', '/o/acme-plumbing/campaigns'));
    const required = await owner.request.put(`/dashboard/v1${IN_ACME}/approvals`, {
      data: { required: true },
      headers: { origin: world.base },
    });
    assert.equal(required.status(), 200);
  });

  async function waits(name: string): Promise<boolean> {
    const answer = await owner.request.get(`/dashboard/v1${IN_ACME}/queued-writes?status=pending&limit=100`);
    return queue.parse(await answer.json()).queued_writes.some(({ summary }) => summary.includes(name));
  }

  async function asked(slug: string, change: object): Promise<void> {
    const { key } = world.demo.keys.find(({ name }) => name === 'acme-owner') ?? {};
    const answer = await fetch(`${world.base}/v1${IN_ACME}/campaigns/${slug}`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ...change, dry_run: false }),
    });
    assert.equal(answer.status, 202, await answer.text());
  }

  const approvable = (page: Page, text: string) =>
    page
      .getByRole('article')
      .filter({ has: page.locator('ins', { hasText: text }) })
      .getByRole('button', { name: /^Approve/, disabled: false });

  test('a page that shows somebody else than is signed in decides nothing, and starts over', async () => {
    await asked(SOURCE, { name: 'Whose' });
    const { page } = await world.open('owner', QUEUE);
    await approvable(page, 'Whose').waitFor();
    const { email, password } = world.demo.people.find((person) => person.email === 'adam@demo.test') ?? {};
    const signedIn = await page.request.post('/dashboard/v1/sign-in', {
      data: { email, password },
      headers: { origin: world.base },
    });
    assert.equal(signedIn.status(), 200);
    await approvable(page, 'Whose').click({ noWaitAfter: true });
    await page.getByRole('button', { name: /Account.*Adam/ }).waitFor();
    assert.ok(await waits('Whose'), 'it was decided by nobody');
    const { page: idle } = await world.open('owner', '/o/acme-plumbing/campaigns');
    await idle.getByRole('table').waitFor();
    await idle.request.post('/dashboard/v1/sign-in', { data: { email, password }, headers: { origin: world.base } });
    await idle.getByRole('button', { name: /Account.*Adam/ }).waitFor();
  });

  test('whoever decides is told what came of it, also where the answer was lost', async () => {
    const { page } = await world.open('owner', QUEUE);
    const answers = {
      'sent again': { status: 409, json: { error: { code: 'already_applied', message: 'It is no longer pending.' } } },
      'without a database': { status: 503, json: { error: { code: 'rate_limited', message: 'Try again.' } } },
    };
    for (const lost of ['reset', 'sent again', 'without a database'] as const) {
      for (const [path, name, said] of [
        ['approve', 'Approve the edit', `Approved: `],
        ['reject', 'Reject', 'Change rejected'],
      ] as const) {
        await asked(SOURCE, { name: `${path} ${lost}` });
        const card = page.getByRole('article').filter({ has: page.locator('ins', { hasText: `${path} ${lost}` }) });
        await page.route(`**/${path}`, async (route) => {
          await route.fetch();
          if (lost === 'reset') await route.abort('connectionreset');
          else await route.fulfill(answers[lost]);
        });
        await card.getByRole('button', { name, exact: true, disabled: false }).click();
        if (path === 'reject') await page.getByRole('button', { name: 'Reject change' }).click();
        const told = page.getByLabel('Notifications').getByText(said).first();
        await told.waitFor();
        assert.equal(await page.getByText('Not approved').count(), 0);
        await page.unrouteAll({ behavior: 'wait' });
        await page.reload();
      }
    }
    await asked(SOURCE, { name: 'Never came' });
    await page.route('**/approve', (route) => route.abort('connectionreset'));
    await approvable(page, 'Never came').click();
    await page.getByText('Not known whether it was approved').waitFor();
    await assertShown(page, 'approval-not-known');
  });
});
