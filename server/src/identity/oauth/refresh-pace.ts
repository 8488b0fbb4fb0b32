import type { Queryable } from '../../base/database.ts';
import { errors } from './library.ts';
import { LIFETIMES, MINUTE } from './lifetimes.ts';
import { countRefreshTokens } from './token.store.ts';

/** How often a session is refreshed each minute: an app needs one an hour, and one more for each that was lost. */
export const REFRESHES_PER_MINUTE = 30;

/** The status of an answer that says to wait. */
export const TOO_MANY = 429;

/** Refuses a refresh that follows too many others of its session, before its token is used up. */
export async function refuseHaste(db: Queryable, hash: Buffer, now: number): Promise<void> {
  const minuteOld = new Date(now + (LIFETIMES.RefreshToken - MINUTE) * 1000);
  if ((await countRefreshTokens(db, hash, minuteOld)) >= REFRESHES_PER_MINUTE) throw new TooManyRefreshes();
}

class TooManyRefreshes extends errors.OIDCProviderError {
  override error_description = `Too many refreshes. Try again in ${MINUTE} s.`;

  constructor() {
    super(TOO_MANY, 'temporarily_unavailable');
  }
}
