import { type Queryable, statement } from '../../base/database.ts';
import type { Shown } from '../person.store.ts';

const insert = statement<
  [
    hash: Buffer,
    personId: number,
    createdAt: Date,
    expiresAt: Date,
    ip: string,
    userAgent: string | null,
    passwordHash: string | null,
    secondFactorSince: string | null,
  ],
  never
>(`
  insert into session (hash, person_id, created_at, expires_at, ip, user_agent)
  select $1, id, $3, $4, $5, $6 from person
  where id = $2 and password_hash is not distinct from $7 and second_factor_since is not distinct from $8::timestamptz
  for share`);

/** A session that is about to be opened. */
interface NewSession {
  hash: Buffer;
  createdAt: Date;
  expiresAt: Date;
  ip: string;
  /** What the browser calls itself. */
  userAgent?: string | null;
  shown: Shown;
}

/** Opens a session, unless what was shown is not enough any more; of its cookie only the hash is kept. */
export async function insertSession(db: Queryable, session: NewSession): Promise<boolean> {
  const { hash, createdAt, expiresAt, ip, userAgent = null, shown } = session;
  const checked = [shown.password_hash, shown.second_factor_since] as const;
  return (await db.execute(insert, hash, shown.id, createdAt, expiresAt, ip, userAgent, ...checked)) > 0;
}

const end = statement<[hash: Buffer], never>('delete from session where hash = $1');

/** Ends a session at once, in every process. */
export async function deleteSession(db: Queryable, hash: Buffer): Promise<void> {
  await db.execute(end, hash);
}

const origins = statement<[email: string, limit: number], { ip: string }>(`
  select s.ip from session s join person p on p.id = s.person_id
  where p.email = $1 and s.ip is not null order by s.created_at desc limit $2`);

/** From where the person has signed in lately, newest first. */
export async function sessionOrigins(db: Queryable, email: string, limit: number): Promise<string[]> {
  return (await db.rows(origins, email, limit)).map(({ ip }) => ip);
}

const expired = statement<[now: Date], { any: boolean }>(
  'select exists (select 1 from session where expires_at <= $1) as any',
);
const forget = statement<[now: Date], never>('delete from session where expires_at <= $1');

/** Removes sessions that have run out. Nothing is locked where there is nothing. */
export async function forgetExpiredSessions(db: Queryable, now: Date): Promise<void> {
  if ((await db.row(expired, now))?.any) await db.execute(forget, now);
}

const endAll = statement<[personId: number], never>('delete from session where person_id = $1');

/** Ends every session of a person, and tells how many there were. */
export function endSessionsOf(db: Queryable, personId: number): Promise<number> {
  return db.execute(endAll, personId);
}

/** A session as its person sees it. */
export interface OwnSessionRow {
  id: string;
  hash: Buffer;
  created_at: string;
  expires_at: string;
  ip: string | null;
  user_agent: string | null;
}

/** What names a session to its person; nobody gets in with it. */
const ID = `left(encode(hash, 'hex'), 32)`;

const ofPerson = statement<[personId: number, now: Date], OwnSessionRow>(`
  select ${ID} as id, hash, created_at, expires_at, ip, user_agent from session
  where person_id = $1 and expires_at > $2 order by created_at desc, hash`);

/** The open sessions of a person, the newest first. */
export function sessionsOf(db: Queryable, personId: number, now: Date): Promise<OwnSessionRow[]> {
  return db.rows(ofPerson, personId, now);
}

const endOne = statement<[personId: number, id: string], never>(
  `delete from session where person_id = $1 and ${ID} = $2`,
);

/** Ends one session of a person; false where there is none of that name. */
export async function endSessionOf(db: Queryable, personId: number, id: string): Promise<boolean> {
  return (await db.execute(endOne, personId, id)) > 0;
}

const endOthers = statement<[personId: number, kept: Buffer], never>(
  'delete from session where person_id = $1 and hash <> $2',
);

/** Ends every session of a person but one, and tells how many there were. */
export function endSessionsBut(db: Queryable, personId: number, kept: Buffer): Promise<number> {
  return db.execute(endOthers, personId, kept);
}
