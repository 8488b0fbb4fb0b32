import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { statement } from '../../../src/base/database.ts';
import { noteStopInLine } from '../../../src/writes/stop-in-line.store.ts';
import { ACME, accountWorld, noonEmulator, type World } from '../world.ts';
import { askedFor } from './asked-sync.ts';
import { grownAccount } from './grown-account.ts';

const KEYWORDS = 40_000;

const countKeywords = statement<[organizationId: number], { count: number }>(
  'select count(*)::integer as count from keyword where organization_id = $1',
);
const freeCampaigns = statement<[organizationId: number], { slug: string }>(
  'select slug from campaign where organization_id = $1 for update skip locked',
);

test('a campaign can be stopped while its very many keywords are merged, which begins again later', async (t) => {
  const { world, account, count } = await grownWorld(t);
  const own = await count();
  const { key } = await world.world.addKey({ organization: world.acme, scopes: ['campaigns:read', 'campaigns:write'] });
  account.grow(KEYWORDS);
  const syncing = world.finish(await askedFor(world));
  const slug = await beingMerged(world);
  const begun = performance.now();
  const path = `/v1/organizations/acme/campaigns/${slug}/state`;
  const paused = await world.call('PUT', path, { key, body: { state: 'paused', dry_run: false } });
  t.diagnostic(`answered after ${Math.round(performance.now() - begun)} ms`);
  assert.equal(paused.status, 200, paused.text);
  assert.equal(await count(), own, 'it did not wait until all of them were in');
  const { task_tracking_id } = z.object({ task_tracking_id: z.int() }).parse(paused.json);
  const [sync] = await syncing;
  assert.equal(sync?.status, 'completed', sync?.error_message ?? '');
  assert.equal((await world.finish(task_tracking_id))[0]?.status, 'completed');
  account.grow(KEYWORDS);
  await world.finish(await askedFor(world));
  assert.equal(await count(), own + KEYWORDS);
});

test('what let go for a stop is caught up with, however long ago the last sync was', async (t) => {
  const { world, account, count } = await grownWorld(t);
  const own = await count();
  await world.turn({ hours: 60 });
  account.grow(KEYWORDS);
  const syncing = world.finish(await askedFor(world));
  await beingMerged(world);
  await noteStopInLine({ organizationId: world.acme.id, db: world.database });
  account.grow(KEYWORDS);
  const [sync] = await syncing;
  assert.equal(sync?.status, 'completed', sync?.error_message ?? '');
  assert.equal(await count(), own + KEYWORDS);
});

async function grownWorld(t: TestContext) {
  const emulator = await noonEmulator();
  t.after(() => emulator.stop());
  const account = await grownAccount(t, emulator, ACME);
  const world = await accountWorld(t, account);
  await world.connect();
  await world.finish(await world.select(ACME));
  const count = async () => (await world.database.row(countKeywords, world.acme.id))?.count ?? 0;
  return { world, account, count };
}

/** The campaign that is held while its rows are written. */
async function beingMerged({ database, acme }: World): Promise<string> {
  const all = new Set((await database.rows(freeCampaigns, acme.id)).map(({ slug }) => slug));
  for (let tries = 0; tries < 2_000; tries += 1) {
    await sleep(20);
    const free = await database.rows(freeCampaigns, acme.id);
    const [held] = [...all].filter((slug) => !free.some((one) => one.slug === slug));
    if (held === undefined) continue;
    // The others take a moment; the one with very many is held on and on.
    await sleep(500);
    if (!(await database.rows(freeCampaigns, acme.id)).some(({ slug }) => slug === held)) return held;
  }
  throw new Error('no campaign was held');
}
