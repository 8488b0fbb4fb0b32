import type { Adapter, AdapterPayload } from 'oidc-provider';
import type { Services } from '../../base/context.ts';
import type { Queryable } from '../../base/database.ts';
import { membersOf } from '../../base/json.ts';
import { isTooLong } from '../../base/web-address.ts';
import { noteAppUse } from '../authenticate.store.ts';
import { hashOf } from '../key-format.ts';
import { type AppQueries, isGone } from './app-queries.ts';
import { findClient, insertClient } from './client.store.ts';
import { ruleSize } from './client-rules.ts';
import { whoseIsSession, whoseIsToken } from './connection.store.ts';
import { errors } from './library.ts';
import { refuseHaste } from './refresh-pace.ts';
import { sessionNamedIn } from './refresh-token-value.ts';
import { deleteRequest, findRequest, saveRequest } from './request.store.ts';
import { deleteSession, findSession } from './session.store.ts';
import {
  findToken,
  forgetOlderRefreshTokens,
  insertToken,
  sessionOfToken,
  type TokenKind,
  type TokenRow,
  useUpToken,
} from './token.store.ts';
import { standingOf } from './token-standing.ts';

type Storage = Pick<Services, 'database' | 'clock' | 'log'> & { queries: AppQueries };

/**
 * How many refresh tokens of a session are kept, used up or not: more than can be issued while the oldest of them is
 * still within its grace.
 */
const MOST_REFRESH_TOKENS = 100;
const FOREIGN_KEY_VIOLATION = '23503';

/**
 * Where the library keeps each kind of thing. What has run out is decided here, by our clock: nothing that is handed to
 * the library says when it expires. Kinds that are not named are never kept, the library's own browser session among
 * them: who somebody is, the dashboard's session says.
 */
export function adapterOver(storage: Storage): (model: string) => Adapter {
  return (model) => {
    switch (model) {
      case 'Client':
        return clients(storage);
      case 'Grant':
        return sessions(storage);
      case 'Interaction':
        return requests(storage);
      case 'AuthorizationCode':
      case 'AccessToken':
      case 'RefreshToken':
        return tokens(storage, model);
      default:
        return nothing;
    }
  };
}

const nothing: Adapter = {
  upsert: async () => {},
  find: async () => undefined,
  findByUid: async () => undefined,
  findByUserCode: async () => undefined,
  consume: async () => {},
  destroy: async () => {},
  revokeByGrantId: async () => {},
};

function clients({ database, clock }: Storage): Adapter {
  return {
    ...nothing,
    async upsert(id, metadata) {
      ruleSize(metadata);
      if (!isKeepable(metadata)) throw new errors.InvalidClientMetadata(NOT_TEXT);
      await insertClient(database, id, metadata, new Date(clock.now()));
    },
    /** What is not kept may be the address of a document: the library parses it next. */
    async find(id) {
      if (isTooLong(id)) throw new errors.InvalidClient('client_id is too long');
      return isKeepable(id) ? findClient(database, id) : undefined;
    },
  };
}

/** A grant of the library is a session of ours; the person's yes begins it, so the library only reads and ends it. */
function sessions({ database, queries }: Storage): Adapter {
  return {
    ...nothing,
    async find(id) {
      const row = await findSession(database, id);
      if (!row) return undefined;
      const { person_id, client_id, resource, scopes } = row;
      const resources = { [resource]: scopes.join(' ') };
      return { jti: id, kind: 'Grant', accountId: String(person_id), clientId: client_id, resources };
    },
    destroy: (id) => endSession(queries, id),
  };
}

function endSession(queries: AppQueries, id: string): Promise<void> {
  return queries.changing(
    (db) => deleteSession(db, id),
    (db) => whoseIsSession(db, id),
  );
}

function requests({ database, clock, queries }: Storage): Adapter {
  return {
    ...nothing,
    async upsert(id, payload, expiresIn) {
      if (!isKeepable(payload)) throw new errors.InvalidRequest(NOT_TEXT);
      await saveRequest(database, hashOf(id), withoutValue(payload), inSeconds(clock.now(), expiresIn));
    },
    async find(id) {
      const row = await findRequest(database, hashOf(id), new Date(clock.now()));
      return row && { ...row.payload, jti: id };
    },
    /** One that nobody has answered is nobody's. Whoever did is named only where the ticket has shown that they take it up. */
    async destroy(id) {
      const { payload: { result } = {} } = (await findRequest(database, hashOf(id), new Date(clock.now()))) ?? {};
      const { grantId } = result?.consent ?? {};
      const remove = (db: Queryable) => deleteRequest(db, hashOf(id));
      if (result === undefined) await remove(database);
      else if (grantId === undefined || !queries.isTakenUp(id)) await queries.change(remove);
      else await queries.change(remove, (db) => whoseIsSession(db, grantId));
    },
  };
}

function tokens({ database, clock, log, queries }: Storage, kind: TokenKind): Adapter {
  return {
    ...nothing,
    async upsert(id, payload, expiresIn) {
      const expiresAt = inSeconds(clock.now(), expiresIn);
      const sessionId = payload.grantId ?? '';
      const token = { hash: hashOf(id), kind, sessionId, payload: withoutValue(payload), expiresAt };
      const insert = (db: Queryable) => insertToken(db, token);
      await queries.change(insert, (db) => whoseIsSession(db, sessionId)).catch(refuseWhereSessionEnded);
      await tidy(sessionId).catch(goOnWhereGone);
    },
    async find(id) {
      const row = await findToken(database, hashOf(id), kind);
      if (row) return asOfNow(row, { id, kind, now: clock.now() });
      return kind === 'RefreshToken' ? noLongerKept(id) : undefined;
    },
    async consume(id) {
      if (kind === 'RefreshToken') await refuseHaste(database, hashOf(id), clock.now());
      const useUp = (db: Queryable) => useUpToken(db, hashOf(id), new Date(clock.now()));
      const first = await queries.change(useUp, (db) => whoseIsToken(db, hashOf(id)));
      if (first || kind !== 'AuthorizationCode') return;
      await endSessionOf(id);
      throw new errors.InvalidGrant('authorization code already consumed');
    },
    destroy: endSessionOf,
  };

  async function tidy(sessionId: string): Promise<void> {
    if (kind === 'RefreshToken') await forgetOlderRefreshTokens(database, sessionId, MOST_REFRESH_TOKENS);
    if (kind === 'AccessToken') await noteAppUse(database, sessionId, new Date(clock.now()));
  }

  /** What a token was asked for with is used up: whoever had to ask again would end the session by that. */
  function goOnWhereGone(err: unknown): void {
    if (!isGone(err)) throw err;
    log.warn({ err }, 'what is left of older tokens was not tidied up after a newer one');
  }

  /** Whatever destroys a token ends its session; so does whoever comes second with a code. */
  async function endSessionOf(id: string): Promise<void> {
    const session = (await sessionOfToken(database, hashOf(id))) ?? sessionNamedIn(id);
    if (session !== undefined) await endSession(queries, session);
  }

  /** A refresh token that newer ones have pushed out counts as used up for as long as its session lives. */
  async function noLongerKept(id: string): Promise<AdapterPayload | undefined> {
    const grantId = sessionNamedIn(id);
    const session = grantId === undefined ? undefined : await findSession(database, grantId);
    if (grantId === undefined || !session) return undefined;
    const { person_id, client_id, resource, scopes } = session;
    const whose = { grantId, accountId: String(person_id), clientId: client_id, resource, scope: scopes.join(' ') };
    return { ...whose, jti: id, kind, consumed: clock.now() / 1000 };
  }
}

/** A token as it counts now. A refresh token carries the scopes that the person has approved last. */
function asOfNow(
  row: TokenRow,
  { id, kind, now }: { id: string; kind: TokenKind; now: number },
): AdapterPayload | undefined {
  const { payload, used_up_at, scopes } = row;
  const standing = standingOf(row, kind, now);
  if (standing === 'run out') return undefined;
  return {
    ...payload,
    jti: id,
    ...(kind === 'RefreshToken' && { scope: scopes.join(' ') }),
    ...(standing === 'used up' && { consumed: Date.parse(String(used_up_at)) / 1000 }),
  };
}

/** The value of a token is the library's name for it: only its hash is kept. */
function withoutValue({ jti: _, exp: __, iat: ___, ...payload }: AdapterPayload): AdapterPayload {
  return payload;
}

const NOT_TEXT = 'text must be well-formed Unicode without NUL';
/** As JSON writes a NUL or half of a character, which no text column can hold. */
const BROKEN = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/i;

function isKeepable(value: unknown): boolean {
  return !BROKEN.test(JSON.stringify(value));
}

function inSeconds(now: number, seconds = 0): Date {
  return new Date(now + seconds * 1000);
}

/** A refresh that came while the session was being ended gets nothing. */
function refuseWhereSessionEnded(error: unknown): never {
  if (membersOf(error).code === FOREIGN_KEY_VIOLATION) throw new errors.InvalidGrant('session has ended');
  throw error;
}
