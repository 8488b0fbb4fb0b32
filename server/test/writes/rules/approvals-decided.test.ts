import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { z } from 'zod';
import { eventOf } from '../../harness/audit-events.ts';
import type { HttpAnswer } from '../../harness/client.ts';
import { wholeSuite } from '../../harness/service.ts';
import { refused } from '../answers.ts';
import { held, statusOf, waiting } from '../approvals.ts';
import { bodyOf, type Organization } from '../organization.ts';
import { startWorld, type Writes } from '../world.ts';

describe('decisions on queued writes', () => {
  const suite = wholeSuite();
  let writes: Writes;

  before(async () => {
    writes = await startWorld(suite);
  });

  test('an approved change runs as the direct call would, attributed to the requester', async () => {
    const { org, slug, id } = await waiting(writes);
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

  test('an approved change reaches the platform, whichever it is', async () => {
    const org = await writes.organization({ approvals: true });
    const slug = await org.draft({ name: 'Approved', budget: 40 });
    const approved = async (answer: HttpAnswer) => {
      const id = held(answer);
      assert.equal((await org.decide(id, 'approve')).status, 200);
      const { status, result } = bodyOf(await org.queued(id));
      assert.equal(status, 'approved', JSON.stringify(result));
      return z.record(z.string(), z.unknown()).parse(result);
    };
    const launch = await approved(await org.state(slug, 'live'));
    assert.equal((await org.settled(Number(launch.task_tracking_id))).status, 'completed');
    const { action_id } = await approved(await org.patch(slug, { budget: 44, dry_run: false }));
    const negatives = await approved(await org.negatives(slug, ['free', 'jobs'], { dry_run: false }));
    assert.equal(negatives.added, 2);
    const there = await writes.platform.campaign('Approved');
    assert.deepEqual([there?.budget, there?.negatives.length, there?.status], ['44.00', 2, 'enabled']);
    const undo = await approved(await org.undo(action_id));
    assert.deepEqual(undo.restored, ['budget']);
    assert.equal((await writes.platform.campaign('Approved'))?.budget, '40.00');
  });

  test('a guardrail that refuses by now makes it fail rather than execute', async () => {
    const { org, slug, id } = await waiting(writes, { cap: 1_320 });
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

  test('what passes by itself leaves it waiting: quota that is used up, a change that is under way', async () => {
    const { org, slug, id } = await waiting(writes);
    await org.setQuota(0);
    refused(await org.decide(id, 'approve'), 'write_quota_exceeded');
    assert.equal(await statusOf(org, id), 'pending');
    await org.setQuota(null);
    assert.equal((await org.decide(id, 'approve')).status, 200);
    assert.equal(await statusOf(org, id), 'approved');
    assert.equal((await org.campaign(slug)).budget, 44);
  });

  test('the limit on one call is looked at again from the budget as it is by then', async () => {
    const { org, slug, id } = await waiting(writes);
    await org.edited(slug, { budget: 30 }, { cookie: org.people.owner.cookie });
    await org.decide(id, 'approve');
    assert.equal(await statusOf(org, id), 'failed');
    assert.equal((await org.campaign(slug)).budget, 30);
  });

  test('a raise that has turned into a cut since is shown anew before it can be approved', async () => {
    const { org, slug, id } = await waiting(writes);
    await org.edited(slug, { budget: 48 }, { cookie: org.people.owner.cookie });
    refused(await org.decide(id, 'approve'), 'sync_conflict');
    const { status, changes, revision } = bodyOf(await org.queued(id));
    assert.deepEqual([status, changes, revision], ['pending', [{ field: 'budget', from: 48, to: 44 }], 1]);
    refused(await org.decide(id, 'approve'), 'sync_conflict');
    assert.equal((await org.campaign(slug)).budget, 48);
    assert.equal((await org.decide(id, 'approve', org.people.owner, { revision: 1 })).status, 200);
    assert.equal(await statusOf(org, id), 'approved');
    assert.equal((await org.campaign(slug)).budget, 44);
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
      const { org, slug, id } = await waiting(writes);
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
    const { org, slug, id } = await waiting(writes);
    assert.equal((await org.decide(id, 'reject', org.people.admin, { reason: 'Not now' })).status, 200);
    const { status, reason } = bodyOf(await org.queued(id));
    assert.deepEqual([status, reason], ['rejected', 'Not now']);
    refused(await org.decide(id, 'approve'), 'already_applied');
    refused(await org.decide(id, 'reject'), 'already_applied');
    assert.equal((await org.campaign(slug)).budget, 40);
    assert.equal(await org.writesUsed(), 0);
  });

  test('a key cannot approve: that is done in the dashboard', async () => {
    const { org, id } = await waiting(writes);
    const path = `/organizations/${org.slug}/queued-writes/${id}/approve`;
    refused(await org.send('POST', path, undefined, { key: org.keys.owner.key }), 'not_found');
    assert.equal(await statusOf(org, id), 'pending');
  });

  test('of two people who decide at once one wins, and it is executed at most once', async () => {
    for (const [one, other] of [
      ['approve', 'approve'],
      ['approve', 'reject'],
      ['reject', 'reject'],
    ] as const) {
      const { org, slug, id } = await waiting(writes);
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

  const declined: Record<string, (org: Organization, slug: string) => Promise<() => Promise<HttpAnswer>>> = {
    'an edit': async (org, slug) => () => org.patch(slug, { name: 'Not allowed', dry_run: false }),
    'a stop': async (org, slug) => () => org.state(slug, 'paused'),
    'a start': async (org, slug) => {
      await org.moved(slug, 'paused');
      return () => org.state(slug, 'live');
    },
    'the undoing of an edit': async (org, slug) => {
      const { action_id } = await org.edited(slug, { budget: 44 });
      return () => org.undo(action_id);
    },
    'the undoing of a stop': async (org, slug) => {
      const action = await org.moved(slug, 'paused');
      return () => org.undo(action);
    },
  };

  for (const [what, prepare] of Object.entries(declined)) {
    test(`${what} that the platform declines after approval has failed, and is not called approved before`, async () => {
      const org = await writes.organization();
      const slug = await org.live({ name: `Declined: ${what}`, budget: 40 });
      const ask = await prepare(org, slug);
      await org.requireApprovals(true);
      const id = held(await ask());
      const [used, before] = [await org.writesUsed(), await writes.platform.campaign(`Declined: ${what}`)];
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
      const { status, reason, result } = bodyOf(await org.queued(id));
      assert.equal(status, 'failed');
      assert.match(String(reason), /polic/i);
      assert.match(JSON.stringify(result), /"action_id":"act_/);
      assert.equal(seen.has('approved'), false, 'only pending ever changes');
      assert.deepEqual(await writes.platform.campaign(`Declined: ${what}`), before);
      assert.equal(await org.writesUsed(), used);
    });
  }
});
