import assert from 'node:assert/strict';
import { test } from 'node:test';
import { statement } from '../../../src/base/database.ts';
import type { Organization } from '../organization.ts';
import { startWorld, type Writes } from '../world.ts';

const lockAll = statement<[organizationId: number], { id: number }>(
  'select id from campaign where organization_id = $1 for update',
);
const AT_ONCE = 8;
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

function holding(writes: Writes, { tenancy }: Organization, release: Promise<void>) {
  const locked = Promise.withResolvers<void>();
  const ended = writes.database.forWork().transaction(async (db) => {
    await db.rows(lockAll, tenancy.organizationId);
    locked.resolve();
    await release;
  });
  return { locked: locked.promise, ended };
}
