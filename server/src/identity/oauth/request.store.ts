import type { AdapterPayload, InteractionResults } from 'oidc-provider';
import { type Queryable, statement } from '../../base/database.ts';

const save = statement<[hash: Buffer, payload: AdapterPayload, expiresAt: Date], never>(`
  insert into oauth_request (hash, payload, expires_at) values ($1, $2, $3)
  on conflict (hash) do update set payload = excluded.payload, expires_at = excluded.expires_at`);

/** Keeps a request to connect. */
export async function saveRequest(
  db: Queryable,
  hash: Buffer,
  payload: AdapterPayload,
  expiresAt: Date,
): Promise<void> {
  await db.execute(save, hash, payload, expiresAt);
}

const find = statement<[hash: Buffer, now: Date], { payload: AdapterPayload; expires_at: string }>(
  'select payload, expires_at from oauth_request where hash = $1 and expires_at > $2',
);

/** A request to connect that has not run out. */
export function findRequest(
  db: Queryable,
  hash: Buffer,
  now: Date,
): Promise<{ payload: AdapterPayload; expires_at: string } | undefined> {
  return db.row(find, hash, now);
}

const answer = statement<[hash: Buffer, result: InteractionResults, now: Date], never>(`
  update oauth_request set payload = payload || jsonb_build_object('result', $2::jsonb)
  where hash = $1 and expires_at > $3 and payload -> 'result' is null`);

/** Answers a request; false where it was answered before or has run out: of two who answer at once, one wins. */
export async function answerRequest(
  db: Queryable,
  hash: Buffer,
  result: InteractionResults,
  now: Date,
): Promise<boolean> {
  return (await db.execute(answer, hash, result, now)) > 0;
}

const remove = statement<[hash: Buffer], never>('delete from oauth_request where hash = $1');

/** Removes a request that is done with. */
export async function deleteRequest(db: Queryable, hash: Buffer): Promise<void> {
  await db.execute(remove, hash);
}

const forget = statement<[now: Date], never>('delete from oauth_request where expires_at <= $1');

/** Removes requests that have run out. */
export async function forgetExpiredRequests(db: Queryable, now: Date): Promise<void> {
  await db.execute(forget, now);
}
