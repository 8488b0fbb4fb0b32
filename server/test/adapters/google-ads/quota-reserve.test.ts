import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emulatorEndpoints } from '../../../src/adapters/google-ads/config.ts';
import { configuredGoogleAds } from '../../../src/adapters/google-ads/configured.ts';
import { googleAds } from '../../../src/adapters/google-ads/google-ads.ts';
import { loadConfig } from '../../../src/base/config.ts';
import { AdPlatformError } from '../../../src/ports/ad-platform.ts';
import { connect, startEmulator } from './emulator.ts';

const LOGIN = 'olivia@demo.test';
const CUSTOMER = '1000000001';
const CLIENT = { clientId: 'emulator-client', clientSecret: 'emulator-secret' };

test('a change goes through although the day’s quota of the platform is used up by reads', async (t) => {
  const emulator = await startEmulator();
  t.after(() => emulator.stop());
  const quota = { dailyOperations: 40, reservedForWrites: 20 };
  const platform = googleAds({ ...emulatorEndpoints(emulator.origin), ...CLIENT }, { clock: Date, quota });
  const { refreshToken } = await connect(platform, LOGIN);
  const link = { customerId: CUSTOMER, loginCustomerId: null, connectionId: 'c', refreshToken };
  const { campaigns } = await platform.account(link).structure();
  const [campaign] = campaigns;
  assert.ok(campaign);
  const refusals = await Promise.all(Array.from({ length: 20 }, () => platform.account(link).info().catch(asError)));
  assert.ok(
    refusals.some((one) => one instanceof AdPlatformError),
    'reads are refused',
  );
  const update = await platform
    .account(link, { forChange: true })
    .updateCampaign(campaign.id, { status: 'paused' }, { expected: { status: campaign.status } });
  assert.ok(update.applied);
});

test('the operations of a day are as configured, and a tenth of them is kept for changes', async (t) => {
  const emulator = await startEmulator();
  t.after(() => emulator.stop());
  for (const [configured, reads] of [
    ['10', 9],
    ['unlimited', 20],
  ] as const) {
    const config = loadConfig({ DEMO: 'on', GOOGLE_ADS_DAILY_OPERATIONS: configured });
    const platform = configuredGoogleAds(config, Date, { emulatorUrl: emulator.origin });
    const { refreshToken } = await connect(platform, LOGIN);
    const account = platform.account({ customerId: CUSTOMER, loginCustomerId: null, connectionId: 'c', refreshToken });
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => account.info().catch(asError)));
    assert.equal(outcomes.filter((one) => !(one instanceof AdPlatformError)).length, reads, configured);
  }
});

function asError(error: unknown): unknown {
  return error;
}
