import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { systemClock } from '../../server/src/adapters/system-clock.ts';
import { SharedSecrets } from '../../server/src/base/secrets.ts';
import { passwordUrl } from '../../server/src/identity/account/password-link.ts';
import { findPersonByEmail } from '../../server/src/identity/person.store.ts';
import { launchBrowser } from './browser.ts';
import { assertShown } from './inspect.ts';
import { addOrganization, addPerson, PASSWORD, signIn } from './people.ts';
import { openWorld } from './world.ts';

const CHOSEN = 'chosen in the browser';

const browser = await launchBrowser();
const skip = typeof browser === 'string' ? browser : false;
after(() => typeof browser !== 'string' && browser.close());

test('a person sees to their own account in the browser', { skip }, async (t) => {
  assert.ok(typeof browser !== 'string');
  const { base, database, visit } = await openWorld(t, browser);
  const harbor = await addOrganization(database, { slug: 'harbor', name: 'Harbor Boats' });
  await addPerson(database, { name: 'Olga Owner', email: 'olga@harbor.test' }, new Map([[harbor, 'owner']]));
  const { page } = await visit();
  const { page: elsewhere } = await visit();
  await elsewhere.goto('/o/harbor');
  await signIn(elsewhere, 'olga@harbor.test');
  await elsewhere.getByRole('heading', { name: 'Harbor Boats' }).first().waitFor();

  await t.test('sessions are listed, and the others end', async () => {
    await page.goto('/account');
    await signIn(page, 'olga@harbor.test');
    await page.getByText('This one').waitFor();
    assert.equal(await page.getByRole('button', { name: /^End the session/ }).count(), 1);
    await assertShown(page, 'account');
    await page.getByRole('button', { name: 'End all others' }).click();
    await page.getByRole('button', { name: /^End the session/ }).waitFor({ state: 'detached' });
    await elsewhere.goto('/account');
    await elsewhere.waitForURL(`${base}/sign-in?*`);
  });

  await t.test('the password is changed by whoever knows it', async () => {
    await page.getByLabel('Current password', { exact: true }).fill('not this one');
    await page.getByLabel('New password', { exact: true }).fill(CHOSEN);
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('is not your password').waitFor();
    await page.getByLabel('Current password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('Your password was changed.').waitFor();
  });

  await t.test('a forgotten one is asked for, and chosen by the link', async () => {
    await elsewhere.getByText('Forgotten your password?').click();
    await elsewhere.getByLabel('Email address').fill('olga@harbor.test');
    await assertShown(elsewhere, 'forgotten');
    await elsewhere.getByRole('button', { name: 'Send the link' }).click();
    await elsewhere.getByText('a link is on its way').waitFor();
    const person = await findPersonByEmail(database, 'olga@harbor.test');
    assert.ok(person);
    const secrets = await SharedSecrets.open(database, systemClock, 'signing');
    await elsewhere.goto(passwordUrl({ config: { appUrl: base }, secrets }, person, Date.now() + 60_000));
    await elsewhere.getByLabel('New password', { exact: true }).fill(`${CHOSEN} again`);
    await assertShown(elsewhere, 'choose');
    await elsewhere.getByRole('button', { name: 'Choose this password' }).click();
    await elsewhere.waitForURL(`${base}/sign-in`);
    await signIn(elsewhere, 'olga@harbor.test', `${CHOSEN} again`);
    await elsewhere.getByRole('heading', { name: 'Harbor Boats' }).first().waitFor();
  });

  await t.test('a link to join that is none says so', async () => {
    const { page: invited } = await visit();
    await invited.goto('/join/none.none');
    await invited.getByLabel('Your name').fill('Nora');
    await invited.getByLabel('Password', { exact: true }).fill(CHOSEN);
    await assertShown(invited, 'join');
    await invited.getByRole('button', { name: 'Make account and join' }).click();
    await invited.getByText('The invitation has run out').waitFor();
  });
});
