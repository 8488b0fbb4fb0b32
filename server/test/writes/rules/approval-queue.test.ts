import assert from 'node:assert/strict';
import { afterEach, before, describe, test } from 'node:test';
import { z } from 'zod';
import { statement } from '../../../src/base/database.ts';
import { dayAt } from '../../../src/base/days.ts';
import { gatherEvidence } from '../../../src/reports/gather-evidence.ts';
import { wholeSuite } from '../../harness/service.ts';
import { refused } from '../answers.ts';
import { held, listed, statusOf, waiting } from '../approvals.ts';
import { age } from '../arrange.ts';
import { bodyOf, type Organization } from '../organization.ts';
import { exclude } from '../recommend.ts';
import { startWorld, type Writes } from '../world.ts';

const MOST_PENDING = 100;
const WEEK_HOURS = 7 * 24;
/** All thousand changes of a hundred entries took 17 million. */
const MOST_BYTES = 2_000_000;
const MANY = 1_000;
/** Marking the recommendation as applied is one more. */
const CHANGES = MANY + 1;

const copies = statement<[organizationId: number, many: number], never>(`
  insert into queued_write (organization_id, id, status, operation, campaign, input, summary, changes, credential,
    requester, requested_at)
  select q.organization_id, q.id || n, q.status, q.operation, q.campaign, q.input, q.summary, q.changes, 'other ' || n,
    q.requester, q.requested_at
  from queued_write q, generate_series(1, $2::integer) n where q.organization_id = $1`);

const approvedWith = statement<[organizationId: number, id: string, result: string], never>(`
  update queued_write set status = 'approved', decided_at = requested_at, result = $3::jsonb
  where organization_id = $1 and id = $2`);

const filled = statement<[organizationId: number], never>(
  `update write_quota set held = ${2 ** 31 - 1} where organization_id = $1`,
);

const page = z.object({
  queued_writes: z.array(z.looseObject({ id: z.string() })),
  total: z.int(),
  waiting: z.int(),
  next_cursor: z.string().nullable(),
});

describe('the approval queue', () => {
  const suite = wholeSuite();
  let writes: Writes;

  before(async () => {
    writes = await startWorld(suite);
  });

  afterEach(() => writes.platform.heal());

  const pageOf = async (org: Organization, query: string) => {
    const path = `/organizations/${org.slug}/queued-writes${query}`;
    return org.send('GET', path, undefined, { cookie: org.people.owner.cookie });
  };
  /** Asks for so many changes at once, and answers how many were held; the rest was refused. */
  async function ask(org: Organization, slug: string, times: number, key = org.keys.admin.key): Promise<number> {
    const answers = await Promise.all(
      Array.from({ length: times }, (_, index) => org.patch(slug, { name: `N${index}`, dry_run: false }, { key })),
    );
    const refusals = answers.filter(({ status }) => status !== 202);
    for (const refusal of refusals) refused(refusal, 'rate_limited');
    return times - refusals.length;
  }

  test('what waits is counted alike everywhere: without what is approved and on its way, or overdue', async () => {
    const org = await writes.organization();
    const [one, other] = [await org.live(), await org.live()];
    await org.requireApprovals(true);
    const [stop, edit] = [
      held(await org.state(one, 'paused')),
      held(await org.patch(one, { name: 'A', dry_run: false })),
    ];
    held(await org.patch(other, { name: 'B', dry_run: false }));
    await writes.platform.fail('quota_short', MANY, 'mutate');
    assert.equal(bodyOf(await org.decide(stop, 'approve')).status, 'pending');
    const now = writes.clock.now();
    await writes.database.execute(age, org.id, edit, new Date(now - (WEEK_HOURS + 1) * 3_600_000));
    const { database, clock } = writes;
    const today = { from: dayAt(now), to: dayAt(now) };
    const { approvals } = await gatherEvidence({ database, clock }, org.id, 'weekly', today);
    const { cookie } = org.people.owner;
    const overview = bodyOf(await org.send('GET', `/organizations/${org.slug}/overview`, undefined, { cookie }));
    const queue = page.parse((await pageOf(org, '?status=pending')).json);
    assert.deepEqual([approvals.total, overview.pending_approvals, queue.waiting], [1, 1, 1]);
    assert.equal(queue.total, 2, 'it is listed until it has ended');
  });

  test('is paged, what waits longest first, so that nothing can be buried', async () => {
    const { org, slug, id: first } = await waiting(writes);
    await ask(org, slug, MOST_PENDING - 1);
    assert.equal(await ask(org, slug, 7, org.keys.owner.key), 7);
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const answer = await pageOf(org, `?status=pending&limit=30${cursor && `&cursor=${cursor}`}`);
      const { queued_writes, total, next_cursor } = page.parse(answer.json);
      assert.equal(total, MOST_PENDING + 7);
      seen.push(...queued_writes.map(({ id }) => id));
      cursor = next_cursor;
    }
    assert.equal(seen[0], first);
    assert.equal(new Set(seen).size, MOST_PENDING + 7);
    assert.deepEqual(seen, seen.toSorted(), 'ids are ordered by time');
  });

  test('stops of a campaign that people decided against fifty times within a day are counted like any change', async () => {
    const org = await writes.organization();
    const slugs = [await org.live({ budget: 10 }), await org.live({ budget: 10 })] as const;
    await org.requireApprovals(true);
    held(await org.patch(slugs[0], { name: 'Counted', dry_run: false }));
    await writes.database.execute(filled, org.id);
    for (let round = 0; round < 50; round += 1) {
      const id = held(await org.state(slugs[0], round % 2 ? 'paused' : 'draft'));
      assert.equal((await org.decide(id, 'reject')).status, 200);
    }
    refused(await org.state(slugs[0], 'paused'), 'write_quota_exceeded');
    held(await org.state(slugs[1], 'paused'));
    writes.clock.turn({ hours: 24 });
    held(await org.state(slugs[0], 'paused'));
  });

  test('shows first what stops spending, however much waited before it, and pages on from there', async () => {
    const org = await writes.organization();
    const lives = [await org.live(), await org.live()];
    const slug = await org.draft();
    await org.requireApprovals(true);
    const changes: string[] = [];
    for (const name of ['One', 'Two', 'Three']) changes.push(held(await org.patch(slug, { name, dry_run: false })));
    const stops: string[] = [];
    for (const live of lives) stops.push(held(await org.state(live, 'paused')));
    const expected = [...stops, ...changes];
    assert.deepEqual(await listed(org, '?status=pending'), expected);
    for (const limit of [1, 2, 3, 4]) {
      const seen: string[] = [];
      for (let cursor: string | null = ''; cursor !== null; ) {
        const answer = await pageOf(org, `?status=pending&limit=${limit}${cursor && `&cursor=${cursor}`}`);
        const { queued_writes, next_cursor } = page.parse(answer.json);
        seen.push(...queued_writes.map(({ id }) => id));
        cursor = next_cursor;
      }
      assert.deepEqual(seen, expected, `${limit} on a page`);
    }
    assert.deepEqual(
      await listed(org, ''),
      [...changes, ...stops].toReversed(),
      'all of them are told the newest first',
    );
  });

  test('what is decided while somebody pages makes no other one be passed over', async () => {
    const { org, slug, id } = await waiting(writes);
    const second = held(await org.patch(slug, { name: 'Second', dry_run: false }));
    const third = held(await org.patch(slug, { name: 'Third', dry_run: false }));
    const { next_cursor } = page.parse((await pageOf(org, '?status=pending&limit=1')).json);
    await org.decide(id, 'reject');
    assert.deepEqual(await listed(org, `?status=pending&limit=1&cursor=${next_cursor}`), [second]);
    assert.deepEqual(await listed(org, '?status=pending'), [second, third]);
  });

  test('lists everything the newest first, and what was decided by its status', async () => {
    const { org, slug, id } = await waiting(writes);
    const second = held(await org.patch(slug, { name: 'Second', dry_run: false }));
    assert.deepEqual(await listed(org, ''), [second, id]);
    await org.decide(second, 'reject');
    assert.deepEqual(await listed(org, '?status=pending'), [id]);
    assert.deepEqual(await listed(org, '?status=rejected'), [second]);
  });

  test('a cursor fits the list that it came from and no other', async () => {
    const { org, slug } = await waiting(writes);
    held(await org.patch(slug, { name: 'Second', dry_run: false }));
    const { next_cursor } = page.parse((await pageOf(org, '?status=pending&limit=1')).json);
    refused(await pageOf(org, `?status=rejected&cursor=${next_cursor}`), 'validation_error');
    refused(await pageOf(org, `?cursor=${next_cursor}x`), 'validation_error');
    refused(await pageOf(org, '?limit=101'), 'validation_error');
  });

  test('takes at most 100 pending changes of one credential, however many are sent at once', async () => {
    const org = await writes.organization({ approvals: true });
    const [slug, other] = [await org.draft({ budget: 40 }), await org.draft({ budget: 40 })];
    const taken = await Promise.all([ask(org, slug, 60), ask(org, other, 60)]);
    assert.equal(taken[0] + taken[1], MOST_PENDING);
    const answer = await org.patch(slug, { budget: 44, dry_run: false });
    refused(answer, 'rate_limited');
    assert.ok(Number(answer.headers['retry-after']) > 0);
    assert.equal((await org.patch(slug, { budget: 44 })).status, 200, 'previews go on');
    assert.equal(await ask(org, slug, 1, org.keys.owner.key), 1, 'other credentials are not concerned');
  });

  test('has room again once a change was decided on or has expired', async () => {
    const { org, slug, id } = await waiting(writes);
    await ask(org, slug, MOST_PENDING - 1);
    assert.equal(await ask(org, slug, 1), 0);
    await org.decide(id, 'reject');
    assert.equal(await ask(org, slug, 2), 1);
    await writes.turn({ hours: WEEK_HOURS, seconds: 1 });
    assert.equal(await ask(org, slug, 2), 2);
    assert.equal(await statusOf(org, id), 'rejected');
  });

  test('shows the first changes of each, and how many there are; the change itself shows all of them', async (t) => {
    const org = await writes.organization({ approvals: true });
    const slug = await org.draft();
    const terms = Array.from({ length: MANY }, (_, n) => `a search that nobody in his right mind would pay for ${n}`);
    const id = held(await org.apply(await org.recommend(slug, exclude(...terms))));
    const { summary, changes, changes_count } = bodyOf(await org.queued(id));
    assert.deepEqual([Object(changes).length, changes_count], [CHANGES, CHANGES]);
    const { changes: previewed } = bodyOf(await pageOf(org, `/${id}/preview`));
    assert.deepEqual(previewed, changes, 'and so does its preview');
    assert.match(String(summary), /and 9[0-9]{2} more/, 'in words there are the first ones');
    await writes.database.execute(copies, org.id, MOST_PENDING - 1);
    const began = performance.now();
    const answer = await pageOf(org, '?limit=100');
    t.diagnostic(`${answer.text.length} bytes in ${Math.round(performance.now() - began)} ms`);
    const { queued_writes } = page.parse(answer.json);
    const first = (changes as object[]).slice(0, 20).map((change) => ({ ...change, campaign: slug }));
    for (const one of queued_writes) {
      assert.deepEqual([one.changes, one.changes_count], [first, CHANGES]);
    }
    assert.equal(queued_writes.length, MOST_PENDING, 'those without a count among them');
    assert.ok(answer.text.length < MOST_BYTES, `${answer.text.length} bytes`);
  });

  test('lists what came of each without its long parts, which one alone still tells', async () => {
    const { org, id } = await waiting(writes);
    const restored = Array.from({ length: MANY }, (_, n) => `a negative keyword of a campaign ${n}`);
    const kept = JSON.stringify({ action_id: 'act_1', undone: true, restored });
    await writes.database.execute(approvedWith, org.id, id, kept);
    const { queued_writes } = page.parse((await pageOf(org, '?status=approved')).json);
    assert.deepEqual(
      queued_writes.map(({ result }) => result),
      [{ action_id: 'act_1', undone: true }],
    );
    const { result } = z
      .object({ result: z.looseObject({ restored: z.array(z.string()) }) })
      .parse((await org.queued(id)).json);
    assert.deepEqual([result.action_id, result.restored.length], ['act_1', MANY]);
  });
});
