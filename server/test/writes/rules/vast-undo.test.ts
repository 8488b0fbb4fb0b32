import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { z } from 'zod';
import { statement } from '../../../src/base/database.ts';
import { findCampaign } from '../../../src/campaigns/campaign.store.ts';
import { locationsOf } from '../../../src/campaigns/campaign-parts.store.ts';
import { sortingMs } from '../../harness/processor-time.ts';
import { mustBlockNoLongerThan, type ServedProcess, serveInProcess } from '../../harness/served-process.ts';
import { wholeSuite } from '../../harness/service.ts';
import { refused } from '../answers.ts';
import { held, statusOf } from '../approvals.ts';
import { placeOf } from '../drafts.ts';
import { bodyOf, type Organization } from '../organization.ts';
import { startWorld, type Writes } from '../world.ts';

/** As many as a draft has that grew out of a large campaign. */
const PLACES = 9_800;
const LONGEST_BLOCK_MS = 25;
const TRIES = 5;
/** Parts of what sorting takes: told place by place, and worked out anew each time, each took half as much again or more. */
const MOST_WORK = { 'the undo, asked for again': 1.1, 'the preview of what waits': 0.5, 'what waits': 0.1 };

const changes = z.array(z.looseObject({ field: z.string(), from: z.unknown(), to: z.unknown() }));
const keepAs = statement<[organizationId: number, id: string, changes: string], never>(
  'update queued_write set changes = $3::jsonb where organization_id = $1 and id = $2',
);

describe('the undo of an edit that took very many places away', () => {
  const suite = wholeSuite();
  let writes: Writes;
  let served: ServedProcess;

  before(async () => {
    writes = await startWorld(suite);
    served = await serveInProcess(suite, { databaseUrl: writes.databaseUrl });
  });

  async function heldWith(count: number) {
    const org = await writes.organization();
    const slug = await org.draft({ locations: Array.from({ length: count }, (_, n) => placeOf(n)) });
    const path = `/organizations/${org.slug}/campaigns/${slug}/locations`;
    const answer = await org.send('PUT', path, { locations: [], dry_run: false }, { cookie: org.people.owner.cookie });
    const { action_id: action } = bodyOf(answer);
    await org.requireApprovals(true);
    return { org, slug, action, id: held(await org.undo(action)) };
  }

  test('takes little of everybody’s time while it waits, however often it is asked for', async (t) => {
    const { org, action, id } = await heldWith(PLACES);
    const session = { cookie: org.people.owner.cookie, via: served };
    const preview = `/organizations/${org.slug}/queued-writes/${id}/preview`;
    const calls: Record<keyof typeof MOST_WORK, () => Promise<{ status: number; text: string }>> = {
      'the undo, asked for again': () => org.undo(action, { via: served }),
      'the preview of what waits': () => org.send('GET', preview, undefined, session),
      'what waits': () => org.queued(id, { via: served }),
    };
    for (const [what, call] of Object.entries(calls)) {
      const { status, text } = await call();
      assert.ok(status < 300, `${what}: ${text.slice(0, 300)}`);
      await mustBlockNoLongerThan(LONGEST_BLOCK_MS, served, what, call);
    }
    for (const what of ['the undo, asked for again', 'the preview of what waits', 'what waits'] as const) {
      const { work, sorting } = await leastWork(calls[what]);
      t.diagnostic(`${what}: ${Math.round(work)} ms, sorting ${Math.round(sorting)} ms`);
      assert.ok(work <= MOST_WORK[what] * sorting, `${what} took ${work} ms of processor time, sorting ${sorting} ms`);
    }
  });

  async function leastWork(call: () => Promise<unknown>): Promise<{ work: number; sorting: number }> {
    const least = { work: Number.POSITIVE_INFINITY, sorting: Number.POSITIVE_INFINITY };
    for (let tries = 0; tries < TRIES; tries += 1) {
      const begun = await served.processorTime();
      await call();
      least.work = Math.min(least.work, (await served.processorTime()) - begun);
      least.sorting = Math.min(least.sorting, sortingMs());
    }
    return least;
  }

  test('is told by their number and a sign, and puts all of them back once it is approved', async () => {
    const { org, slug, id } = await heldWith(101);
    const [told, ...others] = await shown(org, id);
    assert.match(String(told?.to), /^101 locations \(sign [0-9a-f]{32}\)$/);
    assert.deepEqual(others, []);
    assert.equal((await org.decide(id, 'approve')).status, 200);
    assert.deepEqual(
      await numbersOf(org, slug),
      Array.from({ length: 101 }, (_, n) => String(1000 + n)),
    );
  });

  test('that was put into the queue place by place is shown anew before it is made', async () => {
    const { org, slug, id } = await heldWith(101);
    const before = Array.from({ length: 101 }, (_, n) => ({
      field: 'location',
      from: null,
      to: `Place ${n} (place ${1000 + n})`,
    }));
    await writes.database.execute(keepAs, org.id, id, JSON.stringify(before));
    refused(await org.decide(id, 'approve'), 'sync_conflict');
    assert.equal(await statusOf(org, id), 'pending');
    assert.deepEqual(await numbersOf(org, slug), []);
    assert.match(String((await shown(org, id))[0]?.to), /^101 locations/);
    assert.equal((await org.decide(id, 'approve', org.people.owner, { revision: 1 })).status, 200);
    assert.equal((await numbersOf(org, slug)).length, 101);
  });
});

async function shown(org: Organization, id: string) {
  return changes.parse(bodyOf(await org.queued(id)).changes);
}

async function numbersOf(org: Organization, slug: string) {
  const campaign = await findCampaign(org.tenancy, slug);
  assert.ok(campaign);
  return (await locationsOf(org.tenancy, campaign.id)).map(({ geo_target_id }) => geo_target_id);
}
