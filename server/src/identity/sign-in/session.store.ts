import { type Queryable, statement, type Transaction } from '../../base/database.ts';
import type { Shown } from '../person.store.ts';
import { keepOrigin } from './known-origin.store.ts';

/** How many open sessions a person has at most, and is shown. */
const MOST_SESSIONS = 100;

/**
 * Deletes sessions, as SQL tells which, and notes each in the same statement, at the instant $1. What was asked for in them
 * and waits is not made where they are ended, because they are not trusted any more. Where they are closed it is still
 * wanted, until their person ends all: the note tells how often they had done that until then. Changes as many rows as
 * sessions went.
 */
const noting = (which: string, stillWanted: boolean, endings: string) => `
  gone as (delete from session ${which} returning session.hash, session.person_id, ${endings} as endings)
  insert into ended_session (id, person_id, ended_at, still_wanted, endings)
  select left(encode(hash, 'hex'), 32), person_id, $1::timestamptz, ${stillWanted}, endings from gone`;
/** `of` selects each session with the endings of its person, who is held: so nobody ends all of theirs meanwhile. */
const closing = (of: string) => `
  closed as materialized (${of}), ${noting('using closed where session.hash = closed.hash', true, 'closed.endings')}`;
const ending = (which: string) => noting(`where ${which}`, false, '0');

/** Held until the session is kept: those of one person are opened one after the other, and none beside a new password. */
const hold = statement<
  [personId: number, passwordHash: string | null, secondFactorSince: string | null],
  { id: number }
>(`
  select id from person
  where id = $1 and password_hash is not distinct from $2 and second_factor_since is not distinct from $3::timestamptz
  for no key update`);
/** What somebody else is ending already is passed over, so that nobody waits for each other. */
const makeRoom = statement<[now: Date, personId: number, left: number], never>(`
  with ${closing(`
    select s.hash, p.endings from session s join person p on p.id = s.person_id
    where s.person_id = $2 and s.hash not in (
      select hash from session where person_id = $2 and expires_at > $1 order by created_at desc, hash limit $3)
    for update of s skip locked`)}`);
const insert = statement<
  [hash: Buffer, personId: number, createdAt: Date, expiresAt: Date, ip: string, userAgent: string | null],
  never
>(`
  insert into session (hash, person_id, created_at, expires_at, ip, user_agent) values ($1, $2, $3, $4, $5, $6)`);

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

/**
 * Opens a session, unless what was shown is not enough any more; of its cookie only the hash is kept. Those that have run
 * out go, and where the person has as many as anybody may, so does the oldest.
 */
export async function insertSession(db: Transaction, session: NewSession): Promise<boolean> {
  const { hash, createdAt, expiresAt, ip, userAgent = null, shown } = session;
  if (!(await db.row(hold, shown.id, shown.password_hash, shown.second_factor_since))) return false;
  await db.execute(makeRoom, createdAt, shown.id, MOST_SESSIONS - 1);
  await db.execute(insert, hash, shown.id, createdAt, expiresAt, ip, userAgent);
  await keepOrigin(db, shown.id, ip, createdAt);
  return true;
}

/** Its person is held first, as whoever changes something in a session does. */
const close = statement<[now: Date, hash: Buffer], never>(`
  with ${closing(`
    select s.hash, p.endings from person p join session s on s.person_id = p.id where s.hash = $2
    for no key update of p`)}`);

/** Ends a session at once, in every process; what was asked for in it is still wanted. */
export async function closeSession(db: Queryable, hash: Buffer, now: Date): Promise<void> {
  await db.execute(close, now, hash);
}

const expired = statement<[now: Date], { any: boolean }>(
  'select exists (select 1 from session where expires_at <= $1) as any',
);
/** The person first here too; whoever is held by somebody else is left for the next time, so that nobody waits. */
const forget = statement<[now: Date], never>(`
  with ${closing(`
    select s.hash, p.endings from person p join session s on s.person_id = p.id where s.expires_at <= $1
    for no key update of p skip locked for update of s skip locked`)}`);

/** Removes sessions that have run out; what was asked for in them is still wanted. Nothing is locked where there is nothing. */
export async function forgetExpiredSessions(db: Queryable, now: Date): Promise<void> {
  if ((await db.row(expired, now))?.any) await db.execute(forget, now);
}

/** Far longer than anything waits that was asked for in a session. */
const NOTED_MS = 60 * 24 * 60 * 60 * 1000;
const forgetNoted = statement<[before: Date], never>('delete from ended_session where ended_at <= $1');

/** Forgets which sessions were closed or ended long ago. */
export async function forgetEndedSessions(db: Queryable, now: number): Promise<void> {
  await db.execute(forgetNoted, new Date(now - NOTED_MS));
}

/**
 * Whoever ends all their sessions, or all others, does not know which were closed by somebody else: counting it ends what was
 * asked for in any of these, however many there are. Their person is held by an earlier statement, so that none is being
 * closed meanwhile.
 */
const CLOSED_TOO = 'counted as (update person set endings = endings + 1 where id = $2)';

const endAll = statement<[now: Date, personId: number], never>(`with ${CLOSED_TOO}, ${ending('person_id = $2')}`);

/** Ends every session of a held person, with what was asked for in any until now, and tells how many there were. */
export function endSessionsOf(db: Queryable, personId: number, now: Date): Promise<number> {
  return db.execute(endAll, now, personId);
}

/** A session as its person sees it. */
export interface OwnSessionRow {
  id: string;
  hash: Buffer;
  created_at: string;
  expires_at: string;
  ip: string | null;
  user_agent: string | null;
  /** How many open sessions the person has in all. */
  sessions_count: number;
}

/** What names a session to its person is the first half of its hash; nobody gets in with it. */
const ofPerson = statement<[personId: number, now: Date, limit: number], OwnSessionRow>(`
  select left(encode(hash, 'hex'), 32) as id, hash, created_at, expires_at, ip, user_agent,
    (count(*) over ())::integer as sessions_count
  from session
  where person_id = $1 and expires_at > $2 order by created_at desc, hash limit $3`);

/** The open sessions of a person, the newest first; of more than anybody may open now, the newest of them. */
export function sessionsOf(db: Queryable, personId: number, now: Date): Promise<OwnSessionRow[]> {
  return db.rows(ofPerson, personId, now, MOST_SESSIONS);
}

const ID_SHAPE = /^[0-9a-f]{32}$/;
const LAST_HALF = Buffer.alloc(16, 0xff);
/** Every hash that begins as the id does lies between the two. */
const endOne = statement<[now: Date, personId: number, first: Buffer, last: Buffer], never>(
  `with ${ending('person_id = $2 and hash between $3 and $4')}`,
);

/** Ends one session of a person, with what was asked for in it; false where there is none of that name. */
export async function endSessionOf(db: Queryable, personId: number, id: string, now: Date): Promise<boolean> {
  if (!ID_SHAPE.test(id)) return false;
  const first = Buffer.from(id, 'hex');
  return (await db.execute(endOne, now, personId, first, Buffer.concat([first, LAST_HALF]))) > 0;
}

const endOthers = statement<[now: Date, personId: number, kept: Buffer], never>(
  `with ${CLOSED_TOO}, ${ending('person_id = $2 and hash <> $3')}`,
);

/** Ends every session of a held person but one, with what was asked for in any other; tells how many there were. */
export function endSessionsBut(db: Queryable, personId: number, kept: Buffer, now: Date): Promise<number> {
  return db.execute(endOthers, now, personId, kept);
}
