import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { operations } from '../../server/catalogue.ts';
import { wholeSuite } from '../../server/test/harness/service.ts';
import { curlLine } from '../src/curl.ts';
import { launchBrowser } from './browser.ts';
import { assertShown } from './inspect.ts';
import { openWorld, type World } from './world.ts';

const browser = await launchBrowser();
const skip = typeof browser === 'string' ? browser : false;
after(() => typeof browser !== 'string' && browser.close());

describe('the documentation', { skip }, () => {
  const suite = wholeSuite();
  let world: World;

  before(async () => {
    assert.ok(typeof browser !== 'string');
    world = await openWorld(suite, browser);
  });

  test('shows every operation to anybody, and asks no other address for it', async () => {
    const { page, complaints } = await world.visit();
    const elsewhere: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(world.base)) elsewhere.push(request.url());
    });
    await page.goto('/docs/api');
    await page.getByRole('heading', { name: 'API reference' }).waitFor();
    for (const { name, rest } of operations) {
      assert.equal(await page.locator(`section#${name} code`).first().textContent(), rest.path, name);
    }
    await assertShown(page, 'docs-api');
    assert.deepEqual([elsewhere, complaints], [[], []]);
  });

  test('finds an operation as one types, and an address opens it', async () => {
    const { page } = await world.visit();
    await page.goto('/docs/api#add_negative_keywords');
    const section = page.locator('section#add_negative_keywords');
    await section.waitFor();
    assert.ok((await section.boundingBox().then((box) => box?.y ?? 1_000)) < 200, 'it is in sight');
    await page.getByRole('searchbox', { name: 'Find an operation' }).fill('negative');
    await page.locator('section#list_campaigns').waitFor({ state: 'detached' });
    assert.equal(await page.getByRole('navigation', { name: 'Operations' }).getByRole('link').count(), 1);
    assert.match((await section.locator('pre').textContent()) ?? '', /\$SLUICE_API_KEY/);
  });

  test('each part leads to the others', async () => {
    const { page } = await world.visit();
    await page.goto('/docs');
    for (const [link, heading] of [
      ['Errors', 'Errors'],
      ['Connect an AI agent', 'Connect an AI agent'],
      ['API reference', 'API reference'],
    ] as const) {
      await page.getByRole('navigation', { name: 'Documentation' }).getByRole('link', { name: link }).click();
      await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
      if (link !== 'API reference') await assertShown(page, `docs-${heading.split(' ')[0]?.toLowerCase()}`);
    }
  });

  test('says so when the description cannot be loaded, and tries again', async () => {
    const { page } = await world.visit();
    await page.route('**/docs/openapi.json', (route) => route.abort());
    await page.goto('/docs/api');
    await page.getByText('could not be loaded').waitFor({ timeout: 30_000 });
    await page.unroute('**/docs/openapi.json');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.locator('section#list_campaigns').waitFor();
  });
});

test('a request is copied as curl with its values quoted and the key in a variable', () => {
  assert.equal(
    curlLine('http://localhost:3000/v1', 'GET /organizations/{org}/search-terms', {
      org: 'acme',
      days: 30,
      campaign: undefined,
    }),
    `curl 'http://localhost:3000/v1/organizations/acme/search-terms?days=30' \\\n  -H "Authorization: Bearer $SLUICE_API_KEY"`,
  );
  const hostile = curlLine('http://a/v1', 'POST /organizations/{org}/x', { org: "a'$(b)", keywords: ["it's"] });
  assert.match(hostile, /-X POST 'http:\/\/a\/v1\/organizations\/a'\\''\w*|a'\\''%24\(b\)/);
  assert.match(hostile, /-d '\{"keywords":\["it'\\''s"\]\}'/);
});
