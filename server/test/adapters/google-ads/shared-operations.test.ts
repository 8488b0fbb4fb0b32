import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { configuredGoogleAds } from '../../../src/adapters/google-ads/configured.ts';
import { sharedQuotaCounter } from '../../../src/adapters/google-ads/quota-counter.store.ts';
import { loadConfig } from '../../../src/base/config.ts';
import { openDatabase } from '../../../src/base/database.ts';
import { AdPlatformError } from '../../../src/ports/ad-platform.ts';
import { platformAt } from '../../harness/ad-platform.ts';
import { freshDatabase } from '../../harness/database.ts';
import { TurnableClock } from '../../harness/turnable-clock.ts';
import { CUSTOMER, LOGIN } from './connected.ts';
import { connect, startEmulator } from './emulator.ts';
import {
  ledgerOn,
  organizationsWithAccounts,
  setWeight,
  takes,
  takesAll,
  usedOperations,
  usedToday,
} from './shared-operations.ts';

const MIDNIGHT = '2026-03-02T00:00:00.000Z';
const NOON = '2026-03-02T12:00:00.000Z';
const LATE = '2026-03-02T23:59:59.000Z';

describe('the daily operations of the platform', () => {
  test('an organization that borrows much for changes takes nothing of what another may read', async (t) => {
    const { database } = await freshDatabase(t);
    const clock = new TurnableClock(NOON);
    const [much = 0, little = 0] = await organizationsWithAccounts(database, 2);
    const ledger = ledgerOn(database, clock, 15_000);
    const borrowed = await takesAll(ledger, much, 'change');
    assert.ok(borrowed > 5_000, `${borrowed} for changes`);
    const read = await takesAll(ledger, much, 'read');
    const share = (15_000 * 0.9 * 0.75) / 2;
    const others = await takesAll(ledger, little, 'read');
    assert.ok(others >= 0.9 * share, `${borrowed} and ${read} were taken; ${others} of ${share} were left to read`);
  });

  test('reads are refused first, then changes, and what stops spending never', async (t) => {
    const { database } = await freshDatabase(t);
    const emulator = await startEmulator();
    t.after(() => emulator.stop());
    const clock = new TurnableClock(LATE);
    const quota = { counter: sharedQuotaCounter(database), dailyOperations: 100 };
    const platform = platformAt(emulator.origin, clock, quota);
    const { refreshToken } = await connect(platform, LOGIN);
    const link = { customerId: CUSTOMER, loginCustomerId: null, connectionId: 'c', refreshToken };
    const reading = platform.account(link);
    const changing = platform.account(link, { forChange: true });
    const [campaign] = (await reading.structure()).campaigns;
    assert.ok(campaign);
    await untilRefused(() => reading.info());
    assert.equal(await usedToday(database), 90, 'reads leave a tenth');
    const named = await changing.updateCampaign(campaign.id, { name: 'Renamed while reads wait' });
    assert.ok(named.applied);
    await untilRefused(() => changing.info());
    assert.equal(await usedToday(database), 98, 'changes leave a fiftieth');
    for (const account of [changing, reading]) {
      await changing.updateCampaign(campaign.id, { status: 'enabled' }).catch(isOutOfQuota);
      assert.ok((await account.updateCampaign(campaign.id, { status: 'paused' })).applied);
    }
    assert.ok((await usedToday(database)) > 100, 'counted past the limit');
  });

  test('are as many as configured', async (t) => {
    const { database } = await freshDatabase(t);
    const emulator = await startEmulator();
    t.after(() => emulator.stop());
    for (const [configured, reads] of [
      ['10', 9],
      ['unlimited', 20],
    ] as const) {
      const config = loadConfig({ DEMO: 'on', GOOGLE_ADS_DAILY_OPERATIONS: configured });
      const platform = configuredGoogleAds(config, new TurnableClock(LATE), {
        emulatorUrl: emulator.origin,
        db: database,
      });
      const { refreshToken } = await connect(platform, LOGIN);
      const account = platform.account({
        customerId: CUSTOMER,
        loginCustomerId: null,
        connectionId: 'c',
        refreshToken,
      });
      const outcomes = await Promise.all(Array.from({ length: 20 }, () => account.info().catch(isOutOfQuota)));
      assert.equal(outcomes.filter((one) => one !== true).length, reads, configured);
    }
  });

  test('each organization has a share of its own, however much another asks for', async (t) => {
    const { database } = await freshDatabase(t);
    const clock = new TurnableClock(NOON);
    const [greedy = 0, ...others] = await organizationsWithAccounts(database, 10);
    const ledger = ledgerOn(database, clock, 1_000);
    const taken = await takesAll(ledger, greedy, 'read');
    assert.ok(taken >= 90, `its share is its own (${taken})`);
    assert.ok(taken < 300, `no more than what nobody used so far (${taken})`);
    for (const other of others) assert.ok(await takes(ledger, other, 'read', 60), 'what has come in of their shares');
  });

  test('what nobody uses can be borrowed, more of it as the day goes by', async (t) => {
    const { database } = await freshDatabase(t);
    const clock = new TurnableClock(MIDNIGHT);
    const [busy = 0] = await organizationsWithAccounts(database, 2);
    const ledger = ledgerOn(database, clock, 1_000);
    const taken: number[] = [];
    for (let hour = 0; hour < 24; hour += 1) {
      taken.push(await takesAll(ledger, busy, 'read'));
      clock.turn({ hours: 1 });
    }
    const all = taken.reduce((sum, one) => sum + one, 0);
    assert.ok(all > 600, `its share is 450 of 900; it got ${all}`);
    assert.ok(
      taken.every((one) => one < 200),
      'spread over the day',
    );
  });

  test('a share follows the weight that the operator gave the organization', async (t) => {
    const { database } = await freshDatabase(t);
    const clock = new TurnableClock(NOON);
    const [large = 0, small = 0] = await organizationsWithAccounts(database, 3);
    await setWeight(database, large, 4);
    const ledger = ledgerOn(database, clock, 1_000);
    const borrowed = await takesAll(ledger, small, 'read');
    const own = await takesAll(ledger, large, 'read');
    assert.equal(own, 450, `three quarters of four sixths of 900, although the other took ${borrowed}`);
  });

  test('one change that is larger than any share does not wait for ever', async (t) => {
    const { database } = await freshDatabase(t);
    const clock = new TurnableClock(MIDNIGHT);
    const [one = 0] = await organizationsWithAccounts(database, 1_000);
    const ledger = ledgerOn(database, clock, 15_000);
    while (!(await takes(ledger, one, 'change', 5_000))) clock.turn({ minutes: 10 });
    assert.ok(clock.now() < Date.parse(NOON), new Date(clock.now()).toISOString());
    assert.equal(await usedToday(database), 5_000);
  });

  test('every day begins anew, and what was used long ago is forgotten', async (t) => {
    const { database } = await freshDatabase(t);
    const clock = new TurnableClock(LATE);
    const [one = 0] = await organizationsWithAccounts(database, 1);
    const ledger = ledgerOn(database, clock, 100);
    await takesAll(ledger, one, 'read');
    clock.turn({ seconds: 1 });
    assert.ok(await takes(ledger, one, 'read', 1));
    assert.equal((await usedOperations(database)).length, 2);
    clock.turn({ hours: 24 * 40 });
    assert.ok(await takes(ledger, one, 'read', 1));
    assert.equal((await usedOperations(database)).length, 1);
  });

  test('several processes together take no more than is allowed, and count every operation', async (t) => {
    const { database, url } = await freshDatabase(t);
    const clock = new TurnableClock(LATE);
    const ids = await organizationsWithAccounts(database, 20);
    const processes = Array.from({ length: 4 }, () => openDatabase({ url, poolSize: 4 }));
    t.after(() => Promise.all(processes.map((one) => one.close())));
    const outcomes = await Promise.all(
      processes.flatMap((process) => {
        const ledger = ledgerOn(process, clock, 500);
        return ids.flatMap((id) => Array.from({ length: 10 }, () => takes(ledger, id, 'change', 1)));
      }),
    );
    const granted = outcomes.filter((one) => one).length;
    assert.ok(granted <= 490 && granted > 400, String(granted));
    assert.equal(await usedToday(database), granted);
    const used = await usedOperations(database);
    assert.equal(
      used.reduce((sum, one) => sum + one.used, 0),
      granted,
    );
  });
});

async function untilRefused(work: () => Promise<unknown>): Promise<void> {
  for (;;) {
    const refused = await work().then(() => false, isOutOfQuota);
    if (refused) return;
  }
}

function isOutOfQuota(error: unknown): true {
  assert.ok(error instanceof AdPlatformError, String(error));
  assert.deepEqual([error.outOfQuota, error.retryable, error.uncertain], [true, true, false]);
  return true;
}
