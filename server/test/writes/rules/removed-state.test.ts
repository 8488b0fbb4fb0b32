import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { z } from 'zod';
import { statement } from '../../../src/base/database.ts';
import { wholeSuite } from '../../harness/service.ts';
import { refused } from '../answers.ts';
import { held, statusOf } from '../approvals.ts';
import { bodyOf, type Organization } from '../organization.ts';
import { INITECH, startWorld, type Writes } from '../world.ts';

const FROM = ['paused', 'draft', 'error'] as const;
const TO = ['live', 'paused', 'draft'] as const;
const CHANGES = FROM.flatMap((from) => TO.map((to) => ({ from, to, named: `${from} to ${to}` })));

const removeThere = statement<[organizationId: number, slug: string, state: string], never>(`
  update campaign set platform_id = slug, platform_state = 'removed', state = $3, last_synced_at = created_at
  where organization_id = $1 and slug = $2`);
const there = statement<[organizationId: number, slug: string], { platform_state: string; pushed_at: string | null }>(
  'select platform_state, pushed_at from campaign where organization_id = $1 and slug = $2',
);

const previewed = z.strictObject({
  dry_run: z.literal(true),
  would_change: z.object({ state: z.object({ from: z.string(), to: z.string() }) }),
  blocked_by: z.string().nullable(),
  blocked_reason: z.string().nullable(),
  removed: z.literal(true).optional(),
});
const refusal = z.looseObject({ code: z.string(), message: z.string() }).nullable();

describe('a change of the state of a campaign that was removed in the platform', () => {
  const suite = wholeSuite();
  let writes: Writes;
  let org: Organization;

  before(async () => {
    writes = await startWorld(suite);
    org = await writes.organization();
  });

  async function removed(state: string): Promise<string> {
    const slug = await org.draft();
    await writes.database.execute(removeThere, org.id, slug, state);
    return slug;
  }

  const asOwner = async (path: string) =>
    bodyOf(await org.send('GET', path, undefined, { cookie: org.people.owner.cookie }));
  const look = async (slug: string, to: string) => previewed.parse(bodyOf(await org.state(slug, to, { dryRun: true })));

  /** It is as it was wished, was removed all the same, and nobody was asked for it. */
  async function assertMoved(slug: string, to: string): Promise<void> {
    assert.equal((await org.campaign(slug)).state, to);
    assert.deepEqual(await writes.database.row(there, org.id, slug), { platform_state: 'removed', pushed_at: null });
    assert.deepEqual([await writes.platform.searches(), await writes.platform.mutates()], [0, 0]);
    refused(await org.state(slug, 'live'), 'launch_blocked', { blocked_by: 'removed' });
  }

  for (const { from, to, named } of CHANGES) {
    const moves = to !== 'live' && from !== to;

    test(`${named}: what the preview says is what comes of it`, async () => {
      await org.requireApprovals(false);
      const slug = await removed(from);
      await writes.platform.forgetRequests();
      const shown = await look(slug, to);
      assert.equal(shown.blocked_by, to === 'live' ? 'removed' : null);
      assert.equal(shown.removed, moves || undefined);
      const answer = await org.state(slug, to);
      if (to === 'live') return refused(answer, 'launch_blocked', { blocked_by: 'removed' });
      assert.equal(answer.status, 200, answer.text);
      const { action_id, task_tracking_id } = bodyOf(answer);
      assert.equal(action_id !== null, moves);
      if (moves) assert.equal((await org.settled(Number(task_tracking_id))).status, 'completed');
      await assertMoved(slug, to);
      if (!moves) return;
      const undo = refusal.parse((await asOwner(`/actions/${action_id}/undo`)).refusal);
      refused(await org.undo(action_id), undo?.code ?? 'none', { message: undo?.message });
      await assertMoved(slug, to);
    });

    test(`${named}: so it is where somebody has to approve it`, async () => {
      await org.requireApprovals(true);
      const slug = await removed(from);
      await writes.platform.forgetRequests();
      const shown = await look(slug, to);
      const answer = await org.state(slug, to);
      if (to === 'live') return refused(answer, 'launch_blocked', { blocked_by: 'removed' });
      if (!moves) {
        assert.deepEqual([answer.status, bodyOf(answer).action_id], [200, null]);
        return assertMoved(slug, to);
      }
      const id = held(answer);
      const card = await asOwner(`/organizations/${org.slug}/queued-writes/${id}/preview`);
      assert.deepEqual([card.refusal, card.preview], [null, shown]);
      await org.decide(id, 'approve');
      assert.equal(await statusOf(org, id), 'approved');
      await assertMoved(slug, to);
    });
  }

  test('a pause that waits when the campaign is removed has nothing left to do, and a draft is made all the same', async () => {
    const synced = await writes.organization({ synced: true });
    const [rests, back] = [await synced.live({ budget: 40 }), await synced.live({ budget: 40 })];
    await synced.requireApprovals(true);
    const [pause, draft] = [held(await synced.state(rests, 'paused')), held(await synced.state(back, 'draft'))];
    for (const slug of [rests, back]) {
      await writes.platform.edit(String((await synced.campaign(slug)).name), 'status', 'REMOVED');
    }
    await writes.sync(synced);
    const cardOf = async (id: string) =>
      bodyOf(
        await synced.send('GET', `/organizations/${synced.slug}/queued-writes/${id}/preview`, undefined, {
          cookie: synced.people.owner.cookie,
        }),
      );
    assert.equal(refusal.parse((await cardOf(pause)).refusal)?.code, 'already_applied');
    const card = await cardOf(draft);
    assert.equal(previewed.parse(card.preview).removed, true);
    await synced.decide(draft, 'approve', synced.people.owner, { shows: card.shows });
    assert.equal(await statusOf(synced, draft), 'approved');
    assert.equal((await synced.campaign(back)).state, 'draft');
    assert.equal((await synced.campaign(back)).removed, true);
  });

  test('is made here also where nobody reaches its account any more', async () => {
    const gone = await writes.organization();
    const slug = await gone.draft();
    await writes.database.execute(removeThere, gone.id, slug, 'error');
    const address = `/organizations/${gone.slug}/ad-accounts/${INITECH.accountId}`;
    const given = await gone.send('DELETE', address, {}, { cookie: gone.people.owner.cookie });
    assert.equal(given.status, 200, given.text);
    assert.equal(previewed.parse(bodyOf(await gone.state(slug, 'paused', { dryRun: true }))).blocked_by, null);
    const answer = await gone.state(slug, 'paused');
    assert.equal(answer.status, 200, answer.text);
    assert.equal((await gone.settled(Number(bodyOf(answer).task_tracking_id))).status, 'completed');
    assert.equal((await gone.campaign(slug)).state, 'paused');
  });
});
