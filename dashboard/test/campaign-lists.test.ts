import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { statement } from '../../server/src/base/database.ts';
import { wholeSuite } from '../../server/test/harness/service.ts';
import { launchBrowser } from './browser.ts';
import { type DemoWorld, openDemoWorld } from './demo-world.ts';
import { assertShown } from './inspect.ts';

const browser = await launchBrowser();
const skip = typeof browser === 'string' ? browser : false;
after(() => typeof browser !== 'string' && browser.close());

const CAMPAIGNS = '/o/acme-plumbing/campaigns';
const EMERGENCY = `${CAMPAIGNS}/acme-prospecting-emergency-plumbing`;
const PATIENCE = { timeout: 30_000 };
const CAMPAIGN = `(select c.organization_id, c.id, c.slug from campaign c join organization o on o.id = c.organization_id
  where o.slug = 'acme-plumbing' and c.slug = 'acme-prospecting-emergency-plumbing') c`;

const addKeywords = statement<[count: number], never>(`
  insert into keyword (organization_id, campaign_id, ad_id, text, folded, match_type, state, created_at)
  select c.organization_id, c.id, (select min(id) from ad where organization_id = c.organization_id and campaign_id = c.id),
    'Donaudampfschifffahrtsgesellschaftskapitän in the neighbourhood, number ' || n, 'donau ' || n, 'exact', 'enabled', now()
  from ${CAMPAIGN} cross join generate_series(1, $1::integer) n`);
const addActions = statement<[count: number], never>(`
  insert into action (organization_id, id, at, source, actor, op, campaign_id, campaign, detail, steps, status, request_id,
    undo_status, undone_at)
  select c.organization_id, 'act_made_' || n, now() - make_interval(hours => n), 'dashboard',
    '{"type":"user","user":"olivia@demo.test"}', 'update_campaign', c.id, c.slug, 'Renamed', '[]', 'executed', 'req', 'executed',
    now()
  from ${CAMPAIGN} cross join generate_series(1, $1::integer) n`);

describe('long lists of a campaign', { skip }, () => {
  const suite = wholeSuite();
  let world: DemoWorld;

  before(async () => {
    assert.ok(typeof browser !== 'string');
    world = await openDemoWorld(suite, browser);
    await world.database.execute(addKeywords, 230);
    await world.database.execute(addActions, 60);
  });

  /** Reads on until everything is there; what is told of the number is true each time. */
  async function readThrough(page: Page, row: string, more: string): Promise<number> {
    const counted = page.getByText(new RegExp(`^\\d+ of \\d+ ${row}s`));
    await counted.waitFor();
    const total = Number(/of (\d+)/.exec(await counted.innerText())?.[1]);
    assert.match(await counted.innerText(), /^(50|100) of /);
    const button = page.getByRole('button', { name: more });
    while ((await button.count()) > 0) {
      const before = await counted.innerText();
      await button.click();
      await page.getByText(before, { exact: true }).waitFor({ state: 'detached' });
    }
    await page.getByText(new RegExp(`^${total} ${row}s`)).waitFor();
    return total;
  }

  test('all keywords can be read, by pages, and their number is true', async () => {
    const { page, complaints } = await world.open('member', `${EMERGENCY}/keywords`);
    const total = await readThrough(page, 'keyword', 'Show more keywords');
    assert.ok(total >= 230, `${total}`);
    assert.equal(
      await page.getByRole('table', { name: 'Keywords' }).getAttribute('aria-rowcount'),
      String(total + 1),
      'every one is in the table',
    );
    await assertShown(page, 'keywords-all');
    assert.deepEqual(complaints, []);
  });

  test('all search terms can be read, and be ordered by anything once they are here', async () => {
    const { page, complaints } = await world.open('admin', `${EMERGENCY}/search-terms`);
    await page.getByText(/of \d+ search terms/).waitFor();
    const clicks = page.getByRole('columnheader', { name: 'Clicks' }).getByRole('button');
    assert.equal(await clicks.count(), 0, 'those that are not here yet could have more');
    const total = await readThrough(page, 'search term', 'Show more search terms');
    await clicks.click();
    assert.equal(
      await page.getByRole('table', { name: 'Search terms' }).getAttribute('aria-rowcount'),
      String(total + 1),
    );
    assert.deepEqual(complaints, []);
  });

  test('the whole history of a campaign can be read', async () => {
    const { page, complaints } = await world.open('owner', `${EMERGENCY}/history`);
    assert.equal(await readThrough(page, 'change', 'Show older'), 60);
    assert.equal(await page.getByRole('main').getByText('olivia@demo.test').count(), 60);
    assert.deepEqual(complaints, []);
  });

  test('which columns are shown is chosen, and kept in the address', async () => {
    const { page } = await world.open('owner', CAMPAIGNS);
    const heads = () => page.getByRole('table').getByRole('columnheader').allInnerTexts();
    await page.getByRole('table').waitFor();
    assert.ok((await heads()).some((head) => head.startsWith('Spend')));
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('checkbox', { name: 'Spend' }).uncheck();
    await page.waitForURL(/hide=.*spend/);
    await assertShown(page, 'campaign-columns');
    await page.reload();
    await page.getByRole('table').waitFor();
    assert.ok(!(await heads()).some((head) => head.startsWith('Spend')));
  });

  test('the budgets of several campaigns move in one preview, and back by one undo', async () => {
    const { page } = await world.open('admin', CAMPAIGNS);
    await page.getByRole('checkbox', { name: 'Choose Acme - Brand' }).check();
    await page.getByRole('checkbox', { name: 'Choose Acme - Prospecting - Emergency plumbing' }).check();
    await page.getByRole('button', { name: 'Change budget…' }).click();
    await page.getByLabel('Change in percent').fill('-10');
    await page.getByRole('dialog').getByRole('button', { name: 'Preview' }).click();
    await page.getByRole('dialog').getByText('Acme - Brand').waitFor();
    await page.getByRole('dialog').getByText('$54', { exact: true }).first().waitFor();
    await assertShown(page, 'budgets-preview');
    await page.getByRole('button', { name: 'Change 2 campaigns' }).click();
    await page.getByText('Budget of 2 campaigns changed').waitFor(PATIENCE);
    const emergency = page.getByRole('row', { name: /Emergency plumbing/ });
    await emergency.getByText('$54', { exact: true }).waitFor(PATIENCE);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Undone').waitFor(PATIENCE);
    await emergency.getByText('$60', { exact: true }).waitFor(PATIENCE);
  });
});
