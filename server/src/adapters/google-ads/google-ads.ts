import type { AdPlatform, CallOptions } from '../../ports/ad-platform.ts';
import type { Clock } from '../../ports/clock.ts';
import type { TokenSource } from './access-tokens.ts';
import { AccessTokens } from './access-tokens.ts';
import { googleAdsAccount } from './account.ts';
import { accountChoices } from './account-info.ts';
import { GoogleAdsClient } from './client.ts';
import type { GoogleAdsConfig } from './config.ts';
import { authorizeUrl, exchangeCode, revokeToken } from './oauth.ts';
import { platformError } from './platform-error.ts';
import { PlatformTime } from './platform-time.ts';
import { type QuotaCounter, QuotaLedger } from './quota-ledger.ts';
import { customerIdOf } from './resource-names.ts';
import type { Sleep } from './retries.ts';
import { persistence, sleep } from './retries.ts';

/** What the adapter needs from outside. */
export interface GoogleAdsOptions {
  clock: Clock;
  /** Google's daily operations, counted by one counter for all processes that share them; else nothing is counted. */
  quota?: { counter: QuotaCounter; dailyOperations?: number | null | undefined };
  sleep?: Sleep;
}

/** Who works for no organization in particular. */
const NOBODY = 0;

/** Google Ads behind the port. */
export function googleAds(config: GoogleAdsConfig, options: GoogleAdsOptions): AdPlatform {
  const { clock } = options;
  const time = new PlatformTime(clock);
  const persist = persistence(options.sleep ?? sleep);
  const tokens = new AccessTokens(config, clock, persist);
  const ledger = options.quota && new QuotaLedger(options.quota.counter, options.quota.dailyOperations, clock);
  const client = (tokens: TokenSource, loginCustomerId: string | null, options: CallOptions) => {
    const { signal, forChange = false, stopsSpending = false, organizationId = NOBODY } = options;
    const purpose = stopsSpending ? 'stop' : forChange ? 'change' : 'read';
    const spend = { ledger, organizationId, purpose } as const;
    return new GoogleAdsClient({ config, tokens, spend, persist, time, loginCustomerId, signal, around: options });
  };
  return {
    authorizeUrl: (request) => authorizeUrl(config, request),
    exchangeCode: (exchange) => failing(() => exchangeCode(config, exchange)),
    revoke: (refreshToken) => {
      tokens.forget(refreshToken);
      return failing(() => persist('read', undefined, () => revokeToken(config, refreshToken)));
    },
    accounts: (refreshToken, callOptions = {}) =>
      failing(() => accountChoices(client(tokens.ofLogin(refreshToken), null, callOptions))),
    account: (link, callOptions = {}) => {
      const source = tokens.ofConnection(link.connectionId, link.refreshToken);
      const through = link.loginCustomerId === null ? null : customerIdOf(link.loginCustomerId);
      return googleAdsAccount(client(source, through, callOptions), customerIdOf(link.customerId), time);
    },
  };
}

async function failing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    throw platformError(thrown, 'read');
  }
}
