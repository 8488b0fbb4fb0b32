import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { z } from 'zod';
import { wholeSuite } from '../../server/test/harness/service.ts';
import { launchBrowser } from './browser.ts';
import { type DemoWorld, openDemoWorld } from './demo-world.ts';
import { assertShown } from './inspect.ts';

const IN_ACME = '/organizations/acme-plumbing';
const QUEUE = '/o/acme-plumbing/optimizations?tab=approvals';
const SOURCE = 'acme-prospecting-emergency-plumbing';
const DRAFT = 'acme-prospecting-emergency-plumbing-plumber';
const OTHER = 'acme-competitor-rotorooter';
const PREVIEWS = '**/queued-writes/*/preview';
const APPROVE = { name: /^Approve/ };

const browser = await launchBrowser();
const skip = typeof browser === 'string' ? browser : false;
after(() => typeof browser !== 'string' && browser.close());

const queue = z.object({
  queued_writes: z.array(z.looseObject({ id: z.string(), summary: z.string(), status: z.string() })),
});

const recommendations = z.object({
  recommendations: z.array(z.looseObject({ id: z.string(), type: z.string(), campaign: z.string() })),
});

describe('cards of changes that wait, in the browser', { skip }, () => {
  const suite = wholeSuite();
  let world: DemoWorld;
  let admin: Page;

  before(async () => {
    assert.ok(typeof browser !== 'string');
    world = await openDemoWorld(suite, browser);
    ({ page: admin } = await world.open('admin', '/o/acme-plumbing'));
    const { page: owner } = await world.open('owner', '/o/acme-plumbing');
    const required = await owner.request.put(`/dashboard/v1${IN_ACME}/approvals`, {
      data: { required: true },
      headers: { origin: world.base },
    });
    assert.equal(required.status(), 200);
    await owner.close();
  });

  beforeEach(async () => {
    for (const { id } of await waiting()) await reject(id);
  });

  async function waiting(status = 'pending') {
    const answer = await admin.request.get(`/dashboard/v1${IN_ACME}/queued-writes?status=${status}&limit=100`);
    return queue.parse(await answer.json()).queued_writes;
  }

  async function reject(id: string): Promise<void> {
    const headers = { origin: world.base };
    await admin.request.post(`/dashboard/v1${IN_ACME}/queued-writes/${id}/reject`, { data: {}, headers });
  }

  async function asked(slug: string, change: object, method = 'PATCH', part = ''): Promise<void> {
    const { key } = world.demo.keys.find(({ name }) => name === 'acme-owner') ?? {};
    const answer = await fetch(`${world.base}/v1${IN_ACME}/campaigns/${slug}${part}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ...change, dry_run: false }),
    });
    assert.equal(answer.status, 202, await answer.text());
  }

  /** A draft that grew out of the source: its launch excludes its keywords there. */
  async function grown(): Promise<string> {
    const recommended = await admin.request.get(`/dashboard/v1${IN_ACME}/recommendations?limit=100`);
    const all = recommendations.parse(await recommended.json()).recommendations;
    for (const { id } of all.filter(({ type, campaign }) => type === 'hipo' && campaign === SOURCE)) {
      const wish = { data: { dry_run: false }, headers: { origin: world.base } };
      const applied = await admin.request.post(`/dashboard/v1/recommendations/${id}/apply`, wish);
      assert.equal(applied.status(), 200, await applied.text());
    }
    return DRAFT;
  }

  const marked = (page: Page) => page.locator('article[aria-current]');
  const approvable = (page: Page, text: string) =>
    page
      .getByRole('article')
      .filter({ hasText: text })
      .getByRole('button', { ...APPROVE, disabled: false });

  test('the mark stays on the change that was chosen, and is gone with it', async () => {
    for (const name of ['One', 'Two', 'Three']) await asked(SOURCE, { name });
    const [one, two] = await waiting();
    const { page } = await world.open('owner', QUEUE);
    await page.getByRole('article').nth(1).locator('ins').click();
    await approvable(page, 'Three').last().waitFor();
    await reject(one?.id ?? '');
    await page.getByText('Decided by Adam Reyes').waitFor();
    await marked(page).locator('ins', { hasText: 'Two' }).waitFor();
    await reject(two?.id ?? '');
    await page.getByText('Decided by Adam Reyes').nth(1).waitFor();
    assert.equal(await marked(page).count(), 0);
    await page.keyboard.press('a');
    await page.keyboard.press('r');
    assert.equal(await page.getByRole('dialog').count(), 0);
    assert.equal((await waiting()).length, 1);
    await page.keyboard.press('j');
    await marked(page).locator('ins', { hasText: 'Three' }).waitFor();
  });

  test('nothing that stands in a name is painted over the budget or the button', async () => {
    await asked(SOURCE, { name: 'Towering', budget: 61 });
    const { page } = await world.open('owner', QUEUE);
    await approvable(page, 'Towering').waitFor();
    const card = page.getByRole('article').filter({ hasText: 'Towering' });
    const seen = async () => {
      const parts = [card.getByRole('listitem').first(), card.locator('footer')];
      return Promise.all(
        parts.map(async (part) => (await part.screenshot({ animations: 'disabled' })).toString('hex')),
      );
    };
    const before = await seen();
    const marks = ['\u0301', '\u0323'].map((mark) => mark.repeat(60)).join('');
    for (const place of [card.locator('ins').last(), card.getByRole('heading')]) {
      await place.evaluate((element, tower) => element.append(tower), marks);
    }
    assert.deepEqual(
      (await seen()).map((part, at) => part === before[at]),
      [true, true],
    );
  });

  test('no key decides behind a menu or a dialog', async () => {
    await asked(SOURCE, { name: 'Behind a menu' });
    const { page } = await world.open('owner', QUEUE);
    await approvable(page, 'Behind a menu').waitFor();
    await page.keyboard.press('j');
    await page.getByRole('button', { name: /Olivia/ }).click();
    await page.getByRole('menu').waitFor();
    await page.keyboard.press('a');
    await page.keyboard.press('r');
    assert.equal(await page.getByRole('dialog').count(), 0);
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });
    await page.keyboard.press('ControlOrMeta+k');
    const search = page.getByRole('dialog');
    await search.waitFor();
    await search.evaluate((dialog) => dialog.focus());
    await page.keyboard.press('a');
    assert.equal((await waiting()).length, 1);
  });

  test('what is not known of its losses is said and asked for again, and nothing is approved until it is', async () => {
    await asked(SOURCE, { name: 'Not known' });
    const { page } = await world.open('owner', '/o/acme-plumbing');
    let answers = () => {};
    const held = new Promise<void>((resolve) => {
      answers = resolve;
    });
    const error = { code: 'rate_limited', message: 'Too many requests.' };
    await page.route(PREVIEWS, async (route) => {
      await held;
      await route.fulfill({ status: 429, json: { error } });
    });
    await page.goto(QUEUE);
    const card = page.getByRole('article');
    await card.getByText('Working out what this would take away').waitFor();
    assert.ok(await card.getByRole('button', APPROVE).isDisabled());
    answers();
    await card.getByText('What this would take away is not known').waitFor();
    assert.ok(await card.getByRole('button', APPROVE).isDisabled());
    await assertShown(page, 'approvals-not-known');
    await page.keyboard.press('j');
    await page.keyboard.press('a');
    assert.equal((await waiting()).length, 1);
    const again = page.waitForRequest(PREVIEWS);
    await card.getByRole('button', { name: 'Try again' }).click();
    await again;
    await page.unrouteAll({ behavior: 'wait' });
    await approvable(page, 'Not known').waitFor();
    assert.equal(await card.getByText('is not known').count(), 0);
  });

  test('a preview that could not be read again no longer stands', async () => {
    await asked(SOURCE, { name: 'Read once' });
    const { page } = await world.open('owner', QUEUE);
    await approvable(page, 'Read once').waitFor();
    const error = { code: 'rate_limited', message: 'Too many requests.' };
    await page.route(PREVIEWS, (route) => route.fulfill({ status: 429, json: { error } }));
    await asked(OTHER, { name: 'Another' });
    await page.getByText('What this would take away is not known').nth(1).waitFor();
    for (const button of await page.getByRole('button', APPROVE).all()) assert.ok(await button.isDisabled());
  });

  test('only what is seen is previewed', async () => {
    for (let nth = 0; nth < 20; nth++) await asked(SOURCE, { name: `Name ${nth}` });
    const { page } = await world.open('owner', '/o/acme-plumbing');
    const read = new Set<string>();
    page.on('request', (request) => {
      if (request.url().endsWith('/preview')) read.add(request.url());
    });
    await page.goto(QUEUE);
    await page.getByRole('article').nth(19).waitFor();
    await approvable(page, 'Name 0').first().waitFor();
    assert.ok(read.size > 0 && read.size < 10, `${read.size} were read`);
    await page.getByRole('article').nth(19).scrollIntoViewIfNeeded();
    await approvable(page, 'Name 19').waitFor();
    assert.ok(read.size < 20, `${read.size} were read`);
  });

  test('what a launch changes in another campaign is shown there, and counted in the title', async () => {
    await asked(await grown(), { state: 'live' }, 'PUT', '/state');
    const { page } = await world.open('owner', QUEUE);
    const card = page.getByRole('article');
    await card.getByRole('heading', { name: /plumber and 1 other campaign$/i }).waitFor();
    await card.getByText(`(${SOURCE})`).waitFor();
    const inSource = card.locator('div', { has: page.getByText(`(${SOURCE})`) }).last();
    assert.ok((await inSource.getByText(/^Negative keyword/).count()) > 0);
    assert.equal(await inSource.getByText('State', { exact: true }).count(), 0);
    await assertShown(page, 'approvals-launch');
  });

  test('a budget stands above a name, however long that is, and all changes are counted', async () => {
    await asked(OTHER, { name: '漢字'.repeat(127), budget: 31 });
    const { page } = await world.open('owner', QUEUE, { viewport: { width: 390, height: 800 } });
    const card = page.getByRole('article');
    await card.getByText('2 changes', { exact: true }).waitFor();
    assert.match(await card.getByRole('listitem').first().innerText(), /^Daily budget/);
    const list = card.getByRole('list').first();
    assert.ok(await list.evaluate((one) => one.scrollHeight <= one.clientHeight), 'nothing has to be scrolled to');
    await assertShown(page, 'approvals-long-name');
  });

  test('who asked is told by the address too, which nobody else has', async () => {
    await asked(OTHER, { budget: 31 });
    const { page } = await world.open('owner', QUEUE);
    await page.getByRole('article').getByText('(olivia@demo.test)').waitFor();
  });

  test('the name of an app or a key turns nothing round that stands beside it', async () => {
    await asked(OTHER, { budget: 31 });
    const { page } = await world.open('owner', '/o/acme-plumbing');
    for (const through of [
      { client: 'מנהל', key: null },
      { client: null, key: { name: 'מנהל', prefix: 'slc_live', last_four: '1234' } },
    ]) {
      await page.route('**/queued-writes?*', async (route) => {
        const body = await (await route.fetch()).json();
        const queued_writes = body.queued_writes.map((one: { requester: object }) => ({
          ...one,
          requester: { ...one.requester, ...through },
        }));
        await route.fulfill({ json: { ...body, queued_writes } });
      });
      await page.goto(QUEUE);
      await page
        .getByRole('article')
        .locator('bdi', { hasText: /^מנהל$/ })
        .waitFor();
      await page.unrouteAll({ behavior: 'wait' });
    }
  });

  test('a queue that is longer than a page says so and goes on, and what a link is about stands on top', async () => {
    for (const name of ['One', 'Two', 'Three', 'Four']) await asked(SOURCE, { name });
    const { id } = (await waiting()).at(-1) ?? {};
    const { page } = await world.open('owner', '/o/acme-plumbing');
    await page.route('**/queued-writes?*status=pending&limit=100*', (route) =>
      route.continue({ url: route.request().url().replace('limit=100', 'limit=2') }),
    );
    await page.goto(QUEUE);
    await page.getByText('2 of 4 waiting').waitFor();
    assert.equal(await page.getByRole('article').count(), 2);
    await page.goto(`${QUEUE}&queued=${id}`);
    await marked(page).locator('ins', { hasText: 'Four' }).waitFor();
    assert.match(await page.getByRole('article').first().innerText(), /olivia@demo\.test.*Four/s);
    await page.getByText('3 of 4 waiting').waitFor();
    await assertShown(page, 'approvals-linked');
    await page.getByRole('button', { name: 'Show more' }).click();
    await page.getByRole('article').nth(3).locator('ins', { hasText: 'Four' }).waitFor();
    assert.equal(await page.getByRole('article').count(), 4);
    assert.equal(await page.getByText('of 4 waiting').count(), 0);
  });

  test('a link does not bring back what was decided', async () => {
    await asked(SOURCE, { name: 'Decided' });
    const [{ id } = { id: '' }] = await waiting();
    await reject(id);
    await asked(SOURCE, { name: 'Waits' });
    const { page } = await world.open('owner', `${QUEUE}&queued=${id}`);
    await approvable(page, 'Waits').waitFor();
    assert.equal(await page.getByRole('article').count(), 1);
  });

  test('a click counts only on a card that has stood still', async () => {
    await asked(SOURCE, { name: 'Grows' });
    await asked(OTHER, { name: 'Meant' });
    const { page } = await world.open('owner', QUEUE, { viewport: { width: 1280, height: 1400 } });
    const [grows, meant] = [approvable(page, 'Grows'), approvable(page, 'Meant')];
    await grows.waitFor();
    await meant.waitFor();
    const [above, below] = [await grows.boundingBox(), await meant.boundingBox()];
    assert.ok(above && below);
    const [x, y] = [below.x + below.width / 2, below.y + below.height / 2];
    const clicked = await page.evaluate(
      ([left = 0, top = 0, by = 0]) => {
        const head = document.querySelector<HTMLElement>('article header');
        if (head) head.style.marginBottom = `${by}px`;
        const button = document.elementFromPoint(left, top)?.closest('button');
        button?.click();
        return button?.closest('article')?.innerText;
      },
      [x, y, below.y - above.y],
    );
    assert.match(clicked ?? '', /Grows/, 'another card has come under the pointer');
    await page.mouse.click(x, y);
    await meant.waitFor();
    assert.equal((await waiting()).length, 2);
    await grows.click();
    await page.getByText('Approved: ').waitFor();
  });

  test('what else waits on a campaign is one line, however much it is', async () => {
    await asked(SOURCE, { name: 'First' });
    for (const name of ['漢字'.repeat(127), 'Third']) await asked(SOURCE, { name });
    const { page } = await world.open('owner', QUEUE);
    const others = page.getByRole('article').first().getByRole('group');
    await others.getByText('Also waiting on this campaign: 2').waitFor();
    assert.ok(((await others.boundingBox())?.height ?? 100) < 60);
    await others.getByText('Also waiting').click();
    assert.ok(((await others.boundingBox())?.height ?? 1000) < 200);
    await assertShown(page, 'approvals-others');
  });

  test('what is added below while cards settle does not keep them from being decided', async () => {
    await asked(SOURCE, { name: 'One' });
    const { page } = await world.open('owner', QUEUE);
    await page.getByRole('article').first().waitFor();
    await asked(OTHER, { name: 'Two' });
    await page.getByRole('article').nth(1).waitFor();
    await approvable(page, 'One').waitFor({ timeout: 5_000 });
    await approvable(page, 'Two').waitFor({ timeout: 5_000 });
  });

  test('after an approval that came too late, what it became has to be looked at', async () => {
    const headers = { origin: world.base };
    const campaign = `/dashboard/v1${IN_ACME}/campaigns/${OTHER}`;
    const paused = await admin.request.put(`${campaign}/state`, { data: { state: 'paused', dry_run: false }, headers });
    assert.ok(paused.ok(), await paused.text());
    await asked(OTHER, { state: 'live' }, 'PUT', '/state');
    const { page } = await world.open('owner', QUEUE);
    const approve = page.getByRole('article').getByRole('button', APPROVE);
    await page
      .getByRole('article')
      .getByRole('button', { ...APPROVE, disabled: false })
      .waitFor();
    const { budget } = z.object({ budget: z.number() }).parse(await (await admin.request.get(campaign)).json());
    await admin.request.patch(campaign, { data: { budget: Math.floor(budget * 1.2), dry_run: false }, headers });
    await approve.click();
    await page.getByText('revision 1').waitFor();
    assert.ok(await approve.isDisabled());
    await page.keyboard.press('a');
    assert.equal((await waiting()).length, 1);
    await page
      .getByRole('article')
      .getByRole('button', { ...APPROVE, disabled: false })
      .waitFor();
  });

  test('what people have set since is what the card shows, and nothing else is approved by it', async () => {
    const headers = { origin: world.base };
    const campaign = `/dashboard/v1${IN_ACME}/campaigns/${SOURCE}`;
    const set = async (target_cpa: number) => {
      const answer = await admin.request.patch(campaign, { data: { target_cpa, dry_run: false }, headers });
      assert.ok(answer.ok(), await answer.text());
    };
    await set(45);
    await asked(SOURCE, { target_cpa: 50 });
    await set(5);
    const { page } = await world.open('owner', '/o/acme-plumbing');
    await page.route('**/events', (route) => route.abort());
    await page.goto(QUEUE);
    const card = page.getByRole('article');
    const approve = card.getByRole('button', { ...APPROVE, disabled: false });
    const from = (value: number) => card.locator('del', { hasText: new RegExp(`\\b${value}\\b`) });
    await from(5).waitFor();
    // Nobody tells the page that it was set back: what it asked for first is not what was seen.
    await set(45);
    await approve.click();
    await page.getByText('Not approved').waitFor();
    assert.equal((await waiting()).length, 1);
    await from(45).waitFor();
    await set(5);
    await page.reload();
    await from(5).waitFor();
    await approve.click();
    await page.getByText(/^Approved: .*from 5/).waitFor();
    const { target_cpa } = z.object({ target_cpa: z.number() }).parse(await (await admin.request.get(campaign)).json());
    assert.equal(target_cpa, 50);
  });

  test('what its preview says would be refused cannot be approved, and a campaign that is named is shown', async () => {
    await asked(SOURCE, { name: 'Blocked' });
    const { page } = await world.open('owner', '/o/acme-plumbing');
    await page.route(PREVIEWS, async (route) => {
      const body = await (await route.fetch()).json();
      const changes = body.changes.map((change: object) => ({ ...change, campaign: OTHER }));
      const preview = { ...body.preview, blocked_by: 'monthly_cap', blocked_reason: 'The cap is reached.' };
      await route.fulfill({ json: { ...body, changes, preview } });
    });
    await page.goto(QUEUE);
    const card = page.getByRole('article');
    await card.getByText('The cap is reached.').waitFor();
    await card.getByText(`(${OTHER})`).waitFor();
    await card.getByRole('button', { name: 'Reject', disabled: false }).waitFor();
    assert.ok(await card.getByRole('button', APPROVE).isDisabled());
  });
});
