import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { serveSite, type TestSite } from '../adapters/site-reader/site.ts';
import { wholeSuite } from '../harness/service.ts';
import { bodyOf, type Organization } from '../writes/organization.ts';
import { startWorld, type Writes } from '../writes/world.ts';

const GONE = 'Whoever asked for this may no longer make this change.';
const UNREAD = 'https://nobody-has-this.invalid/';

describe('the business profile', () => {
  const suite = wholeSuite();
  let world: Writes;
  let site: string;
  let slow: TestSite;
  let letIn = () => {};
  before(async () => {
    const opened = new Promise<void>((resolve) => {
      letIn = resolve;
    });
    slow = await serveSite(suite, {
      '/': async (_request, response) => {
        await opened;
        response
          .writeHead(200, { 'content-type': 'text/html' })
          .end('<title>Slow plumber</title><h1>Slow plumber</h1>');
      },
    });
    world = await startWorld(suite, { sites: [slow.host] });
    site = `${world.emulator.origin}/sites/acme-plumbing/`;
  });

  const profile = (org: Organization) => org.send('GET', `/organizations/${org.slug}/business-profile`);
  const analyse = (org: Organization, url: string, cookie = org.people.admin.cookie) =>
    org.send('POST', `/organizations/${org.slug}/business-profile/analysis`, { url }, { cookie });
  const edit = (org: Organization, changes: object, cookie = org.people.admin.cookie) =>
    org.send('PATCH', `/organizations/${org.slug}/business-profile`, changes, { cookie });

  const create = (org: Organization, url: string) =>
    org.send('POST', `/organizations/${org.slug}/campaigns`, { website_url: url });

  test('is made from a website, and people correct it', async () => {
    const org = await world.organization();
    const started = await analyse(org, site);
    assert.equal(started.status, 202, started.text);
    const task = await org.settled(Number(bodyOf(started).task_tracking_id));
    assert.equal(task.status, 'completed', JSON.stringify(task));
    const made = bodyOf(await profile(org));
    assert.deepEqual([made.status, made.url, made.brand_name], ['ready', site, 'Acme Plumbing']);
    assert.ok(Array.isArray(made.products) && made.products.length >= 3, JSON.stringify(made));
    const edited = await edit(org, { brand_name: 'Acme & Daughters', trust_signals: ['Since 1998'] });
    assert.equal(edited.status, 200, edited.text);
    const now = bodyOf(await profile(org));
    assert.deepEqual([now.brand_name, now.trust_signals], ['Acme & Daughters', ['Since 1998']]);
    assert.deepEqual([now.description, now.products], [made.description, made.products]);
  });

  test('keeps new campaigns and edits waiting while it is being analysed', async () => {
    const org = await world.organization();
    const first = bodyOf(await analyse(org, slow.url));
    assert.equal(bodyOf(await profile(org)).status, 'analysing');
    assert.equal(bodyOf(await analyse(org, slow.url)).task_tracking_id, first.task_tracking_id);
    const created = await create(org, site);
    assert.equal(created.status, 409, created.text);
    assert.match(created.text, /setup_required.*analysed/);
    assert.equal((await edit(org, { brand_name: 'Early' })).status, 409);
    letIn();
    assert.equal((await org.settled(Number(first.task_tracking_id))).status, 'completed');
    assert.equal(bodyOf(await profile(org)).status, 'ready');
  });

  test('stays as it was where whoever asked was removed meanwhile', async () => {
    const org = await world.organization();
    await org.settled(Number(bodyOf(await analyse(org, site)).task_tracking_id));
    await world.stopWork();
    const elsewhere = site.replace('acme-plumbing', 'globex-clinic');
    const campaign = bodyOf(await create(org, elsewhere));
    const asked = bodyOf(await analyse(org, elsewhere));
    const member = `/organizations/${org.slug}/members/${org.people.admin.id}`;
    await org.send('DELETE', member, undefined, { cookie: org.people.owner.cookie });
    await world.startProcess();
    const sending = { key: org.keys.owner.key };
    const task = await org.settled(Number(asked.task_tracking_id), sending);
    assert.deepEqual([task.status, task.error?.message], ['failed', GONE]);
    assert.equal((await org.settled(Number(campaign.task_tracking_id), sending)).status, 'completed');
    const left = bodyOf(await org.send('GET', `/organizations/${org.slug}/business-profile`, undefined, sending));
    assert.deepEqual([left.status, left.brand_name], ['failed', 'Acme Plumbing']);
  });

  test('says that it failed where the website cannot be read, and keeps what was known, which is written from', async () => {
    const org = await world.organization();
    await org.settled(Number(bodyOf(await analyse(org, site)).task_tracking_id));
    const failed = bodyOf(await analyse(org, UNREAD));
    const task = await org.settled(Number(failed.task_tracking_id));
    assert.deepEqual([task.status, task.error?.reason], ['failed', 'task_error']);
    const campaign = bodyOf(await create(org, site.replace('acme-plumbing', 'globex-clinic')));
    assert.equal((await org.settled(Number(campaign.task_tracking_id))).status, 'completed');
    assert.match(String((await org.campaign(String(campaign.campaign))).name), /^Acme Plumbing/);
    const left = bodyOf(await profile(org));
    assert.deepEqual([left.status, left.brand_name], ['failed', 'Acme Plumbing']);
  });

  test('keeps whatever people entered, where nothing was found and nothing is found again', async () => {
    const org = await world.organization();
    const unread = async () => org.settled(Number(bodyOf(await analyse(org, UNREAD)).task_tracking_id));
    await unread();
    assert.equal((await edit(org, { target_locations: ['Boston'] })).status, 200);
    await unread();
    const campaign = bodyOf(await create(org, site));
    assert.equal((await org.settled(Number(campaign.task_tracking_id))).status, 'completed');
    const left = bodyOf(await profile(org));
    assert.deepEqual([left.status, left.brand_name, left.target_locations], ['failed', '', ['Boston']]);
  });

  test('is started and edited by admins and Owners alone, from public addresses', async () => {
    const org = await world.organization();
    assert.equal((await analyse(org, site, org.people.member.cookie)).status, 403);
    assert.equal((await analyse(org, 'http://192.168.0.1/')).status, 422);
    assert.equal((await edit(org, { brand_name: 'Nobody' }, org.people.member.cookie)).status, 403);
    assert.equal((await edit(org, { brand_name: 'Nothing yet' })).status, 404);
    assert.equal((await edit(org, {})).status, 422);
    const byKey = await org.send('PATCH', `/organizations/${org.slug}/business-profile`, { brand_name: 'Key' });
    assert.equal(byKey.status, 405, byKey.text);
  });
});
