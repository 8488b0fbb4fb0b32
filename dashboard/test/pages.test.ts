import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { wholeSuite } from '../../server/test/harness/service.ts';
import { launchBrowser } from './browser.ts';
import { assertAccessible, assertShown } from './inspect.ts';
import { addAccount, addOrganization, addPerson, signIn } from './people.ts';
import { openWorld, type World } from './world.ts';

const LONG_NAME = 'Donaudampfschifffahrtsgesellschaft für nachhaltige Freizeit mbH & Co. KG';
const OWNER = 'maximiliane.freifrau.von.hohenstein-wolkenburg@accounting.harbor.test';
const NARROW = { width: 360, height: 740 };

const PAGES: [path: string, sign: string][] = [
  ['/o/harbor', 'No figures yet'],
  ['/o/harbor/optimizations', 'Nothing to improve right now'],
  ['/o/harbor/optimizations?tab=approvals', 'Nothing waits for approval'],
  ['/o/harbor/activity', 'Nothing was changed yet'],
  ['/o/harbor/audit', 'get_overview'],
  ['/o/harbor/keys', 'No API keys yet'],
  ['/o/harbor/members', 'mina@harbor.test'],
  ['/o/harbor/settings', 'A person approves every change'],
  ['/', 'Choose where to work'],
  ['/o/nowhere', 'not open to you'],
  ['/nowhere', 'no such page'],
];

const browser = await launchBrowser();
const skip = typeof browser === 'string' ? browser : false;
after(() => typeof browser !== 'string' && browser.close());

describe('the pages of the dashboard', { skip }, () => {
  const suite = wholeSuite();
  let world: World;

  before(async () => {
    assert.ok(typeof browser !== 'string');
    world = await openWorld(suite, browser);
    const { database } = world;
    const harbor = await addOrganization(database, { slug: 'harbor', name: LONG_NAME });
    const orchard = await addOrganization(database, { slug: 'orchard', name: 'Orchard' });
    await addAccount(database, harbor, '1234567890', 'pending');
    await addPerson(
      database,
      { name: 'Maximiliane Freifrau von Hohenstein-Wolkenburg', email: OWNER },
      new Map([
        [harbor, 'owner'],
        [orchard, 'member'],
      ]),
    );
    await addPerson(database, { name: 'Mina', email: 'mina@harbor.test' }, new Map([[harbor, 'member']]));
  });

  async function open(email: string, path: string, options = {}): Promise<Page> {
    const { page } = await world.visit(options);
    await page.goto(path);
    await signIn(page, email);
    return page;
  }

  test('every page is accessible in light and dark colours, and fits a screen of 360 pixels', async () => {
    const page = await open(OWNER, '/');
    await page.getByText('Choose where to work').waitFor();
    for (const [path, sign] of PAGES) {
      await page.goto(path);
      await page.getByText(sign).first().waitFor();
      await assertShown(page, path);
    }
    await page.goto('/o/harbor/keys');
    await page.getByRole('button', { name: 'Create key' }).first().click();
    await page.getByRole('dialog').waitFor();
    await assertShown(page, 'the dialog that creates a key');
  });

  test('on a narrow screen the navigation is in a drawer', async () => {
    const page = await open(OWNER, '/', { viewport: NARROW });
    await page.getByText('Choose where to work').waitFor();
    await page.goto('/o/harbor');
    await page.getByRole('button', { name: 'Navigation' }).click();
    await assertAccessible(page, 'the drawer');
    await page.getByRole('dialog').getByRole('link', { name: 'Members' }).click();
    await page.getByText('mina@harbor.test').waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  test('a key can be created with the keyboard alone, and the focus returns', async () => {
    const page = await open(OWNER, '/o/harbor/keys');
    const create = page.getByRole('button', { name: 'Create key' }).first();
    await create.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'Name' }).waitFor();
    await page.keyboard.type('Typed');
    await page.getByRole('checkbox', { name: /audit:read/ }).focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('Enter');
    await page.getByLabel('Your API key').waitFor();
    await assertAccessible(page, 'the dialog that shows the key');
    await page.getByRole('button', { name: 'I have stored the key' }).press('Enter');
    await page.getByRole('cell', { name: 'Typed', exact: true }).waitFor();
    assert.equal(await create.evaluate((element) => element === document.activeElement), true);
    await assertAccessible(page, 'the list of keys');
    await page.getByRole('button', { name: /scopes of Typed/ }).press('Enter');
    await page.getByText('Read the action log').waitFor();
    await assertAccessible(page, 'the scopes of a key');
  });

  test('a key is created within the role ceiling', async () => {
    const page = await open('mina@harbor.test', '/o/harbor/keys');
    await page.getByRole('button', { name: 'Create key' }).first().click();
    const offered = page.getByRole('checkbox', { disabled: false });
    assert.equal(await offered.count(), 6);
    assert.equal(await page.getByRole('checkbox', { disabled: true }).count(), 4);
    assert.equal(await page.getByText('Not available to your role (Member)').count(), 4);
  });

  test('an Owner may turn on the requirement of approvals, nobody else', async () => {
    const page = await open(OWNER, '/o/harbor/settings');
    // It moves once the service has said so, which `check` would not wait for.
    await page.getByRole('switch').click();
    await page.getByText('Changes are held from now on.').waitFor();
    const member = await open('mina@harbor.test', '/o/harbor/settings');
    await member.getByText('Only an Owner can change this.').waitFor();
    assert.equal(await member.getByRole('switch').isChecked(), true);
    assert.equal(await member.getByRole('switch').isDisabled(), true);
  });

  test('what could not be loaded says so and can be tried again', async () => {
    const page = await open(OWNER, '/o/harbor/keys');
    await page.getByRole('heading', { name: 'API keys', exact: true }).waitFor();
    await page.route('**/members', (route) => route.abort());
    await page.getByRole('link', { name: 'Members' }).click();
    await page.getByText('No connection to the service').waitFor();
    await page.unrouteAll({ behavior: 'wait' });
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('mina@harbor.test').waitFor();
  });

  test('who is signed out elsewhere signs in again and comes back', async () => {
    const page = await open(OWNER, '/o/harbor/keys');
    await page.getByRole('heading', { name: 'API keys', exact: true }).waitFor();
    await page.context().clearCookies();
    // The page may notice by itself, before it is left for another.
    const asked = page.waitForURL(`${world.base}/sign-in?*`);
    await Promise.race([asked, page.getByRole('link', { name: 'Settings' }).dispatchEvent('click')]);
    await asked;
    const back = new URL(page.url()).searchParams.get('to') ?? '';
    assert.match(back, /^\/o\/harbor\/(settings|keys)$/);
    await signIn(page, OWNER);
    await page.waitForURL(`${world.base}${back}`);
    await page.getByRole('link', { name: 'Members' }).first().waitFor();
  });

  test('another organization opens on the same page', async () => {
    const page = await open(OWNER, '/o/harbor/members');
    await page.getByText('mina@harbor.test').waitFor();
    await page.getByRole('button', { name: /Donaudampf/ }).click();
    await page.getByRole('option', { name: /Orchard/ }).click();
    await page.waitForURL(`${world.base}/o/orchard/members`);
    await page.getByText('mina@harbor.test').waitFor({ state: 'detached' });
  });
});
