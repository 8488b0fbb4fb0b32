import { type Config, ConfigError } from '../../base/config.ts';
import type { Queryable } from '../../base/database.ts';
import { masterKeys } from '../../base/master-keys.ts';
import type { AdPlatform } from '../../ports/ad-platform.ts';
import type { Clock } from '../../ports/clock.ts';
import { emulatorEndpoints, GOOGLE_ENDPOINTS } from './config.ts';
import { googleAds } from './google-ads.ts';
import { sharedQuotaCounter } from './quota-counter.store.ts';
import { type MasterKey, TokenVault } from './token-vault.ts';

/** Who the service is at an emulator, where nobody has to register. */
const EMULATOR_CLIENT = { clientId: 'emulator-client', clientSecret: 'emulator-secret' };

/** Google Ads as configured, its operations counted in the database; in the demo the emulator stands in for whatever was not set. */
export function configuredGoogleAds(
  config: Config,
  clock: Clock,
  { emulatorUrl, db }: { emulatorUrl?: string | undefined; db?: Queryable } = {},
): AdPlatform {
  const { clientId, clientSecret, dailyOperations, ...set } = config.googleAds;
  const emulator = emulatorUrl ?? `http://127.0.0.1:${config.emulatorPort}`;
  const endpoints = config.demo ? emulatorEndpoints(emulator) : GOOGLE_ENDPOINTS;
  const client = config.demo && clientId === '' ? EMULATOR_CLIENT : { clientId, clientSecret };
  const quota = db && { counter: sharedQuotaCounter(db), dailyOperations };
  return googleAds({ ...endpoints, ...client, ...set }, { clock, ...(quota && { quota }) });
}

/** The vault over the keys that were configured, or over those of the key file. */
export function configuredVault(config: Config): TokenVault {
  const { current, keys } = masterKeys(config);
  const sealing = keys.get(current);
  if (!sealing) throw new ConfigError('The current master key is missing.');
  const others: MasterKey[] = [...keys].filter(([id]) => id !== current).map(([id, key]) => ({ id, key }));
  return new TokenVault([{ id: current, key: sealing }, ...others]);
}
