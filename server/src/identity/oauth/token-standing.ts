import type { TokenKind, TokenRow } from './token.store.ts';

/** For so long after a refresh the token that was replaced is still accepted. */
const GRACE_MS = 60_000;

type Standing = 'in force' | 'used up' | 'run out';

/**
 * How a token stands. One that was used up never runs out, so that a replay ends its session however late it comes; a
 * refresh token that was replaced a moment ago counts as unused.
 */
export function standingOf(
  { expires_at, used_up_at }: Pick<TokenRow, 'expires_at' | 'used_up_at'>,
  kind: TokenKind,
  now: number,
): Standing {
  if (used_up_at === null) return Date.parse(expires_at) <= now ? 'run out' : 'in force';
  const graceful = kind === 'RefreshToken' && now - Date.parse(used_up_at) <= GRACE_MS;
  return graceful ? 'in force' : 'used up';
}
