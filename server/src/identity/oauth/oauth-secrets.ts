import type { Queryable } from '../../base/database.ts';
import { type Secrets, SharedSecrets } from '../../base/secrets.ts';
import type { Clock } from '../../ports/clock.ts';

/** The name of the secrets that cookies are signed with. */
export const COOKIE_SECRET = 'oauth_cookies';
const KEY_SECRET = 'oauth_key';

/** What every process on a database shares, so that one can go on with what another began. */
export interface OAuthSecrets {
  /** Signs the cookies of those who are connecting an app. */
  cookies: Secrets;
  /** The private key that the library is given. */
  seed: Buffer;
}

/** The secrets of the database. */
export async function oauthSecrets(db: Queryable, clock: Clock): Promise<OAuthSecrets & { cookies: SharedSecrets }> {
  const cookies = await SharedSecrets.open(db, clock, COOKIE_SECRET);
  return { cookies, seed: (await SharedSecrets.open(db, clock, KEY_SECRET)).signing };
}
