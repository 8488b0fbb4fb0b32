import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { statement } from '../../../src/base/database.ts';
import { ACME, accountWorld, noonEmulator, type World } from '../world.ts';
import { askedFor } from './asked-sync.ts';
import { type GrownAccount, grownAccount } from './grown-account.ts';

const MOST = 20_000;
const FAR_MORE = 1_000_000;

const liveCampaigns = statement<[organizationId: number], { name: string; budget: number }>(
  "select name, budget::float8 as budget from campaign where organization_id = $1 and state = 'live' order by id",
);
const overviewShape = z.object({
  latest_day: z.string().nullable(),
  attention: z.array(z.object({ kind: z.string(), account_id: z.string().nullable(), since: z.string().nullable() })),
});
const accountsShape = z.object({ accounts: z.array(z.object({ too_large_since: z.string().nullable() })) });

test('what changes in an account that is too large to be read whole goes on coming in', async (t) => {
  const { world, account } = await followedFor(t, 8);
  const taken = await account.taken();
  await world.turn({ minutes: 30 });
  const next = await world.settle(await world.queueSync());
  assert.equal(next.status, 'completed', next.error_message ?? '');
  assert.equal(await account.taken(), taken, 'it is not read again at every round');

  account.grow(0);
  const [last] = await world.finish(await askedFor(world));
  assert.equal(last?.status, 'completed', last?.error_message ?? '');
  assert.deepEqual(await toldOf(world), { attention: [], accounts: [false] });
});

test('so it does where nobody can tell any more what changed', async (t) => {
  await followedFor(t, 90);
});

/** An account that grew, and in which every budget was raised some days later. */
async function followedFor(t: Parameters<typeof accountWorld>[0], days: number) {
  const { world, account } = await grownWorld(t);
  await world.connect();
  await world.finish(await world.select(ACME));
  const live = await liveOf(world);
  assert.ok(live.length > 1, 'there is more than one campaign');
  account.grow(FAR_MORE);
  await world.turn({ hours: 24 * days });
  for (const [index, { name }] of live.entries()) await world.edit(name, 'budget', 70 + index);
  await world.turn({ minutes: 10 });
  const found = await world.settle(await world.queueSync());
  assert.deepEqual([found.status, found.error_reason], ['failed', 'setup_required']);
  const raised = live.map(({ name }, index) => ({ name, budget: 70 + index }));
  assert.deepEqual(await liveOf(world), raised, 'the one that grew, too');
  return { world, account };
}

test('an account that is too large says so wherever its figures are shown', async (t) => {
  const { world, account } = await grownWorld(t);
  account.grow(FAR_MORE);
  await world.connect();
  assert.equal((await world.settle(await world.select(ACME))).error_reason, 'setup_required');
  await world.turn({ hours: 26 });
  await world.settle(await world.queueSync());
  assert.deepEqual(await toldOf(world), { attention: [ACME], accounts: [true] });
  const queued = await world.dashboard('POST', '/organizations/acme/reports/weekly', { body: {} });
  await world.finish(z.object({ task_tracking_id: z.int() }).parse(queued.json).task_tracking_id);
  const report = (await world.dashboard('GET', '/organizations/acme/reports/weekly/latest')).text;
  assert.match(report, /more keywords and ads than can be read: its campaigns and what they spend are unknown/);
  assert.doesNotMatch(report, /All figures of/);
});

async function grownWorld(t: Parameters<typeof accountWorld>[0]): Promise<{ world: World; account: GrownAccount }> {
  const emulator = await noonEmulator();
  t.after(() => emulator.stop());
  const account = await grownAccount(t, emulator, ACME);
  return { account, world: await accountWorld(t, account, { mostBelowCampaigns: MOST }) };
}

function liveOf({ database, acme }: World) {
  return database.rows(liveCampaigns, acme.id);
}

async function toldOf(world: World): Promise<{ attention: (string | null)[]; accounts: boolean[] }> {
  const { attention } = overviewShape.parse((await world.dashboard('GET', '/organizations/acme/overview')).json);
  const { accounts } = accountsShape.parse((await world.dashboard('GET', '/organizations/acme/ad-connections')).json);
  return {
    attention: attention.filter(({ kind }) => kind === 'account_too_large').map(({ account_id }) => account_id),
    accounts: accounts.map(({ too_large_since }) => too_large_since !== null),
  };
}
