import assert from 'node:assert/strict';
import { before, beforeEach, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { statement } from '../../../src/base/database.ts';
import { slugOf } from '../../../src/campaigns/slug.ts';
import { wholeSuite } from '../../harness/service.ts';
import { refused } from '../../writes/answers.ts';
import { held } from '../../writes/approvals.ts';
import { bodyOf, type Organization } from '../../writes/organization.ts';
import { growDraft } from '../../writes/recommend.ts';
import { startWorld, type Writes } from '../../writes/world.ts';
import { countedPlatform, DAILY, parked, use } from './used-up.ts';

const SOON_MS = 8_000;
const PARKED_WITHIN_MS = 30_000;
const usedOn = statement<[day: Date], { used: number }>('select used from platform_quota where day = $1::date');
const running = statement<[organizationId: number], { count: number }>(`
  select count(*)::int as count from task where organization_id = $1 and status = 'running'`);

/** A whole service on an emulator that counts as the deployment does; its operations are used up by others. */
describe('when the platform’s operations of the day are used up', () => {
  const suite = wholeSuite();
  let writes: Writes;
  let org: Organization;

  before(async () => {
    writes = await startWorld(suite, { platform: countedPlatform });
    org = await writes.organization();
  });

  beforeEach(() => use(writes, 0));

  test('a pause goes through all the same', async () => {
    const slug = await org.live({ budget: 40 });
    await use(writes, DAILY);
    await org.moved(slug, 'paused');
    assert.equal((await campaignThere(slug))?.status, 'paused');
    const counted = await writes.database.row(usedOn, new Date(writes.clock.now()));
    assert.ok((counted?.used ?? 0) > DAILY, 'it is counted');
  });

  test('a change waits and goes on by itself: nothing fails, nothing is left in error', async () => {
    const slug = await org.live({ budget: 40 });
    const asleep = await org.draft();
    await use(writes, DAILY);
    const edit = org.patch(slug, { budget: 44, dry_run: false });
    const { task_tracking_id } = bodyOf(await org.state(asleep, 'live'));
    const waiting = await parkedTasks(2);
    assert.deepEqual(
      waiting.map(({ type, retries }) => [type, retries]),
      [
        ['apply_change', 0],
        ['apply_change', 0],
      ],
    );
    for (const { stage } of waiting) assert.match(stage, /goes on by itself/);
    for (let hours = 0; hours < 30; hours += 1) {
      writes.clock.turn({ hours: 1 });
      await sleep(60);
      await parkedTasks(2);
    }
    assert.equal((await org.campaign(asleep)).state, 'draft');
    await use(writes, 0);
    writes.clock.turn({ minutes: 2 });
    assert.equal((await edit).status, 200, (await edit).text);
    assert.equal((await org.settled(Number(task_tracking_id))).status, 'completed');
    assert.equal((await org.campaign(asleep)).state, 'live');
    assert.equal((await campaignThere(slug))?.budget, '44.00');
  });

  test('a sync waits and goes on by itself, however often it finds nothing left', async () => {
    await use(writes, DAILY);
    const path = `/organizations/${org.slug}/ad-accounts/1000000003/sync`;
    const asked = await org.send('POST', path, {}, { cookie: org.people.owner.cookie });
    const { task_tracking_id } = bodyOf(asked);
    for (let tries = 0; tries < 12; tries += 1) {
      assert.deepEqual(
        (await parkedTasks(1)).map(({ retries }) => retries),
        [0],
      );
      writes.clock.turn({ minutes: 15 });
      await sleep(60);
    }
    await use(writes, 0);
    writes.clock.turn({ minutes: 15 });
    assert.equal((await org.settled(Number(task_tracking_id))).status, 'completed');
  });

  test('a campaign with a change that waits can be paused at once: the change is let past', async () => {
    const slug = await org.live({ budget: 40 });
    await use(writes, DAILY);
    const edit = org.patch(slug, { budget: 44, dry_run: false });
    await parkedTasks(1);
    await org.moved(slug, 'paused');
    assert.equal((await edit).status, 200);
    const there = await campaignThere(slug);
    assert.deepEqual([there?.status, there?.budget], ['paused', '44.00']);
  });

  test('nothing passes as the stop of a campaign that rests: the change goes on waiting', async () => {
    const slug = await org.live({ budget: 40 });
    await org.moved(slug, 'paused');
    await use(writes, DAILY);
    const edit = org.patch(slug, { budget: 44, dry_run: false });
    await parkedTasks(1);
    const stop = await org.state(slug, 'paused');
    assert.equal(stop.status, 503, 'nobody can look whether it rests there, too, and the change is before it');
    assert.equal((await parkedTasks(1)).length, 1);
    assert.equal((await writes.database.row(usedOn, new Date(writes.clock.now())))?.used, DAILY);
    await use(writes, 0);
    writes.clock.turn({ minutes: 2 });
    assert.equal((await edit).status, 200);
  });

  test('a large change that waits is given up for a pause: it is neither sent as a stop nor waited for', async () => {
    const slug = await org.live({ budget: 40 });
    await use(writes, DAILY);
    const terms = Array.from({ length: 100 }, (_, index) => `term ${index}`);
    const large = org.negatives(slug, terms, { dry_run: false });
    await parkedTasks(1);
    await org.moved(slug, 'paused');
    const answer = await large;
    refused(answer, 'ad_platform_unavailable');
    assert.match(String(answer.error.message), /was told to stop/);
    const there = await campaignThere(slug);
    assert.deepEqual([there?.status, there?.negatives.length], ['paused', 0]);
    const used = (await writes.database.row(usedOn, new Date(writes.clock.now())))?.used ?? 0;
    assert.ok(used < DAILY + 20, `${used}`);
  });

  test('a stop that a person has to approve first lets nothing past and cancels nothing', async () => {
    const careful = await writes.organization();
    const slug = await careful.live({ budget: 40 });
    await careful.moved(slug, 'paused');
    await careful.requireApprovals(true);
    await use(writes, DAILY);
    const { cookie } = careful.people.owner;
    const { task_tracking_id } = bodyOf(await careful.state(slug, 'live', { cookie }));
    await until(async () => (await writes.database.rows(parked, careful.id)).length === 1);
    held(await careful.state(slug, 'paused'));
    await use(writes, 0);
    writes.clock.turn({ minutes: 2 });
    assert.equal((await careful.settled(Number(task_tracking_id))).status, 'completed');
    assert.equal((await careful.campaign(slug)).state, 'live');
  });

  test('a large change of which nobody knows whether it arrived keeps no campaign running', async () => {
    const slug = await org.live({ budget: 40 });
    const terms = Array.from({ length: 30 }, (_, index) => `unsure ${index}`);
    await writes.platform.fail('drop', 1, 'mutate');
    const large = org.negatives(slug, terms, { dry_run: false });
    await until(async () => (await writes.platform.mutates()) > 0);
    await use(writes, DAILY);
    const begun = performance.now();
    await org.moved(slug, 'paused');
    assert.ok(performance.now() - begun < SOON_MS);
    assert.equal((await campaignThere(slug))?.status, 'paused');
    refused(await large, 'ad_platform_unavailable');
  });

  test('a stop waits behind nobody who waits for the same campaign', async () => {
    const slug = await org.live({ budget: 40 });
    await use(writes, DAILY);
    const first = org.patch(slug, { budget: 44, dry_run: false });
    await parkedTasks(1);
    const waiting = [
      org.patch(slug, { name: 'Waits', dry_run: false }),
      org.negatives(slug, ['x'], { dry_run: false }),
    ];
    await sleep(200);
    const begun = performance.now();
    await org.moved(slug, 'paused');
    assert.ok(performance.now() - begun < SOON_MS);
    assert.equal((await campaignThere(slug))?.status, 'paused');
    await use(writes, 0);
    await Promise.all([first, ...waiting]);
    await org.quiet();
  });

  test('a launch that was never sent takes nothing for its own that somebody made there meanwhile', async () => {
    const name = `Unsent ${Date.now()}`;
    const slug = await org.draft({ name, budget: 10 });
    // Room for the look whether the name is free, and not for the launch.
    await use(writes, DAILY - 30);
    const { task_tracking_id } = bodyOf(await org.state(slug, 'live'));
    await parkedTasks(1);
    await use(writes, 0);
    const theirs = await org.live({ name: `${name} there` });
    await writes.platform.edit(`${name} there`, 'name', name);
    writes.clock.turn({ minutes: 2 });
    assert.equal((await org.settled(Number(task_tracking_id))).status, 'failed');
    assert.equal((await org.campaign(slug)).state, 'error');
    assert.equal((await writes.platform.campaign(name))?.status, 'enabled');
    await org.moved(theirs, 'paused');
  });

  test('a cap that was lowered while a raise waited holds for it', async () => {
    const capped = await writes.organization();
    const slug = await capped.live({ budget: 40 });
    await use(writes, DAILY);
    const raise = capped.patch(slug, { budget: 44, dry_run: false });
    await until(async () => (await writes.database.rows(parked, capped.id)).length === 1);
    await capped.setCap(40 * 30);
    await use(writes, 0);
    writes.clock.turn({ minutes: 2 });
    refused(await raise, 'budget_cap_exceeded');
    assert.equal((await writes.platform.campaign(String((await capped.campaign(slug)).name)))?.budget, '40.00');
  });

  test('undoing a launch stops it before anything that has to wait', async () => {
    const slug = await org.live({ budget: 40 });
    const name = `Grown ${Date.now()}`;
    await org.applied(slug, growDraft(name));
    const launch = await org.moved(slugOf(name), 'live');
    await use(writes, DAILY);
    await org.undone(launch);
    await until(async () => (await writes.platform.campaign(name))?.status === 'paused');
    await use(writes, 0);
    writes.clock.turn({ minutes: 2 });
    await org.quiet();
    assert.equal((await org.campaign(slugOf(name))).state, 'draft');
  });

  test('undoing what grew out of a campaign stops it, also where that campaign is busy with a change that waits', async () => {
    for (const undone of ['launch', 'recommendation'] as const) {
      const name = `Grown and undone: ${undone}`;
      const source = await org.live({ budget: 40 });
      const { action_id } = await org.applied(source, growDraft(name));
      const launch = await org.moved(slugOf(name), 'live');
      await use(writes, DAILY);
      const edit = org.patch(source, { budget: 44, dry_run: false });
      await parkedTasks(1);
      const answer = await org.undo(undone === 'launch' ? launch : String(action_id));
      assert.equal(answer.status, 200, answer.text);
      await until(async () => (await writes.platform.campaign(name))?.status === 'paused');
      assert.equal((await edit).status, 200, 'it is let past');
      await use(writes, 0);
      writes.clock.turn({ minutes: 2 });
      await org.quiet();
    }
  });

  test('a launch that waits does not happen any more once the campaign is told to rest', async () => {
    const slug = await org.live({ budget: 40 });
    await org.moved(slug, 'paused');
    await use(writes, DAILY);
    const { task_tracking_id } = bodyOf(await org.state(slug, 'live'));
    await parkedTasks(1);
    await org.moved(slug, 'paused');
    const task = await org.settled(Number(task_tracking_id));
    assert.deepEqual([task.status, task.error?.reason], ['failed', 'task_error']);
    assert.match(task.error?.message ?? '', /was told to stop/);
    assert.deepEqual([(await org.campaign(slug)).state, (await campaignThere(slug))?.status], ['paused', 'paused']);
    await use(writes, 0);
    await org.moved(slug, 'live');
  });

  test('a day’s quota that Google itself calls used up is waited for in the same way', async () => {
    const slug = await org.live({ budget: 40 });
    await writes.platform.fail('quota', 1_000);
    const edit = org.patch(slug, { budget: 44, dry_run: false });
    assert.deepEqual(
      (await parkedTasks(1)).map(({ type, retries }) => [type, retries]),
      [['apply_change', 0]],
    );
    await writes.platform.heal();
    writes.clock.turn({ hours: 1, minutes: 1 });
    assert.equal((await edit).status, 200, (await edit).text);
  });

  test('whoever waits for a change is told in time that it goes on', async () => {
    const slug = await org.live({ budget: 40 });
    await use(writes, DAILY);
    const answer = await org.patch(slug, { budget: 44, dry_run: false });
    refused(answer, 'ad_platform_unavailable');
    assert.match(String(answer.error.message), /goes on being tried/);
    const [entry] = (await org.log()).actions;
    assert.deepEqual([entry?.id, entry?.status], [answer.error.action_id, 'in_progress']);
    await use(writes, 0);
    writes.clock.turn({ minutes: 2 });
    await org.quiet();
    assert.equal((await org.log()).actions[0]?.status, 'executed');
  });

  async function until(isSo: () => Promise<boolean>): Promise<void> {
    while (!(await isSo())) await sleep(20);
  }

  /** The tasks that wait, once there are as many and none is under way. */
  async function parkedTasks(count: number) {
    const until = performance.now() + PARKED_WITHIN_MS;
    for (;;) {
      const rows = await writes.database.rows(parked, org.id);
      const runs = (await writes.database.row(running, org.id))?.count;
      if (rows.length === count && runs === 0) return rows;
      assert.ok(performance.now() < until, `${count} were to wait: ${JSON.stringify({ waiting: rows, runs })}`);
      await sleep(20);
    }
  }

  async function campaignThere(slug: string) {
    const { name } = z.object({ name: z.string() }).parse(await org.campaign(slug));
    return writes.platform.campaign(name);
  }
});
