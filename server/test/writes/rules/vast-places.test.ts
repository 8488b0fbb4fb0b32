import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { z } from 'zod';
import { statement } from '../../../src/base/database.ts';
import { mustBlockNoLongerThan, type ServedProcess, serveInProcess } from '../../harness/served-process.ts';
import { wholeSuite } from '../../harness/service.ts';
import { refused } from '../answers.ts';
import { held, statusOf } from '../approvals.ts';
import { placeOf } from '../drafts.ts';
import { bodyOf, type Organization } from '../organization.ts';
import { startWorld, type Writes } from '../world.ts';

/** As many as a draft has that grew out of a large campaign; a launch takes no more. */
const PLACES = 9_800;
const TOLD_ONE_BY_ONE = 100;
/** Telling, keeping and comparing place by place took several times as long. */
const LONGEST_BLOCK_MS = 25;

const changes = z.array(z.looseObject({ field: z.string(), to: z.unknown() }));

type OfDraft = [organizationId: number, slug: string];
const IN_DRAFT = 'campaign_id = (select id from campaign where organization_id = $1 and slug = $2)';
/** What people or a later version might do to one place among many. */
const TOUCHES = {
  'is another': statement<OfDraft, never>(
    `update campaign_location set geo_target_id = '9' where organization_id = $1 and ${IN_DRAFT} and position = 77`,
  ),
  'is called otherwise': statement<OfDraft, never>(
    `update campaign_location set name = 'X' where organization_id = $1 and ${IN_DRAFT} and position = 77`,
  ),
  'becomes a circle': statement<OfDraft, never>(`
    update campaign_location set kind = 'radius', geo_target_id = null, latitude = 1, longitude = 2, radius_km = 3
    where organization_id = $1 and ${IN_DRAFT} and position = 77`),
  'reaches further': statement<OfDraft, never>(
    `update campaign_location set radius_km = 3.5 where organization_id = $1 and ${IN_DRAFT} and position = 77`,
  ),
  'is gone': statement<OfDraft, never>(
    `delete from campaign_location where organization_id = $1 and ${IN_DRAFT} and position = 77`,
  ),
};
const asBefore = statement<[organizationId: number, id: string, changes: string], never>(
  'update queued_write set changes = $3::jsonb where organization_id = $1 and id = $2',
);

describe('the launch of a draft with very many places', () => {
  const suite = wholeSuite();
  let writes: Writes;
  let served: ServedProcess;

  before(async () => {
    writes = await startWorld(suite);
    served = await serveInProcess(suite, { databaseUrl: writes.databaseUrl });
  });

  async function draftWith(count: number) {
    const org = await writes.organization();
    const slug = await org.draft({ locations: Array.from({ length: count }, (_, n) => placeOf(n)) });
    return { org, slug };
  }

  async function heldWith(count: number) {
    const { org, slug } = await draftWith(count);
    await org.requireApprovals(true);
    return { org, slug, id: held(await org.state(slug, 'live')) };
  }

  test('holds nobody else up, nor does what waits of it', async () => {
    const { org, slug, id } = await heldWith(PLACES);
    const { cookie } = org.people.owner;
    const queue = `/organizations/${org.slug}/queued-writes/${id}`;
    const calls = {
      'a preview': () => org.state(slug, 'live', { via: served, dryRun: true }),
      'the launch, sent again': () => org.state(slug, 'live', { via: served }),
      'what waits': () => org.queued(id, { via: served }),
      'the preview of what waits': () => org.send('GET', `${queue}/preview`, undefined, { cookie, via: served }),
      'its parts': () =>
        org.send('GET', `/organizations/${org.slug}/campaigns/${slug}/parts`, undefined, { cookie, via: served }),
    };
    for (const [what, call] of Object.entries(calls)) {
      const { status, text } = await call();
      assert.ok(status < 300, `${what}: ${text.slice(0, 300)}`);
      await mustBlockNoLongerThan(LONGEST_BLOCK_MS, served, what, call);
    }
  });

  test('tells up to a hundred one by one, and more in short', async () => {
    const few = await heldWith(TOLD_ONE_BY_ONE);
    const told = await places(few.org, few.id);
    assert.deepEqual([told.length, told[0]], [TOLD_ONE_BY_ONE, 'Place 0 (place 1000)']);
    const many = await heldWith(TOLD_ONE_BY_ONE + 1);
    const [one, ...others] = await places(many.org, many.id);
    assert.match(String(one), /^101 places \(sign [0-9a-f]{32}\)$/);
    assert.deepEqual(others, []);
  });

  test('is shown anew to whoever approves it where one of them is no longer the same', async () => {
    const { org, slug, id } = await heldWith(TOLD_ONE_BY_ONE + 2);
    const seen = new Set(await places(org, id));
    let revision = 0;
    for (const [what, touch] of Object.entries(TOUCHES)) {
      await writes.database.execute(touch, org.id, slug);
      refused(await org.decide(id, 'approve', org.people.owner, { revision }), 'sync_conflict');
      revision += 1;
      const [now] = await places(org, id);
      assert.ok(!seen.has(now), `one that ${what} is noticed`);
      seen.add(now);
    }
  });

  test('that was put into the queue place by place is shown anew before it is made', async () => {
    const { org, slug, id } = await heldWith(TOLD_ONE_BY_ONE + 1);
    const shown = changes.parse(bodyOf(await org.queued(id)).changes);
    const before = shown.flatMap((change) =>
      change.field === 'location'
        ? Array.from({ length: TOLD_ONE_BY_ONE + 1 }, (_, n) => ({ ...change, to: `Place ${n} (place ${1000 + n})` }))
        : [change],
    );
    await writes.database.execute(asBefore, org.id, id, JSON.stringify(before));
    refused(await org.decide(id, 'approve'), 'sync_conflict');
    assert.equal(await statusOf(org, id), 'pending');
    assert.equal((await org.campaign(slug)).state, 'draft');
    assert.match(String((await places(org, id))[0]), /^101 places/);
  });

  test('is kept back by one that cannot be told, wherever it stands', async () => {
    const { org, slug } = await draftWith(PLACES);
    const lost = { ...placeOf(PLACES), name: 'Nowhere', geo_target_id: null };
    const blocked = await org.draft({
      locations: [...Array.from({ length: 150 }, (_, n) => placeOf(n)), { ...lost, position: 150 }],
    });
    const told = bodyOf(await org.state(blocked, 'live', { dryRun: true }));
    assert.deepEqual([told.blocked_by, /“Nowhere”/.test(String(told.blocked_reason))], ['location', true]);
    assert.equal(bodyOf(await org.state(slug, 'live', { dryRun: true })).blocked_by, null);
  });
});

async function places(org: Organization, id: string): Promise<unknown[]> {
  const shown = changes.parse(bodyOf(await org.queued(id)).changes);
  return shown.filter(({ field }) => field === 'location').map(({ to }) => to);
}
