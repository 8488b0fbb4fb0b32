import type { AdapterPayload } from 'oidc-provider';
import { type Queryable, statement } from '../../base/database.ts';

/** What a client can present: a code, an access token or a refresh token. */
export type TokenKind = 'AuthorizationCode' | 'AccessToken' | 'RefreshToken';

/** A token as it is kept: of its value only the hash. */
export interface NewToken {
  hash: Buffer;
  kind: TokenKind;
  sessionId: string;
  payload: AdapterPayload;
  expiresAt: Date;
}

const insert = statement<
  [hash: Buffer, kind: TokenKind, sessionId: string, payload: AdapterPayload, expiresAt: Date],
  never
>('insert into oauth_token (hash, kind, session_id, payload, expires_at) values ($1, $2, $3, $4, $5)');

/** Keeps a token; fails where its session has ended meanwhile. */
export async function insertToken(db: Queryable, token: NewToken): Promise<void> {
  await db.execute(insert, token.hash, token.kind, token.sessionId, token.payload, token.expiresAt);
}

/** A token with the scopes that its connection has now. */
export interface TokenRow {
  payload: AdapterPayload;
  expires_at: string;
  used_up_at: string | null;
  session_id: string;
  scopes: string[];
}

const find = statement<[hash: Buffer, kind: TokenKind], TokenRow>(`
  select t.payload, t.expires_at, t.used_up_at, t.session_id, c.scopes
  from oauth_token t
  join oauth_session s on s.id = t.session_id
  join oauth_connection c on c.id = s.connection_id
  where t.hash = $1 and t.kind = $2`);

/** The token of that kind, used up and expired ones too. */
export function findToken(db: Queryable, hash: Buffer, kind: TokenKind): Promise<TokenRow | undefined> {
  return db.row(find, hash, kind);
}

const count = statement<[hash: Buffer, expiresAfter: Date], { count: number }>(`
  select count(*) as count from oauth_token
  where session_id = (select session_id from oauth_token where hash = $1) and kind = 'RefreshToken'
    and expires_at > $2`);

/** How many refresh tokens of the same session were issued so lately that they expire after that instant. */
export async function countRefreshTokens(db: Queryable, hash: Buffer, expiresAfter: Date): Promise<number> {
  return (await db.row(count, hash, expiresAfter))?.count ?? 0;
}

/** All of them last equally long: what expires first was issued first. Those of one instant stay together. */
const forgetOlder = statement<[sessionId: string, left: number], never>(`
  delete from oauth_token where session_id = $1 and kind = 'RefreshToken' and expires_at < (
    select expires_at from oauth_token where session_id = $1 and kind = 'RefreshToken'
    order by expires_at desc offset $2 - 1 limit 1)`);

/** Removes the refresh tokens of a session but for the newest ones. */
export async function forgetOlderRefreshTokens(db: Queryable, sessionId: string, left: number): Promise<void> {
  await db.execute(forgetOlder, sessionId, left);
}

const useUp = statement<[hash: Buffer, at: Date], never>(
  'update oauth_token set used_up_at = $2 where hash = $1 and used_up_at is null',
);

/** Marks a token as used up; false where it was before: of those who try at once, one wins, and the first use counts. */
export async function useUpToken(db: Queryable, hash: Buffer, at: Date): Promise<boolean> {
  return (await db.execute(useUp, hash, at)) > 0;
}

const sessionOf = statement<[hash: Buffer], { session_id: string }>(
  'select session_id from oauth_token where hash = $1',
);

/** The session that a token belongs to. */
export async function sessionOfToken(db: Queryable, hash: Buffer): Promise<string | undefined> {
  return (await db.row(sessionOf, hash))?.session_id;
}

const forget = statement<[now: Date], never>(`
  delete from oauth_token where kind <> 'RefreshToken' and used_up_at is null and expires_at <= $1`);

/** Removes codes and access tokens that have run out unused up; what was used up stays known. */
export async function forgetExpiredTokens(db: Queryable, now: Date): Promise<void> {
  await db.execute(forget, now);
}
