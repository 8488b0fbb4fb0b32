import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { systemClock } from '../../server/src/adapters/system-clock.ts';
import { AuthenticatorApp } from '../../server/test/identity/second-factor/authenticator.ts';
import { launchBrowser } from './browser.ts';
import { assertShown } from './inspect.ts';
import { addOrganization, addPerson, PASSWORD, signIn } from './people.ts';
import { openWorld } from './world.ts';

const browser = await launchBrowser();
const skip = typeof browser === 'string' ? browser : false;
after(() => typeof browser !== 'string' && browser.close());

test('a person turns the second factor on, signs in with it and turns it off in the browser', { skip }, async (t) => {
  assert.ok(typeof browser !== 'string');
  const { base, database, visit } = await openWorld(t, browser);
  const harbor = await addOrganization(database, { slug: 'harbor', name: 'Harbor Boats' });
  await addPerson(database, { name: 'Olga Owner', email: 'olga@harbor.test' }, new Map([[harbor, 'owner']]));
  const { page, complaints } = await visit();
  let app = new AuthenticatorApp('', systemClock);
  let codes: string[] = [];

  await t.test('it is turned on with the password and a code of the app', async () => {
    await page.goto('/account');
    await signIn(page, 'olga@harbor.test');
    await page.getByRole('button', { name: 'Turn on' }).click();
    await page.getByLabel('Your password', { exact: true }).fill('wrong');
    await page.getByRole('button', { name: 'Go on' }).click();
    await page.getByText('is not your password').waitFor();
    await page.getByLabel('Your password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Go on' }).click();
    await page.getByRole('img', { name: /^The secret as a picture/ }).waitFor();
    app = new AuthenticatorApp((await page.locator('code').innerText()).replaceAll(' ', ''), systemClock);
    await assertShown(page, 'second-factor-turn-on');
    await page.getByLabel('Code', { exact: true }).fill(app.wrong());
    await page.getByRole('dialog').getByRole('button', { name: 'Turn on' }).click();
    await page.getByText('is wrong, or it took too long').waitFor();
    await page.getByLabel('Code', { exact: true }).fill(app.code());
    await page.getByRole('dialog').getByRole('button', { name: 'Turn on' }).click();
  });

  await t.test('the recovery codes are shown once, to be stored', async () => {
    const list = page.getByRole('list', { name: 'Recovery codes' });
    await list.waitFor();
    codes = await list.getByRole('listitem').allInnerTexts();
    assert.equal(codes.length, 10);
    await assertShown(page, 'second-factor-codes');
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download' }).click(),
    ]);
    assert.equal(file.suggestedFilename(), 'sluice-recovery-codes.txt');
    await page.getByRole('button', { name: 'I have stored them' }).click();
    await page.getByText('Recovery codes left: 10').waitFor();
    await assertShown(page, 'second-factor-on');
  });

  await t.test('signing in takes a second step, with a code or a recovery code', async () => {
    const { page: elsewhere } = await visit();
    await elsewhere.goto('/account');
    await signIn(elsewhere, 'olga@harbor.test');
    await elsewhere.getByRole('heading', { name: 'Enter your code' }).waitFor();
    await assertShown(elsewhere, 'second-factor-sign-in');
    await elsewhere.getByLabel('Code', { exact: true }).fill(app.wrong());
    await elsewhere.getByRole('button', { name: 'Go on' }).click();
    await elsewhere.getByText('The code is wrong or was used before.').waitFor();
    await elsewhere.getByRole('button', { name: 'Use a recovery code instead' }).click();
    await elsewhere.getByLabel('Recovery code', { exact: true }).fill(codes[0] ?? '');
    await elsewhere.getByRole('button', { name: 'Go on' }).click();
    await elsewhere.waitForURL(`${base}/account`);
    await elsewhere.getByText('Recovery codes left: 9').waitFor();
  });

  await t.test('new recovery codes are made with one that is left', async () => {
    await page.getByRole('button', { name: 'New recovery codes' }).click();
    await page.getByLabel('Code', { exact: true }).fill(codes[1] ?? '');
    await page.getByRole('button', { name: 'Make new codes' }).click();
    const list = page.getByRole('list', { name: 'Recovery codes' });
    await list.waitFor();
    codes = await list.getByRole('listitem').allInnerTexts();
    await page.getByRole('button', { name: 'I have stored them' }).click();
  });

  await t.test('it is turned off with the password and a code', async () => {
    await page.getByRole('button', { name: 'Turn off' }).click();
    await page.getByLabel('Your password', { exact: true }).fill(PASSWORD);
    await page.getByLabel('Code', { exact: true }).fill(codes[0] ?? '');
    await assertShown(page, 'second-factor-turn-off');
    await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click();
    await page.getByText('Your password alone signs you in.').waitFor();
  });

  const unexpected = complaints.filter((text) => !/status of (401|422)/.test(text));
  assert.deepEqual(unexpected, []);
});
