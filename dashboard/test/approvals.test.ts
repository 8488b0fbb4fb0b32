import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { wholeSuite } from '../../server/test/harness/service.ts';
import { launchBrowser } from './browser.ts';
import { type DemoWorld, openDemoWorld } from './demo-world.ts';
import { assertShown } from './inspect.ts';

const ACME = '/o/acme-plumbing';
const QUEUE = `${ACME}/optimizations?tab=approvals`;
const CAMPAIGN = 'acme-prospecting-emergency-plumbing';
const MANY = 1_000;

const browser = await launchBrowser();
const skip = typeof browser === 'string' ? browser : false;
after(() => typeof browser !== 'string' && browser.close());

describe('optimizations in the browser', { skip }, () => {
  const suite = wholeSuite();
  let world: DemoWorld;
  let owner: Page;
  let admin: Page;

  before(async () => {
    assert.ok(typeof browser !== 'string');
    world = await openDemoWorld(suite, browser);
    ({ page: owner } = await world.open('owner', QUEUE));
    ({ page: admin } = await world.open('admin', QUEUE));
    await admin.getByText('Nothing waits for approval').waitFor();
    const required = await owner.request.put('/dashboard/v1/organizations/acme-plumbing/approvals', {
      data: { required: true },
      headers: { origin: world.base },
    });
    assert.equal(required.status(), 200);
  });

  async function asked(change: object, method = 'PATCH', path = `campaigns/${CAMPAIGN}`): Promise<void> {
    const { key } = world.demo.keys.find(({ name }) => name === 'acme-owner') ?? {};
    const isUndo = path.startsWith('actions/');
    const answer = await fetch(`${world.base}/v1/${isUndo ? '' : 'organizations/_/'}${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(!isUndo && { body: JSON.stringify({ ...change, dry_run: false }) }),
    });
    assert.equal(answer.status, 202, await answer.text());
  }

  async function fault(kind: string, times: number): Promise<void> {
    const answer = await fetch(`${world.emulatorUrl}/_emulator/faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ kind, times, method: 'mutate' }),
    });
    assert.ok(answer.ok, await answer.text());
  }

  test('what a key asks for shows up at everybody’s, with its diff and its limits, without a reload', async () => {
    await asked({ budget: 65 });
    for (const page of [owner, admin]) {
      await page.getByRole('article').getByText('Daily budget').waitFor();
      await page.getByRole('article').getByText('through the key').waitFor();
      await page.getByRole('meter').waitFor();
    }
    await owner
      .getByRole('link', { name: /^Optimizations/ })
      .getByText('1')
      .waitFor();
    await assertShown(owner, 'approvals');
  });

  test('a name that only seems to be that of the campaign is told apart, by what it hides and by the slug', async () => {
    const { page } = await world.open('owner', ACME);
    await page.route('**/campaign-names', async (route) => {
      const body = await (await route.fetch()).text();
      await route.fulfill({ body: body.replaceAll('Emergency', 'Emer\u200bgency'), contentType: 'application/json' });
    });
    await page.goto(QUEUE);
    const card = page.getByRole('article');
    await card.getByText('Emer\\u{200b}gency').waitFor();
    await card.getByText(CAMPAIGN, { exact: true }).waitFor();
    await page.close();
  });

  test('when somebody else decides, the card says so and closes', async () => {
    const decided = 'Decided by Adam Reyes (adam@demo.test).';
    await admin.keyboard.press('j');
    await admin.getByRole('button', { name: 'Approve the edit', disabled: false }).waitFor();
    await admin.keyboard.press('a');
    await admin.getByText('Approved: ').waitFor();
    await owner.getByText(decided).waitFor();
    assert.equal(await owner.getByRole('article').count(), 0);
    await owner.getByText(decided).waitFor({ state: 'detached', timeout: 20_000 });
    await owner.getByText('Nothing waits for approval').waitFor();
  });

  test('j and k go through the queue, r rejects with a reason that whoever asked reads', async () => {
    await asked({ name: 'First name' });
    await asked({ name: 'Second name' });
    await owner.getByRole('article').nth(1).waitFor();
    assert.equal(await owner.locator('article[aria-current]').count(), 0, 'nobody has chosen one yet');
    await owner.keyboard.press('j');
    await owner.keyboard.press('j');
    await owner.locator('article[aria-current]', { hasText: 'Second name' }).waitFor();
    await owner.keyboard.press('k');
    await owner.locator('article[aria-current]', { hasText: 'First name' }).waitFor();
    await owner.getByText('Also waiting on this campaign').first().waitFor();
    await owner.keyboard.press('r');
    await owner.getByText('Rejecting cannot be undone').waitFor();
    await owner.getByRole('dialog').getByText('“First name”').waitFor();
    await owner.getByLabel('Why').fill('Not this quarter');
    await assertShown(owner, 'reject');
    await owner.getByRole('button', { name: 'Reject change' }).click();
    await admin.getByText('“Not this quarter”').first().waitFor();
    assert.equal(await admin.getByRole('article').count(), 1);
  });

  test('a change of two people at once is made once: the second learns who was faster', async () => {
    const buttons = [owner, admin].map((page) => page.locator('button:enabled', { hasText: 'Approve the edit' }));
    await Promise.all(buttons.map((button) => button.waitFor()));
    await Promise.all(buttons.map((button) => button.click({ noWaitAfter: true, force: true })));
    await Promise.any([owner, admin].map((page) => page.getByText('Approved: ').first().waitFor()));
    for (const page of [owner, admin]) await page.getByRole('article').waitFor({ state: 'detached' });
  });

  test('whoever approves a stop that the ad platform declines is told that it was not made', async () => {
    await asked({ state: 'paused' }, 'PUT', `campaigns/${CAMPAIGN}/state`);
    await owner.locator('button:enabled', { hasText: 'Approve the new state' }).waitFor();
    await fault('policy', 1);
    await owner.locator('button:enabled', { hasText: 'Approve the new state' }).click();
    await owner.getByText('Approved, but it could not be made').waitFor();
    const row = owner.getByRole('row').filter({ hasText: 'from “live” to “paused”' });
    await row.getByText('Approved, but failed').waitFor();
    await assertShown(owner, 'approved-but-declined');
    const live = { data: { state: 'live', dry_run: false }, headers: { origin: world.base } };
    const address = `/dashboard/v1/organizations/acme-plumbing/campaigns/${CAMPAIGN}/state`;
    assert.equal((await owner.request.put(address, live)).status(), 200);
  });

  test('what is approved and on its way is not counted as waiting, and says nothing of expiring', async () => {
    await asked({ state: 'paused' }, 'PUT', `campaigns/${CAMPAIGN}/state`);
    const card = owner.getByRole('article');
    await card.getByText('expires in 7 days').waitFor();
    const waiting = owner.getByText('waiting for approval', { exact: true });
    await waiting.first().waitFor({ state: 'attached' });
    await fault('quota_short', MANY);
    await owner.locator('button:enabled', { hasText: 'Approve the new state' }).click();
    await card.getByText('Approved, and on its way to the ad platform').waitFor();
    await waiting.first().waitFor({ state: 'detached' });
    assert.equal(await card.getByText('expires').count(), 0);
    await assertShown(owner, 'approved-and-on-its-way');
    await fetch(`${world.emulatorUrl}/_emulator/faults`, { method: 'DELETE' });
    await card.waitFor({ state: 'detached', timeout: 60_000 });
  });

  test('an approved change that did not come to its end is told as far as anybody knows', async () => {
    const { page } = await world.open('owner', ACME);
    const ends = [
      [{}, 'Approved, but failed'],
      [{ in_part: true }, 'Approved, made in part'],
      [{ outcome_unknown: true }, 'Approved, not known whether made'],
      [{ in_part: true, outcome_unknown: true }, 'Approved, made in part, the rest not known'],
    ] as const;
    await page.route(/\/queued-writes\?/, async (route) => {
      const body = await (await route.fetch()).json();
      const [one] = body.queued_writes;
      const queued_writes = ends.map(([result], nth) => ({ ...one, id: `qw_${nth}`, status: 'failed', result }));
      const isPending = route.request().url().includes('status=pending');
      await route.fulfill({ json: { ...body, queued_writes: isPending ? [] : queued_writes } });
    });
    await page.goto(QUEUE);
    for (const [, label] of ends) await page.getByRole('row').getByText(label, { exact: true }).waitFor();
    await assertShown(page, 'approved-and-ended');
    await page.close();
  });

  test('the card of an undo names what is left alone, and no limit of one call', async () => {
    const edit = async (change: object) => {
      const data = { ...change, dry_run: false };
      const address = `/dashboard/v1/organizations/acme-plumbing/campaigns/${CAMPAIGN}`;
      const edited = await owner.request.patch(address, { data, headers: { origin: world.base } });
      assert.equal(edited.status(), 200, await edited.text());
      return edited.json();
    };
    const { action_id } = await edit({ budget: 49, name: 'Undone soon' });
    await edit({ name: 'Renamed since' });
    await asked({}, 'POST', `actions/${action_id}/undo`);
    const card = owner.getByRole('article');
    await card.getByText('Left out: name: changed since.').waitFor();
    await card.locator('button:enabled', { hasText: 'Approve the undo' }).waitFor();
    assert.equal(await card.getByText('outside what one change may do').count(), 0);
    assert.equal(await card.getByRole('meter').count(), 0);
    await assertShown(owner, 'approve-undo');
    await card.locator('button:enabled', { hasText: 'Approve the undo' }).click();
    await owner.getByText('Left alone, because it changed since: name: changed since.').waitFor();
  });

  test('a member sees what waits, and who decides', async () => {
    await asked({ name: 'Third name' });
    const { page } = await world.open('member', QUEUE);
    await page.getByText('Owners and admins decide on this.').first().waitFor();
    assert.equal(await page.getByRole('button', { name: /^Approve/ }).count(), 0);
    const refused = await page.request.post('/dashboard/v1/organizations/acme-plumbing/queued-writes/qw_x/approve', {
      data: {},
      headers: { origin: world.base },
    });
    assert.equal(refused.status(), 403);
  });

  test('a recommendation is looked at, applied and taken back', async () => {
    const { page, complaints } = await world.open('owner', `${ACME}/optimizations`);
    const card = page.getByRole('article').first();
    await card.getByText('a month').first().waitFor();
    await assertShown(page, 'optimizations');
    const title = await card.getByRole('heading').innerText();
    await card.getByRole('button', { name: /^Preview/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Would take away').waitFor();
    await assertShown(page, 'apply');
    await dialog.getByRole('button', { name: /^Apply/ }).click();
    await page.getByText(/applied in /).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Undone').first().waitFor();
    assert.ok(title.length > 0);
    assert.deepEqual(complaints, []);
  });

  test('one is dismissed with a reason, and is gone from every open page until that is undone', async () => {
    await admin.goto(`${ACME}/optimizations`);
    await owner.goto(`${ACME}/optimizations`);
    const before = await owner.getByText(/^\d+ pending/).innerText();
    await admin.getByRole('article').first().getByRole('button', { name: 'Dismiss' }).click();
    await admin.getByLabel('Why').fill('We sell these from May on.');
    await admin.getByRole('button', { name: 'Dismiss recommendation' }).click();
    await admin.getByText('Recommendation dismissed').waitFor();
    await owner.getByText(before).waitFor({ state: 'detached' });
    await admin.getByRole('button', { name: 'Undo' }).click();
    await admin.getByText(/is pending again/).waitFor();
    await owner.getByText(before).waitFor();
  });

  test('nobody who may only read is offered to apply', async () => {
    const { page } = await world.open('member', `${ACME}/optimizations`);
    await page.getByRole('article').first().waitFor();
    assert.equal(await page.getByRole('button', { name: /^(Preview|Dismiss)/ }).count(), 0);
  });
});
