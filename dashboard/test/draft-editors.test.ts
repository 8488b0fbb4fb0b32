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

const ACME = '/o/acme-plumbing/campaigns';
const DRAIN = `${ACME}/acme-prospecting-drain-cleaning`;
const GAS = `${ACME}/acme-prospecting-gas-lines`;
/** Work in the background takes its time, and the machine may be busy. */
const PATIENCE = { timeout: 60_000 };

describe('the editors of a draft', { skip }, () => {
  const suite = wholeSuite();
  let world: DemoWorld;

  before(async () => {
    assert.ok(typeof browser !== 'string');
    world = await openDemoWorld(suite, browser);
  });

  /** Looks at the change, makes it, and sees it told. */
  async function save(page: Page, shown: string, act: string | RegExp, done: string): Promise<void> {
    await page.getByRole('dialog').getByRole('button', { name: 'Preview' }).click();
    await page.getByRole('dialog').getByText(shown).first().waitFor();
    await page.getByRole('button', { name: act }).click();
    await page.getByText(done).waitFor(PATIENCE);
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }

  async function undo(page: Page): Promise<void> {
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await page.getByText('Undone').last().waitFor(PATIENCE);
  }

  test('keywords are edited as lines, what the platform refuses is said at once, and undone', async () => {
    const { page, complaints } = await world.open('admin', `${DRAIN}/keywords`);
    await page.getByRole('button', { name: 'Edit keywords' }).click();
    const lines = page.getByLabel('One a line');
    assert.match(await lines.inputValue(), /"drain cleaning austin"/);
    await lines.fill('"drain cleaning austin"\n[drain! cleaning]');
    await page.getByText('“drain! cleaning”').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Preview' }).isDisabled(), true);
    await lines.fill('"drain cleaning austin"\n[emergency drain service]');
    await assertShown(page, 'edit-keywords');
    await save(page, 'emergency drain service', 'Save 2 keywords', 'Keywords of Drain cleaning saved');
    const table = page.getByRole('table', { name: 'Keywords of Drain cleaning' });
    await table.getByRole('row', { name: /emergency drain service/ }).waitFor();
    await undo(page);
    await table.getByRole('row', { name: /unclog drain near me/ }).waitFor();
    assert.deepEqual(complaints, []);
  });

  test('sitelinks, callouts and locations are edited, each with its preview', async () => {
    const { page, complaints } = await world.open('admin', `${DRAIN}/settings`);
    await page.getByRole('button', { name: 'Edit sitelinks' }).click();
    await page.getByRole('button', { name: 'Add a sitelink' }).click();
    const last = await page.getByLabel(/^Text of sitelink/).count();
    await page.getByLabel(`Text of sitelink ${last}`).fill('Book a plumber online today');
    await page.getByText(/too many/).waitFor();
    await page.getByLabel(`Text of sitelink ${last}`).fill('Book online');
    await page.getByLabel(`First description of sitelink ${last}`).fill('Any day');
    await page.getByRole('button', { name: 'Two descriptions or none' }).waitFor();
    await page.getByLabel(`Second description of sitelink ${last}`).fill('In two minutes');
    await page.getByRole('button', { name: 'Add a sitelink' }).click();
    await page.getByLabel(`Text of sitelink ${last + 1}`).fill('Elsewhere');
    await page.getByLabel(`Text of sitelink ${last}`).fill(' ');
    const address = page.getByLabel(`Address of sitelink ${last + 1}`);
    const ours = await address.inputValue();
    await address.fill('https://elsewhere.example/');
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByRole('alert').getByText(`Sitelink ${last}, address: `).waitFor();
    await page.locator('[aria-invalid=true]').first().waitFor();
    assert.equal(
      await address.getAttribute('aria-invalid'),
      'true',
      'it stands at the field, though one above is empty',
    );
    await assertShown(page, 'edit-sitelinks');
    await address.fill(ours);
    await page.getByRole('alert').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: `Remove sitelink ${last + 1}` }).click();
    await page.getByLabel(`Text of sitelink ${last}`).fill('Book online');
    await save(page, 'Book online', `Save ${last} sitelinks`, 'Sitelinks saved');
    await page.getByText('Book online: Any day In two minutes').waitFor();

    await page.getByRole('button', { name: 'Edit callouts' }).click();
    const lines = page.getByLabel('One a line');
    await lines.fill('Licensed since 1998\nA callout that is far too long for anybody');
    await page.getByText(/too many/).waitFor();
    await lines.fill('Licensed since 1998\nFree estimates');
    await assertShown(page, 'edit-callouts');
    await save(page, 'Free estimates', 'Save 2 callouts', 'Callouts saved');
    await page.getByRole('listitem').filter({ hasText: 'Free estimates' }).first().waitFor();

    await page.getByRole('button', { name: 'Edit locations' }).click();
    await page.getByLabel('Add a place').fill('Dallas');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /Dallas.*\(/ })
      .first()
      .click();
    await page.getByText('Add the surroundings of a point').click();
    await page.getByLabel('What is there').fill('The workshop');
    await page.getByLabel('Latitude').fill('30.27');
    await page.getByLabel('Longitude').fill('-97.74');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('20 km around The workshop').waitFor();
    await assertShown(page, 'edit-locations');
    await save(page, 'The workshop', /^Show it in/, 'Locations saved');
    await page.getByText('20 km around The workshop').waitFor();
    await undo(page);
    await page.getByText('20 km around The workshop').waitFor({ state: 'detached' });
    assert.deepEqual(
      complaints.filter((text) => !/status of 422.*sitelinks$/.test(text)),
      [],
    );
  });

  test('a headline may be called like what every object has', async () => {
    const { page, complaints } = await world.open('admin', `${DRAIN}/ads`);
    const menu = page.getByRole('button', { name: /^Actions for/ }).first();
    await menu.click();
    await page.getByRole('menuitem', { name: 'Edit texts…' }).click();
    await page.getByLabel('Headline 1', { exact: true }).fill('constructor');
    await page.getByRole('article', { name: 'As a results page shows it' }).getByText('constructor').first().waitFor();
    assert.deepEqual(complaints, []);
  });

  test('a new ad is written from its page, stage by stage, and removed again; undoing the removal brings it back', async () => {
    const { page, complaints } = await world.open('admin', `${DRAIN}/ads`);
    await page.getByRole('button', { name: 'New ad' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Second ad');
    await assertShown(page, 'new-ad');
    await page.getByRole('button', { name: 'Write the ad' }).click();
    await page.getByText('Writing the ad').waitFor();
    await page.getByText('The ad is written').waitFor(PATIENCE);
    const actions = page.getByRole('button', { name: 'Actions for Second ad' });
    await actions.click(PATIENCE);
    await page.getByRole('menuitem', { name: 'Remove…' }).click();
    await page.getByText(/Its \d+ keywords go with it/).waitFor();
    await assertShown(page, 'remove-ad');
    await page.getByRole('dialog').getByRole('button', { name: 'Remove ad' }).click();
    await page.getByText('Second ad removed').waitFor(PATIENCE);
    await actions.waitFor({ state: 'detached' });
    await undo(page);
    await actions.waitFor(PATIENCE);
    assert.deepEqual(complaints, []);
  });

  test('whatever keeps a draft from being launched leads to the place where that is mended', async () => {
    const { page } = await world.open('admin', GAS);
    await page.getByText('Before it can be launched').waitFor();
    await assertShown(page, 'launch-checklist');
    for (const [item, tab, mends] of [
      ['A location or radius', 'settings', 'Edit locations'],
      ['Sitelinks', 'settings', 'Edit sitelinks'],
      ['Callouts', 'settings', 'Edit callouts'],
      ['A complete ad', 'ads', 'New ad'],
      ['A keyword on every ad', 'keywords', 'Edit keywords'],
    ] as const) {
      await page.getByRole('listitem').getByRole('link', { name: item }).click();
      await page.waitForURL(new RegExp(`/${tab}$`));
      await page.getByRole('button', { name: mends }).waitFor();
    }
    await page.goto(`${ACME}/acme-prospecting-sewer-repair`);
    await page.getByRole('button', { name: 'A daily budget' }).click();
    await page.getByRole('dialog').getByLabel('Daily budget, in USD').waitFor();
  });
});
