import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { operations } from '../../server/catalogue.ts';
import { wholeSuite } from '../../server/test/harness/service.ts';
import { curlLine } from '../src/curl.ts';
import { launchBrowser } from './browser.ts';
import { assertShown } from './inspect.ts';
import { addKey } from './people.ts';
import { openWorld, type World } from './world.ts';

const WIDE = { width: 1400, height: 900 };

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
    // One subject stands for all: they are drawn alike.
    await page.getByRole('searchbox', { name: 'Find an operation' }).fill('recommendations');
    await assertShown(page, 'docs-api');
    assert.deepEqual([elsewhere, complaints], [[], []]);
  });

  test('finds an operation as one types, and an address opens it', async () => {
    const { page } = await world.visit();
    await page.goto('/docs/api#add_negative_keywords');
    const section = page.locator('section#add_negative_keywords');
    await section.waitFor();
    assert.ok((await section.boundingBox().then((box) => box?.y ?? 1_000)) < 200, 'it is in sight');
    const links = page.getByRole('navigation', { name: 'Operations' }).getByRole('link');
    await page.locator('a[href="#add_negative_keywords"][aria-current]').waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('negative phrase');
    await page.getByText('Nothing of that name.').waitFor();
    await page.getByRole('searchbox', { name: 'Find an operation' }).fill('POST negative');
    await page.getByText('1 found').waitFor();
    assert.equal(await links.count(), 1);
    assert.equal(await page.locator('section#list_campaigns').count(), 0);
    assert.match((await section.locator('pre').first().textContent()) ?? '', /\$SLUICE_API_KEY/);
    await page.getByRole('searchbox', { name: 'Find an operation' }).fill('unsafe_change');
    await page.getByText('1 found').waitFor();
    assert.equal(await links.textContent(), 'POSTApply a recommendation');
  });

  test('tells accepted values, limits, defaults, nested members, examples and errors', async () => {
    const { page } = await world.visit();
    await page.goto('/docs/api#list_campaigns');
    const list = page.locator('section#list_campaigns');
    await list.getByText('1 to 100').first().waitFor();
    assert.match(
      (await list.locator('dl').first().innerText()).replaceAll(/\s+/g, ' '),
      /One of live paused draft error/,
    );
    await list.getByText('Members of campaigns').click();
    await list.getByText('0.0 where there were no conversions.').waitFor();
    await list.getByText(/codes: unauthorized/).click();
    const codes = list.getByRole('link', { name: 'insufficient_scope' });
    assert.equal(await codes.getAttribute('href'), '/docs/errors#insufficient_scope');
    const change = page.locator('section#update_campaign');
    assert.match((await change.innerText()).replaceAll(/\s+/g, ' '), /Answer 200: preview Copy \{ "would_change"/);
  });

  test('a read is tried with a key, which stays in the page, and is refused without', async () => {
    const { page } = await world.visit({ viewport: WIDE });
    const key = await addKey(world.database, ['organizations:read']);
    await page.goto('/docs/api#get_organization');
    const form = await openTry(page, 'get_organization');
    await form.getByRole('button', { name: 'Send the request' }).click();
    await form.getByText('401 Unauthorized').waitFor();
    await form.getByLabel('API key').fill(key);
    await form.getByRole('button', { name: 'Send the request' }).click();
    await form.getByText('200 OK').waitFor();
    assert.match((await form.locator('pre').textContent()) ?? '', /"api_budget_change_limit_pct": \d+\.0/);
    const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href]));
    assert.ok(!kept.includes(key), 'the key is kept nowhere');
    assert.doesNotMatch(await page.locator('section#get_organization pre').first().innerText(), /svc_live/);
    await page.getByRole('searchbox', { name: 'Find an operation' }).fill('get_organization');
    await assertShown(page, 'docs-try');
  });

  test('a write is tried as a preview unless one says otherwise, twice', async () => {
    const { page } = await world.visit({ viewport: WIDE });
    await page.goto('/docs/api#update_campaign');
    const form = await openTry(page, 'update_campaign');
    await form.getByText('nothing is changed').waitFor();
    const body = form.getByLabel('Body');
    await body.fill('{ "budget": 70, "dry_run": fal');
    await form.getByText('This is not a JSON object.').waitFor();
    await body.fill('{ "budget": 70, "dry_run": false }');
    await form.getByText('dry_run is false').waitFor();
    const execute = form.getByRole('button', { name: 'Execute it' });
    assert.ok(await execute.isDisabled());
    await form.getByLabel('I want this done for real').check();
    assert.ok(await execute.isEnabled());
    const started = await openTry(page, 'generate_report');
    await started.getByText('This call has no preview').waitFor();
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
    await page.route('**/docs/reference.json', (route) => route.abort());
    await page.goto('/docs/api');
    await page.getByText('could not be loaded').waitFor({ timeout: 30_000 });
    await page.unrouteAll({ behavior: 'wait' });
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

async function openTry(page: Page, operation: string): Promise<Locator> {
  await page.locator(`section#${operation}`).getByRole('button', { name: 'Try it' }).click();
  return page.getByRole('form', { name: `Try ${operation}` });
}
