import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { statement } from '../../../src/base/database.ts';
import { LongestBlock } from '../../harness/longest-block.ts';
import { ACME, accountWorld, noonEmulator } from '../world.ts';
import { askedFor } from './asked-sync.ts';
import { fingerprint } from './fingerprint.ts';
import { grownAccount } from './grown-account.ts';

const KEYWORDS = 100_000;
/** Turns are of 4 ms; collecting garbage takes some more. Read and merged in one go it took 180 and more. */
const LONGEST_BLOCK_MS = 100;
const MOST = 20_000;
const FAR_MORE = 1_000_000;
/** What is on its way when it is noticed. */
const ON_THE_WAY = 30_000;

const countKeywords = statement<[organizationId: number], { count: number }>(
  'select count(*)::integer as count from keyword where organization_id = $1',
);

const latestDay = statement<[organizationId: number], { day: string }>(
  'select max(day)::text as day from campaign_day where organization_id = $1',
);

test('an account with very many keywords comes in whole, and nobody else waits for it', async (t) => {
  const account = await grownAccount(t, await emulatorOf(t), ACME);
  const world = await accountWorld(t, account);
  await world.connect();
  await world.finish(await world.select(ACME));
  const count = async () => (await world.database.row(countKeywords, world.acme.id))?.count ?? 0;
  const own = await count();
  account.grow(KEYWORDS);
  const others = readAlways(() => world.dashboard('GET', '/organizations'));
  const block = new LongestBlock();
  const began = performance.now();
  const [task] = await world.finish(await askedFor(world));
  const longest = block.end();
  t.diagnostic(
    `${Math.round(performance.now() - began)} ms, blocked for ${longest} ms, a read took ${await others()} ms`,
  );
  assert.equal(task?.status, 'completed', task?.error_message ?? '');
  assert.equal(await count(), own + KEYWORDS);
  assert.ok(longest < LONGEST_BLOCK_MS, `${longest} ms`);
});

test('an account that holds more than can be read is read no further, says so once, and can still be stopped', async (t) => {
  const account = await grownAccount(t, await emulatorOf(t), ACME);
  const world = await accountWorld(t, account, { mostBelowCampaigns: MOST });
  await world.connect();
  const [first] = await world.finish(await world.select(ACME));
  assert.equal(first?.status, 'completed', first?.error_message ?? '');
  const whole = await fingerprint(world.database, world.acme.id);
  account.grow(FAR_MORE);
  const task = await world.settle(await askedFor(world));
  assert.deepEqual([task.status, task.error_reason, task.retries], ['failed', 'setup_required', 0]);
  assert.match(task.error_message ?? '', /more than the 20,000 keywords, .*Remove in Google Ads/);
  assert.ok((await account.taken()) < MOST + ON_THE_WAY, `${await account.taken()} rows were read`);
  assert.deepEqual(await fingerprint(world.database, world.acme.id), whole);
  const latest = async () => (await world.database.row(latestDay, world.acme.id))?.day ?? '';
  const known = await latest();
  await world.turn({ hours: 26 });
  assert.equal((await world.settle(await askedFor(world))).error_reason, 'setup_required');
  assert.ok((await latest()) > known, 'figures go on coming in');
  const { key } = await world.world.addKey({ organization: world.acme, scopes: ['campaigns:read', 'campaigns:write'] });
  const listed = await world.call('GET', '/v1/organizations/acme/campaigns?state=live', { key });
  const [campaign] = z.object({ campaigns: z.array(z.object({ slug: z.string() })) }).parse(listed.json).campaigns;
  const state = `/v1/organizations/acme/campaigns/${campaign?.slug}/state`;
  const paused = await world.call('PUT', state, { key, body: { state: 'paused', dry_run: false } });
  assert.equal(paused.status, 200, paused.text);
  const { task_tracking_id } = z.object({ task_tracking_id: z.int() }).parse(paused.json);
  assert.equal((await world.finish(task_tracking_id))[0]?.status, 'completed');
});

async function emulatorOf(t: Parameters<typeof accountWorld>[0]) {
  const emulator = await noonEmulator();
  t.after(() => emulator.stop());
  return emulator;
}

/** Reads as somebody else until told to end, which answers with how long the slowest took. */
function readAlways(read: () => Promise<unknown>): () => Promise<number> {
  let going = true;
  const slowest = (async () => {
    let slowest = 0;
    while (going) {
      const began = performance.now();
      await read();
      slowest = Math.max(slowest, Math.round(performance.now() - began));
      await sleep(50);
    }
    return slowest;
  })();
  return () => {
    going = false;
    return slowest;
  };
}
