import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { wholeSuite } from '../../server/test/harness/service.ts';
import { launchBrowser } from './browser.ts';
import { type DemoWorld, openDemoWorld } from './demo-world.ts';
import { assertShown } from './inspect.ts';

const browser = await launchBrowser();
const skip = typeof browser === 'string' ? browser : false;
after(() => typeof browser !== 'string' && browser.close());

const CAMPAIGNS = '/o/acme-plumbing/campaigns';
const EMERGENCY = `${CAMPAIGNS}/acme-prospecting-emergency-plumbing`;
/** The ad platform is told in the background, and the machine may be busy. */
const PATIENCE = { timeout: 30_000 };
/** What is heard is on the page long before. */
const UNHEARD_MS = 1_500;

describe('the pages of campaigns', { skip }, () => {
  const suite = wholeSuite();
  let world: DemoWorld;

  before(async () => {
    assert.ok(typeof browser !== 'string');
    world = await openDemoWorld(suite, browser);
  });

  test('what is searched, narrowed and ordered is in the address, and a link shows the same', async () => {
    const { page } = await world.open('owner', CAMPAIGNS);
    await page.getByRole('searchbox', { name: 'Find a campaign' }).fill('prosp');
    await page.getByRole('button', { name: /^Draft/ }).click();
    await page.getByRole('button', { name: 'Campaign', exact: true }).click();
    await page.waitForURL((url) => url.search.includes('sort=name'));
    const names = () => page.getByRole('table').getByRole('link').allInnerTexts();
    assert.deepEqual(await names(), [
      'Acme - Prospecting - Drain cleaning',
      'Acme - Prospecting - Gas lines',
      'Acme - Prospecting - Sewer repair',
    ]);
    const address = new URL(page.url());
    assert.deepEqual(Object.fromEntries(address.searchParams), { q: 'prosp', state: 'draft', sort: 'name' });
    await page.reload();
    await page.getByRole('table').waitFor();
    assert.equal((await names()).length, 3);
    await page.getByRole('searchbox').fill('nothing of that name');
    await page.getByText('No campaign fits').waitFor();
    await page.getByRole('button', { name: 'Show all campaigns' }).click();
    await page.getByText('10 campaigns').waitFor();
  });

  test('a budget is moved after its preview, within its limits, and undone from the notification', async () => {
    const { page } = await world.open('admin', EMERGENCY);
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await page.getByText('One change may set it between $45 and $75.').waitFor();
    await page.getByLabel('Daily budget, in USD').fill('90');
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByText('outside what one change may do').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Raise budget to $90' }).isDisabled(), true);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await page.getByLabel('Daily budget, in USD').fill('70');
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByText('+16.7%, +$300 a month').waitFor();
    await assertShown(page, 'budget-preview');
    await page.getByRole('button', { name: 'Raise budget to $70' }).click();
    await page.getByText('Budget raised to $70').waitFor(PATIENCE);
    await page.getByText('$70 a day').waitFor(PATIENCE);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Undone').waitFor(PATIENCE);
    await page.getByText('$60 a day').waitFor(PATIENCE);
  });

  const address = '/dashboard/v1/organizations/acme-plumbing/campaigns/acme-prospecting-emergency-plumbing';
  const setBudget = async (page: Page, budget: number) => {
    const wish = { data: { budget, dry_run: false }, headers: { origin: world.base } };
    assert.equal((await page.request.patch(address, wish)).status(), 200);
  };
  const previewRaise = async (page: Page) => {
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await page.getByLabel('Daily budget, in USD').fill('62');
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByText('+3.3%, +$60 a month').waitFor();
  };

  test('what others changed unheard of is found when the change is to be made', async () => {
    const { page } = await world.open('admin', EMERGENCY);
    await page.route('**/events', (route) => route.abort());
    await page.reload();
    await previewRaise(page);
    await setBudget(page, 74);
    await page.getByRole('button', { name: 'Raise budget to $62' }).click();
    await page.getByText('Something changed while you were looking').waitFor();
    await page.getByRole('dialog').getByText('-16.2%').waitFor();
    const { budget } = await (await page.request.get(address)).json();
    assert.equal(budget, 74, 'nothing was made yet');
    await setBudget(page, 60);
  });

  test('what others changed before the stream was open is read as soon as it is', async () => {
    const { page } = await world.open('admin', '/docs');
    const { promise: held, resolve: open } = Promise.withResolvers<void>();
    await page.route('**/events', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(EMERGENCY);
    await page.getByText('$60 a day').waitFor();
    await setBudget(page, 74);
    await sleep(UNHEARD_MS);
    assert.equal(await page.getByText('$60 a day').count(), 1, 'nobody has told it');
    open();
    await page.getByText('$74 a day').waitFor();
    await setBudget(page, 60);
  });

  test('a preview keeps up with what others change, and cannot be acted on before it was read', async () => {
    const { page } = await world.open('admin', EMERGENCY);
    await previewRaise(page);
    const { promise: held, resolve: answers } = Promise.withResolvers<void>();
    await page.route(`**${address}`, async (route) => {
      if (route.request().method() === 'PATCH') await held;
      await route.continue();
    });
    const looksAgain = page.waitForRequest((request) => request.method() === 'PATCH');
    await setBudget(page, 74);
    await looksAgain;
    const act = page.getByRole('dialog').getByRole('button', { name: /budget to \$62$/ });
    assert.equal(await act.isDisabled(), true, 'while it is looked at again');
    answers();
    await page.getByText('Something changed while you were looking').waitFor();
    assert.equal(await act.isDisabled(), true, 'before anybody can have read it');
    await page.getByRole('dialog').getByText('-16.2%').waitFor();
    await page.getByRole('dialog').getByText('$56', { exact: true }).waitFor();
    await assertShown(page, 'preview-changed');
    await page.getByRole('button', { name: 'Lower budget to $62' }).click();
    await page.getByText('Budget lowered to $62').waitFor(PATIENCE);
    await setBudget(page, 60);
  });

  test('a change whose answer was lost is not told as made where others have changed it since', async () => {
    const { page } = await world.open('admin', EMERGENCY);
    await previewRaise(page);
    let lost = false;
    await page.route(`**${address}`, async (route) => {
      if (lost || route.request().postDataJSON()?.dry_run !== false) return route.continue();
      lost = true;
      await route.fetch();
      return route.abort('connectionreset');
    });
    await page.getByRole('button', { name: 'Raise budget to $62' }).click();
    await page.getByText('could not be reached').waitFor();
    await setBudget(page, 74);
    await page.getByRole('dialog').getByText('-16.2%').waitFor(PATIENCE);
    const act = page.getByRole('button', { name: 'Lower budget to $62' });
    await act.click();
    await page.getByText('The earlier try had been made, and others have changed it since.').waitFor(PATIENCE);
    assert.equal(await page.getByText('Budget lowered to $62').count(), 0);
    await act.click();
    await page.getByText('Budget lowered to $62').waitFor(PATIENCE);
    await page.getByText('$62 a day').waitFor(PATIENCE);
    await setBudget(page, 60);
  });

  test('what holds or refuses a change is told in words, where it was asked for', async () => {
    const { page } = await world.open('admin', EMERGENCY);
    const refusals = [
      { status: 202, error: { code: 'approval_required', message: 'Waits.', queued_recommendation_id: 'qw_1' } },
      {
        status: 409,
        error: {
          code: 'sync_conflict',
          message: 'It was changed in the ad platform.',
          changes: [{ field: 'budget', from: 60, to: 65 }],
        },
      },
    ];
    await page.route('**/campaigns/acme-prospecting-emergency-plumbing', async (route) => {
      const sent = route.request().postDataJSON();
      if (route.request().method() !== 'PATCH' || sent.dry_run) return route.continue();
      const { status, error } = refusals.pop() ?? assert.fail('asked too often');
      return route.fulfill({ status, json: { error } });
    });
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await page.getByLabel('Daily budget, in USD').fill('61');
    await page.getByRole('button', { name: 'Preview' }).click();
    const act = page.getByRole('button', { name: 'Raise budget to $61' });
    await act.click();
    await page.getByText('It was changed in the ad platform. There: budget from 60 to 65.').waitFor();
    await act.click();
    await page.getByText('Nothing was changed yet: somebody has to approve it.').waitFor();
    assert.equal(await act.isDisabled(), true);
    const queue = page.getByRole('link', { name: 'See it in the approval queue' });
    assert.equal(await queue.getAttribute('href'), '/o/acme-plumbing/optimizations?queued=qw_1');
  });

  test('negatives are added after their blast radius was seen', async () => {
    const { page } = await world.open('admin', `${EMERGENCY}/search-terms`);
    const first = page.getByRole('checkbox', { name: /^Choose / }).nth(1);
    await first.check();
    await page.getByRole('button', { name: 'Exclude 1…' }).click();
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByText('Would take away, of the last 90 days of this campaign').waitFor();
    await assertShown(page, 'negatives-preview');
    await page.getByRole('button', { name: 'Add 1 negative' }).click();
    await page.getByText('1 negative added').waitFor(PATIENCE);
  });

  test('several campaigns are paused in one preview and brought back by one undo', async () => {
    const { page } = await world.open('owner', CAMPAIGNS);
    await page.getByRole('checkbox', { name: 'Choose Acme - Brand' }).check();
    await page.getByRole('checkbox', { name: 'Choose Acme - Prospecting - Water heaters' }).check();
    await page.getByText('2 campaigns chosen').waitFor();
    await page.getByRole('button', { name: 'Pause…' }).click();
    await page.getByRole('dialog').getByText('Acme - Brand').waitFor();
    await page.getByText('Would take away, of the last 90 days of the whole ad account').first().waitFor();
    await assertShown(page, 'pause-several');
    await page.getByRole('button', { name: 'Pause 2 campaigns' }).click();
    await page.getByText('2 campaigns paused').waitFor(PATIENCE);
    await page.getByRole('button', { name: /^Paused 3/ }).waitFor(PATIENCE);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Undone').waitFor(PATIENCE);
    await page.getByRole('button', { name: /^Paused 1/ }).waitFor(PATIENCE);
  });

  const chooseThree = async (page: Page) => {
    for (const name of ['Brand', 'Prospecting - Emergency plumbing', 'Prospecting - Water heaters']) {
      await page.getByRole('checkbox', { name: `Choose Acme - ${name}` }).check();
    }
  };
  /** Answers the previews of one campaign as the service would that does not let it be changed. */
  const refuse = (page: Page, path: string) =>
    page.route(`**/campaigns/${path}`, (route) =>
      route.request().postDataJSON()?.dry_run
        ? route.fulfill({ status: 409, json: { error: { code: 'conflict', message: 'Not this one.' } } })
        : route.continue(),
    );

  test('where only some of several campaigns can be changed, the button and what is told say so', async () => {
    const { page } = await world.open('owner', CAMPAIGNS);
    await refuse(page, 'acme-brand');
    await refuse(page, 'acme-brand/state');
    await chooseThree(page);
    await page.getByRole('button', { name: 'Pause…' }).click();
    await page.getByRole('button', { name: 'Pause 2 of 3 campaigns' }).click();
    await page.getByText('2 of 3 campaigns paused').waitFor(PATIENCE);
    await page.getByText('1 was left as it is.').waitFor(PATIENCE);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Undone').waitFor(PATIENCE);
    await chooseThree(page);
    await page.getByRole('button', { name: 'Change budget…' }).click();
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByRole('button', { name: 'Change 2 of 3 campaigns' }).click();
    await page.getByText('Budget of 2 of 3 campaigns changed').waitFor(PATIENCE);
    await page.getByText('1 was left as it is.').waitFor(PATIENCE);
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await page.getByText('Undone').last().waitFor(PATIENCE);
  });

  test('a preview of many campaigns is looked at a few at a time and not at every change, the last is not missed', async () => {
    const { page } = await world.open('admin', CAMPAIGNS);
    let looks = 0;
    let atOnce = 0;
    let most = 0;
    await page.route('**/campaigns/*', async (route) => {
      looks += 1;
      atOnce += 1;
      most = Math.max(most, atOnce);
      const answer = await route.fetch();
      atOnce -= 1;
      await route.fulfill({ response: answer });
    });
    await page.getByRole('checkbox', { name: 'Choose all' }).check();
    await page.getByRole('button', { name: 'Change budget…' }).click();
    await page.getByText('To one amount').click();
    await page.getByLabel(/Daily budget of each/).fill('66');
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByRole('dialog').getByText('+10%').waitFor();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Change \d/ })
      .waitFor();
    for (const budget of [61, 62, 63, 64]) {
      await setBudget(page, budget);
      await sleep(1_000);
    }
    assert.equal(looks, 10, 'each once');
    await page.getByText('Something changed while you were looking').waitFor(PATIENCE);
    await page.getByRole('dialog').getByText('+3.1%').waitFor();
    assert.equal(looks, 20);
    assert.ok(most <= 4, `${most} at once`);
    await setBudget(page, 60);
  });

  test('a preview that cannot be looked at for a moment stays, cannot be acted on, and is looked at again', async () => {
    const { page } = await world.open('admin', EMERGENCY);
    await previewRaise(page);
    const tooMany = { error: { code: 'rate_limited', message: 'Too many requests.' } };
    await page.route(`**${address}`, (route) =>
      route.request().method() === 'PATCH' ? route.fulfill({ status: 429, json: tooMany }) : route.continue(),
    );
    await setBudget(page, 74);
    await page.getByText('It could not be looked at again').waitFor();
    await page.getByRole('dialog').getByText('+3.3%').waitFor();
    const act = page.getByRole('dialog').getByRole('button', { name: /budget to \$62$/ });
    assert.equal(await act.isDisabled(), true);
    await page.unrouteAll({ behavior: 'wait' });
    await page.getByRole('dialog').getByText('-16.2%').waitFor(PATIENCE);
    await page.getByText('It could not be looked at again').waitFor({ state: 'detached' });
    await setBudget(page, 60);
  });

  test('a dialog to pause stays one to pause, whatever others do meanwhile', async () => {
    const { page } = await world.open('admin', EMERGENCY);
    const setState = async (state: 'live' | 'paused') => {
      const wish = { data: { state, dry_run: false }, headers: { origin: world.base } };
      assert.equal((await page.request.put(`${address}/state`, wish)).status(), 200);
    };
    await page.getByRole('button', { name: 'Pause campaign' }).click();
    const dialog = page.getByRole('dialog', { name: 'Pause campaign?' });
    const act = dialog.getByRole('button', { name: 'Pause campaign' });
    await dialog.locator('button:enabled', { hasText: 'Pause campaign' }).waitFor(PATIENCE);
    await setState('paused');
    await page
      .getByRole('button', { name: 'Resume campaign', includeHidden: true })
      .waitFor({ ...PATIENCE, state: 'attached' });
    await dialog.locator('button:disabled', { hasText: 'Pause campaign' }).waitFor(PATIENCE);
    await page.getByText('Something changed while you were looking').waitFor(PATIENCE);
    await setState('live');
    await dialog.locator('button:enabled', { hasText: 'Pause campaign' }).waitFor(PATIENCE);
    await act.click();
    await page.getByText('Campaign paused').waitFor(PATIENCE);
    await setState('live');
  });
});
