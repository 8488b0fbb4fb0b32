import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { wholeSuite } from '../../server/test/harness/service.ts';
import { launchBrowser } from './browser.ts';
import { type DemoWorld, openDemoWorld } from './demo-world.ts';
import { assertShown } from './inspect.ts';

const browser = await launchBrowser();
const skip = typeof browser === 'string' ? browser : false;
after(() => typeof browser !== 'string' && browser.close());

const ACME = '/o/acme-plumbing/campaigns';
/** Work in the background takes its time, and the machine may be busy. */
const PATIENCE = { timeout: 60_000 };

describe('a campaign from its website to its undo', { skip }, () => {
  const suite = wholeSuite();
  let world: DemoWorld;

  before(async () => {
    assert.ok(typeof browser !== 'string');
    world = await openDemoWorld(suite, browser);
  });

  test('a website becomes a draft, an ad is edited, the campaign launched, paused and resumed by undo', async () => {
    const { page, complaints } = await world.open('admin', ACME);
    await page.getByRole('button', { name: 'New campaign' }).click();
    await page.getByRole('textbox', { name: 'Website' }).fill('ftp://nowhere');
    await page.getByRole('button', { name: 'Write the draft' }).click();
    await page.getByRole('dialog').getByText(/must/).waitFor();
    complaints.length = 0;
    await page.getByRole('button', { name: /^Use http/ }).click();
    await page.getByLabel('Name', { exact: true }).fill('From the website');
    await page.getByLabel('Daily budget, in USD').fill('20');
    await assertShown(page, 'new-campaign');
    await page.getByRole('button', { name: 'Write the draft' }).click();
    await page.waitForURL(/\/campaigns\/from-the-website$/);
    await page.getByText('The draft is being written').waitFor();
    await page.getByText('Ready to launch').waitFor(PATIENCE);
    await page.getByText('Sponsored').first().waitFor();
    await assertShown(page, 'draft-from-website');

    await page
      .getByRole('button', { name: /^Actions for/ })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Edit texts…' }).click();
    const headline = page.getByLabel('Headline 1', { exact: true });
    await headline.fill('A headline that is far too long for Google');
    await page.getByText(/too many/).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Preview' }).isDisabled(), true);
    await headline.fill('Plumbers in Austin Now!');
    await page.getByText('no exclamation mark').waitFor();
    await headline.fill('Plumbers in Austin Now');
    await assertShown(page, 'edit-ad');
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByRole('dialog').getByText('Plumbers in Austin Now').waitFor();
    await page.getByRole('button', { name: 'Save these texts' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('article').first().getByText('Plumbers in Austin Now').waitFor();

    await page.getByRole('button', { name: 'Launch campaign' }).click();
    await page.getByText('it may spend up to $20 a day, $600 in 30 days').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Launch campaign' }).click();
    await page.getByText('Campaign launched').waitFor(PATIENCE);
    await page.getByRole('button', { name: 'Pause campaign' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Pause campaign' }).click();
    await page.getByText('Campaign paused').waitFor(PATIENCE);
    await page.getByRole('button', { name: 'Resume campaign' }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await page.getByText('Undone').waitFor(PATIENCE);
    await page.getByRole('button', { name: 'Pause campaign' }).waitFor();
    assert.deepEqual(complaints, []);
  });

  test('its history tells each change, and who made it, to Owners; others are told who may see it', async () => {
    const { page } = await world.open('owner', `${ACME}/from-the-website/history`);
    await page.getByText('adam@demo.test').first().waitFor();
    await page.getByText('Undone').waitFor();
    await assertShown(page, 'history');
    const { page: admins } = await world.open('admin', `${ACME}/from-the-website/history`);
    await admins.getByText('The log of changes is for Owners').waitFor();
  });

  test('a website that cannot be read leaves a campaign that says it failed', async () => {
    const { page } = await world.open('admin', ACME);
    await page.getByRole('button', { name: 'New campaign' }).click();
    await page.getByRole('textbox', { name: 'Website' }).fill(`${world.emulatorUrl}/sites/nothing-here/`);
    await page.getByLabel('Name', { exact: true }).fill('Unreadable');
    await page.getByRole('button', { name: 'Write the draft' }).click();
    const failed = page.getByText('The last work on this campaign failed');
    await failed.waitFor(PATIENCE);
    await page.getByText(/could not be read/).waitFor();
    const { page: later } = await world.open('member', `${ACME}/unreadable`);
    await later.getByText(/could not be read/).waitFor();
  });

  test('who may not change campaigns is offered nothing to change, and refused by the service', async () => {
    for (const [who, org, slug] of [
      ['member', 'acme-plumbing', 'acme-brand'],
      ['staff', 'globex-clinic', 'globex-brand'],
    ] as const) {
      const { page } = await world.open(who, `/o/${org}/campaigns`);
      await page.getByRole('table').waitFor();
      assert.equal(await page.getByRole('button', { name: 'New campaign' }).count(), 0);
      assert.equal(await page.getByRole('checkbox').count(), 0);
      await page.goto(`/o/${org}/campaigns/${slug}/negatives`);
      await page.getByText('Negative keywords').first().waitFor();
      for (const name of ['Edit', 'Pause campaign', 'Add negatives']) {
        assert.equal(await page.getByRole('button', { name, exact: true }).count(), 0, `${who}: ${name}`);
      }
      const answer = await page.request.put(`/dashboard/v1/organizations/${org}/campaigns/${slug}/state`, {
        data: { state: 'paused', dry_run: false },
        headers: { origin: world.base },
      });
      assert.equal(answer.status(), 403);
    }
  });
});
