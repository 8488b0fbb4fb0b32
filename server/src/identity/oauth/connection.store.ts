import { columns, type Queryable, statement } from '../../base/database.ts';

/** An app that a person has connected. */
export interface ConnectionRow {
  id: string;
  client_id: string;
  client_name: string;
  scopes: string[];
  created_at: string;
  used_at: string;
  /** The newest of them. */
  sessions: { resource: string; created_at: string; used_at: string }[];
  sessions_count: number;
  /** How many apps the person has connected in all. */
  connections_count: number;
}

/** How many connected apps, and sessions of each, are listed at most. */
const MOST_LISTED = 100;

const COLUMNS = columns<ConnectionRow>({
  id: 'c.id',
  client_id: 'c.client_id',
  client_name: 'c.client_name',
  scopes: 'c.scopes',
  created_at: 'c.created_at',
  used_at: 'c.used_at',
  sessions: `(
    select json_agg(json_build_object('resource', s.resource,
      'created_at', to_char(s.created_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'used_at', to_char(s.used_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by s.created_at desc, s.id)
    from (
      select n.id, n.resource, n.created_at, n.used_at from oauth_session n where n.connection_id = c.id
      order by n.created_at desc, n.id limit $2) s)`,
  sessions_count: 'c.sessions_count',
  connections_count: 'c.connections_count',
});

const list = statement<[personId: number, limit: number], ConnectionRow>(`
  select ${COLUMNS}
  from (
    select c.id, c.client_id, c.client_name, c.scopes, c.created_at, max(s.used_at) as used_at,
      count(*)::integer as sessions_count, (count(*) over ())::integer as connections_count
    from oauth_connection c join oauth_session s on s.connection_id = c.id
    where c.person_id = $1
    group by c.id
    order by max(s.used_at) desc, c.id
    limit $2) c
  order by c.used_at desc, c.id`);

/** The apps that a person has connected, the last used first. */
export function listConnections(db: Queryable, personId: number): Promise<ConnectionRow[]> {
  return db.rows(list, personId, MOST_LISTED);
}

const scopesOf = statement<[personId: number, clientId: string], { scopes: string[] }>(
  'select scopes from oauth_connection where person_id = $1 and client_id = $2',
);

/** What the person lets that app do already; undefined where it is not connected. */
export async function scopesOfClient(db: Queryable, personId: number, clientId: string): Promise<string[] | undefined> {
  return (await db.row(scopesOf, personId, clientId))?.scopes;
}

const nameOf = statement<[personId: number, clientId: string], { client_name: string }>(
  'select client_name from oauth_connection where person_id = $1 and client_id = $2',
);

/** What the app was called when the person connected it; undefined where it is not connected. */
export async function nameOfClient(db: Queryable, personId: number, clientId: string): Promise<string | undefined> {
  return (await db.row(nameOf, personId, clientId))?.client_name;
}

/** Whose an app is, and what it was called when they connected it. */
export interface Whose {
  email: string;
  client: string;
}

const whoseSession = statement<[sessionId: string], Whose>(`
  select p.email, c.client_name as client
  from oauth_session s join oauth_connection c on c.id = s.connection_id join person p on p.id = c.person_id
  where s.id = $1`);

/** Whose app that session is of. */
export function whoseIsSession(db: Queryable, sessionId: string): Promise<Whose | undefined> {
  return db.row(whoseSession, sessionId);
}

const whoseToken = statement<[hash: Buffer], Whose>(`
  select p.email, c.client_name as client
  from oauth_token t join oauth_session s on s.id = t.session_id join oauth_connection c on c.id = s.connection_id
    join person p on p.id = c.person_id
  where t.hash = $1`);

/** Whose app that token was given to. */
export function whoseIsToken(db: Queryable, hash: Buffer): Promise<Whose | undefined> {
  return db.row(whoseToken, hash);
}

const connected = statement<[clientId: string], { found: boolean }>(
  'select exists (select from oauth_connection where client_id = $1) as found',
);

/** Whether anybody has connected that app. */
export async function isConnected(db: Queryable, clientId: string): Promise<boolean> {
  return (await db.row(connected, clientId))?.found ?? false;
}

const end = statement<[personId: number, id: string], never>(
  'delete from oauth_connection where person_id = $1 and id = $2',
);

/** Ends a connection whatever is live in it; false where the person has no such connection. */
export async function deleteConnection(db: Queryable, personId: number, id: string): Promise<boolean> {
  return (await db.execute(end, personId, id)) > 0;
}

/** A connected app as operators see it, with the person who connected it. */
export interface PersonsConnectionRow {
  id: string;
  email: string;
  client_id: string;
  client_name: string;
  scopes: string[];
  created_at: string;
  used_at: string;
  sessions: number;
}

/** Who and what is looked for; null for any. */
export interface ConnectionFilter {
  email: string | null;
  /** As the app is known by: its id, which for one that has a document is the address of that. */
  clientId: string | null;
}

const found = statement<[email: string | null, clientId: string | null, limit: number], PersonsConnectionRow>(`
  select c.id, p.email, c.client_id, c.client_name, c.scopes, c.created_at, max(s.used_at) as used_at,
    count(*)::integer as sessions
  from oauth_connection c join person p on p.id = c.person_id join oauth_session s on s.connection_id = c.id
  where ($1::text is null or p.email = $1) and ($2::text is null or c.client_id = $2)
  group by c.id, p.email
  order by max(s.used_at) desc, c.id
  limit $3`);

/** Connected apps of everybody, the last used first. */
export function findConnections(
  db: Queryable,
  { email, clientId }: ConnectionFilter,
  limit: number,
): Promise<PersonsConnectionRow[]> {
  return db.rows(found, email, clientId, limit);
}

const endFound = statement<[id: string | null, email: string | null, clientId: string | null], never>(`
  delete from oauth_connection c using person p
  where p.id = c.person_id and ($1::text is null or c.id = $1) and ($2::text is null or p.email = $2)
    and ($3::text is null or c.client_id = $3)`);

/** Ends connections whatever is live in them, in every process at once; tells how many there were. */
export function endConnections(
  db: Queryable,
  { id, email, clientId }: ConnectionFilter & { id: string | null },
): Promise<number> {
  return db.execute(endFound, id, email, clientId);
}
