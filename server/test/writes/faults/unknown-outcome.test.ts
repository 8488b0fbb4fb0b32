import assert from 'node:assert/strict';
import { afterEach, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { statement } from '../../../src/base/database.ts';
import type { HttpAnswer } from '../../harness/client.ts';
import { wholeSuite } from '../../harness/service.ts';
import { refused } from '../answers.ts';
import { bodyOf, type Organization } from '../organization.ts';
import { startWorld, type Writes } from '../world.ts';
import { agreed } from './agreed.ts';

const LASTS = 1_000;
const SOON_MS = 5_000;

const waits = statement<[organizationId: number], { task_tracking_id: number }>(`
  update task set not_before = not_before + interval '1 hour'
  where organization_id = $1 and type in ('apply_change', 'stop_spending') and status = 'queued' and not_before is not null
  returning task_tracking_id`);
const marked = statement<[organizationId: number], { launch_sent_as: string }>(
  'select launch_sent_as from campaign where organization_id = $1 and launch_sent_as is not null',
);
const budgets = statement<[organizationId: number], { sum: number }>(
  'select sum(budget)::float as sum from campaign where organization_id = $1',
);
const mendLogin = statement<[organizationId: number], never>(
  `update ad_connection set status = 'working' where organization_id = $1`,
);
const mendAccount = statement<[organizationId: number], never>(
  `update ad_account set status = 'linked' where organization_id = $1`,
);
const listed = z.object({ campaigns: z.array(z.object({ slug: z.string(), name: z.string() })) });

describe('a change of which nobody knows whether it arrived', () => {
  const suite = wholeSuite();
  let writes: Writes;

  before(async () => {
    writes = await startWorld(suite);
  });

  afterEach(() => writes.platform.heal());

  /** A launch that the platform has carried out, or not, and whose answer is lost, together with the access. */
  async function lostLaunch(name: string, fault: 'drop_after_commit' | 'drop') {
    const organization = await writes.organization({ synced: true });
    const slug = await organization.draft({ name, budget: 40 });
    await writes.platform.forgetRequests();
    await writes.platform.fail(fault, 1, 'mutate');
    const { task_tracking_id, action_id } = bodyOf(await organization.state(slug, 'live'));
    while ((await writes.platform.mutates()) === 0) await sleep(2);
    await writes.platform.fail('revoked', LASTS, 'search');
    const task = await organization.settled(Number(task_tracking_id));
    assert.deepEqual([task.status, task.error?.reason], ['failed', 'google_ads_connection_broken']);
    await writes.platform.heal();
    return { organization, slug, action: String(action_id) };
  }

  /** The login works again, and no sync has run since. */
  async function relinked(organization: Organization): Promise<void> {
    await organization.quiet();
    await writes.database.execute(mendLogin, organization.id);
    await writes.database.execute(mendAccount, organization.id);
  }

  test('a launch that arrived is found by the next sync: one campaign, and the log says that it was made', async () => {
    const { organization, slug, action } = await lostLaunch('Lost and found', 'drop_after_commit');
    const [entry] = (await organization.log()).actions;
    assert.match(String(entry?.detail), /not known whether done/);
    const undo = await organization.undo(action);
    refused(undo, 'setup_required');
    assert.match(String(undo.error.message), /not known whether all of the change was made.*reconnect it/);

    await writes.reconnect(organization);
    await writes.sync(organization);
    assert.deepEqual(await namesOf(organization, 'Lost and found'), [slug]);
    assert.equal((await agreed(writes, organization, slug)).state, 'live');
    const [after] = (await organization.log()).actions;
    assert.deepEqual([after?.id, after?.status, after?.outcome_unknown], [action, 'executed', false]);
    await organization.undone(action);
    await organization.quiet();
    assert.equal((await agreed(writes, organization, slug)).state, 'draft');
  });

  test('undone before any sync the account is read first: a launch that arrived is stopped', async () => {
    const { organization, slug, action } = await lostLaunch('Undone unread', 'drop_after_commit');
    await relinked(organization);
    await organization.undone(action);
    await organization.quiet();
    assert.equal((await agreed(writes, organization, slug)).state, 'draft');
    assert.equal((await writes.platform.campaign('Undone unread'))?.status, 'paused');
  });

  test('launching again finds the campaign that is there, and makes no second one', async () => {
    const { organization, slug } = await lostLaunch('Launched again', 'drop_after_commit');
    await writes.reconnect(organization);
    await organization.moved(slug, 'live');
    await writes.sync(organization);
    assert.deepEqual(await namesOf(organization, 'Launched again'), [slug]);
    assert.equal((await agreed(writes, organization, slug)).state, 'live');
  });

  test('nothing of it is edited before the account was read; then all of it can be', async () => {
    const { organization, slug } = await lostLaunch('Old name', 'drop_after_commit');
    const broken = await organization.patch(slug, { budget: 44, dry_run: false });
    refused(broken, 'setup_required');
    assert.match(String(broken.error.message), /reconnect it/);
    await writes.reconnect(organization);
    await organization.quiet();
    await organization.edited(slug, { name: 'New name', budget: 44 });
    assert.deepEqual([await namesOf(organization, 'Old name'), await namesOf(organization, 'New name')], [[], [slug]]);
    const standing = await agreed(writes, organization, slug);
    assert.deepEqual([standing.state, standing.name, standing.budget], ['live', 'New name', 44]);
  });

  for (const { room, state, budget } of [
    { room: 50, state: 'live', budget: 90 },
    { room: 49, state: 'error', budget: 40 },
  ]) {
    test(`launched again where somebody raised its budget by 50, and the cap leaves ${room}: ${state}`, async () => {
      const name = `Raised ${room}`;
      const { organization, slug } = await lostLaunch(name, 'drop_after_commit');
      await writes.platform.edit(name, 'status', 'PAUSED');
      await writes.platform.edit(name, 'budget', 90);
      const { sum = 0 } = (await writes.database.row(budgets, organization.id)) ?? {};
      await organization.setCap((sum + room) * 30);
      await relinked(organization);
      const answer = await organization.state(slug, 'live');
      assert.equal(answer.status, 200, answer.text);
      await organization.settled(Number(bodyOf(answer).task_tracking_id));
      const standing = await organization.campaign(slug);
      assert.deepEqual([standing.state, standing.budget], [state, budget]);
      assert.equal((await writes.platform.campaign(name))?.status, state === 'live' ? 'enabled' : 'paused');
    });
  }

  const onItsWay = (answer: HttpAnswer) => {
    refused(answer, 'launch_blocked', { blocked_by: 'name' });
    assert.match(String(answer.error.message), /on its way to the ad account/);
  };

  test('of two of one name that are launched at once one waits, so that neither is taken for the other', async () => {
    const organization = await writes.organization({ synced: true });
    const drafts = await Promise.all([40, 15].map((budget) => organization.draft({ name: 'At once', budget })));
    await writes.platform.fail('internal', 3, 'mutate');
    const answers = await Promise.all(drafts.map((slug) => organization.state(slug, 'live')));
    const accepted = answers.findIndex(({ status }) => status === 200);
    const waiting = answers.find((_answer, index) => index !== accepted);
    assert.ok(waiting);
    onItsWay(waiting);
    await organization.quiet();
    const there = await writes.platform.campaign('At once');
    assert.equal(there?.budget, ['40.00', '15.00'][accepted]);
    assert.equal((await agreed(writes, organization, drafts[accepted] ?? '')).state, 'live');
  });

  test('another of the same name is launched once it is known whether this one arrived, and not before', async () => {
    const { organization, slug } = await lostLaunch('Namesake', 'drop');
    await relinked(organization);
    const other = await organization.draft({ name: 'Namesake', budget: 15 });
    const preview = bodyOf(await organization.state(other, 'live', { dryRun: true }));
    assert.equal(preview.blocked_by, 'name');
    onItsWay(await organization.state(other, 'live'));
    await organization.requireApprovals(true);
    onItsWay(await organization.state(other, 'live'));
    await organization.requireApprovals(false);
    await writes.turn({ seconds: 1 });
    await writes.sync(organization);
    await organization.moved(other, 'live');
    assert.equal((await writes.platform.campaign('Namesake'))?.budget, '15.00');
    assert.equal((await organization.campaign(slug)).state, 'error');
  });

  test('another that is given its name meanwhile is not taken for it: neither launched over nor stopped', async () => {
    const { organization, slug } = await lostLaunch('Twin', 'drop');
    await relinked(organization);
    const other = await organization.draft({ name: 'Twin to be', budget: 15 });
    await organization.moved(other, 'live');
    await organization.edited(other, { name: 'Twin' });
    assert.deepEqual(await writes.database.rows(marked, organization.id), [{ launch_sent_as: 'Twin' }]);
    const there = async () => {
      const twin = await writes.platform.campaign('Twin');
      return [twin?.status, twin?.budget];
    };
    assert.deepEqual(await there(), ['enabled', '15.00']);
    const { task_tracking_id } = bodyOf(await organization.state(slug, 'live'));
    assert.equal((await organization.settled(Number(task_tracking_id))).status, 'failed');
    await organization.quiet();
    assert.deepEqual(await there(), ['enabled', '15.00']);
    await organization.state(slug, 'paused');
    await organization.quiet();
    assert.deepEqual(await there(), ['enabled', '15.00']);
    assert.equal((await organization.campaign(other)).state, 'live');
    await writes.turn({ seconds: 1 });
    await writes.sync(organization);
    assert.deepEqual(await writes.database.rows(marked, organization.id), []);
  });

  for (const to of ['paused', 'draft'] as const) {
    test(`it is told to rest (${to}) before any sync: it rests in the platform too, and stays so`, async () => {
      const { organization, slug, action } = await lostLaunch(`Stopped ${to}`, 'drop_after_commit');
      await writes.reconnect(organization);
      await organization.moved(slug, to);
      assert.equal((await writes.platform.campaign(`Stopped ${to}`))?.status, 'paused');
      const launch = (await organization.log()).actions.find(({ id }) => id === action);
      assert.equal(launch?.status, 'executed');
      await writes.turn({ seconds: 1 });
      await writes.sync(organization);
      assert.equal((await organization.campaign(slug)).state, to);
      assert.deepEqual(await namesOf(organization, `Stopped ${to}`), [slug]);
      await organization.moved(slug, 'live');
      assert.equal((await agreed(writes, organization, slug)).state, 'live');
    });
  }

  test('one that never arrived is told to rest: there is nothing to stop', async () => {
    const { organization, slug } = await lostLaunch('Nothing there', 'drop');
    await writes.reconnect(organization);
    await organization.moved(slug, 'paused');
    assert.equal(await writes.platform.campaign('Nothing there'), null);
    await organization.moved(slug, 'live');
    assert.deepEqual(await namesOf(organization, 'Nothing there'), [slug]);
  });

  test('one that did not arrive is known to be lost once the platform was read', async () => {
    const { organization, slug } = await lostLaunch('Never there', 'drop');
    assert.deepEqual(await writes.database.rows(marked, organization.id), [{ launch_sent_as: 'Never there' }]);
    await writes.reconnect(organization);
    await writes.sync(organization);
    assert.deepEqual(await writes.database.rows(marked, organization.id), []);
    await organization.edited(slug, { budget: 44 });
    await organization.moved(slug, 'live');
    assert.deepEqual(await namesOf(organization, 'Never there'), [slug]);
  });

  test('whoever wants to change the campaign next does not wait until the platform is asked again', async () => {
    const organization = await writes.organization();
    const slug = await organization.live({ budget: 40 });
    await writes.platform.fail('internal', LASTS, 'mutate');
    const lost = organization.patch(slug, { budget: 44, dry_run: false });
    while ((await writes.database.rows(waits, organization.id)).length === 0) await sleep(20);
    await writes.platform.heal();
    const began = performance.now();
    await organization.moved(slug, 'paused');
    assert.ok(performance.now() - began < SOON_MS, `${performance.now() - began} ms`);
    assert.equal((await lost).status, 200);
    const standing = await agreed(writes, organization, slug);
    assert.deepEqual([standing.state, standing.budget], ['paused', 44]);
  });

  /** An edit whose answer is lost; whoever asked for it may only read before the platform can be asked again. */
  async function lostEdit(fault: 'drop_after_commit' | 'drop') {
    const organization = await writes.organization({ synced: true });
    const slug = await organization.live({ budget: 40 });
    await organization.quiet();
    await writes.platform.forgetRequests();
    await writes.platform.fail(fault, 1, 'mutate');
    const { admin, owner } = organization.people;
    const edit = organization.patch(slug, { budget: 44, dry_run: false }, { cookie: admin.cookie });
    while ((await writes.platform.mutates()) === 0) await sleep(2);
    await writes.platform.fail('internal', LASTS, 'search');
    const member = `/organizations/${organization.slug}/members/${admin.id}`;
    const becomes = async (role: string) => {
      const answer = await organization.send('PUT', member, { role }, { cookie: owner.cookie });
      assert.equal(answer.status, 200, answer.text);
    };
    await becomes('member');
    await writes.platform.heal();
    await edit;
    await organization.quiet();
    await becomes('admin');
    const [entry] = (await organization.log()).actions;
    return { organization, slug, entry };
  }

  test('an edit that may still arrive is not told as undone because its requester may only read now', async () => {
    const { organization, slug, entry } = await lostEdit('drop');
    assert.match(String(entry?.detail), /not known whether done/);
    await writes.sync(organization);
    assert.equal((await agreed(writes, organization, slug)).budget, 40);
  });

  test('an edit that arrived is told as done all the same', async () => {
    const { organization, slug, entry } = await lostEdit('drop_after_commit');
    assert.equal(entry?.status, 'executed');
    assert.equal((await agreed(writes, organization, slug)).budget, 44);
  });

  async function namesOf(organization: Organization, name: string): Promise<string[]> {
    const answer = await organization.send('GET', `/organizations/${organization.slug}/campaigns?limit=100`);
    return listed
      .parse(answer.json)
      .campaigns.filter((campaign) => campaign.name === name)
      .map(({ slug }) => slug);
  }
});
