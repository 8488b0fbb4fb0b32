import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { statement } from '../../../src/base/database.ts';
import { stopsInLine } from '../../../src/writes/stop-in-line.store.ts';
import type { HttpAnswer } from '../../harness/client.ts';
import type { Organization } from '../organization.ts';
import { startWorld, type Writes } from '../world.ts';

const lockAll = statement<[organizationId: number], { id: number }>(
  'select id from campaign where organization_id = $1 for update',
);
const AT_ONCE = 8;
/** A change that waits for a row asks at once, and again and again: within this time all would have. */
const [LOOK_MS, MOST_LOOKS] = [100, 40];
/** Held through a wait of eight seconds, the places of all were taken for as long. */
const NEIGHBOUR_WITHIN_MS = 5_000;

test('changes that wait for a row take no place from other organizations', async (t) => {
  const writes = await startWorld(t);
  const [one, other, neighbour] = await Promise.all([
    writes.organization(),
    writes.organization(),
    writes.organization(),
  ]);
  const [first, second, ours] = await Promise.all([one, other, neighbour].map((org) => org.draft({ budget: 40 })));
  const release = Promise.withResolvers<void>();
  const held = [one, other].map((org) => holding(writes, org, release.promise));
  await Promise.all(held.map(({ locked }) => locked));
  const waiting = Array.from({ length: AT_ONCE }, (_, nth) => {
    const body = { target_cpa: 5 + nth, dry_run: false };
    return [one.patch(first ?? '', body), other.patch(second ?? '', body)];
  }).flat();
  const begun = performance.now();
  for (const target_cpa of [7, 8, 9]) {
    const edited = await neighbour.patch(ours ?? '', { target_cpa, dry_run: false });
    assert.equal(edited.status, 200, edited.text);
  }
  const took = performance.now() - begun;
  assert.ok(took < NEIGHBOUR_WITHIN_MS, `it took ${Math.round(took)} ms`);
  release.resolve();
  await Promise.all(held.map(({ ended }) => ended));
  assert.deepEqual([...new Set((await Promise.all(waiting)).map(({ status }) => status))], [200]);
});

type Asked = (org: Organization, slug: string) => Promise<() => Promise<HttpAnswer>>;

/** Changes of a campaign that runs, and whether they stop it. */
const CHANGES: Readonly<Record<string, { stops: boolean; asked: Asked }>> = {
  'a pause': { stops: true, asked: async (org, slug) => () => org.state(slug, 'paused') },
  'undoing a launch': { stops: true, asked: async (org, slug) => undoing(org, await org.moved(slug, 'live')) },
  'undoing a resumption': {
    stops: true,
    async asked(org, slug) {
      await org.moved(slug, 'paused');
      return undoing(org, await org.moved(slug, 'live'));
    },
  },
  'an edit': { stops: false, asked: async (org, slug) => () => org.patch(slug, { target_cpa: 7, dry_run: false }) },
  'undoing an edit': {
    stops: false,
    asked: async (org, slug) => undoing(org, (await org.edited(slug, { target_cpa: 8 })).action_id),
  },
};

function undoing(org: Organization, action: unknown) {
  return () => org.undo(action);
}

test('whoever holds a row is asked to let go by every kind of stop, and by nothing else', async (t) => {
  const writes = await startWorld(t);
  for (const [name, { stops, asked }] of Object.entries(CHANGES)) {
    const org = await writes.organization();
    const slug = await org.draft({ budget: 40 });
    if (name !== 'undoing a launch') await org.moved(slug, 'live');
    const change = await asked(org, slug);
    await org.quiet();
    const release = Promise.withResolvers<void>();
    t.after(() => release.resolve());
    const { locked, ended } = holding(writes, org, release.promise);
    await locked;
    const changing = change();
    for (let tries = 0; tries < MOST_LOOKS && (await stopsInLine(org.tenancy)) === 0; tries += 1) await sleep(LOOK_MS);
    assert.equal((await stopsInLine(org.tenancy)) > 0, stops, name);
    release.resolve();
    await ended;
    assert.equal((await changing).status, 200, name);
  }
});

function holding(writes: Writes, { tenancy }: Organization, release: Promise<void>) {
  const locked = Promise.withResolvers<void>();
  const ended = writes.database.forWork().transaction(async (db) => {
    await db.rows(lockAll, tenancy.organizationId);
    locked.resolve();
    await release;
  });
  return { locked: locked.promise, ended };
}
