import { type Queryable, statement } from '../core/database.ts';

const insert = statement<[hash: Buffer, personId: number, createdAt: Date, expiresAt: Date, ip: string], never>(`
  insert into session (hash, person_id, created_at, expires_at, ip) values ($1, $2, $3, $4, $5)`);

/** Opens a session; of its cookie only the hash is kept. */
export async function insertSession(
  db: Queryable,
  session: { hash: Buffer; personId: number; createdAt: Date; expiresAt: Date; ip: string },
): Promise<void> {
  await db.execute(insert, session.hash, session.personId, session.createdAt, session.expiresAt, session.ip);
}

const end = statement<[hash: Buffer], never>('delete from session where hash = $1');

/** Ends a session at once, in every process. */
export async function deleteSession(db: Queryable, hash: Buffer): Promise<void> {
  await db.execute(end, hash);
}

const expired = statement<[now: Date], { any: boolean }>(
  'select exists (select 1 from session where expires_at <= $1) as any',
);
const forget = statement<[now: Date], never>('delete from session where expires_at <= $1');

/** Removes sessions that have run out. Deleting moves the epoch, so nothing is deleted where there is nothing. */
export async function forgetExpiredSessions(db: Queryable, now: Date): Promise<void> {
  if ((await db.row(expired, now))?.any) await db.execute(forget, now);
}
