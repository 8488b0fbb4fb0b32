import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emulatorEndpoints } from '../../src/adapters/google-ads/config.ts';
import { googleAds } from '../../src/adapters/google-ads/google-ads.ts';
import { AdPlatformError } from '../../src/ports/ad-platform.ts';
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

function asError(error: unknown): unknown {
  return error;
}
