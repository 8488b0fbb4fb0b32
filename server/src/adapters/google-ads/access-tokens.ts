import type { Clock } from '../../ports/clock.ts';
import type { GoogleAdsConfig } from './config.ts';
import type { Persistence } from './retries.ts';
import { requestTokens } from './token-endpoint.ts';

/** Renewed this long before it expires, so that no request leaves with a token that dies on the way. */
const EARLY_MS = 120_000;
const MAX_CONNECTIONS = 10_000;

/** Hands out access tokens of one connection. */
export interface TokenSource {
  get(): Promise<string>;
  /** A new token after `stale` was refused; one that was renewed in the meantime is taken as it is. */
  renew(stale: string): Promise<string>;
}

interface Held {
  refreshToken: string;
  accessToken: string;
  expiresAt: number;
  refreshing: Promise<string> | undefined;
}

/** Access tokens live here only, in memory; of parallel refreshes for one connection a single one is sent. */
export class AccessTokens {
  readonly #config: GoogleAdsConfig;
  readonly #clock: Clock;
  readonly #persist: Persistence;
  readonly #held = new Map<string, Held>();

  constructor(config: GoogleAdsConfig, clock: Clock, persist: Persistence) {
    this.#config = config;
    this.#clock = clock;
    this.#persist = persist;
  }

  /** The source for a stored connection. A new refresh token for it (after reconnecting) drops what is held. */
  ofConnection(connectionId: string, refreshToken: string): TokenSource {
    const held = () => this.#ofConnection(connectionId, refreshToken);
    return { get: () => this.#get(held()), renew: (stale) => this.#renew(held(), stale) };
  }

  /** A source for a login that is not stored yet; nothing of it is kept. */
  ofLogin(refreshToken: string): TokenSource {
    const held = empty(refreshToken);
    return { get: () => this.#get(held), renew: (stale) => this.#renew(held, stale) };
  }

  /** Forgets what is held for a refresh token that was revoked. */
  forget(refreshToken: string): void {
    for (const [id, held] of this.#held) if (held.refreshToken === refreshToken) this.#held.delete(id);
  }

  #ofConnection(connectionId: string, refreshToken: string): Held {
    const known = this.#held.get(connectionId);
    const held = known?.refreshToken === refreshToken ? known : empty(refreshToken);
    this.#held.delete(connectionId);
    this.#held.set(connectionId, held);
    const [oldest] = this.#held.keys();
    if (this.#held.size > MAX_CONNECTIONS && oldest !== undefined) this.#held.delete(oldest);
    return held;
  }

  #get(held: Held): Promise<string> {
    if (held.refreshing !== undefined) return held.refreshing;
    const fresh = held.expiresAt - EARLY_MS > this.#clock.now();
    return fresh ? Promise.resolve(held.accessToken) : this.#refresh(held);
  }

  #renew(held: Held, stale: string): Promise<string> {
    if (held.refreshing === undefined && held.accessToken === stale) held.expiresAt = 0;
    return this.#get(held);
  }

  /** Not bound to the signal of any caller: others wait for the same refresh. */
  #refresh(held: Held): Promise<string> {
    const parameters = { grant_type: 'refresh_token', refresh_token: held.refreshToken };
    held.refreshing = this.#persist('read', undefined, () => requestTokens(this.#config, parameters, undefined))
      .then((issued) => {
        held.accessToken = issued.accessToken;
        held.expiresAt = this.#clock.now() + issued.expiresInSeconds * 1000;
        return issued.accessToken;
      })
      .finally(() => {
        held.refreshing = undefined;
      });
    return held.refreshing;
  }
}

function empty(refreshToken: string): Held {
  return { refreshToken, accessToken: '', expiresAt: 0, refreshing: undefined };
}
