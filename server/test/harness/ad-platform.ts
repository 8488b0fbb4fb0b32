import { randomBytes } from 'node:crypto';
import { emulatorEndpoints, type GoogleAdsConfig } from '../../src/adapters/google-ads/config.ts';
import { type GoogleAdsOptions, googleAds } from '../../src/adapters/google-ads/google-ads.ts';
import { TokenVault } from '../../src/adapters/google-ads/token-vault.ts';
import { siteReader } from '../../src/adapters/site-reader/site-reader.ts';
import type { AdPlatform } from '../../src/ports/ad-platform.ts';

import type { Clock } from '../../src/ports/clock.ts';
import type { SiteReader } from '../../src/ports/site-reader.ts';

/** Who the service is at the emulator. */
const CLIENT = { clientId: 'emulator-client', clientSecret: 'emulator-secret' };

/** Nothing listens here: a test that reaches the platform without an emulator of its own fails at once. */
const NOWHERE = 'http://127.0.0.1:9';

/** Short enough for a test to see a call time out, long enough for a machine that is busy with other tests. */
const TIMEOUTS = { tokenMs: 10_000, callMs: 10_000, silenceMs: 20_000 };

/** The real adapter, pointed at an emulator, with pauses cut short; nobody counts what it uses unless asked to. */
export function platformAt(
  origin: string,
  clock: Clock,
  quota?: GoogleAdsOptions['quota'],
  {
    sleep = async () => {},
    ...limits
  }: Pick<GoogleAdsConfig, 'mostBelowCampaigns'> & Pick<GoogleAdsOptions, 'sleep'> = {},
): AdPlatform {
  const config = { ...emulatorEndpoints(origin), ...CLIENT, timeouts: TIMEOUTS, ...limits };
  return googleAds(config, { clock, ...(quota && { quota }), sleep });
}

/** What a service needs that has nothing to do with the platform, or with websites, in its test. */
export function noAdPlatform(clock: Clock): { adPlatform: AdPlatform; tokenVault: TokenVault; siteReader: SiteReader } {
  const reader = siteReader({ allowed: [], contact: NOWHERE, find: async () => [] });
  return { adPlatform: platformAt(NOWHERE, clock), tokenVault: testVault(), siteReader: reader };
}

/** A vault with a key of its own, or with that of another process. */
export function testVault(key = randomBytes(32)): TokenVault {
  return new TokenVault([{ id: 'test', key }]);
}
