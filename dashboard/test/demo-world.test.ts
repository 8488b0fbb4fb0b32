import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { wholeSuite } from '../../server/test/harness/service.ts';
import { launchBrowser } from './browser.ts';
import { type DemoWorld, openDemoWorld } from './demo-world.ts';

const browser = await launchBrowser();
const skip = typeof browser === 'string' ? browser : false;
after(() => typeof browser !== 'string' && browser.close());

describe('the frame around the pages of an organization', { skip }, () => {
  const suite = wholeSuite();
  let world: DemoWorld;

  before(async () => {
    assert.ok(typeof browser !== 'string');
    world = await openDemoWorld(suite, browser);
  });

  test('the navigation names what the organization does, then how it is set up', async () => {
    const { page, complaints } = await world.open('owner', '/o/acme-plumbing');
    const links = page.getByRole('navigation', { name: 'Organization' }).getByRole('link');
    await links.first().waitFor();
    const names = await links.allInnerTexts();
    assert.equal(names[0], 'Overview');
    assert.deepEqual(names.slice(-5), ['Settings', 'Members', 'API keys', 'Audit', 'Docs']);
    assert.deepEqual(complaints, []);
  });

  test('staff of the operator see that an organization is open to them for reading', async () => {
    const { page } = await world.open('staff', '/o/globex-clinic');
    await page.getByText('Ad operations, read only').first().waitFor();
  });
});
