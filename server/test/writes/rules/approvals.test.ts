import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { eventOf } from '../../harness/audit-events.ts';
import type { HttpAnswer } from '../../harness/client.ts';
import { wholeSuite } from '../../harness/service.ts';
import { refused } from '../answers.ts';
import { startWrites, type Writes } from '../harness.ts';
import { bodyOf, type Organization } from '../organization.ts';

const WEEK_HOURS = 7 * 24;

describe('approvals', () => {
  const suite = wholeSuite();
  let writes: Writes;

  before(async () => {
    writes = await startWrites(suite);
  });

  /** The id of a change that must have been held. */
  function held(answer: HttpAnswer): string {
    refused(answer, 'approval_required');
    const id = String(answer.error.queued_recommendation_id);
    assert.match(id, /^qw_/);
    return id;
  }

  const statusOf = async (org: Organization, id: string) => bodyOf(await org.queued(id)).status;

  /** The queue as the dashboard shows it. */
  async function listed(org: Organization, query: string): Promise<string[]> {
    const path = `/organizations/${org.slug}/queued-writes${query}`;
    const answer = await org.send('GET', path, undefined, { cookie: org.people.owner.cookie });
    const rows = bodyOf(answer).queued_writes;
    assert.ok(Array.isArray(rows), answer.text);
    return rows.map((row: { id: string }) => row.id);
  }

  /** An organization with approvals, a draft in it, and an edit of its budget from 40 to 44 that waits. */
  async function waiting(options: { cap?: number; quota?: number } = {}) {
    const org = await writes.organization({ ...options, approvals: true });
    const slug = await org.draft({ budget: 40 });
    const id = held(await org.patch(slug, { budget: 44, dry_run: false }));
    return { org, slug, id };
  }

  test('every mutating call through a key answers 202 approval_required and changes nothing', async () => {
    const org = await writes.organization();
    const slug = await org.live({ name: 'Guarded', budget: 40 });
    const { action_id } = await org.edited(slug, { budget: 42 });
    await org.requireApprovals(true);
    const [used, { total }, before] = [await org.writesUsed(), await org.log(), await org.campaign(slug)];
    await writes.platform.forgetRequests();
    const ids = [
      held(await org.patch(slug, { budget: 44, dry_run: false })),
      held(await org.patch(slug, { name: 'Other', dry_run: false }, { key: org.keys.owner.key })),
      held(await org.state(slug, 'paused')),
      held(await org.negatives(slug, ['free'], { dry_run: false })),
      held(await org.undo(action_id)),
    ];
    assert.equal(new Set(ids).size, ids.length);
    assert.deepEqual(await org.campaign(slug), before);
    assert.deepEqual([await org.writesUsed(), (await org.log()).total], [used, total]);
    assert.equal(await writes.platform.mutates(), 0);
    const operations = [
      'update_campaign',
      'update_campaign',
      'set_campaign_state',
      'add_negative_keywords',
      'undo_action',
    ];
    for (const [index, id] of ids.entries()) {
      const { status, operation, requested_at, requested_by } = bodyOf(await org.queued(id));
      assert.deepEqual([status, operation], ['pending', operations[index]]);
      assert.match(String(requested_at), /Z$/);
      assert.equal(requested_by, org.people[index === 1 ? 'owner' : 'admin'].email);
    }
  });

  test('reads and dry_run previews are never held', async () => {
    const { org, slug } = await waiting();
    const previews = [
      await org.patch(slug, { budget: 45 }),
      await org.state(slug, 'live', { dryRun: true }),
      await org.negatives(slug, ['free']),
    ];
    for (const preview of previews) assert.equal(bodyOf(preview).dry_run, true, preview.text);
    await org.campaign(slug);
  });

  test('what a person does in the dashboard is not held', async () => {
    const { org, slug } = await waiting();
    const person = { cookie: org.people.admin.cookie };
    const { action_id } = await org.edited(slug, { name: 'By hand' }, person);
    assert.equal((await org.campaign(slug)).name, 'By hand');
    assert.equal((await org.undo(action_id, person)).status, 200);
    assert.equal((await org.campaign(slug)).name === 'By hand', false);
  });

  test('a call that would change nothing is not held', async () => {
    const { org, slug } = await waiting();
    assert.deepEqual((await org.patch(slug, { budget: 40, dry_run: false })).json, {
      applied: true,
      action_id: null,
      changed: {},
    });
    assert.equal((await org.state(slug, 'draft')).status, 200);
  });

  test('a call that breaks a limit is refused at once', async () => {
    const { org, slug } = await waiting({ cap: 1_500 });
    refused(await org.patch(slug, { budget: 60, dry_run: false }), 'budget_cap_exceeded', { allowed_max: 50 });
    const bare = await org.draft({ budget: 0, locations: [] });
    refused(await org.patch(bare, { budget: 20, dry_run: false }), 'budget_cap_exceeded', { allowed_max_daily: 10 });
    refused(await org.state(bare, 'live'), 'launch_blocked');
    refused(await org.undo('act_nothing'), 'not_found');
  });

  test('turned off again, calls execute at once, and what waits goes on waiting', async () => {
    const { org, slug, id } = await waiting();
    await org.requireApprovals(false);
    await org.edited(slug, { name: 'At once' });
    assert.equal(await statusOf(org, id), 'pending');
  });

  test('an approved change runs as the direct call would, attributed to the requester', async () => {
    const { org, slug, id } = await waiting();
    const answer = await org.decide(id, 'approve');
    assert.equal(answer.status, 200, answer.text);
    const { status, result, decided_at } = bodyOf(await org.queued(id));
    assert.equal(status, 'approved');
    assert.notEqual(decided_at, null);
    assert.equal((await org.campaign(slug)).budget, 44);
    const [entry] = (await org.log()).actions;
    assert.deepEqual(entry?.actor, {
      type: 'api_key',
      prefix: org.keys.admin.prefix,
      last_four: org.keys.admin.lastFour,
      user: org.people.admin.email,
    });
    assert.deepEqual(result, { applied: true, action_id: entry?.id, changed: { budget: { from: 40, to: 44 } } });
    const event = await eventOf(writes.database, answer.requestId);
    assert.deepEqual(
      [event.operation, event.user, event.status_code],
      ['approve_queued_write', org.people.owner.email, 200],
    );
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

  test('every kind of change can be approved, and reaches the platform', async () => {
    const org = await writes.organization({ approvals: true });
    const slug = await org.draft({ name: 'Approved', budget: 40 });
    const approved = async (answer: HttpAnswer) => {
      const id = held(answer);
      assert.equal((await org.decide(id, 'approve')).status, 200);
      const { status, result } = bodyOf(await org.queued(id));
      assert.equal(status, 'approved', JSON.stringify(result));
      return result as Record<string, unknown>;
    };
    const launch = await approved(await org.state(slug, 'live'));
    assert.equal((await org.settled(Number(launch.task_tracking_id))).status, 'completed');
    const { action_id } = await approved(await org.patch(slug, { budget: 44, dry_run: false }));
    const exclusion = await approved(await org.negatives(slug, ['free', 'jobs'], { dry_run: false }));
    assert.equal(exclusion.added, 2);
    const there = await writes.platform.campaign('Approved');
    assert.deepEqual([there?.budget, there?.negatives.length, there?.status], ['44.00', 2, 'enabled']);
    const undo = await approved(await org.undo(action_id));
    assert.deepEqual(undo.restored, ['budget']);
    assert.equal((await writes.platform.campaign('Approved'))?.budget, '40.00');
  });

  test('a guardrail that refuses by now makes it fail rather than execute', async () => {
    const { org, slug, id } = await waiting({ cap: 1_320 });
    await org.setCap(1_300);
    await org.decide(id, 'approve');
    const { status, reason, result } = bodyOf(await org.queued(id));
    assert.equal(status, 'failed');
    assert.match(String(reason), /cap/);
    assert.match(JSON.stringify(result), /budget_cap_exceeded/);
    assert.equal((await org.campaign(slug)).budget, 40);
    assert.deepEqual([await org.writesUsed(), (await org.log()).total], [0, 0]);
    await org.setCap(null);
    refused(await org.decide(id, 'approve'), 'already_applied');
    assert.equal(await statusOf(org, id), 'failed');
  });

  test('the limit on one call is looked at again from the budget as it is by then', async () => {
    const { org, slug, id } = await waiting();
    await org.edited(slug, { budget: 30 }, { cookie: org.people.owner.cookie });
    await org.decide(id, 'approve');
    assert.equal(await statusOf(org, id), 'failed');
    assert.equal((await org.campaign(slug)).budget, 30);
  });

  test('a requester whose access is gone by now makes it fail', async () => {
    const endings: ((org: Organization) => Promise<void>)[] = [
      (org) => writes.world.revoke(org.keys.admin),
      async (org) => {
        const path = `/organizations/${org.slug}/members/${org.people.admin.id}`;
        const answer = await org.send('PUT', path, { role: 'member' }, { cookie: org.people.owner.cookie });
        assert.equal(answer.status, 200, answer.text);
      },
      async (org) => {
        const path = `/organizations/${org.slug}/members/${org.people.admin.id}`;
        const answer = await org.send('DELETE', path, undefined, { cookie: org.people.owner.cookie });
        assert.equal(answer.status, 200, answer.text);
      },
    ];
    for (const end of endings) {
      const { org, slug, id } = await waiting();
      await end(org);
      await org.decide(id, 'approve');
      const { status, reason } = bodyOf(await org.queued(id, { key: org.keys.owner.key }));
      assert.deepEqual([status, typeof reason], ['failed', 'string']);
      const { budget } = bodyOf(
        await org.send('GET', `/organizations/${org.slug}/campaigns/${slug}`, undefined, { key: org.keys.owner.key }),
      );
      assert.equal(budget, 40);
    }
  });

  test('a rejected change is never made', async () => {
    const { org, slug, id } = await waiting();
    assert.equal((await org.decide(id, 'reject', org.people.admin, { reason: 'Not now' })).status, 200);
    const { status, reason } = bodyOf(await org.queued(id));
    assert.deepEqual([status, reason], ['rejected', 'Not now']);
    refused(await org.decide(id, 'approve'), 'already_applied');
    refused(await org.decide(id, 'reject'), 'already_applied');
    assert.equal((await org.campaign(slug)).budget, 40);
    assert.equal(await org.writesUsed(), 0);
  });

  test('a member may not decide, nor somebody of another organization', async () => {
    const { org, id } = await waiting();
    const other = await writes.organization();
    for (const decision of ['approve', 'reject'] as const) {
      refused(await org.decide(id, decision, org.people.member), 'role_denied');
      refused(await org.decide(id, decision, other.people.owner), 'org_access_denied');
      refused(await other.decide(id, decision), 'not_found');
    }
    assert.equal(await statusOf(org, id), 'pending');
    assert.equal((await org.decide(id, 'approve', org.people.admin)).status, 200);
  });

  test('a key cannot approve: that is done in the dashboard', async () => {
    const { org, id } = await waiting();
    const path = `/organizations/${org.slug}/queued-writes/${id}/approve`;
    refused(await org.send('POST', path, undefined, { key: org.keys.owner.key }), 'not_found');
    assert.equal(await statusOf(org, id), 'pending');
  });

  test('a queued write can be read with any credential of its organization and no other', async () => {
    const { org, id } = await waiting();
    const other = await writes.organization();
    assert.equal((await org.queued(id, { key: org.keys.member.key })).status, 200);
    refused(await other.queued(id), 'not_found');
    refused(await org.queued('qw_nothing'), 'not_found');
  });

  test('seven days without action reject it with reason expired', async () => {
    const { org, slug, id } = await waiting();
    await writes.turn({ hours: WEEK_HOURS, minutes: -1 });
    assert.equal(await statusOf(org, id), 'pending');
    await writes.turn({ minutes: 1 });
    const { status, reason } = bodyOf(await org.queued(id));
    assert.deepEqual([status, reason], ['rejected', 'expired']);
    refused(await org.decide(id, 'approve'), 'already_applied');
    assert.equal((await org.campaign(slug)).budget, 40);
  });

  test('an expired change cannot be approved although nobody looked at it', async () => {
    const { org, slug, id } = await waiting();
    await writes.turn({ hours: WEEK_HOURS, seconds: 1 });
    refused(await org.decide(id, 'approve'), 'already_applied');
    assert.equal(await statusOf(org, id), 'rejected');
    assert.equal((await org.campaign(slug)).budget, 40);
  });

  test('an expired change is not listed as waiting although nobody looked at it', async () => {
    const { org, id } = await waiting();
    await writes.turn({ hours: WEEK_HOURS, seconds: 1 });
    assert.deepEqual(await listed(org, '?status=pending'), []);
    assert.deepEqual(await listed(org, '?status=rejected'), [id]);
  });

  test('of two people who decide at once one wins, and it is executed at most once', async () => {
    for (const [one, other] of [
      ['approve', 'approve'],
      ['approve', 'reject'],
      ['reject', 'reject'],
    ] as const) {
      const { org, slug, id } = await waiting();
      const answers = await Promise.all([
        org.decide(id, one, org.people.owner),
        org.decide(id, other, org.people.admin),
        org.decide(id, one, org.people.owner),
        org.decide(id, other, org.people.admin),
      ]);
      const winners = answers.filter(({ status }) => status === 200);
      assert.equal(winners.length, 1, answers.map(({ text }) => text).join('\n'));
      const status = await statusOf(org, id);
      const made = (await org.log()).total;
      assert.equal(made, status === 'approved' ? 1 : 0);
      assert.equal((await org.campaign(slug)).budget, status === 'approved' ? 44 : 40);
    }
  });

  test('a held call spends write quota only when it is executed', async () => {
    const { org, slug, id } = await waiting({ quota: 1 });
    const second = held(await org.patch(slug, { name: 'Second', dry_run: false }));
    assert.equal(await org.writesUsed(), 0);
    await org.decide(id, 'approve');
    assert.equal(await org.writesUsed(), 1);
    await org.decide(second, 'approve');
    assert.equal(await statusOf(org, second), 'failed');
    assert.match(JSON.stringify(bodyOf(await org.queued(second)).result), /write_quota_exceeded/);
  });

  test('a change that the platform declines after approval has failed, and is not called approved before', async () => {
    const org = await writes.organization();
    const slug = await org.live({ name: 'Declined', budget: 40 });
    await org.requireApprovals(true);
    const id = held(await org.patch(slug, { name: 'Not allowed', dry_run: false }));
    const used = await org.writesUsed();
    await writes.platform.fail('policy', 1, 'mutate');
    const seen = new Set<unknown>();
    const deciding = org.decide(id, 'approve');
    let decided = false;
    const done = deciding.finally(() => {
      decided = true;
    });
    while (!decided) seen.add(await statusOf(org, id));
    const answer = await done;
    assert.equal(bodyOf(answer).status, 'failed', answer.text);
    const { status, reason } = bodyOf(await org.queued(id));
    assert.equal(status, 'failed');
    assert.match(String(reason), /polic/i);
    assert.equal(seen.has('approved'), false, 'only pending ever changes');
    assert.equal((await org.campaign(slug)).name, 'Declined');
    assert.equal(await org.writesUsed(), used);
  });

  test('the queue lists what waits, newest first', async () => {
    const { org, slug, id } = await waiting();
    const second = held(await org.patch(slug, { name: 'Second', dry_run: false }));
    assert.deepEqual(await listed(org, ''), [second, id]);
    await org.decide(second, 'reject');
    assert.deepEqual(await listed(org, '?status=pending'), [id]);
    assert.deepEqual(await listed(org, '?status=rejected'), [second]);
  });
});
