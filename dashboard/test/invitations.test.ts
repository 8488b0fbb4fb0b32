import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { launchBrowser } from './browser.ts';
import { assertAccessible, assertFits } from './inspect.ts';
import { addOrganization, addPerson, signIn } from './people.ts';
import { openWorld } from './world.ts';

const OLGA = 'olga@harbor.test';
const MINA = 'mina@orchard.test';
const NARROW = { width: 360, height: 740 };

const browser = await launchBrowser();
const skip = typeof browser === 'string' ? browser : false;
after(() => typeof browser !== 'string' && browser.close());

test('an Owner invites people, and a person decides on invitations', { skip }, async (t) => {
  assert.ok(typeof browser !== 'string');
  const { base, database, visit } = await openWorld(t, browser);
  const harbor = await addOrganization(database, { slug: 'harbor', name: 'Harbor Boats' });
  const marina = await addOrganization(database, { slug: 'marina', name: 'Marina' });
  const orchard = await addOrganization(database, { slug: 'orchard', name: 'Orchard' });
  await addPerson(
    database,
    { name: 'Olga Owner', email: OLGA },
    new Map([
      [harbor, 'owner'],
      [marina, 'owner'],
    ]),
  );
  await addPerson(database, { name: 'Mina', email: MINA }, new Map([[orchard, 'member']]));
  const { page: owner } = await visit();
  const { page: mina } = await visit();

  const invite = async (email: string, role: string) => {
    await owner.getByRole('button', { name: 'Invite member' }).first().click();
    const dialog = owner.getByRole('dialog');
    await dialog.getByLabel('Email address').fill(email);
    await dialog.getByRole('radio', { name: role }).check();
    await assertAccessible(owner, 'the dialog that invites');
    await dialog.getByRole('button', { name: 'Send invitation' }).click();
    await dialog.waitFor({ state: 'detached' });
  };

  await t.test('an invitation waits in the list of the Owners, whoever it is for', async () => {
    await owner.goto('/o/harbor/members');
    await signIn(owner, OLGA);
    await owner.getByText(OLGA).first().waitFor();
    assert.equal(await owner.getByText('Pending invitations').count(), 0);
    await invite(MINA, 'Admin');
    await invite('nobody@elsewhere.test', 'Member');
    for (const email of [MINA, 'nobody@elsewhere.test']) await owner.getByText(email, { exact: true }).waitFor();
    await assertAccessible(owner, 'pending invitations');
    await owner.setViewportSize(NARROW);
    await assertFits(owner, 'pending invitations');
    await owner.setViewportSize({ width: 1280, height: 800 });
  });

  await t.test('a member who is invited again is refused in words', async () => {
    await owner.getByRole('button', { name: 'Invite member' }).first().click();
    const dialog = owner.getByRole('dialog');
    await dialog.getByLabel('Email address').fill(OLGA);
    await dialog.getByRole('button', { name: 'Send invitation' }).click();
    await dialog.getByText('This person is a member already.').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
  });

  await t.test('an Owner revokes an invitation', async () => {
    await owner.getByRole('button', { name: 'Revoke the invitation to nobody@elsewhere.test' }).click();
    await owner.getByRole('dialog').getByRole('button', { name: 'Revoke invitation' }).click();
    await owner.getByText('nobody@elsewhere.test', { exact: true }).waitFor({ state: 'detached' });
  });

  await t.test('the person sees after signing in what waits, and declines or accepts', async () => {
    await owner.goto('/o/marina/members');
    await owner.getByText(OLGA).first().waitFor();
    await invite(MINA, 'Member');
    await mina.goto('/');
    await signIn(mina, MINA);
    await mina.getByText('Harbor Boats').waitFor();
    assert.equal(mina.url(), `${base}/`, 'who belongs to one organization is shown the invitations first');
    await assertAccessible(mina, 'invitations');
    await mina.setViewportSize(NARROW);
    await assertFits(mina, 'invitations');
    await mina.setViewportSize({ width: 1280, height: 800 });
    await mina.getByRole('button', { name: 'Decline the invitation to Marina' }).click();
    await mina.getByText('Marina').waitFor({ state: 'detached' });
    await mina.getByRole('button', { name: 'Accept the invitation to Harbor Boats' }).click();
    await mina.waitForURL(`${base}/o/harbor`);
    await mina.getByRole('link', { name: 'Members' }).click();
    await mina.getByRole('cell', { name: MINA }).waitFor();
  });

  await t.test('the page of an organization that is not open to a person shows what waits', async () => {
    await owner.goto('/o/marina/members');
    await owner.getByText(MINA, { exact: true }).waitFor();
    await invite(MINA, 'Member');
    await mina.goto('/o/marina');
    await mina.getByText('not open to you').waitFor();
    await mina.getByRole('button', { name: 'Accept the invitation to Marina' }).click();
    await mina.getByRole('link', { name: 'Members' }).click();
    await mina.getByText(OLGA, { exact: true }).waitFor();
  });
});
