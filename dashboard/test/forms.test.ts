import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { wholeSuite } from '../../server/test/harness/service.ts';
import { launchBrowser } from './browser.ts';
import { type DemoWorld, openDemoWorld } from './demo-world.ts';
import { assertShown } from './inspect.ts';

const browser = await launchBrowser();
const skip = typeof browser === 'string' ? browser : false;
after(() => typeof browser !== 'string' && browser.close());

const ACME = '/o/acme-plumbing';
const API = '/dashboard/v1/organizations/acme-plumbing';
const CAMPAIGN = 'campaigns/acme-prospecting-emergency-plumbing';
const DRAFT = 'campaigns/acme-prospecting-gas-lines';
const PATIENCE = { timeout: 30_000 };

describe('forms beside others who change the same, in the browser', { skip }, () => {
  const suite = wholeSuite();
  let world: DemoWorld;

  before(async () => {
    assert.ok(typeof browser !== 'string');
    world = await openDemoWorld(suite, browser);
  });

  /** What somebody else does meanwhile, of which the page has not heard. */
  const elsewhere = async (page: Page, method: 'put' | 'patch', path: string, data: object) => {
    const answer = await page.request[method](`${API}/${path}`, { data, headers: { origin: world.base } });
    assert.equal(answer.status(), 200, await answer.text());
  };
  const read = async (page: Page, path: string) => (await page.request.get(path ? `${API}/${path}` : API)).json();
  const unheard = async (page: Page) => {
    await page.route('**/events', (route) => route.abort());
    await page.reload();
  };
  /** The next change arrives, and its answer does not come back. */
  const loseAnswer = (page: Page, path: string) => {
    let lost = false;
    return page.route(`**${path}`, async (route) => {
      if (lost || route.request().method() === 'GET') return route.fallback();
      lost = true;
      await route.fetch();
      return route.abort();
    });
  };
  const bodies = (page: Page, path: string) => {
    const sent: unknown[] = [];
    page.on('request', (request) => {
      if (request.method() !== 'GET' && new URL(request.url()).pathname === `${API}/${path}`) {
        sent.push(request.postDataJSON());
      }
    });
    return sent;
  };

  test('limits: what another Owner moved meanwhile stays, at saving and at undoing', async () => {
    const { page } = await world.open('owner', `${ACME}/settings`);
    await unheard(page);
    const sent = bodies(page, 'limits');
    await page.getByLabel('Monthly cap, USD').fill('9500');
    await elsewhere(page, 'put', 'limits', { api_budget_change_limit_pct: 10 });
    await page.getByRole('button', { name: 'Save limits' }).click();
    await page.getByRole('button', { name: 'Change the limits' }).click();
    await page.getByText('Limits changed').waitFor();
    assert.deepEqual(sent, [{ max_spend: 9500 }]);
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByText('The limits are what they were.').waitFor();
    const { max_spend, api_budget_change_limit_pct } = await read(page, '');
    assert.deepEqual([max_spend, api_budget_change_limit_pct], [12_000, 10]);
    await elsewhere(page, 'put', 'limits', { api_budget_change_limit_pct: 25 });
  });

  test('limits and the name: what somebody has set anew since is not undone', async () => {
    const { page } = await world.open('owner', `${ACME}/settings`);
    await page.getByLabel('Monthly cap, USD').fill('9000');
    await page.getByRole('button', { name: 'Save limits' }).click();
    await page.getByRole('button', { name: 'Change the limits' }).click();
    await page.getByText('Limits changed').waitFor();
    await elsewhere(page, 'put', 'limits', { max_spend: 7000 });
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByText('Somebody has changed the monthly cap since: that was left alone.').waitFor();
    assert.equal((await read(page, '')).max_spend, 7000);
    await page.getByLabel('Name').fill('Acme Two');
    await elsewhere(page, 'put', 'limits', { max_spend: 6900 });
    await page.locator('input[value="6900"]').waitFor(PATIENCE);
    assert.equal(await page.getByLabel('Name').inputValue(), 'Acme Two', 'what is typed stays when a limit is read');
    await page.getByRole('button', { name: 'Rename' }).click();
    await page.getByText('Renamed to Acme Two').waitFor();
    await elsewhere(page, 'put', 'name', { name: 'Acme Three' });
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByText('Somebody has changed the name since: that was left alone.').waitFor();
    await assertShown(page, 'not-undone');
    assert.equal((await read(page, '')).name, 'Acme Three');
    await elsewhere(page, 'put', 'name', { name: 'Acme Plumbing' });
    await elsewhere(page, 'put', 'limits', { max_spend: 12_000 });
  });

  test('limits that another Owner has moved too are shown as they are now, and undone to what they were at the save', async () => {
    const { page } = await world.open('owner', `${ACME}/settings`);
    await unheard(page);
    const sent = bodies(page, 'limits');
    await page.getByLabel('Monthly cap, USD').fill('9500');
    await elsewhere(page, 'put', 'limits', { max_spend: 3000 });
    await page.getByRole('button', { name: 'Save limits' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Monthly cap: $3,000 a month → $9,500 a month').waitFor();
    const overtaken = dialog.getByText('Somebody has changed the limits since this was shown.');
    assert.equal(await overtaken.count(), 0);
    await elsewhere(page, 'put', 'limits', { max_spend: 4000 });
    await dialog.getByRole('button', { name: 'Change the limits' }).click();
    await overtaken.waitFor();
    await dialog.getByText('Monthly cap: $4,000 a month → $9,500 a month').waitFor();
    assert.deepEqual(sent, [], 'nothing is saved over what was not shown');
    await assertShown(page, 'limits-overtaken');
    // Whoever comes between the last look and the save is seen by the service alone.
    await page.route(
      `**${API}/limits`,
      async (route) => {
        await elsewhere(page, 'put', 'limits', { max_spend: 5000 });
        await route.continue();
      },
      { times: 1 },
    );
    await dialog.getByRole('button', { name: 'Change the limits' }).click();
    await page.getByText('Monthly cap: $5,000 a month → $9,500 a month').waitFor();
    assert.deepEqual(sent, [{ max_spend: 9500 }]);
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByText('The limits are what they were.').waitFor();
    assert.equal((await read(page, '')).max_spend, 5000);
    await elsewhere(page, 'put', 'limits', { max_spend: 12_000 });
  });

  test('a name that another Owner has changed too is told before it is replaced, and comes back at undoing', async () => {
    const { page } = await world.open('owner', `${ACME}/settings`);
    await unheard(page);
    const sent = bodies(page, 'name');
    await page.getByLabel('Name').fill('Acme Two');
    await elsewhere(page, 'put', 'name', { name: 'Acme Three' });
    await page.getByRole('button', { name: 'Rename' }).click();
    await page.getByText('Somebody has renamed it to Acme Three. Press once more to call it as you wrote.').waitFor();
    assert.deepEqual(sent, [], 'nothing is saved over what was not shown');
    await assertShown(page, 'name-overtaken');
    await page.getByRole('button', { name: 'Rename' }).click();
    await page.getByText('Renamed to Acme Two').waitFor();
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByText('It is called Acme Three again.').waitFor();
    assert.equal((await read(page, '')).name, 'Acme Three');
    await elsewhere(page, 'put', 'name', { name: 'Acme Plumbing' });
  });

  test('limits whose answer was lost are not told as somebody else’s when they are saved again', async () => {
    const { page } = await world.open('owner', `${ACME}/settings`);
    await unheard(page);
    await page.getByLabel('Monthly cap, USD').fill('9500');
    await page.getByRole('button', { name: 'Save limits' }).click();
    const dialog = page.getByRole('dialog');
    await loseAnswer(page, `${API}/limits`);
    await dialog.getByRole('button', { name: 'Change the limits' }).click();
    await dialog.getByText('The service could not be reached.').waitFor();
    await dialog.getByRole('button', { name: 'Change the limits' }).click();
    await page.getByText('The limits are as you set them').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Undo', exact: true }).count(), 0);
    await elsewhere(page, 'put', 'limits', { max_spend: 12_000 });
  });

  test('a campaign that is renamed keeps the budget that somebody gave it meanwhile', async () => {
    const { page } = await world.open('admin', `${ACME}/${CAMPAIGN}`);
    const sent = bodies(page, CAMPAIGN);
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await page.getByLabel('Name').fill('Emergency, renamed');
    await elsewhere(page, 'patch', CAMPAIGN, { budget: 66, dry_run: false });
    await page.getByText('$66 a day').waitFor(PATIENCE);
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByRole('button', { name: 'Rename to “Emergency, renamed”' }).click();
    await page.getByText('Renamed to “Emergency, renamed”').waitFor(PATIENCE);
    assert.equal((await read(page, CAMPAIGN)).budget, 66);
    assert.ok(!JSON.stringify(sent).includes('budget'));
    await elsewhere(page, 'patch', CAMPAIGN, { budget: 60, dry_run: false });
  });

  test('the business profile: only what was changed is sent, and what others changed too is told first', async () => {
    const { page } = await world.open('admin', `${ACME}/settings/business-profile`);
    await unheard(page);
    const sent = bodies(page, 'business-profile');
    const openForm = () => page.getByRole('button', { name: 'Edit', exact: true }).click();
    await openForm();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Description', { exact: true }).fill('Plumbers, day and night.');
    await elsewhere(page, 'patch', 'business-profile', { trust_signals: ['Licensed'] });
    await dialog.getByRole('button', { name: 'Save the profile' }).click();
    await dialog.waitFor({ state: 'detached' });
    assert.deepEqual(sent, [{ description: 'Plumbers, day and night.' }]);
    await openForm();
    await dialog.getByLabel('Trust signals').fill('Insured');
    await elsewhere(page, 'patch', 'business-profile', { trust_signals: ['Licensed', 'Open at night'] });
    await dialog.getByRole('button', { name: 'Save the profile' }).click();
    await dialog.getByText('Somebody has changed the trust signals since you opened this.').waitFor();
    assert.deepEqual((await read(page, 'business-profile')).trust_signals, ['Licensed', 'Open at night']);
    await assertShown(page, 'profile-changed-since');
    await dialog.getByRole('button', { name: 'Save the profile' }).click();
    await dialog.waitFor({ state: 'detached' });
    assert.deepEqual((await read(page, 'business-profile')).trust_signals, ['Insured']);
  });

  test('a list of a draft that others changed meanwhile says so before it is put in the place of theirs', async () => {
    const { page } = await world.open('admin', `${ACME}/${DRAFT}/settings`);
    await page.getByRole('button', { name: 'Edit callouts' }).click();
    await page.getByLabel('One a line').fill('Mine alone');
    await elsewhere(page, 'put', `${DRAFT}/callouts`, { callouts: ['Somebody else’s'], dry_run: false });
    const told = page.getByText('Somebody has changed the callouts since you opened this.');
    await told.waitFor(PATIENCE);
    await page.getByRole('button', { name: 'Preview' }).click();
    await told.waitFor();
  });

  const LISTS = [
    {
      what: 'callouts',
      tab: 'settings',
      open: 'Edit callouts',
      type: (page: Page) => page.getByLabel('One a line').fill('Open at night\nFree estimates'),
    },
    {
      what: 'sitelinks',
      tab: 'settings',
      open: 'Edit sitelinks',
      async type(page: Page) {
        await page.getByRole('button', { name: 'Add a sitelink' }).click();
        await page.getByLabel('Text of sitelink 1').fill('Book online');
      },
    },
    {
      what: 'places',
      tab: 'settings',
      open: 'Edit locations',
      async type(page: Page) {
        await page.getByLabel('Add a place').fill('Dallas');
        const found = page.getByRole('dialog').getByRole('button', { name: /Dallas.*\(/ });
        await found.first().click();
      },
    },
    {
      what: 'keywords',
      tab: 'keywords',
      open: 'Edit keywords',
      async type(page: Page) {
        const lines = page.getByLabel('One a line');
        await lines.fill(`[a gas line of ours]\n${await lines.inputValue()}`);
      },
    },
    {
      what: 'texts',
      tab: 'ads',
      open: /^Actions for/,
      async type(page: Page) {
        await page.getByRole('menuitem', { name: 'Edit texts…' }).click();
        await page.getByLabel('Headline 1', { exact: true }).fill('Gas Lines in Austin Today');
      },
    },
  ];
  const save = /^(Save \d+ |Show it in |Save these texts)/;
  for (const { what, tab, open, type } of LISTS) {
    test(`one’s own save of ${what}, whose answer was lost, is not told as somebody else’s`, async () => {
      const { page } = await world.open('admin', `${ACME}/${DRAFT}/${tab}`);
      await page.getByRole('button', { name: open }).first().click();
      await type(page);
      await page.getByRole('button', { name: 'Preview' }).click();
      await page.route('**/*', async (route) => {
        const body = route.request().method() === 'GET' ? null : route.request().postDataJSON();
        if (body?.dry_run !== false) return route.fallback();
        await route.fetch();
        return route.abort();
      });
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: save }).click();
      await dialog.getByText('The service could not be reached.').waitFor(PATIENCE);
      await dialog.getByText('Nothing would change.').waitFor(PATIENCE);
      assert.equal(await page.getByText('Somebody has changed').count(), 0);
    });
  }

  test('a profile whose answer was lost is saved again without a word of others', async () => {
    const { page } = await world.open('admin', `${ACME}/settings/business-profile`);
    await unheard(page);
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Trust signals').fill('Licensed and insured');
    await loseAnswer(page, `${API}/business-profile`);
    await dialog.getByRole('button', { name: 'Save the profile' }).click();
    await dialog.getByText('The service could not be reached.').waitFor();
    await dialog.getByRole('button', { name: 'Save the profile' }).click();
    await dialog.waitFor({ state: 'detached' });
  });

  test('a percentage that cannot be taken as it was written is refused in words', async () => {
    const { page } = await world.open('admin', `${ACME}/campaigns`);
    await page.getByRole('checkbox', { name: 'Choose Acme - Brand' }).check();
    await page.getByRole('button', { name: 'Change budget…' }).click();
    const field = page.getByLabel(/^Change in percent/);
    const preview = page.getByRole('button', { name: 'Preview' });
    const problem = page.getByText('Write a percentage, such as 10 or -12.5.');
    for (const text of ['1e1', '12,5', '-', '1.555', '10%', '--5']) {
      await field.fill('');
      await field.pressSequentially(text);
      assert.equal(await field.inputValue(), text, 'it stays as it was written');
      await problem.waitFor();
      assert.equal(await preview.isDisabled(), true, text);
    }
    await assertShown(page, 'percent-refused');
    await field.fill('-100');
    await page.getByText('Lower them by less than 100 percent.').waitFor();
    assert.equal(await preview.isDisabled(), true);
    for (const text of ['-12.5', '10', '+5']) {
      await field.fill(text);
      await problem.waitFor({ state: 'detached' });
      assert.equal(await preview.isDisabled(), false, text);
    }
  });

  test('an amount that cannot be taken as it was written is refused in words, in every field of a budget', async () => {
    const { page } = await world.open('admin', `${ACME}/campaigns`);
    const refuses = async (label: RegExp, button: string) => {
      const field = page.getByLabel(label);
      for (const text of ['62.50', '62,50', '1,000', '6 2', '-5']) {
        await field.fill('');
        await field.pressSequentially(text);
        assert.equal(await field.inputValue(), text, 'it stays as it was written');
        await page.getByText('Write a whole amount, such as 62.').waitFor();
        assert.equal(await page.getByRole('button', { name: button }).isDisabled(), true);
      }
      await field.fill('62');
      await page.getByText('Write a whole amount, such as 62.').waitFor({ state: 'detached' });
    };
    await page.getByRole('button', { name: 'New campaign' }).click();
    await page.getByLabel('Website').fill('https://acme-plumbing.example/');
    await refuses(/^Daily budget, in USD/, 'Write the draft');
    await page.getByLabel(/^Daily budget, in USD/).fill('62.50');
    await assertShown(page, 'budget-refused');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('checkbox', { name: 'Choose Acme - Brand' }).check();
    await page.getByRole('button', { name: 'Change budget…' }).click();
    await page.getByText('To one amount').click();
    await refuses(/^Daily budget of each/, 'Preview');
    await page.goto(`${ACME}/${CAMPAIGN}`);
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await refuses(/^Daily budget, in USD/, 'Preview');
    await page.getByLabel(/^Target CPA/).fill('12.5');
    assert.equal(await page.getByRole('button', { name: 'Preview' }).isDisabled(), false);
    await page.getByLabel(/^Target CPA/).fill('12.555');
    await page.getByText('Write an amount, such as 62 or 62.50.').waitFor();
  });
});
