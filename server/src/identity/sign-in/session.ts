import { randomBytes } from 'node:crypto';
import type { Config } from '../../base/config.ts';
import type { PublicContext } from '../../base/context.ts';
import { hashOf } from '../key-format.ts';
import type { PersonRow } from '../person.store.ts';
import { insertSession } from './session.store.ts';

/** The cookie that carries a dashboard session. */
export const SESSION_COOKIE = 'sluice_session';

const TOKEN_BYTES = 32;
const LIFETIME_SECONDS = 30 * 24 * 60 * 60;

/** Opens a session for a person and gives the cookie that proves it; none where the password was changed meanwhile. */
export async function openSession(
  context: PublicContext,
  { id: personId, password_hash: passwordHash }: Pick<PersonRow, 'id' | 'password_hash'>,
): Promise<string | undefined> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const now = context.clock.now();
  const opened = await insertSession(context.database, {
    hash: hashOf(token),
    personId,
    createdAt: new Date(now),
    expiresAt: new Date(now + LIFETIME_SECONDS * 1000),
    ip: context.ip,
    passwordHash,
  });
  return opened ? cookie(context.config, token, LIFETIME_SECONDS) : undefined;
}

/** The cookie that makes a browser forget its session. */
export function forgottenCookie(config: Config): string {
  return cookie(config, '', 0);
}

function cookie({ appUrl }: Config, value: string, maxAge: number): string {
  const secure = appUrl.startsWith('https:') ? '; Secure' : '';
  return `${SESSION_COOKIE}=${value}; Max-Age=${maxAge}; Path=/; HttpOnly; SameSite=Lax${secure}`;
}
