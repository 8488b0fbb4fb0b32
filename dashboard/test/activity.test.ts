import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { wholeSuite } from '../../server/test/harness/service.ts';
import { launchBrowser } from './browser.ts';
import { type DemoWorld, openDemoWorld } from './demo-world.ts';
import { assertShown } from './inspect.ts';

const ACME = '/o/acme-plumbing';
const API = '/dashboard/v1/organizations/acme-plumbing';
const CAMPAIGN = 'acme-prospecting-emergency-plumbing';
const OTHER = 'acme-competitor-rotorooter';
const LONG = 'A campaign whose name is as long as a name may be, so that nothing on a narrow screen is pushed aside';

/** What can become of a change, the word for it, and whether it can be undone. */
const OUTCOMES = [
  ['done', '', true],
  ['under_way', 'Under way', false],
  ['in_part', 'In part', true],
  ['unknown', 'Not known', true],
  ['failed', 'Failed', false],
  ['being_undone', 'Being undone', false],
  ['undone', 'Undone', false],
  ['undone_in_part', 'Undone in part', true],
  ['undo_unknown', 'Undo not known', true],
  ['not_undone', 'Not undone', true],
] as const;

const browser = await launchBrowser();
const skip = typeof browser === 'string' ? browser : false;
after(() => typeof browser !== 'string' && browser.close());

describe('what has happened, in the browser', { skip }, () => {
  const suite = wholeSuite();
  let world: DemoWorld;

  before(async () => {
    assert.ok(typeof browser !== 'string');
    world = await openDemoWorld(suite, browser);
  });

  test('the overview shows how much, how well and what needs somebody', async () => {
    const { page, complaints } = await world.open('owner', ACME);
    await page.getByText('Cost of a conversion (CPA)').waitFor();
    for (const name of ['Needs attention', 'Last changes', 'Connections']) {
      await page.getByRole('heading', { name }).waitFor();
    }
    await page.getByRole('img', { name: /^Spend and cost of a conversion from/ }).waitFor();
    await assertShown(page, 'overview');
    assert.deepEqual(complaints, []);
  });

  test('an organization without figures says what will be there and the step that fills it', async () => {
    const { page } = await world.open('stranger', '/');
    await page.getByRole('heading', { level: 1 }).waitFor();
    const { page: failing } = await world.open('member', `${ACME}/members`);
    await failing.route('**/overview?*', (route) => route.abort());
    await failing.getByRole('link', { name: 'Overview' }).click();
    await failing.getByText('No connection to the service').waitFor({ timeout: 20_000 });
    await failing.unrouteAll({ behavior: 'wait' });
    await failing.getByRole('button', { name: 'Try again' }).click();
    await failing.getByText('Cost of a conversion (CPA)').waitFor();
    assert.equal(await failing.getByRole('heading', { name: 'Last changes' }).count(), 0, 'a member reads no log');
  });

  test('the log shows each change as it was made, live, and takes it back after a look', async () => {
    const { page } = await world.open('owner', `${ACME}/activity`);
    await page.getByText('Nothing was changed yet').waitFor();
    const answer = await page.request.patch(`${API}/campaigns/${CAMPAIGN}`, {
      data: { budget: 66, name: LONG, dry_run: false },
      headers: { origin: world.base },
    });
    assert.equal(answer.status(), 200, await answer.text());
    await page.getByText(LONG).first().waitFor();
    await assertShown(page, 'activity');
    await page.getByRole('button', { name: /^Undo/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Daily budget').waitFor();
    await assertShown(page, 'undo');
    await dialog.getByRole('button', { name: 'Undo the change' }).click();
    await page.getByText('Undone', { exact: true }).first().waitFor();
    await page.getByLabel('Made').selectOption('engine');
    await page.getByText('Nothing matches').waitFor();
    assert.match(page.url(), /source=engine/);
  });

  for (const from of ['the log', 'the notification'] as const) {
    test(`an undo from ${from} says what it left alone`, async () => {
      const { page } = await world.open('owner', `${ACME}/campaigns/${OTHER}`);
      const name = `Undone from ${from}`;
      const { budget } = await (await page.request.get(`${API}/campaigns/${OTHER}`)).json();
      await page.getByRole('button', { name: 'Edit', exact: true }).click();
      await page.getByLabel('Name', { exact: true }).fill(name);
      await page.getByLabel('Daily budget, in USD').fill(`${budget + 1}`);
      await page.getByRole('button', { name: 'Preview' }).click();
      await page.getByRole('dialog').getByRole('button').last().click();
      const undo = page.getByLabel('Notifications').getByRole('button', { name: 'Undo', exact: true });
      await undo.waitFor();
      const changedSince = async () => {
        const since = await page.request.patch(`${API}/campaigns/${OTHER}`, {
          data: { budget: budget + 2, dry_run: false },
          headers: { origin: world.base },
        });
        assert.equal(since.status(), 200, await since.text());
      };
      if (from === 'the notification') {
        await changedSince();
        await undo.click();
      } else {
        await page.getByRole('link', { name: 'Activity' }).click();
        await page
          .getByRole('listitem')
          .filter({ hasText: name })
          .getByRole('button', { name: /^Undo/ })
          .last()
          .click();
        await page.getByRole('dialog').getByText('Daily budget').waitFor();
        await changedSince();
        await page.getByRole('dialog').getByText('Something changed while you were looking').waitFor();
        await page.getByRole('dialog').getByText('Left out').waitFor();
        await page.getByRole('button', { name: 'Undo the change' }).click();
      }
      await page.getByText(/^Left alone, because it changed since: .*budget/i).waitFor();
      await assertShown(page, `undone-in-part-${from === 'the log' ? 'log' : 'notification'}`);
    });
  }

  test('what became of a change is told by the same mark on every page, and what can be undone is offered to be', async () => {
    const { page } = await world.open('owner', ACME);
    const ending = 'as far as it came';
    const become = ([one]: object[]) =>
      OUTCOMES.map(([outcome], nth) => ({ ...one, outcome, ending, id: `act_${nth}`, detail: `Changed (${ending})` }));
    await page.route('**/overview?*', async (route) => {
      const body = await (await route.fetch()).json();
      await route.fulfill({ json: { ...body, recent_actions: become(body.recent_actions) } });
    });
    await page.route(/\/actions(\?|$)/, async (route) => {
      const body = await (await route.fetch()).json();
      await route.fulfill({ json: { ...body, actions: become(body.actions) } });
    });
    const marks = new RegExp(`^(${OUTCOMES.flatMap(([, mark]) => mark || []).join('|')})$`);
    for (const path of ['', '/activity', `/campaigns/${CAMPAIGN}/history`]) {
      await page.goto(`${ACME}${path}`);
      await page.getByText('Undo not known', { exact: true }).waitFor();
      const listed = page.getByRole('listitem').filter({ hasText: 'Daily budget' });
      const entries = await listed.filter({ hasText: 'olivia@demo.test' }).all();
      assert.equal(entries.length, OUTCOMES.length);
      for (const [nth, [outcome, mark, canBeUndone]] of OUTCOMES.entries()) {
        const entry = entries[nth];
        assert.deepEqual(await entry?.getByText(marks).allInnerTexts(), mark ? [mark] : [], `${outcome} on ${path}`);
        if (path === '') continue;
        await entry?.getByText(ending).waitFor();
        const undo = entry?.getByRole('button', { name: /^Undo/ });
        assert.equal(await undo?.count(), canBeUndone ? 1 : 0, `${outcome} on ${path}`);
      }
      await assertShown(page, `outcomes-${path.split('/').at(-1) || 'overview'}`);
    }
  });

  test('what an app calls itself never stands where a person does', async () => {
    const { page } = await world.open('owner', ACME);
    const actor = { type: 'user', user: 'adam@demo.test', client: 'olivia@demo.test' };
    const by = (all: object[]) => all.map((one) => ({ ...one, actor }));
    await page.route('**/overview?*', async (route) => {
      const body = await (await route.fetch()).json();
      await route.fulfill({ json: { ...body, recent_actions: by(body.recent_actions) } });
    });
    await page.route(/\/actions(\?|$)/, async (route) => {
      const body = await (await route.fetch()).json();
      await route.fulfill({ json: { ...body, actions: by(body.actions) } });
    });
    for (const [path, name] of [
      [ACME, 'overview'],
      [`${ACME}/activity`, 'activity'],
    ] as const) {
      await page.goto(path);
      await page.getByText('adam@demo.test through the app olivia@demo.test').first().waitFor();
      await assertShown(page, `${name}-by-an-app`);
    }
  });

  test('no name passes for a change of its own among the last changes', async () => {
    const { page } = await world.open('owner', ACME);
    const answer = await page.request.patch(`${API}/campaigns/${CAMPAIGN}`, {
      data: { name: 'One”; Daily budget: from $60.00 to “$10', dry_run: false },
      headers: { origin: world.base },
    });
    assert.equal(answer.status(), 200, await answer.text());
    await page.getByText('to “One"; Daily budget: from $60.00 to "$10”').waitFor();
  });

  test('the audit trail is narrowed by its address, goes back page by page, and can be taken along', async () => {
    const { page, complaints } = await world.open('owner', `${ACME}/audit?operation=update_campaign`);
    await page.getByRole('cell', { name: 'update_campaign' }).first().waitFor();
    assert.equal(await page.getByLabel('Operation').inputValue(), 'update_campaign');
    await page.getByLabel('Operation').fill('');
    await page.getByRole('cell', { name: 'list_audit_events' }).first().waitFor();
    await assertShown(page, 'audit');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Export CSV' }).click(),
    ]);
    assert.match(download.suggestedFilename(), /^audit-acme-plumbing-.*\.csv$/);
    assert.deepEqual(complaints, []);
  });

  test('whoever is no Owner is told who may, and the service refuses them too', async () => {
    const { page } = await world.open('admin', `${ACME}/audit`);
    await page.getByText('Only Owners see this').waitFor();
    const links = page.getByRole('navigation', { name: 'Organization' }).getByRole('link');
    assert.equal(await links.filter({ hasText: /Audit|Activity/ }).count(), 0);
    await page.goto(`${ACME}/activity`);
    await page.getByText('Only Owners see this').waitFor();
    await assertShown(page, 'owners-only');
    for (const path of ['/audit', '/actions', '/audit/export']) {
      assert.equal((await page.request.get(API + path)).status(), 403, path);
    }
  });

  test('Ctrl-K finds pages, campaigns and organizations from the keyboard alone', async () => {
    const { page } = await world.open('owner', ACME);
    await page.getByRole('heading', { name: 'Needs attention' }).waitFor();
    const field = page.getByLabel('Find pages, campaigns and organizations');
    await page.keyboard.press('Control+k');
    await field.fill('water heat');
    await page
      .getByRole('option', { name: /Water heaters/ })
      .first()
      .waitFor();
    await assertShown(page, 'search');
    await field.fill('audit');
    await page.getByRole('option', { name: /Audit/ }).first().waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(`**${ACME}/audit`);
    await page.keyboard.press('Control+k');
    await field.fill('globex');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/o/globex-clinic');
  });

  test('without a connection a page keeps what was loaded and says since when', async () => {
    const { page } = await world.open('owner', ACME);
    await page.getByRole('heading', { name: 'Needs attention' }).waitFor();
    await page.context().setOffline(true);
    await page.getByText(/^No connection since/).waitFor({ timeout: 20_000 });
    await page.getByRole('heading', { name: 'Needs attention' }).waitFor();
    await page.context().setOffline(false);
    await page.getByText(/^No connection since/).waitFor({ state: 'detached', timeout: 20_000 });
  });

  test('however many tabs of a browser are open, one of them reads the stream', async () => {
    const { page } = await world.open('owner', ACME);
    await page.getByRole('heading', { name: 'Needs attention' }).waitFor();
    const before = world.service.services.eventStreams.size;
    const tabs = await Promise.all(Array.from({ length: 3 }, () => page.context().newPage()));
    for (const tab of tabs) {
      await tab.goto(`${world.base}${ACME}/members`);
      await tab.getByRole('heading', { name: 'Members' }).first().waitFor();
    }
    assert.equal(world.service.services.eventStreams.size, before);
    await page.close();
    while (world.service.services.eventStreams.size !== before) await tabs[0]?.waitForTimeout(20);
    const { page: elsewhere } = await world.open('owner', `${ACME}/members`);
    const added = await elsewhere.request.post(`${API}/members`, {
      data: { email: 'newcomer@demo.test', role: 'member' },
      headers: { origin: world.base },
    });
    assert.equal(added.status(), 202, await added.text());
    for (const tab of tabs) await tab.getByText('newcomer@demo.test').waitFor();
  });
});
