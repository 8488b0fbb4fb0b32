import { randomBytes } from 'node:crypto';
import { plainAddress } from '../../base/address-group.ts';
import type { Config } from '../../base/config.ts';
import type { PublicContext } from '../../base/context.ts';
import { withoutCredentials } from '../../base/secret-addresses.ts';
import { visible } from '../../base/visible-text.ts';
import { hashOf } from '../key-format.ts';
import type { Shown } from '../person.store.ts';
import { closeSession, insertSession } from './session.store.ts';

/**
 * The cookie that carries a dashboard session. Where it can be, it is named so that browsers take it from this host alone:
 * no neighbour under the same domain makes somebody work in a session of theirs.
 */
export function sessionCookie({ appUrl }: Pick<Config, 'appUrl'>): string {
  return isOverTls(appUrl) ? '__Host-sluice_session' : 'sluice_session';
}

function isOverTls(appUrl: string): boolean {
  return appUrl.startsWith('https:');
}

const TOKEN_BYTES = 32;
const LONGEST_USER_AGENT = 200;
const LIFETIME_SECONDS = 30 * 24 * 60 * 60;

/**
 * Opens a session for a person and gives the cookie that proves it; none where what was shown is not enough any more. The
 * session whose cookie it takes the place of ends. Whose it is, where that is said, is known from then on.
 */
export async function openSession(
  context: PublicContext,
  shown: Shown & { email?: string },
): Promise<string | undefined> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const now = context.clock.now();
  const session = {
    hash: hashOf(token),
    createdAt: new Date(now),
    expiresAt: new Date(now + LIFETIME_SECONDS * 1000),
    ip: plainAddress(context.ip),
    userAgent: nameOfBrowser(context.userAgent),
    shown,
  };
  const opened = await context.database.transaction(async (db) => {
    const inserted = await insertSession(db, session);
    if (inserted && shown.email !== undefined) context.recognised?.(shown.email);
    return inserted;
  });
  if (!opened) return undefined;
  // Pages that still show whoever was signed in before lose their stream with it, and look who it is now.
  if (context.replaced) await endReplaced(context, context.replaced.hash);
  return cookie(context.config, token, LIFETIME_SECONDS);
}

/**
 * The new session is kept by then, and the codes that led to it are used up: its cookie is given also where the old one
 * cannot be ended, which no cookie of this browser leads to any more.
 */
async function endReplaced({ database, clock, log, requestId }: PublicContext, hash: Buffer): Promise<void> {
  try {
    await closeSession(database, hash, new Date(clock.now()));
  } catch (err) {
    log.warn({ err, request_id: requestId }, 'the session that another took the place of was not ended');
  }
}

/** What a browser calls itself, as one short line that hides nothing. */
function nameOfBrowser(userAgent: string | undefined): string | null {
  const shown = visible(withoutCredentials(userAgent ?? '').trim()).slice(0, LONGEST_USER_AGENT);
  return shown === '' ? null : shown;
}

/** The cookie that makes a browser forget its session. */
export function forgottenCookie(config: Config): string {
  return cookie(config, '', 0);
}

function cookie(config: Config, value: string, maxAge: number): string {
  const secure = isOverTls(config.appUrl) ? '; Secure' : '';
  return `${sessionCookie(config)}=${value}; Max-Age=${maxAge}; Path=/; HttpOnly; SameSite=Lax${secure}`;
}
