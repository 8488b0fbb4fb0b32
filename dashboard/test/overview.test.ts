import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { wholeSuite } from '../../server/test/harness/service.ts';
import { launchBrowser } from './browser.ts';
import { type DemoWorld, openDemoWorld } from './demo-world.ts';
import { assertShown } from './inspect.ts';

const browser = await launchBrowser();
const skip = typeof browser === 'string' ? browser : false;
after(() => typeof browser !== 'string' && browser.close());

describe('the overview', { skip }, () => {
  const suite = wholeSuite();
  let world: DemoWorld;

  before(async () => {
    assert.ok(typeof browser !== 'string');
    world = await openDemoWorld(suite, browser);
  });

  test('shows how much, how well and what needs somebody, in one read', async () => {
    const { page, complaints } = await world.open('owner', '/o/acme-plumbing');
    await page.getByText('Cost of a conversion (CPA)').waitFor();
    for (const name of ['Needs attention', 'Last changes', 'Connections']) {
      await page.getByRole('heading', { name }).waitFor();
    }
    await page.getByRole('img', { name: /^Spend and cost of a conversion from/ }).waitFor();
    await assertShown(page, 'overview');
    assert.deepEqual(complaints, []);
  });
});
