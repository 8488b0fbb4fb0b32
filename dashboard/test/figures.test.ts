import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { z } from 'zod';
import { wholeSuite } from '../../server/test/harness/service.ts';
import { launchBrowser } from './browser.ts';
import { type DemoWorld, openDemoWorld } from './demo-world.ts';
import { assertShown } from './inspect.ts';

const PERFORMANCE = '/o/acme-plumbing/performance';
const TERMS = '/o/acme-plumbing/search-terms';

const API = '/dashboard/v1/organizations/acme-plumbing';
const NOT_FOUND = { code: 'not_found', message: 'It was not found.' };

/** The pages that have named periods, and what they read for one. */
const NAMED = [
  ['/o/acme-plumbing', '/overview'],
  [PERFORMANCE, '/performance/table'],
  ['/o/acme-plumbing/campaigns/acme-brand', '/performance'],
] as const;

const days = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const day = (text: string) => days.format(new Date(text));

const browser = await launchBrowser();
const skip = typeof browser === 'string' ? browser : false;
after(() => typeof browser !== 'string' && browser.close());

describe('performance and search terms', { skip }, () => {
  const suite = wholeSuite();
  let world: DemoWorld;

  before(async () => {
    assert.ok(typeof browser !== 'string');
    world = await openDemoWorld(suite, browser);
  });

  test('performance is shown by campaign, day and week, against the days before, and a link shows the same', async () => {
    const { page, complaints } = await world.open('member', PERFORMANCE);
    const table = page.getByRole('table', { name: /^Performance by campaign/ });
    await table.getByRole('row', { name: /Emergency plumbing/ }).waitFor();
    await page.getByText(/^Figures up to/).waitFor();
    await assertShown(page, 'performance');
    const box = page.getByRole('region', { name: /^Performance by campaign/ });
    assert.equal(await box.evaluate((one) => one.scrollWidth - one.clientWidth), 0, 'every column is in sight');
    await page.getByText('Week', { exact: true }).click();
    await page.getByRole('table', { name: /^Performance by week/ }).waitFor();
    await page.getByRole('button', { name: /Last 30 days/ }).click();
    await page.getByRole('button', { name: 'Last 90 days' }).click();
    await page.keyboard.press('Escape');
    await page.waitForURL(/by=week.*period=90d|period=90d.*by=week/);
    const { page: colleague } = await world.open('owner', new URL(page.url()).pathname + new URL(page.url()).search);
    await colleague.getByRole('table', { name: /^Performance by week/ }).waitFor();
    await colleague.getByRole('button', { name: /Last 90 days/ }).waitFor();
    await assertShown(page, 'performance-week');
    assert.deepEqual(complaints, []);
  });

  test('the table is exported as CSV with what it shows', async () => {
    const { page } = await world.open('admin', PERFORMANCE);
    await page.getByRole('row', { name: /Emergency plumbing/ }).waitFor();
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    const file = await saving;
    assert.match(file.suggestedFilename(), /^acme-plumbing-performance-campaign-.*\.csv$/);
    const [head = '', first = ''] = readFileSync(await file.path(), 'utf8').split('\r\n');
    assert.match(head, /^Campaign,Spend,Impressions,Clicks,CTR,CPC,Conversions,CPA,ROAS,Spend before/);
    assert.match(first, /^Acme - Prospecting - Emergency plumbing,\d+/);
  });

  test('last 7 days are the same seven days of the ad account wherever on earth they are looked at', async () => {
    const { page: asking } = await world.open('member', PERFORMANCE);
    const read = await asking.request.get(`${API}/performance/last-complete-day`);
    const { last_complete_day: last } = await read.json();
    const first = new Date(Date.parse(last) - 6 * 86_400_000).toISOString().slice(0, 10);
    // At no time do these two live on the same day.
    for (const timezoneId of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
      for (const [path, reads] of NAMED) {
        const { page } = await world.open('member', '/o/acme-plumbing/reports', { timezoneId });
        const asked: string[] = [];
        page.on('request', (request) => {
          const { pathname, searchParams } = new URL(request.url());
          if (pathname === API + reads) asked.push(`${searchParams.get('from')} ${searchParams.get('to')}`);
        });
        const answered = page.waitForResponse((response) => new URL(response.url()).pathname === API + reads);
        await page.goto(`${path}?period=7d`);
        await page.getByRole('button', { name: `Last 7 days ${day(first)} – ${day(last)}` }).waitFor();
        await answered;
        const whole = new Set(asked);
        assert.equal(whole.delete(`${first} ${last}`), true, `${path} in ${timezoneId}: ${asked}`);
        for (const other of whole) assert.ok(other < first, `${path} in ${timezoneId} read ${other} too`);
      }
    }
  });

  test('where the last complete day cannot be read a page shows the days up to yesterday', async () => {
    const { page } = await world.open('member', '/o/acme-plumbing/reports');
    await page.route('**/last-complete-day', (route) => route.fulfill({ status: 404, json: { error: NOT_FOUND } }));
    await page.goto(`${PERFORMANCE}?period=7d`);
    await page.getByText(/^Figures up to/).waitFor();
  });

  test('an organization without figures says what fills the page', async () => {
    const { page } = await world.open('stranger', '/o/hooli-bakery/performance');
    await page.getByText('No figures in these days').waitFor();
    await assertShown(page, 'performance-none');
    await page.goto('/o/hooli-bakery/search-terms');
    await page.getByText('No search terms yet').waitFor();
  });

  test('a search term is excluded with its blast radius in sight, told with Undo, and taken back', async () => {
    const { page, complaints } = await world.open('admin', `${TERMS}?state=new&converted=no`);
    const rows = page.getByRole('table', { name: 'Search terms' }).getByRole('row');
    await rows.nth(1).waitFor();
    await assertShown(page, 'search-terms');
    const term = (await rows.nth(1).getByRole('cell').nth(1).innerText()).trim();
    await page
      .getByRole('checkbox', { name: `Choose ${term}`, exact: true })
      .first()
      .check();
    await page.getByRole('button', { name: 'Exclude…' }).click();
    const dialog = page.getByRole('dialog', { name: /Exclude one search term/ });
    await dialog
      .getByText(/negative keyword/i)
      .first()
      .waitFor();
    await assertShown(page, 'search-terms-exclude');
    await dialog.getByRole('button', { name: 'Exclude one search term' }).click();
    await page.getByText('One search term excluded').waitFor({ timeout: 30_000 });
    assert.deepEqual(await excluded(page, term), [term]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Undone', { exact: true }).waitFor({ timeout: 30_000 });
    assert.deepEqual(await excluded(page, term), []);
    assert.deepEqual(complaints, []);
  });

  test('whoever may not exclude is offered no choice, and staff of the operator only read', async () => {
    for (const [who, path] of [
      ['member', TERMS],
      ['staff', '/o/globex-clinic/search-terms'],
    ] as const) {
      const { page } = await world.open(who, path);
      await page.getByRole('table', { name: 'Search terms' }).getByRole('row').nth(1).waitFor();
      assert.equal(await page.getByRole('checkbox').count(), 0, who);
    }
  });

  test('filters have an address, and one that matches nothing says so', async () => {
    const { page } = await world.open('owner', TERMS);
    await page.getByRole('searchbox', { name: 'Find a search term' }).fill('nobody searches this');
    await page.getByText('No search term like that').waitFor();
    assert.match(page.url(), /q=nobody/);
  });

  test('what could not be loaded says so and can be tried again', async () => {
    const { page } = await world.open('owner', '/o/acme-plumbing/settings');
    await page.route('**/performance/table*', (route) => route.abort());
    await page.getByRole('link', { name: 'Performance' }).click();
    await page.getByText('No connection to the service').first().waitFor();
    await assertShown(page, 'performance-failed');
    await page.unrouteAll({ behavior: 'wait' });
    await page.getByRole('button', { name: 'Try again' }).first().click();
    await page.getByText(/^Figures up to/).waitFor();
  });
});

const found = z.object({ search_terms: z.array(z.object({ term: z.string() })) });

/** Which excluded search terms are just that, as the page would read them. */
async function excluded(page: Page, term: string): Promise<string[]> {
  const query = new URLSearchParams({ state: 'excluded', contains: term });
  const answer = await page.request.get(`/dashboard/v1/organizations/acme-plumbing/search-terms/review?${query}`);
  const terms = found.parse(await answer.json()).search_terms.map((one) => one.term);
  return terms.filter((one) => one === term);
}
