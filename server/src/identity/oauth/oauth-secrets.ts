import type { Queryable } from '../../base/database.ts';
import { sharedSecret } from '../../base/secrets.store.ts';

const COOKIE_SECRET = 'oauth_cookies';
const KEY_SECRET = 'oauth_key';

/** What every process on a database shares, so that one can go on with what another began. */
export interface OAuthSecrets {
  /** Signs the cookies of those who are connecting an app. */
  cookies: Buffer;
  /** The private key that the library is given. */
  seed: Buffer;
}

/** The secrets of the database; whoever removes their rows and starts the processes anew has them replaced. */
export async function oauthSecrets(db: Queryable): Promise<OAuthSecrets> {
  return { cookies: await sharedSecret(db, COOKIE_SECRET), seed: await sharedSecret(db, KEY_SECRET) };
}
