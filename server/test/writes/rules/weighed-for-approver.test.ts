import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { z } from 'zod';
import { statement } from '../../../src/base/database.ts';
import type { HttpAnswer } from '../../harness/client.ts';
import { wholeSuite } from '../../harness/service.ts';
import { refused } from '../answers.ts';
import { held, statusOf } from '../approvals.ts';
import { bodyOf, type Organization } from '../organization.ts';
import { startWorld, type Writes } from '../world.ts';

/** What is weighed before it is approved, and the line in which an organization waits for that. */
const WEIGHED: Record<string, { line: string; ask: (org: Organization, slug: string) => Promise<HttpAnswer> }> = {
  'a stop': { line: 'impacts of stops', ask: (org, slug) => org.state(slug, 'paused') },
  'an exclusion': {
    line: 'impacts of one organization',
    ask: (org, slug) => org.negatives(slug, ['free'], { dry_run: false }),
  },
};
const readLongAgo = statement<[organizationId: number, slug: string], never>(
  `update campaign set last_synced_at = '2020-01-01T00:00:00Z' where organization_id = $1 and slug = $2`,
);
const told = z.object({ refusal: z.object({ code: z.string(), extra: z.object({ blocked_by: z.string() }) }) });
const WAITING = 3;
const WAITS_MS = 20_000;

describe('what a change that waits would take away', () => {
  const suite = wholeSuite();
  let writes: Writes;

  before(async () => {
    writes = await startWorld(suite);
  });

  const preview = (org: Organization, id: string) =>
    org.send('GET', `/organizations/${org.slug}/queued-writes/${id}/preview`, undefined, {
      cookie: org.people.owner.cookie,
    });

  async function waiting(what: string) {
    const { line, ask } = WEIGHED[what] ?? assert.fail(what);
    const org = await writes.organization();
    const slug = await org.live({ budget: 40 });
    await org.requireApprovals(true);
    const id = held(await ask(org, slug));
    const room = (mostWaitingOfOne: number) => ({ name: line, atOnceOfOne: 1, mostWaitingOfOne, waitsMs: WAITS_MS });
    return { org, id, room };
  }

  for (const what of Object.keys(WEIGHED)) {
    test(`${what}: that it cannot be weighed for now is no verdict on it`, async () => {
      const { org, id, room } = await waiting(what);
      const { turns } = writes.service.services;
      const leave = await turns.enter({ ...room(0), refusal: 'Too many.' }, { holder: `${org.id}` });
      const answer = await preview(org, id);
      leave();
      refused(answer, 'rate_limited');
      assert.ok(Number(answer.headers['retry-after']) > 0);
      const { refusal } = bodyOf(await preview(org, id));
      assert.deepEqual([refusal, await statusOf(org, id)], [null, 'pending']);
    });

    test(`${what}: is weighed in the place of whoever approves, however much its requester asks for`, async () => {
      const { org, id, room } = await waiting(what);
      const { turns } = writes.service.services;
      const line = { ...room(WAITING), refusal: 'Too many.' };
      const requester = { holder: `${org.id}`, part: `person ${org.people.admin.id}` };
      const leave = await turns.enter(line, requester);
      const flood = Array.from({ length: WAITING }, () => turns.take(line, requester, async () => {}));
      const settled = Promise.allSettled(flood);
      const answer = preview(org, id);
      await Promise.race(flood.map((one) => one.catch(() => {}))).finally(leave);
      const { status, text } = await answer;
      assert.equal(status, 200, text);
      assert.equal(bodyOf(await answer).refusal, null);
      const given = (await settled).filter((one) => one.status === 'rejected');
      assert.equal(given.length, 1, 'one of the requester’s others gave way');
    });
  }

  test('an undo that starts what was not read of late is told as refused, and why', async () => {
    const org = await writes.organization();
    const slug = await org.live();
    const { action_id, task_tracking_id } = bodyOf(await org.state(slug, 'paused'));
    await org.settled(Number(task_tracking_id));
    await org.requireApprovals(true);
    const id = held(await org.undo(action_id));
    await writes.database.execute(readLongAgo, org.id, slug);
    const answer = await preview(org, id);
    assert.equal(answer.status, 200, answer.text);
    const { refusal } = told.parse(bodyOf(answer));
    assert.deepEqual(refusal, { code: 'ad_platform_unavailable', extra: { blocked_by: 'last_sync' } });
  });
});
