import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { launchBrowser } from './browser.ts';
import { addOrganization, addPerson, signIn } from './people.ts';
import { openWorld } from './world.ts';

const browser = await launchBrowser();
const skip = typeof browser === 'string' ? browser : false;
after(() => typeof browser !== 'string' && browser.close());

test('the security policy holds, and no page needs more than it allows', { skip }, async (t) => {
  assert.ok(typeof browser !== 'string');
  const { database, visit } = await openWorld(t, browser);
  const harbor = await addOrganization(database, { slug: 'harbor', name: 'Harbor Boats' });
  await addPerson(database, { name: 'Olga Owner', email: 'olga@harbor.test' }, new Map([[harbor, 'owner']]));
  const { page, complaints } = await visit({ colorScheme: 'dark' });

  await t.test('the styles of the page itself apply, in the colours of the system', async () => {
    await page.goto('/account');
    await signIn(page, 'olga@harbor.test');
    await page.getByRole('button', { name: 'Turn on' }).waitFor();
    const shown = await page.evaluate(() => ({
      scheme: document.documentElement.getAttribute('data-mantine-color-scheme'),
      variable: getComputedStyle(document.documentElement).getPropertyValue('--mantine-color-water-7'),
    }));
    assert.deepEqual(shown, { scheme: 'dark', variable: '#0f6a84' });
  });

  await t.test('so do those of a dialog: the page behind it does not scroll', async () => {
    await page.getByRole('button', { name: 'Turn on' }).click();
    await page.getByLabel('Your password', { exact: true }).waitFor();
    assert.equal(await page.evaluate(() => getComputedStyle(document.body).overflow), 'hidden');
    assert.deepEqual(
      complaints.filter((text) => !/status of 401/.test(text)),
      [],
    );
  });

  await t.test('the pages of the documentation and of refused apps keep to theirs', async () => {
    const { page: reader, complaints: said } = await visit();
    for (const address of ['/docs/errors', '/docs/mcp', '/oauth/authorize']) {
      await reader.goto(address);
      assert.match(await reader.evaluate(() => getComputedStyle(document.body).fontFamily), /system-ui/, address);
    }
    assert.deepEqual(
      said.filter((text) => !/status of 4/.test(text)),
      [],
    );
  });

  await t.test('styles, scripts and handlers that somebody gets into the page do nothing', async () => {
    const { page: attacked } = await visit();
    const broken: string[] = [];
    attacked.removeAllListeners('console');
    attacked.on('console', (message) => broken.push(message.text()));
    await attacked.goto('/sign-in');
    await attacked.getByRole('heading').first().waitFor();
    await attacked.evaluate(() => {
      const added = '<style>h1 { color: rgb(1, 2, 3) }</style><img src="data:," onerror="document.title = 1">';
      document.body.insertAdjacentHTML('beforeend', added);
      const script = document.createElement('script');
      script.textContent = 'document.title = "taken"';
      document.body.append(script);
    });
    while (broken.length < 3) await attacked.waitForEvent('console');
    assert.equal(await attacked.title(), 'Sign in · Sluice');
    const heading = attacked.getByRole('heading').first();
    assert.notEqual(await heading.evaluate((h1) => getComputedStyle(h1).color), 'rgb(1, 2, 3)');
    for (const text of broken) assert.match(text, /content security policy/i);
  });
});
