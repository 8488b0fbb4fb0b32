import type { Tenancy } from '../../base/context.ts';
import { columns, type Queryable, statement } from '../../base/database.ts';
import type { Role } from '../../base/scopes.ts';

/** A key as it is kept, with its creator and the role that the creator holds at this moment. */
export interface ApiKeyRow {
  organization_id: number;
  id: string;
  /** The first of the keys that were rotated up to this one. */
  lineage: string;
  name: string;
  scopes: string[];
  prefix: string;
  last_four: string;
  created_at: string;
  expires_at: string;
  rotated_at: string | null;
  replaced_by: string | null;
  revoked_at: string | null;
  revoked_because: 'revoked' | 'exposed' | null;
  creator_id: number;
  creator_email: string;
  creator_name: string;
  /** null once the creator has left the organization. */
  creator_role: Role | null;
}

/** What is needed to keep a new key. */
export interface NewApiKeyRow {
  id: string;
  /** That of the key it replaces; left out for a key that replaces none. */
  lineage?: string;
  name: string;
  creatorId: number;
  scopes: readonly string[];
  hash: Buffer;
  prefix: string;
  lastFour: string;
  createdAt: Date;
  expiresAt: Date;
}

const COLUMNS = columns<ApiKeyRow>({
  organization_id: 'k.organization_id',
  id: 'k.id',
  lineage: 'coalesce(k.lineage, k.id)',
  name: 'k.name',
  scopes: 'k.scopes',
  prefix: 'k.prefix',
  last_four: 'k.last_four',
  created_at: 'k.created_at',
  expires_at: 'k.expires_at',
  rotated_at: 'k.rotated_at',
  replaced_by: 'k.replaced_by',
  revoked_at: 'k.revoked_at',
  revoked_because: 'k.revoked_because',
  creator_id: 'k.creator_id',
  creator_email: 'p.email',
  creator_name: 'p.name',
  creator_role: 'm.role',
});
const FROM = `
  from api_key k
  join person p on p.id = k.creator_id
  left join membership m on m.organization_id = k.organization_id and m.person_id = k.creator_id`;

const ENDS_AT = `least(k.expires_at, coalesce(k.revoked_at, 'infinity'))`;
const list = statement<
  [organizationId: number, creatorId: number | null, endedAfter: Date, now: Date, limit: number],
  ApiKeyRow
>(`
  select ${COLUMNS} ${FROM}
  where k.organization_id = $1 and ($2::integer is null or k.creator_id = $2)
    and ${ENDS_AT} > $3
  order by ${ENDS_AT} <= $4, k.created_at desc, k.id desc
  limit $5`);

/**
 * The keys of an organization that work, then those that ended lately, each newest first; only one person's where a
 * creator is named.
 */
export function listKeys(
  { db, organizationId }: Tenancy,
  { creatorId, endedAfter, now, limit }: { creatorId: number | null; endedAfter: Date; now: Date; limit: number },
): Promise<ApiKeyRow[]> {
  return db.rows(list, organizationId, creatorId, endedAfter, now, limit);
}

const locked = statement<[organizationId: number, id: string], ApiKeyRow>(`
  select ${COLUMNS} ${FROM} where k.organization_id = $1 and k.id = $2 for update of k`);

/** One key, held until the transaction ends: of two rotations at once, the second sees the first. */
export function lockKey({ db, organizationId }: Tenancy, id: string): Promise<ApiKeyRow | undefined> {
  return db.row(locked, organizationId, id);
}

const holdKeys = statement<[organizationId: number, creatorId: number], object>(`
  select pg_advisory_xact_lock(hashtextextended('api keys ' || $1::integer || ' ' || $2::integer, 0))`);
const counts = statement<
  [organizationId: number, creatorId: number, now: Date, except: string, since: Date],
  { live: number; made: number }
>(`
  select
    count(*) filter (where revoked_at is null and rotated_at is null and expires_at > $3 and id <> $4) as live,
    count(*) filter (where created_at > $5) as made
  from api_key where organization_id = $1 and creator_id = $2`);

/**
 * How many keys of a person have not ended, leaving out one that is about to be replaced, and how many were made lately.
 * Of two who count in transactions at once, the second counts what the first added.
 */
export async function countKeys(
  { db, organizationId }: Tenancy,
  creatorId: number,
  { now, since, except }: { now: Date; since: Date; except: string | undefined },
): Promise<{ live: number; made: number }> {
  await db.execute(holdKeys, organizationId, creatorId);
  return (await db.row(counts, organizationId, creatorId, now, except ?? '', since)) ?? { live: 0, made: 0 };
}

const insert = statement<
  [
    organizationId: number,
    id: string,
    name: string,
    creatorId: number,
    scopes: readonly string[],
    hash: Buffer,
    prefix: string,
    lastFour: string,
    createdAt: Date,
    expiresAt: Date,
    lineage: string | null,
  ],
  never
>(`
  insert into api_key
    (organization_id, id, name, creator_id, scopes, hash, prefix, last_four, created_at, expires_at, lineage)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`);

/** Keeps a new key; of the key itself only the hash. */
export async function insertKey({ db, organizationId }: Tenancy, key: NewApiKeyRow): Promise<void> {
  const { id, name, creatorId, scopes, hash, prefix, lastFour, createdAt, expiresAt, lineage = null } = key;
  await db.execute(
    insert,
    organizationId,
    id,
    name,
    creatorId,
    scopes,
    hash,
    prefix,
    lastFour,
    createdAt,
    expiresAt,
    lineage,
  );
}

const replace = statement<[organizationId: number, id: string, replacedBy: string, at: Date, until: Date], never>(`
  update api_key set rotated_at = $4, replaced_by = $3, expires_at = least(expires_at, $5)
  where organization_id = $1 and id = $2`);

/** Marks a key as replaced; it works until the given instant, or until its own expiry if that is sooner. */
export async function markRotated(
  { db, organizationId }: Tenancy,
  id: string,
  { replacedBy, at, until }: { replacedBy: string; at: Date; until: Date },
): Promise<void> {
  await db.execute(replace, organizationId, id, replacedBy, at, until);
}

const endEarlier = statement<[organizationId: number, lineage: string, rotated: string, at: Date], never>(`
  update api_key set expires_at = $4
  where organization_id = $1 and coalesce(lineage, id) = $2 and id <> $3 and rotated_at is not null
    and revoked_at is null and expires_at > $4`);

/** Ends what an earlier rotation left working beside a key that is rotated now: of a lineage two work at most. */
export async function endEarlierKeys(
  { db, organizationId }: Tenancy,
  { lineage, id }: Pick<ApiKeyRow, 'lineage' | 'id'>,
  at: Date,
): Promise<void> {
  await db.execute(endEarlier, organizationId, lineage, id, at);
}

const revoke = statement<[organizationId: number, id: string, at: Date], never>(`
  update api_key set revoked_at = $3, revoked_because = 'revoked'
  where organization_id = $1 and id = $2 and revoked_at is null`);

/** Ends a key by hand; one that has ended so already stays as it is. */
export async function markRevoked({ db, organizationId }: Tenancy, id: string, at: Date): Promise<void> {
  await db.execute(revoke, organizationId, id, at);
}

const revokeOfCreator = statement<[organizationId: number, creatorId: number, at: Date], never>(`
  update api_key set revoked_at = $3, revoked_because = 'revoked'
  where organization_id = $1 and creator_id = $2 and revoked_at is null`);

/** Ends every key that a person has made here: coming back later does not bring them back. */
export async function revokeKeysOf({ db, organizationId }: Tenancy, creatorId: number, at: Date): Promise<void> {
  await db.execute(revokeOfCreator, organizationId, creatorId, at);
}

/** What the Owners are told of a key that was found in public. */
export interface ExposedKey {
  organization_id: number;
  id: string;
  name: string;
  last_four: string;
}

const expose = statement<[hash: Buffer, at: Date], ExposedKey>(`
  update api_key set revoked_at = coalesce(revoked_at, $2), revoked_because = 'exposed'
  where hash = $1 and revoked_because is distinct from 'exposed'
  returning organization_id, id, name, last_four`);

/** Ends a key that was found in public; gives nothing when that was known before, or there is no such key. */
export function markExposed(db: Queryable, hash: Buffer, at: Date): Promise<ExposedKey | undefined> {
  return db.row(expose, hash, at);
}

const known = statement<[hash: Buffer], { exists: boolean }>(
  'select exists (select 1 from api_key where hash = $1) as exists',
);

/** Whether a key was ever issued, working or not. */
export async function wasIssued(db: Queryable, hash: Buffer): Promise<boolean> {
  return (await db.row(known, hash))?.exists ?? false;
}
