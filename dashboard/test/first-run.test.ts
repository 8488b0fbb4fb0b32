import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { steps } from '../../server/catalogue.ts';
import { systemClock } from '../../server/src/adapters/system-clock.ts';
import { readOrder } from '../../server/src/operator/order.ts';
import { launchBrowser } from './browser.ts';
import { assertShown } from './inspect.ts';
import { signIn } from './people.ts';
import { openWorld } from './world.ts';

const browser = await launchBrowser();
const skip = typeof browser === 'string' ? browser : false;
after(() => typeof browser !== 'string' && browser.close());

const ORGANIZATION = ['--slug', 'harbor', '--name', 'Harbor Boats', '--currency', 'EUR'];
const OWNER = 'olga@harbor.test';

test('a service without demo says who can let the first person in, and leads that person to an ad account', {
  skip,
}, async (t) => {
  assert.ok(typeof browser !== 'string');
  const { base, database, visit } = await openWorld(t, browser);
  const { page } = await visit({ viewport: { width: 1280, height: 860 } });
  await page.goto('/');
  await page.getByText('Nobody can sign in yet').waitFor();
  await page.getByText('npm run operator -- help').waitFor();
  await assertShown(page, 'first-run');

  const order = readOrder(['create-organization', ...ORGANIZATION, '--owner', OWNER, '--owner-name', 'Olga']);
  const told = await order(database, systemClock, base, steps);
  const password = /password \(shown once\): (\S+)/.exec(told)?.[1] ?? assert.fail(told);
  await page.reload();
  await page.getByText('Nobody can sign in yet').waitFor({ state: 'detached' });
  await signIn(page, OWNER, password);
  await page.getByText('No figures yet').waitFor();
  await assertShown(page, 'first-overview');
  await page.getByRole('link', { name: 'Connect an ad account' }).click();
  await page.getByText('No login connected').waitFor();
  await page.getByRole('button', { name: 'Connect Google Ads' }).waitFor();
  await assertShown(page, 'first-ad-account');
});
