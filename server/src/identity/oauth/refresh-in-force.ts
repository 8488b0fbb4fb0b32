import type { Queryable } from '../../base/database.ts';
import { hashOf } from '../key-format.ts';
import { sessionNamedIn } from './refresh-token-value.ts';
import { findToken } from './token.store.ts';
import { standingOf } from './token-standing.ts';

/** Who asks for a refresh, and with what. */
export interface RefreshAsked {
  token: string;
  clientId: string;
}

/** The session that a token would refresh now for that app; undefined for any other token, however it looks. */
export async function sessionToRefresh(
  db: Queryable,
  { token, clientId }: RefreshAsked,
  now: number,
): Promise<string | undefined> {
  // What names no session costs no query.
  if (sessionNamedIn(token) === undefined) return undefined;
  const row = await findToken(db, hashOf(token), 'RefreshToken');
  if (!row || standingOf(row, 'RefreshToken', now) !== 'in force') return undefined;
  return row.payload.clientId === clientId ? row.session_id : undefined;
}
