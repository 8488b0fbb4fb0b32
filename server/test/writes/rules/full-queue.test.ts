import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { statement } from '../../../src/base/database.ts';
import { tidyWrites } from '../../../src/writes/tidy-writes.task.ts';
import { wholeSuite } from '../../harness/service.ts';
import { refused } from '../answers.ts';
import { held, listed, waiting } from '../approvals.ts';
import { bodyOf, type Organization } from '../organization.ts';
import { exclude } from '../recommend.ts';
import { arrange } from '../samples.ts';
import { startWorld, type Writes } from '../world.ts';

const MOST_OF_CREDENTIAL = 100;
const MOST_PENDING = 1_000;
const DAY_HOURS = 24;
const KEPT_DAYS = 30;

const copies = statement<[organizationId: number, many: number], never>(`
  insert into queued_write (organization_id, id, status, operation, campaign, input, summary, changes, credential,
    requester, requested_at, stops)
  select q.organization_id, q.id || n, q.status, q.operation, q.campaign, q.input, q.summary, q.changes, 'other ' || n,
    q.requester, q.requested_at, q.stops
  from queued_write q, generate_series(1, $2::integer) n where q.organization_id = $1`);
/** Lets the first of the copies be of the credential that asked for what they are copied from. */
const ofCredential = statement<[organizationId: number, id: string, many: number], never>(`
  update queued_write c set credential = q.credential from queued_write q
  where c.organization_id = $1 and q.organization_id = $1 and q.id = $2
    and c.id in (select q.id || n from generate_series(1, $3::integer) n)`);
const inputOf = statement<[organizationId: number, id: string], { input: unknown }>(
  'select input from queued_write where organization_id = $1 and id = $2',
);

describe('what the approval queue has room for', () => {
  const suite = wholeSuite();
  let writes: Writes;

  before(async () => {
    writes = await startWorld(suite);
  });

  const rename = (org: Organization, slug: string, name: string, key = org.keys.admin.key) =>
    org.patch(slug, { name, dry_run: false }, { key });
  /** Asks for so many changes at once, which must all be held. */
  const ask = async (org: Organization, slug: string, times: number) => {
    const names = Array.from({ length: times }, (_, index) => `N${index}`);
    for (const answer of await Promise.all(names.map((name) => rename(org, slug, name)))) held(answer);
  };
  const tidy = async () => {
    const { service, database } = writes;
    const about = { db: database, taskId: 1, requestedBy: null, signal: AbortSignal.timeout(10_000) };
    await tidyWrites.run({}, null, { ...service.services, ...about, stage: async () => {} });
  };

  test('takes as many changes on a UTC day as may be executed, whatever becomes of them and whoever asks', async () => {
    const org = await writes.organization({ approvals: true, quota: MOST_OF_CREDENTIAL + 2 });
    const slug = await org.draft();
    await ask(org, slug, MOST_OF_CREDENTIAL);
    for (const id of await listed(org, '?limit=3')) await org.decide(id, 'reject');
    held(await rename(org, slug, 'The last but one'));
    held(await rename(org, slug, 'The last', org.keys.owner.key));
    for (const { key } of [org.keys.admin, org.keys.owner]) {
      const answer = await rename(org, slug, 'Too much', key);
      refused(answer, 'write_quota_exceeded');
      assert.ok(Number(answer.headers['retry-after']) > 0);
    }
    assert.equal(await org.writesUsed(), 0, 'nothing of it was executed');
    assert.equal((await org.patch(slug, { name: 'Shown' })).status, 200, 'previews go on');
    await writes.turn({ hours: DAY_HOURS });
    held(await rename(org, slug, 'Tomorrow'));
  });

  test('takes at most 1,000 pending changes of an organization, however many credentials they come from', async () => {
    const { org, slug, id } = await waiting(writes);
    await writes.database.execute(copies, org.id, MOST_PENDING - 1);
    const answer = await rename(org, slug, 'One more');
    refused(answer, 'rate_limited');
    assert.ok(Number(answer.headers['retry-after']) > 0);
    await org.decide(id, 'reject');
    held(await rename(org, slug, 'There is room again'));
  });

  test('has always room for what stops spending', async () => {
    const org = await writes.organization({ quota: MOST_OF_CREDENTIAL });
    const [live, slug] = [await org.live(), await org.draft()];
    await org.requireApprovals(true);
    await ask(org, slug, MOST_OF_CREDENTIAL);
    refused(await rename(org, slug, 'Of the credential'), 'rate_limited');
    refused(await rename(org, slug, 'Of the day', org.keys.owner.key), 'write_quota_exceeded');
    await writes.database.execute(copies, org.id, MOST_PENDING / MOST_OF_CREDENTIAL);
    refused(await rename(org, slug, 'Of the organization', org.keys.owner.key), 'rate_limited');
    refused(await org.state(slug, 'paused'), 'rate_limited');
    const stop = held(await org.state(live, 'paused'));
    assert.equal((await org.decide(stop, 'approve')).status, 200);
    await org.quiet();
    assert.equal((await org.campaign(live)).state, 'paused');
  });

  test('the same stop waits once, until something other than a stop is asked of the campaign', async () => {
    const org = await writes.organization();
    const live = await org.live();
    await org.requireApprovals(true);
    const stop = async (state: string, key = org.keys.admin.key) => held(await org.state(live, state, { key }));
    const [paused, draft] = [await stop('paused'), await stop('draft')];
    assert.notEqual(paused, draft);
    assert.deepEqual([await stop('paused'), await stop('draft'), await stop('paused')], [paused, draft, paused]);
    const others = await stop('paused', org.keys.owner.key);
    assert.notEqual(others, paused, 'of another credential');
    assert.deepEqual([await stop('paused'), await stop('paused', org.keys.owner.key)], [paused, others]);
    held(await rename(org, live, 'Something else'));
    const after = await stop('paused');
    assert.notEqual(after, paused, 'after something else');
    assert.equal(await stop('paused'), after);
  });

  test('stops take no room of other changes, and one credential has room for a hundred that repeat others', async () => {
    const org = await writes.organization({ quota: MOST_OF_CREDENTIAL });
    const [live, other, slug] = [await org.live(), await org.live(), await org.draft()];
    await org.requireApprovals(true);
    const stop = held(await org.state(live, 'paused'));
    await writes.database.execute(copies, org.id, MOST_PENDING);
    await writes.database.execute(ofCredential, org.id, stop, MOST_OF_CREDENTIAL - 1);
    const answer = await org.state(live, 'draft');
    refused(answer, 'rate_limited');
    assert.ok(Number(answer.headers['retry-after']) > 0);
    held(await org.state(live, 'draft', { key: org.keys.owner.key }));
    held(await org.state(other, 'paused'));
    await ask(org, slug, MOST_OF_CREDENTIAL);
  });

  test('the same change of the same credential waits once, until something else is asked of the campaign', async () => {
    const { org, slug, id } = await waiting(writes);
    const again = (key = org.keys.admin.key) => org.patch(slug, { budget: 44, dry_run: false }, { key });
    assert.equal(held(await again()), id);
    const others = held(await again(org.keys.owner.key));
    assert.notEqual(others, id, 'of another credential');
    const after = held(await again());
    assert.notEqual(after, id, 'after something else');
    await org.decide(after, 'reject');
    await org.decide(others, 'reject');
    assert.equal(held(await again()), id, 'nothing else waits any more');
    await org.decide(id, 'reject');
    assert.notEqual(held(await again()), id, 'after a decision');
  });

  test('joins one that waits only where that has half of its seven days left', async () => {
    const { org, slug, id } = await waiting(writes);
    const again = async () => held(await org.patch(slug, { budget: 44, dry_run: false }));
    await writes.turn({ hours: 3.5 * DAY_HOURS - 1 });
    assert.equal(await again(), id);
    await writes.turn({ hours: 2 });
    const fresh = await again();
    assert.notEqual(fresh, id);
    assert.equal(await again(), fresh);
  });

  test('a recommendation waits once, and what makes something new as often as it is asked for', async () => {
    const org = await writes.organization();
    const { slug, send } = await arrange('create_ad', org);
    await org.requireApprovals(true);
    const recommended = await org.recommend(slug, exclude('free'));
    assert.equal(held(await org.apply(recommended)), held(await org.apply(recommended)));
    assert.notEqual(held(await send()), held(await send()));
  });

  test('what was never made is let go after 30 days; that it was asked for, and what became of it, stays', async () => {
    const { org, slug, id: rejected } = await waiting(writes);
    const expired = held(await org.negatives(slug, ['free', 'cheap'], { dry_run: false }));
    const approved = held(await rename(org, slug, 'Made'));
    await org.decide(rejected, 'reject', org.people.owner, { reason: 'No' });
    await org.decide(approved, 'approve');
    await writes.turn({ hours: 7 * DAY_HOURS, seconds: 1 });
    await tidy();
    const shown = async (id: string) => bodyOf(await org.queued(id));
    const before = await Promise.all([rejected, expired, approved].map(shown));
    await writes.turn({ hours: (KEPT_DAYS - 1) * DAY_HOURS });
    await tidy();
    assert.deepEqual(await shown(expired), before[1], 'one day is left');
    await writes.turn({ hours: DAY_HOURS });
    await tidy();
    const kept = async (id: string) => (await writes.database.row(inputOf, org.id, id))?.input;
    assert.deepEqual([await kept(rejected), await kept(expired)], [null, null]);
    assert.ok(await kept(approved));
    const after = await Promise.all([rejected, expired, approved].map(shown));
    assert.deepEqual(after, [{ ...before[0], changes: [] }, { ...before[1], changes: [] }, before[2]]);
    assert.deepEqual(
      after.map(({ changes_count, reason }) => [changes_count, reason]),
      [
        [1, 'No'],
        [2, 'expired'],
        [1, null],
      ],
    );
  });
});
