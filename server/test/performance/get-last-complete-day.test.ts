import assert from 'node:assert/strict';
import { test } from 'node:test';
import { forgetProgress } from '../../src/ad-accounts/account-progress.store.ts';
import { listAdAccounts } from '../../src/ad-accounts/ad-account.store.ts';
import { statement } from '../../src/base/database.ts';
import { getLastCompleteDay } from '../../src/performance/get-last-complete-day.ts';
import { campaignDay } from '../figures/world.ts';
import { askableWorld } from './asking.ts';

const setAccount = statement<[organizationId: number, status: string, zone: string, syncedAt: string | null], never>(
  'update ad_account set status = $2, time_zone = $3, days_synced_at = $4 where organization_id = $1 and time_zone is null',
);
const addAccount = statement<[organizationId: number, id: string], never>(
  `insert into ad_account (organization_id, id, status, created_at) values ($1, $2, 'linked', now())`,
);

/** Accounts whose last figures are of 5 March, and the day that is complete by what is known of them. */
const CASES: [accounts: [status: string, zone: string, syncedAt: string | null][], day: string][] = [
  // The sync of 10 March at 03:00 in London was on 9 March in New York, and on the 10th in Tokyo.
  [[['linked', 'America/New_York', '2026-03-10T03:00:00Z']], '2026-03-08'],
  [[['linked', 'Asia/Tokyo', '2026-03-10T03:00:00Z']], '2026-03-09'],
  // Nothing ran since the 5th, and that is known; or nothing was read since.
  [[['linked', 'UTC', '2026-03-10T03:00:00Z']], '2026-03-09'],
  [[['linked', 'UTC', null]], '2026-03-05'],
  [
    [
      ['linked', 'Asia/Tokyo', '2026-03-10T03:00:00Z'],
      ['linked', 'America/New_York', '2026-03-10T03:00:00Z'],
    ],
    '2026-03-08',
  ],
  // One that was never read has no days yet, and one that lost its login gets no more: neither holds the others up.
  [
    [
      ['linked', 'UTC', '2026-03-10T03:00:00Z'],
      ['linked', 'UTC', null],
      ['pending', 'UTC', '2026-01-10T03:00:00Z'],
      ['not_linked', 'UTC', '2026-01-10T03:00:00Z'],
    ],
    '2026-03-09',
  ],
  [[['pending', 'UTC', '2026-03-10T03:00:00Z']], '2026-03-05'],
  // Nor does one that has not been read for long.
  [
    [
      ['linked', 'UTC', '2026-03-10T03:00:00Z'],
      ['linked', 'UTC', '2026-01-10T03:00:00Z'],
    ],
    '2026-03-09',
  ],
];

test('the last complete day is counted where the accounts are, and in for each of them that is linked', async (t) => {
  for (const [accounts, day] of CASES) {
    const world = await askableWorld(t, 1);
    const { database, organizationId } = world;
    await world.campaigns('2026-03-01', '2026-03-05', [campaignDay('2026-03-05', 1, { clicks: 1 })]);
    await world.rebuild();
    for (const [place, [status, zone, syncedAt]] of accounts.entries()) {
      if (place > 0) await database.execute(addAccount, organizationId, `222222222${place}`);
      await database.execute(setAccount, organizationId, status, zone, syncedAt);
    }
    assert.deepEqual(JSON.parse(await world.ask(getLastCompleteDay, {})), { last_complete_day: day });
  }
});

test('without any figures there is no complete day', async (t) => {
  const world = await askableWorld(t, 1);
  assert.deepEqual(JSON.parse(await world.ask(getLastCompleteDay, {})), { last_complete_day: null });
});

test('asking for a sync leaves the day complete that was', async (t) => {
  const world = await askableWorld(t, 1);
  const { database, organizationId } = world;
  await world.campaigns('2026-03-01', '2026-03-05', [campaignDay('2026-03-05', 1, { clicks: 1 })]);
  await world.rebuild();
  await database.execute(setAccount, organizationId, 'linked', 'UTC', '2026-03-10T03:00:00Z');
  for (const { id } of await listAdAccounts({ db: database, organizationId })) {
    await forgetProgress({ db: database, organizationId }, id, new Date('2026-03-10T04:00:00Z'));
  }
  assert.deepEqual(JSON.parse(await world.ask(getLastCompleteDay, {})), { last_complete_day: '2026-03-09' });
});
