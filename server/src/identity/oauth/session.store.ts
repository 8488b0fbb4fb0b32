import { type Queryable, statement, type Transaction } from '../../base/database.ts';

/** A person's yes to an app, for one resource. */
export interface NewSession {
  id: string;
  personId: number;
  resource: string;
  at: Date;
  connection: { id: string; clientId: string; clientName: string; scopes: readonly string[] };
}

/** How many sessions an app has at most of one person. */
const MOST_SESSIONS = 100;

/** Holds the connection until the session is kept: sessions of one connection begin one after the other. */
const connect = statement<
  [id: string, personId: number, clientId: string, clientName: string, scopes: readonly string[], at: Date],
  { id: string }
>(`
  insert into oauth_connection (id, person_id, client_id, client_name, scopes, created_at)
  values ($1, $2, $3, $4, $5, $6)
  on conflict (person_id, client_id) do update set client_name = excluded.client_name, scopes = excluded.scopes
  returning id`);
const makeRoom = statement<[connectionId: string, left: number], never>(`
  delete from oauth_session where id in (
    select id from oauth_session where connection_id = $1 order by created_at desc, id offset $2)`);
const insert = statement<[id: string, connectionId: string, personId: number, resource: string, at: Date], never>(`
  insert into oauth_session (id, connection_id, person_id, resource, created_at, used_at) values ($1, $2, $3, $4, $5, $5)`);

/**
 * Connects the app, or replaces the scopes of its connection, and begins a session of it. Where the app has as many as it
 * may, the oldest ends.
 */
export async function insertSession(db: Transaction, session: NewSession): Promise<void> {
  const { id, personId, resource, at, connection } = session;
  const { clientId, clientName, scopes } = connection;
  const row = await db.row(connect, connection.id, personId, clientId, clientName, scopes, at);
  if (!row) throw new Error('an upsert returned no row');
  await db.execute(makeRoom, row.id, MOST_SESSIONS - 1);
  await db.execute(insert, id, row.id, personId, resource, at);
}

/** A session with what its connection says now. */
export interface SessionRow {
  person_id: number;
  client_id: string;
  resource: string;
  scopes: string[];
}

const find = statement<[id: string], SessionRow>(`
  select s.person_id, c.client_id, s.resource, c.scopes
  from oauth_session s join oauth_connection c on c.id = s.connection_id
  where s.id = $1`);

/** The session, as long as nobody has ended it. */
export function findSession(db: Queryable, id: string): Promise<SessionRow | undefined> {
  return db.row(find, id);
}

/** The connection is held first, in the order in which ending it as a whole takes its rows. */
const hold = statement<[sessionId: string], { id: string }>(`
  select id from oauth_connection where id = (select connection_id from oauth_session where id = $1) for update`);
const end = statement<[id: string], never>('delete from oauth_session where id = $1');
const endEmpty = statement<[id: string], never>(`
  delete from oauth_connection c where c.id = $1
    and not exists (select from oauth_session s where s.connection_id = c.id)`);

/** Ends a session with all its tokens, and the connection with its last session. */
export async function deleteSession(db: Transaction, id: string): Promise<void> {
  const connection = await db.row(hold, id);
  if (!connection) return;
  await db.execute(end, id);
  await db.execute(endEmpty, connection.id);
}

const idle = statement<[now: Date, begunBefore: Date], { id: string }>(`
  select s.id from oauth_session s
  where s.created_at < $2 and not exists (
    select from oauth_token t where t.session_id = s.id and t.kind = 'RefreshToken' and t.used_up_at is null
      and t.expires_at > $1)
  limit 1000`);

/** Sessions that nothing can be refreshed in any more, or whose code was never exchanged. */
export async function idleSessions(
  db: Queryable,
  { now, begunBefore }: { now: Date; begunBefore: Date },
): Promise<string[]> {
  return (await db.rows(idle, now, begunBefore)).map(({ id }) => id);
}
