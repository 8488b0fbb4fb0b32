import assert from 'node:assert/strict';
import { emulatorEndpoints } from '../../../src/adapters/google-ads/config.ts';
import { googleAds } from '../../../src/adapters/google-ads/google-ads.ts';
import type { AdAccount, AdPlatform, CampaignSpec, Grant } from '../../../src/ports/ad-platform.ts';
import { AdPlatformError } from '../../../src/ports/ad-platform.ts';
import type { Emulator } from './emulator.ts';
import { connect, startEmulator } from './emulator.ts';
import { RecordingProxy } from './recording-proxy.ts';

/** A login of the emulator's demo world and one of the accounts it can reach. */
export const LOGIN = 'olivia@demo.test';
export const CUSTOMER = '1000000001';

/** The adapter connected to a real emulator, with everything between them recorded. */
export interface Connected {
  emulator: Emulator;
  proxy: RecordingProxy;
  platform: AdPlatform;
  grant: Grant;
  account: AdAccount;
  stop(): Promise<void>;
}

/** Starts an emulator and connects one login. */
export async function connected(): Promise<Connected> {
  const emulator = await startEmulator();
  const proxy = await new RecordingProxy(emulator.origin).start();
  const client = { clientId: 'emulator-client', clientSecret: 'emulator-secret' };
  const timeouts = { callMs: 3_000, silenceMs: 3_000 };
  const config = { ...emulatorEndpoints(proxy.origin), ...client, timeouts };
  const platform = googleAds(config, { clock: { now: () => Date.now() }, sleep: async () => undefined });
  const grant = await connect(platform, LOGIN);
  const stop = async () => {
    await proxy.stop();
    await emulator.stop();
  };
  return { emulator, proxy, platform, grant, account: open(platform, grant), stop };
}

/** Opens the account with a grant. */
export function open(platform: AdPlatform, { refreshToken }: Grant): AdAccount {
  return platform.account({ customerId: CUSTOMER, loginCustomerId: null, connectionId: 'c1', refreshToken });
}

/** The failure that a call must end in. */
export async function failure(work: Promise<unknown>): Promise<AdPlatformError> {
  try {
    await work;
  } catch (thrown) {
    assert.ok(thrown instanceof AdPlatformError, String(thrown));
    return thrown;
  }
  assert.fail('expected a failure');
}

/** A campaign with something of everything; its name is hostile to queries. */
export const SPEC: CampaignSpec = {
  name: `Launch 'quoted" \\ name`,
  status: 'enabled',
  budget: '40',
  targetCpa: '35.50',
  locationIds: ['2840'],
  excludedLocationIds: ['21176'],
  proximities: [{ latitude: 40.7128, longitude: -74.006, radius: 10, unit: 'miles' }],
  languageIds: ['1000'],
  negatives: [{ text: 'jobs', matchType: 'phrase' }],
  sitelinks: [
    { text: 'Pricing', description1: 'Simple plans', description2: 'Cancel any time', url: 'https://acme.example/p' },
  ],
  callouts: ['24/7 Support'],
  ads: [
    {
      name: 'Ad 1',
      status: 'enabled',
      finalUrl: 'https://acme.example/crm',
      headlines: ['Acme CRM', 'Close More Deals', 'Try It Free'],
      descriptions: ['Track every lead in one place.', 'Set up in minutes. No card needed.'],
      path1: 'crm',
      path2: null,
      keywords: [
        { text: 'crm software', matchType: 'broad' },
        { text: 'small business crm', matchType: 'phrase', status: 'paused' },
        { text: 'sales crm', matchType: 'exact' },
      ],
      negatives: [{ text: 'salary', matchType: 'exact' }],
    },
  ],
};
