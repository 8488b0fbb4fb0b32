import type { Tenancy } from '../base/context.ts';
import { type Queryable, statement } from '../base/database.ts';
import type { Role } from '../base/scopes.ts';

/** A key with the person and the membership behind it, all as of one instant. */
export interface KeyIdentityRow {
  all_epoch: number;
  own_epoch: number;
  organization_id: number;
  slug: string;
  rate_limit_per_minute: number | null;
  key_id: string;
  /** The first of the keys that were rotated up to this one. */
  lineage: string;
  scopes: string[];
  prefix: string;
  last_four: string;
  expires_at: string;
  rotated_at: string | null;
  revoked_at: string | null;
  person_id: number;
  email: string;
  name: string;
  role: Role | null;
}

const keySelection = `
  select (select value from auth_epoch) as all_epoch,
    (select coalesce(max(value), 0) from access_epoch where person_id = k.creator_id) as own_epoch, k.organization_id, o.slug, o.rate_limit_per_minute,
    k.id as key_id, coalesce(k.lineage, k.id) as lineage, k.scopes, k.prefix, k.last_four, k.expires_at, k.rotated_at,
    k.revoked_at, p.id as person_id, p.email, p.name, m.role
  from api_key k
  join organization o on o.id = k.organization_id
  join person p on p.id = k.creator_id
  left join membership m on m.organization_id = k.organization_id and m.person_id = k.creator_id
  where`;

const keyByHash = statement<[hash: Buffer], KeyIdentityRow>(`${keySelection} k.hash = $1`);

/** The key with that hash, whether it works or not. */
export function findKeyIdentity(db: Queryable, hash: Buffer): Promise<KeyIdentityRow | undefined> {
  return db.row(keyByHash, hash);
}

const keyById = statement<[organizationId: number, id: string], KeyIdentityRow>(
  `${keySelection} k.organization_id = $1 and k.id = $2`,
);

/** The same for a key that is known by its id. */
export function findKeyIdentityById({ db, organizationId }: Tenancy, id: string): Promise<KeyIdentityRow | undefined> {
  return db.row(keyById, organizationId, id);
}

const lastOfLine = statement<[organizationId: number, lineage: string], KeyIdentityRow>(
  `${keySelection} k.organization_id = $1 and coalesce(k.lineage, k.id) = $2 and k.replaced_by is null`,
);

/** The last of the keys that were rotated up to it, whether it works or not. */
export function findLastOfLine({ db, organizationId }: Tenancy, lineage: string): Promise<KeyIdentityRow | undefined> {
  return db.row(lastOfLine, organizationId, lineage);
}

/** An organization that a person belongs to, or that is assigned to the person's team. */
interface PersonAccessRow {
  organization_id: number;
  slug: string;
  role: Role | null;
}

/** A dashboard session with the person and every organization open to that person, as of one instant. */
export interface SessionIdentityRow {
  all_epoch: number;
  own_epoch: number;
  expires_at: string;
  person_id: number;
  email: string;
  name: string;
  organizations: PersonAccessRow[];
}

/** Every organization open to the person p, by membership or as assigned staff. */
const organizationsOfPerson = `
    (select coalesce(json_agg(a order by a.slug), '[]') from (
      select m.organization_id, o.slug, m.role
      from membership m join organization o on o.id = m.organization_id
      where m.person_id = p.id
      union all
      select t.organization_id, o.slug, null
      from staff_team_member s join staff_team_assignment t on t.team_id = s.team_id
      join organization o on o.id = t.organization_id
      where s.person_id = p.id
        and not exists (select from membership m where m.organization_id = t.organization_id and m.person_id = p.id)
    ) a) as organizations`;

const sessionByHash = statement<[hash: Buffer], SessionIdentityRow>(`
  select (select value from auth_epoch) as all_epoch,
    (select coalesce(max(value), 0) from access_epoch where person_id = s.person_id) as own_epoch, s.expires_at, p.id as person_id, p.email, p.name,
    ${organizationsOfPerson}
  from session s join person p on p.id = s.person_id
  where s.hash = $1`);

/** The session with that hash, whether it has run out or not. */
export function findSessionIdentity(db: Queryable, hash: Buffer): Promise<SessionIdentityRow | undefined> {
  return db.row(sessionByHash, hash);
}

/** What a connected app may do for its person, with the person and every organization open to that person. */
export interface AppIdentityRow extends Omit<SessionIdentityRow, 'expires_at'> {
  connection_id: string;
  client_name: string;
  scopes: string[];
}

/** An access token of a connected app. */
export interface TokenIdentityRow extends AppIdentityRow {
  expires_at: string;
  session_id: string;
  resource: string;
  used_at: string;
}

const appSelection = `(select value from auth_epoch) as all_epoch,
    (select coalesce(max(value), 0) from access_epoch where person_id = c.person_id) as own_epoch,
    c.id as connection_id, c.client_name, p.id as person_id, p.email, p.name, ${organizationsOfPerson}`;

const tokenByHash = statement<[hash: Buffer], TokenIdentityRow>(`
  select ${appSelection}, t.expires_at, s.id as session_id, s.resource, s.used_at,
    string_to_array(t.payload ->> 'scope', ' ') as scopes
  from oauth_token t
  join oauth_session s on s.id = t.session_id
  join oauth_connection c on c.id = s.connection_id
  join person p on p.id = c.person_id
  where t.hash = $1 and t.kind = 'AccessToken'`);

/** The access token with that hash, whether it has run out or not; one of a session that was ended is gone. */
export function findTokenIdentity(db: Queryable, hash: Buffer): Promise<TokenIdentityRow | undefined> {
  return db.row(tokenByHash, hash);
}

const appById = statement<[connectionId: string, sessionId: string | null], AppIdentityRow>(`
  select ${appSelection}, c.scopes
  from oauth_connection c join person p on p.id = c.person_id
  where c.id = $1
    and ($2::text is null or exists (select from oauth_session s where s.connection_id = c.id and s.id = $2))`);

/** The connected app itself, with what it may do now; where a session of it is named, only while nobody has ended that. */
export function findAppIdentity(
  db: Queryable,
  connectionId: string,
  sessionId: string | undefined,
): Promise<AppIdentityRow | undefined> {
  return db.row(appById, connectionId, sessionId ?? null);
}

const noteUse = statement<[sessionId: string, at: Date], never>(`
  update oauth_session set used_at = $2
  where id = (select id from oauth_session where id = $1 for no key update skip locked)`);

/** Notes when the app came last; what holds its session at the moment is not waited for. */
export async function noteAppUse(db: Queryable, sessionId: string, at: Date): Promise<void> {
  await db.execute(noteUse, sessionId, at);
}
