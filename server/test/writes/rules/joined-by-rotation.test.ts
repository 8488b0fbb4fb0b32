import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { z } from 'zod';
import { statement } from '../../../src/base/database.ts';
import { wholeSuite } from '../../harness/service.ts';
import { refused } from '../answers.ts';
import { held, waiting } from '../approvals.ts';
import { bodyOf, type Organization } from '../organization.ts';
import { until } from '../patience.ts';
import { asOwner, revoked, rotated } from '../rotation.ts';
import { startWorld, type Writes } from '../world.ts';

const MOST_OF_CREDENTIAL = 100;

const entry = z.object({
  id: z.string(),
  requested_by: z.string(),
  requester: z.looseObject({ key: z.object({ last_four: z.string() }).nullable() }),
});
const lockWrite = statement<[organizationId: number, id: string], never>(
  'select id from queued_write where organization_id = $1 and id = $2 for update',
);
const waiters = statement<[], { count: number }>(`
  select count(*)::integer as count from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock'`);

/** So many more of a stop that waits. */
const stops = statement<[organizationId: number, id: string, many: number], never>(`
  insert into queued_write (organization_id, id, status, operation, campaign, input, summary, changes, credential,
    requester, requested_at, stops)
  select organization_id, id || n, status, operation, campaign, input, summary, changes, credential, requester,
    requested_at, stops
  from queued_write, generate_series(1, $3::integer) n where organization_id = $1 and id = $2`);

describe('what a key left in the approval queue when it was rotated', () => {
  const suite = wholeSuite();
  let writes: Writes;

  before(async () => {
    writes = await startWorld(suite);
  });

  /** Who asked, as the card of a change tells it. */
  const cardOf = async (org: Organization, id: string) => {
    const answer = await asOwner(org, 'GET', 'queued-writes?status=pending', 200);
    const { queued_writes } = z.object({ queued_writes: z.array(entry) }).parse(answer.json);
    const found = queued_writes.find((one) => one.id === id) ?? assert.fail('it waits');
    return [found.requested_by, found.requester.key?.last_four];
  };
  const cheaper = (org: Organization, slug: string, key?: string) =>
    org.patch(slug, { budget: 44, dry_run: false }, key === undefined ? {} : { key });

  for (const name of ['the key was revoked', 'the key still works']) {
    const ended = name !== 'the key still works';
    test(`is asked for by the replacement, once that asks for it too: ${name}`, async () => {
      const { org, slug, id } = await waiting(writes);
      const old = org.keys.admin;
      const next = await rotated(org, old);
      if (ended) await revoked(org, old);
      assert.equal(held(await cheaper(org, slug, next.key)), id);
      assert.deepEqual(await cardOf(org, id), [org.people.owner.email, next.lastFour]);
      if (!ended) await revoked(org, old);
      assert.equal(bodyOf(await org.decide(id, 'approve')).status, 'approved');
      const [action] = (await org.log()).actions;
      assert.match(JSON.stringify(action?.actor), new RegExp(`"last_four":"${next.lastFour}"`));
    });
  }

  test('so is what stops spending', async () => {
    const org = await writes.organization();
    const live = await org.live();
    await org.requireApprovals(true);
    const id = held(await org.state(live, 'paused'));
    const next = await rotated(org, org.keys.admin);
    await revoked(org, org.keys.admin);
    assert.equal(held(await org.state(live, 'paused', { key: next.key })), id);
    assert.equal((await org.decide(id, 'approve')).status, 200);
    await org.quiet();
    assert.equal((await org.campaign(live, { key: next.key })).state, 'paused');
  });

  test('what the replacement has asked for stays its own while that works, whatever the old key asks for', async () => {
    const { org, slug, id } = await waiting(writes);
    const next = await rotated(org, org.keys.admin);
    for (const key of [next.key, org.keys.admin.key]) assert.equal(held(await cheaper(org, slug, key)), id);
    assert.deepEqual(await cardOf(org, id), [org.people.owner.email, next.lastFour]);
    await revoked(org, next);
    assert.equal(held(await cheaper(org, slug)), id);
    assert.deepEqual(await cardOf(org, id), [org.people.admin.email, org.keys.admin.lastFour]);
  });

  test('it stays the replacement’s no longer once the role of its person carries it no more', async () => {
    const { org, slug, id } = await waiting(writes);
    const { owner, admin } = org.people;
    const next = await rotated(org, org.keys.admin);
    assert.equal(held(await cheaper(org, slug, next.key)), id);
    await asOwner(org, 'PUT', `members/${admin.id}`, 200, { role: 'owner' });
    const path = `/organizations/${org.slug}/members/${owner.id}`;
    assert.equal((await org.send('PUT', path, { role: 'member' }, { cookie: admin.cookie })).status, 200);
    refused(await cheaper(org, slug, next.key), 'unauthorized');
    assert.equal(held(await cheaper(org, slug)), id);
    assert.equal(bodyOf(await org.decide(id, 'approve', admin)).status, 'approved');
  });

  test('who asks again while an approval fails for the revoked key has it wait on', async () => {
    const { org, slug, id } = await waiting(writes);
    const next = await rotated(org, org.keys.admin);
    await revoked(org, org.keys.admin);
    const blocked = async (count: number) => Number((await writes.database.row(waiters))?.count) >= count;
    const { joining, deciding } = await writes.database.transaction(async (db) => {
      await db.execute(lockWrite, org.id, id);
      const joining = cheaper(org, slug, next.key);
      await until(async () => (await blocked(1)) || undefined, 'who asks again');
      const deciding = org.decide(id, 'approve', org.people.admin);
      await until(async () => (await blocked(2)) || undefined, 'who approves');
      return { joining, deciding };
    });
    assert.equal(held(await joining), id);
    refused(await deciding, 'sync_conflict');
    assert.equal(bodyOf(await org.decide(id, 'approve')).status, 'approved');
  });

  test('is said to be asked for by a key that was revoked, to whoever decides', async () => {
    const { org, id } = await waiting(writes);
    await rotated(org, org.keys.admin);
    const refusal = async () => bodyOf(await asOwner(org, 'GET', `queued-writes/${id}/preview`, 200)).refusal;
    assert.equal(await refusal(), null, 'it works on for a while, and its replacement stands');
    await revoked(org, org.keys.admin);
    assert.deepEqual(await refusal(), { code: 'unauthorized', message: 'The key was revoked.', extra: {} });
  });

  test('takes no room of the replacement once it was revoked, and does when the replacement asks for it', async () => {
    const org = await writes.organization({ approvals: true });
    const slugs = await Promise.all(Array.from({ length: MOST_OF_CREDENTIAL }, () => org.draft({ budget: 40 })));
    for (const slug of slugs) held(await cheaper(org, slug));
    const next = await rotated(org, org.keys.admin);
    const rename = (name: string) => org.patch(String(slugs[0]), { name, dry_run: false }, { key: next.key });
    refused(await rename('Still its own'), 'rate_limited');
    await revoked(org, org.keys.admin);
    held(await rename('There is room'));
    for (const slug of slugs.slice(1)) held(await cheaper(org, slug, next.key));
    refused(await rename('All asked for'), 'rate_limited');
    refused(await cheaper(org, String(slugs[0]), next.key), 'rate_limited');
  });

  test('stops of a revoked key take no room of the replacement’s stops', async () => {
    const org = await writes.organization();
    const live = await org.live();
    await org.requireApprovals(true);
    const id = held(await org.state(live, 'paused'));
    await writes.database.execute(stops, org.id, id, MOST_OF_CREDENTIAL - 1);
    refused(await org.state(live, 'draft'), 'rate_limited');
    const next = await rotated(org, org.keys.admin);
    refused(await org.state(live, 'draft', { key: next.key }), 'rate_limited');
    await revoked(org, org.keys.admin);
    held(await org.state(live, 'draft', { key: next.key }));
  });
});
