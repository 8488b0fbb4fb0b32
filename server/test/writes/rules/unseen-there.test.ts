import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { wholeSuite } from '../../harness/service.ts';
import { refused } from '../answers.ts';
import { held } from '../approvals.ts';
import { bodyOf, type Organization } from '../organization.ts';
import { startWorld, type Writes } from '../world.ts';

/** As often as a read is tried before the platform counts as unreadable. */
const UNREADABLE = 4;
const LONGEST_STOP_MS = 15_000;

describe('what nobody could see in the platform when a change was asked for', () => {
  const suite = wholeSuite();
  let writes: Writes;

  before(async () => {
    writes = await startWorld(suite);
  });

  const statusOf = async (name: string) => (await writes.platform.campaign(name))?.status;

  async function resting(org: Organization, name: string): Promise<string> {
    const slug = await org.live({ name, budget: 40 });
    await org.moved(slug, 'paused');
    return slug;
  }

  async function unread<T>(ask: () => Promise<T>): Promise<T> {
    await writes.platform.fail('internal', UNREADABLE, 'search');
    const answer = await ask();
    await writes.platform.heal();
    return answer;
  }

  test('a budget that was raised there past the cap does not go live', async () => {
    const org = await writes.organization({ cap: 3_000 });
    const slug = await resting(org, 'Raised past the cap');
    await writes.platform.edit('Raised past the cap', 'budget', 5_000);
    const { task_tracking_id } = bodyOf(await unread(() => org.state(slug, 'live')));
    const task = await org.settled(Number(task_tracking_id));
    assert.equal(task.status, 'failed');
    assert.match(JSON.stringify(task), /monthly cap/);
    assert.equal(await statusOf('Raised past the cap'), 'paused');
  });

  test('a budget that was raised there within the cap is the one that is shown, counted and logged', async () => {
    const org = await writes.organization({ cap: 3_000 });
    const slug = await resting(org, 'Raised within the cap');
    await writes.platform.edit('Raised within the cap', 'budget', 90);
    const { task_tracking_id, action_id } = bodyOf(await unread(() => org.state(slug, 'live')));
    assert.equal((await org.settled(Number(task_tracking_id))).status, 'completed');
    assert.equal((await org.campaign(slug)).budget, 90);
    const logged = (await org.log()).actions.find(({ id }) => id === action_id);
    assert.deepEqual(logged?.changes, [
      { field: 'state', from: 'paused', to: 'live' },
      { field: 'daily spend', from: null, to: 90 },
    ]);
    assert.match(String(logged?.detail), /daily spend: from none to 90/);
    refused(await org.state(await org.draft({ budget: 20 }), 'live'), 'budget_cap_exceeded');
  });

  test('budgets that were raised there do not go past the cap together, however many go live at once', async () => {
    const org = await writes.organization({ cap: 3_000 });
    const names = Array.from({ length: 4 }, (_, index) => `Raised beside others ${index}`);
    const slugs: string[] = [];
    for (const name of names) slugs.push(await org.live({ name, budget: 20 }));
    for (const slug of slugs) await org.moved(slug, 'paused');
    for (const name of names) await writes.platform.edit(name, 'budget', 35);
    await writes.platform.fail('internal', 1_000, 'search');
    const answers = await Promise.all(slugs.map((slug) => org.state(slug, 'live')));
    await writes.platform.heal();
    const tasks = await Promise.all(answers.map((answer) => org.settled(Number(bodyOf(answer).task_tracking_id))));
    assert.deepEqual(tasks.map(({ status }) => status).sort(), ['completed', 'failed', 'failed', 'failed']);
    const running = await Promise.all(names.map(statusOf));
    assert.equal(running.filter((status) => status !== 'paused').length, 1, running.join());
    await org.quiet();
  });

  const LOWERED: Readonly<Record<string, (org: Organization) => Promise<void>>> = {
    'a cap': (org) => org.setCap(60 * 30),
    'how far one call may move a budget': (org) => org.setMove(5),
  };

  /** The platform fails while the limit is lowered, and is asked again then. */
  async function whileLowered<T>(lower: () => Promise<void>, ask: () => Promise<T>): Promise<T> {
    await writes.platform.fail('internal', 3, 'mutate');
    const answer = ask();
    await pause(300);
    await lower();
    await answer;
    await writes.platform.heal();
    return answer;
  }

  for (const [what, lower] of Object.entries(LOWERED)) {
    test(`${what}, lowered while a change is tried again and again, holds for it`, async () => {
      const org = await writes.organization();
      const slug = await org.live({ name: `Tried again: ${what}`, budget: 60 });
      const answer = await whileLowered(
        () => lower(org),
        () => org.patch(slug, { budget: 70, dry_run: false }),
      );
      assert.notEqual(answer.status, 200);
      await org.quiet();
      assert.equal((await writes.platform.campaign(`Tried again: ${what}`))?.budget, '60.00');
    });
  }

  test('how far one call may move a budget does not hold for an undo that is tried again', async () => {
    const org = await writes.organization();
    const slug = await org.live({ name: 'Undone again', budget: 60 });
    const { action_id } = await org.edited(slug, { budget: 70 });
    await writes.platform.fail('internal', 2, 'mutate');
    const undo = org.undone(action_id);
    await org.setMove(5);
    await undo;
    await writes.platform.heal();
    assert.equal((await writes.platform.campaign('Undone again'))?.budget, '60.00');
  });

  test('a campaign that rests here and runs there is stopped though nobody could look', async () => {
    const org = await writes.organization();
    const slug = await resting(org, 'Running unseen');
    await writes.platform.edit('Running unseen', 'status', 'ENABLED');
    const { task_tracking_id, action_id } = bodyOf(await unread(() => org.state(slug, 'paused')));
    assert.equal((await org.settled(Number(task_tracking_id))).status, 'completed');
    assert.equal(await statusOf('Running unseen'), 'paused');
    await org.undo(action_id);
    await org.quiet();
    assert.equal(await statusOf('Running unseen'), 'paused', 'undone, it rests: nobody knew that it ran');
  });

  test('a stop that was approved is made though nobody could look', async () => {
    const org = await writes.organization();
    const slug = await resting(org, 'Approved unseen');
    await writes.platform.edit('Approved unseen', 'status', 'ENABLED');
    await org.requireApprovals(true);
    const id = held(await org.state(slug, 'paused'));
    assert.equal(bodyOf(await unread(() => org.decide(id, 'approve'))).status, 'approved');
    await org.quiet();
    assert.equal(await statusOf('Approved unseen'), 'paused');
  });

  /** A stop that is held: seen to run there, or asked for while nobody could look. */
  const HELD: Readonly<Record<string, (org: Organization, slug: string) => ReturnType<Organization['state']>>> = {
    'was seen to run': (org, slug) => org.state(slug, 'paused'),
    'nobody could look at': (org, slug) => unread(() => org.state(slug, 'paused')),
  };

  for (const [what, ask] of Object.entries(HELD)) {
    test(`whoever decides on the stop of a campaign that ${what} is not told that it rests`, async () => {
      const org = await writes.organization();
      const slug = await resting(org, `Started there, ${what}`);
      await writes.platform.edit(`Started there, ${what}`, 'status', 'ENABLED');
      await org.requireApprovals(true);
      const id = held(await ask(org, slug));
      const path = `/organizations/${org.slug}/queued-writes/${id}/preview`;
      const { cookie } = org.people.owner;
      const { refusal, revision, shows } = bodyOf(await org.send('GET', path, undefined, { cookie }));
      assert.equal(refusal, null);
      const decided = await org.decide(id, 'approve', org.people.owner, { revision, shows });
      assert.equal(bodyOf(decided).status, 'approved', decided.text);
      await org.quiet();
      assert.equal(await statusOf(`Started there, ${what}`), 'paused');
    });
  }

  test('a stop through a login that is gone is refused, not called done', async () => {
    const own = await startWorld(suite);
    const org = await own.organization();
    const slug = await org.live({ name: 'Login gone' });
    await org.moved(slug, 'paused');
    await own.platform.edit('Login gone', 'status', 'ENABLED');
    await own.platform.revoke();
    refused(await org.state(slug, 'paused'), 'setup_required');
  });

  test('an account that was refused once is stopped in at once, not when it is tried again', async () => {
    const own = await startWorld(suite);
    const org = await own.organization();
    const [one, other] = [await org.live({ name: 'Refused once' }), await org.live({ name: 'Beside it' })];
    await own.platform.fail('permission', 1, 'search');
    const { task_tracking_id } = bodyOf(await org.state(one, 'paused'));
    assert.equal((await org.settled(Number(task_tracking_id))).status, 'failed');
    for (const slug of [one, other]) await org.moved(slug, 'paused');
  });

  test('a change that the platform does not answer does not keep its campaign running', async () => {
    const org = await writes.organization();
    const slug = await org.live({ name: 'Silent about it', budget: 40 });
    await writes.platform.fail('hang', 1, 'mutate');
    const edit = org.patch(slug, { budget: 44, dry_run: false });
    await pause(500);
    const began = performance.now();
    await org.moved(slug, 'paused');
    assert.ok(performance.now() - began < LONGEST_STOP_MS, `${performance.now() - began} ms`);
    assert.equal(await statusOf('Silent about it'), 'paused');
    refused(await edit, 'ad_platform_unavailable');
    const [, edited] = (await org.log()).actions;
    assert.equal(edited?.status, 'failed');
    await writes.platform.heal();
    // The account is read again: what the platform refuses next is meant for others.
    await org.quiet();
  });

  test('a budget that was raised there after somebody approved another does not go live', async () => {
    const org = await writes.organization();
    const slug = await resting(org, 'Approved with less');
    await org.requireApprovals(true);
    const id = held(await org.state(slug, 'live'));
    await writes.platform.edit('Approved with less', 'budget', 90);
    await unread(() => org.decide(id, 'approve'));
    await org.quiet();
    assert.equal(await statusOf('Approved with less'), 'paused');
    const [newest] = (await org.log()).actions;
    assert.equal(newest?.status, 'failed', JSON.stringify(newest));
  });

  test('undoing a launch stops it, whatever is left of the quota', async () => {
    const org = await writes.organization();
    const slug = await org.draft({ name: 'Undone without quota' });
    const action = await org.moved(slug, 'live');
    await org.setQuota(1);
    refused(await org.patch(slug, { budget: 41, dry_run: false }), 'write_quota_exceeded');
    await org.undone(action);
    await org.quiet();
    assert.equal(await statusOf('Undone without quota'), 'paused');
  });

  test('whoever approves a launch sees what it spends and where, and sees it anew when that has changed', async () => {
    const org = await writes.organization();
    const slug = await org.draft({ budget: 40 });
    await org.requireApprovals(true);
    const id = held(await org.state(slug, 'live'));
    const spend = async () => bodyOf(await org.queued(id)).changes;
    assert.deepEqual(await spend(), [
      { field: 'state', from: 'draft', to: 'live' },
      { field: 'daily spend', from: null, to: 40 },
      { field: 'location', from: null, to: 'United States (place 2840)' },
    ]);
    await org.edited(slug, { budget: 50 }, { cookie: org.people.owner.cookie });
    refused(await org.decide(id, 'approve'), 'sync_conflict');
    assert.deepEqual(await spend(), [
      { field: 'state', from: 'draft', to: 'live' },
      { field: 'daily spend', from: null, to: 50 },
      { field: 'location', from: null, to: 'United States (place 2840)' },
    ]);
    const around = { kind: 'radius', name: 'Shop', latitude: 30.25, longitude: -97.75, radius_km: 20 };
    const elsewhere = { dry_run: false, locations: [around] };
    const path = `/organizations/${org.slug}/campaigns/${slug}/locations`;
    bodyOf(await org.send('PUT', path, elsewhere, { cookie: org.people.owner.cookie }));
    refused(await org.decide(id, 'approve', org.people.owner, { revision: 1 }), 'sync_conflict');
    assert.deepEqual(Object(await spend())[2]?.to, '20 km around "Shop" (30.25, -97.75)');
  });

  test('whoever approves a first launch is shown it anew when what it excludes has changed', async () => {
    const org = await writes.organization();
    const slug = await org.draft({ budget: 40 });
    const { cookie } = org.people.owner;
    await org.negatives(slug, ['free'], { dry_run: false }, { cookie });
    await org.requireApprovals(true);
    const id = held(await org.state(slug, 'live'));
    const excluded = async () => JSON.stringify(bodyOf(await org.queued(id)).changes);
    assert.match(await excluded(), /"negative keywords","from":null,"to":"1"/);
    await org.negatives(slug, ['cheap', 'jobs'], { dry_run: false }, { cookie });
    refused(await org.decide(id, 'approve'), 'sync_conflict');
    assert.match(await excluded(), /"negative keywords","from":null,"to":"3"/);
    const decided = await org.decide(id, 'approve', org.people.owner, { revision: 1 });
    assert.equal(bodyOf(decided).status, 'approved', decided.text);
    await org.quiet();
  });
});
