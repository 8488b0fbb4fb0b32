import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { statement } from '../../../src/base/database.ts';
import { eventOf } from '../../harness/audit-events.ts';
import { wholeSuite } from '../../harness/service.ts';
import { refused } from '../answers.ts';
import { held, listed, statusOf, waiting } from '../approvals.ts';
import { bodyOf } from '../organization.ts';
import { until } from '../patience.ts';
import { arrange, writesThat } from '../samples.ts';
import { startWorld, type Writes } from '../world.ts';

const WEEK_HOURS = 7 * 24;

const holdQuota = statement<[organizationId: number], never>(
  'select used from write_quota where organization_id = $1 for update',
);
const waiters = statement<[], { count: number }>(`
  select count(*)::integer as count from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock'`);

describe('calls while approvals are on', () => {
  const suite = wholeSuite();
  let writes: Writes;

  before(async () => {
    writes = await startWorld(suite);
  });

  for (const name of writesThat(({ heldByApprovals }) => heldByApprovals)) {
    test(`${name} through a key answers 202 approval_required and changes nothing`, async () => {
      const org = await writes.organization();
      const { slug, send } = await arrange(name, org);
      await org.requireApprovals(true);
      const [used, log, campaign] = [await org.writesUsed(), await org.log(), await org.campaign(slug)];
      await writes.platform.forgetRequests();
      const ids = [held(await send()), held(await send({ key: org.keys.owner.key }))];
      assert.equal(new Set(ids).size, ids.length);
      assert.deepEqual(await org.campaign(slug), campaign);
      assert.deepEqual([await org.writesUsed(), await org.log()], [used, log]);
      assert.equal(await writes.platform.mutates(), 0);
      for (const [index, id] of ids.entries()) {
        const { status, operation, requested_at, requested_by, changes } = bodyOf(await org.queued(id));
        assert.deepEqual([status, operation], ['pending', name]);
        assert.match(String(requested_at), /Z$/);
        assert.equal(requested_by, org.people[index === 1 ? 'owner' : 'admin'].email);
        assert.ok(Array.isArray(changes) && changes.length > 0, 'whoever decides is told what becomes of what');
      }
    });
  }

  test('every operation that changes something through a key or connected app is held, and no other', () => {
    const held = writesThat(({ heldByApprovals }) => heldByApprovals);
    // Documents change nothing that runs.
    const documents = ['generate_report', 'generate_strategy'];
    assert.deepEqual(
      held,
      writesThat(({ name }) => !documents.includes(name)),
    );
  });

  test('reads and dry_run previews are never held', async () => {
    const { org, slug } = await waiting(writes);
    const previews = [
      await org.patch(slug, { budget: 45 }),
      await org.state(slug, 'live', { dryRun: true }),
      await org.negatives(slug, ['free']),
    ];
    for (const preview of previews) assert.equal(bodyOf(preview).dry_run, true, preview.text);
    await org.campaign(slug);
  });

  test('what a person does in the dashboard is not held', async () => {
    const { org, slug } = await waiting(writes);
    const person = { cookie: org.people.admin.cookie };
    const { action_id } = await org.edited(slug, { name: 'By hand' }, person);
    assert.equal((await org.campaign(slug)).name, 'By hand');
    assert.equal((await org.undo(action_id, person)).status, 200);
    assert.equal((await org.campaign(slug)).name === 'By hand', false);
  });

  test('a call that would change nothing is not held', async () => {
    const { org, slug } = await waiting(writes);
    assert.deepEqual((await org.patch(slug, { budget: 40, dry_run: false })).json, {
      applied: true,
      action_id: null,
      changed: {},
    });
    assert.equal((await org.state(slug, 'draft')).status, 200);
  });

  test('a call that breaks a limit is refused at once', async () => {
    const { org, slug } = await waiting(writes, { cap: 1_500 });
    refused(await org.patch(slug, { budget: 60, dry_run: false }), 'budget_cap_exceeded', { allowed_max: 50 });
    const bare = await org.draft({ budget: 0, locations: [] });
    refused(await org.patch(bare, { budget: 20, dry_run: false }), 'budget_cap_exceeded', { allowed_max_daily: 10 });
    refused(await org.state(bare, 'live'), 'launch_blocked');
    refused(await org.undo('act_nothing'), 'not_found');
  });

  test('once they are told to be on, nothing executes that had not begun: what has is over by then', async () => {
    const org = await writes.organization();
    const slug = await org.draft({ budget: 40 });
    await org.edited(slug, { budget: 41 });
    let switched = false;
    const blocked = async (count: number) => Number((await writes.database.row(waiters))?.count) >= count;
    const { writing, seen } = await writes.database.transaction(async (db) => {
      await db.execute(holdQuota, org.id);
      const writing = org.patch(slug, { budget: 42, dry_run: false });
      await until(async () => (await blocked(1)) || undefined, 'the write');
      const seen = org
        .requireApprovals(true)
        .then(() => org.campaign(slug))
        .finally(() => {
          switched = true;
        });
      await until(async () => switched || (await blocked(2)) || undefined, 'the switch');
      return { writing, seen };
    });
    assert.equal((await writing).status, 200);
    assert.equal((await seen).budget, 42);
    held(await org.patch(slug, { budget: 43, dry_run: false }));
  });

  test('turned off again, calls execute at once, and what waits goes on waiting', async () => {
    const { org, slug, id } = await waiting(writes);
    await org.requireApprovals(false);
    await org.edited(slug, { name: 'At once' });
    assert.equal(await statusOf(org, id), 'pending');
  });

  test('the request that was held is in the audit trail under its requester, with approval_required', async () => {
    const org = await writes.organization({ approvals: true });
    const answer = await org.patch(await org.draft({ budget: 40 }), { budget: 44, dry_run: false });
    const event = await eventOf(writes.database, answer.requestId);
    assert.deepEqual(
      [event.operation, event.user, event.status_code, event.error_code, event.key_last_four],
      ['update_campaign', org.people.admin.email, 202, 'approval_required', org.keys.admin.lastFour],
    );
  });

  test('a queued write can be read with any credential of its organization and no other', async () => {
    const { org, id } = await waiting(writes);
    const other = await writes.organization();
    assert.equal((await org.queued(id, { key: org.keys.member.key })).status, 200);
    refused(await other.queued(id), 'not_found');
    refused(await org.queued('qw_nothing'), 'not_found');
  });

  test('seven days without action reject it with reason expired', async () => {
    const { org, slug, id } = await waiting(writes);
    await writes.turn({ hours: WEEK_HOURS, minutes: -1 });
    assert.equal(await statusOf(org, id), 'pending');
    await writes.turn({ minutes: 1 });
    const { status, reason } = bodyOf(await org.queued(id));
    assert.deepEqual([status, reason], ['rejected', 'expired']);
    refused(await org.decide(id, 'approve'), 'already_applied');
    assert.equal((await org.campaign(slug)).budget, 40);
  });

  test('an expired change cannot be approved although nobody looked at it', async () => {
    const { org, slug, id } = await waiting(writes);
    await writes.turn({ hours: WEEK_HOURS, seconds: 1 });
    refused(await org.decide(id, 'approve'), 'already_applied');
    assert.equal(await statusOf(org, id), 'rejected');
    assert.equal((await org.campaign(slug)).budget, 40);
  });

  test('an expired change is not listed as waiting although nobody looked at it', async () => {
    const { org, id } = await waiting(writes);
    await writes.turn({ hours: WEEK_HOURS, seconds: 1 });
    assert.deepEqual(await listed(org, '?status=pending'), []);
    assert.deepEqual(await listed(org, '?status=rejected'), [id]);
  });

  test('a held call spends write quota only when it is executed', async () => {
    const { org, slug, id } = await waiting(writes, { quota: 1 });
    const second = held(await org.patch(slug, { name: 'Second', dry_run: false }));
    assert.equal(await org.writesUsed(), 0);
    await org.decide(id, 'approve');
    assert.equal(await org.writesUsed(), 1);
    refused(await org.decide(second, 'approve'), 'write_quota_exceeded');
    assert.deepEqual([await statusOf(org, second), await org.writesUsed()], ['pending', 1]);
  });

  test('whoever decides is told of which campaign, of what change, and that it is an undo', async () => {
    const { org, slug, id } = await waiting(writes);
    const queued = bodyOf(await org.queued(id));
    assert.deepEqual([queued.campaign, queued.summary], [slug, 'budget: from 40.0 to 44.0']);
    const approved = await org.decide(id, 'approve');
    assert.match(approved.text, /"budget":\{[^}]*"to":44\.0/, 'amounts keep their decimal');
    const { action_id } = Object(bodyOf(approved).result);
    const undo = bodyOf(await org.queued(held(await org.undo(action_id))));
    assert.deepEqual([undo.campaign, undo.summary], [slug, 'undo: budget: from 44.0 to 40.0']);
  });
});
