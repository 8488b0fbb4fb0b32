import type { AccessGuard, Caller, OrganizationAccess } from '../base/caller.ts';
import type { Queryable } from '../base/database.ts';
import { Refusal } from '../base/errors.ts';
import { isScope, type Role, type Scope } from '../base/scopes.ts';
import type { Clock } from '../ports/clock.ts';
import type { AppUses } from './app-uses.ts';
import {
  type AppIdentityRow,
  findKeyIdentity,
  findSessionIdentity,
  findTokenIdentity,
  type KeyIdentityRow,
  type SessionIdentityRow,
  type TokenIdentityRow,
} from './authenticate.store.ts';
import { hashOf, isWellFormedKey } from './key-format.ts';
import { ceilingOf, roleCarries } from './role-ceiling.ts';

/** What a request presented to prove who sent it. */
export type Credential = { kind: 'bearer' | 'session'; token: string; form?: Form } | undefined;

/** A credential as it is looked up; worked out once, for a request may ask several times. */
interface Form {
  isKey: boolean;
  hash: Buffer;
  /** What it is remembered by. */
  name: string;
}

/** Whom a refused credential belongs to: its events go to the organization of the key all the same. */
export interface Attribution {
  email: string;
  personId: number;
  /** What its requests are counted as: never as those of what took its place. */
  countedAs: string;
  key?: { organizationId: number; prefix: string; lastFour: string };
  /** The name of the app, where it was an access token. */
  client?: string;
}

/** A recognised caller, or the refusal with whatever is known of the credential. */
export type Identified = Known | { refusal: Refusal; attribution?: Attribution };

interface Known {
  caller: Caller;
  guard: AccessGuard;
  /** What an access token was issued for; keys and sessions are for every surface that takes them. */
  resource?: string;
}

/** How a caller is to be identified. */
interface Terms {
  /** Looked up always, whatever is remembered. */
  live: boolean;
  /** What the call came in at: an access token for anything else is refused there. */
  resource: string;
}

const MOST_IDENTITIES = 20_000;
/** As the OAuth server makes them. */
const ACCESS_TOKEN = /^[\w-]{43}$/;
/** When an app came last is told to within this time. */
const USE_NOTED_EVERY_MS = 5 * 60_000;

/**
 * Tells who presented a credential. Identities are kept in memory only under the epochs that every narrowing change
 * moves; whoever uses one must find them unmoved before answering.
 */
export class Authenticator {
  #db: Queryable;
  #clock: Clock;
  /** The newest epoch of all that was seen; what is remembered was looked up under it. */
  #all = 0;
  #known = new Map<string, Known>();
  #uses: Pick<AppUses, 'note'> | undefined;

  /** Only reads by `db`, which may be what everybody's look-ups share. */
  constructor(db: Queryable, clock: Clock, uses?: Pick<AppUses, 'note'>) {
    this.#db = db;
    this.#clock = clock;
    this.#uses = uses;
  }

  /** Drops what is remembered of a credential: its access has changed. */
  forget(credential: Credential): void {
    const form = credential && formOf(credential);
    if (form) this.#known.delete(form.name);
  }

  /** Known callers are answered without a look-up, so this is only asynchronous when it must be. */
  identify(credential: Credential, { live, resource }: Terms): Identified | Promise<Identified> {
    if (credential === undefined) return { refusal: unauthorized('Send a key or an access token.') };
    const form = formOf(credential);
    if (!form) return { refusal: unauthorized('The key or token is not valid.') };
    const { isKey, hash, name } = form;
    const known = live ? undefined : this.#known.get(name);
    if (known && known.caller.expiresAt > this.#clock.now()) return forResource(known, resource);
    if (isKey) return this.#byKey(name, hash);
    return credential.kind === 'bearer' ? this.#byToken(name, hash, resource) : this.#bySession(name, hash);
  }

  /** Whom a credential belongs to, where it opens nothing and whether or not it would elsewhere. */
  async whose(credential: Credential, resource: string): Promise<Attribution | undefined> {
    if (credential === undefined) return undefined;
    const identified = await this.identify(credential, { live: false, resource });
    return 'caller' in identified ? attributionOf(identified.caller) : identified.attribution;
  }

  async #byKey(name: string, hash: Buffer): Promise<Identified> {
    const row = await findKeyIdentity(this.#db, hash);
    if (!row) return { refusal: unauthorized('The key is not valid.') };
    const standing = standingOf(row, this.#clock.now());
    if (standing instanceof Refusal) {
      const key = { organizationId: row.organization_id, prefix: row.prefix, lastFour: row.last_four };
      const { email, person_id: personId, key_id: id } = row;
      return { refusal: standing, attribution: { email, personId, countedAs: refusedKey(id), key } };
    }
    return this.#remember(name, { caller: callerOfKey(row, standing), guard: guardOf(row) });
  }

  async #bySession(name: string, hash: Buffer): Promise<Identified> {
    const row = await findSessionIdentity(this.#db, hash);
    if (!row || Date.parse(row.expires_at) <= this.#clock.now()) {
      return { refusal: unauthorized('Sign in to go on.') };
    }
    return this.#remember(name, { caller: callerOfSession(row, hash), guard: guardOf(row) });
  }

  async #byToken(name: string, hash: Buffer, resource: string): Promise<Identified> {
    const row = await findTokenIdentity(this.#db, hash);
    if (!row) return { refusal: unauthorized('The access token is not valid, or its session has ended.') };
    const now = this.#clock.now();
    if (Date.parse(row.expires_at) <= now) {
      const { email, person_id: personId, client_name: client, session_id: id } = row;
      const attribution = { email, personId, countedAs: refusedToken(id), client };
      return { refusal: unauthorized('The access token has expired.'), attribution };
    }
    if (now - Date.parse(row.used_at) > USE_NOTED_EVERY_MS) this.#uses?.note(row.session_id, new Date(now));
    const known = { caller: callerOfToken(row), guard: guardOf(row), resource: row.resource };
    return forResource(this.#remember(name, known), resource);
  }

  #remember(name: string, identified: Known): Known {
    const { all } = identified.guard;
    if (all > this.#all || this.#known.size >= MOST_IDENTITIES) this.#known.clear();
    if (all >= this.#all) {
      this.#all = all;
      this.#known.set(name, identified);
    }
    return identified;
  }
}

/** Undefined for what can be no credential of ours. */
function formOf(credential: NonNullable<Credential>): Form | undefined {
  if (credential.form) return credential.form;
  const { kind, token } = credential;
  const isKey = kind === 'bearer' && isWellFormedKey(token);
  if (kind === 'bearer' && !isKey && !ACCESS_TOKEN.test(token)) return undefined;
  const hash = hashOf(token);
  credential.form = { isKey, hash, name: kind[0] + hash.toString('latin1') };
  return credential.form;
}

function attributionOf({ email, personId, key, app, client, organizations }: Caller): Attribution {
  const organizationId = organizations.get(key?.organization ?? '')?.organizationId;
  return {
    email,
    personId,
    countedAs: key ? refusedKey(key.id) : refusedToken(app?.sessionId),
    ...(key && organizationId !== undefined && { key: { ...key, organizationId } }),
    ...(client !== undefined && { client }),
  };
}

/** Nobody's token works anywhere but where it was issued for. */
function forResource(known: Known, resource: string): Identified {
  if (known.resource === undefined || known.resource === resource) return known;
  const attribution = attributionOf(known.caller);
  return { refusal: unauthorized('The access token was issued for another resource.'), attribution };
}

function refusedKey(id: string): string {
  return `refused key:${id}`;
}

function refusedToken(sessionId: string | undefined): string {
  return `refused token:${sessionId}`;
}

function guardOf(row: { all_epoch: number; own_epoch: number; person_id: number }): AccessGuard {
  return { all: row.all_epoch, personId: row.person_id, own: row.own_epoch };
}

/** The role behind a key that works, or why it does not. */
export function standingOf(row: KeyIdentityRow, now: number): Role | Refusal {
  if (row.revoked_at !== null) return unauthorized('The key was revoked.');
  if (Date.parse(row.expires_at) <= now) return unauthorized('The key has expired.');
  if (row.role === null) return unauthorized('The person who made the key has left the organization.');
  if (!roleCarries(row.role, row.scopes.filter(isScope))) {
    return unauthorized('The role of the person who made the key no longer carries its scopes.');
  }
  return row.role;
}

function unauthorized(message: string): Refusal {
  return new Refusal('unauthorized', message);
}

/** The caller behind a key that works. */
export function callerOfKey(row: KeyIdentityRow, role: Role): Caller {
  const granted = new Set(row.scopes.filter(isScope));
  return {
    via: 'api_key',
    credentialId: `key:${row.lineage}`,
    personId: row.person_id,
    email: row.email,
    name: row.name,
    granted,
    organizations: new Map([[row.slug, access(row.organization_id, row.slug, role, granted)]]),
    key: {
      id: row.key_id,
      lineage: row.lineage,
      prefix: row.prefix,
      lastFour: row.last_four,
      organization: row.slug,
    },
    rateLimitPerMinute: row.rate_limit_per_minute,
    expiresAt: Date.parse(row.expires_at),
  };
}

function callerOfToken(row: TokenIdentityRow): Caller {
  return { ...callerOfApp(row, row.session_id), expiresAt: Date.parse(row.expires_at) };
}

/** The caller behind a session of a connected app: its person, cut to what the person has approved. */
export function callerOfApp(row: AppIdentityRow, sessionId: string | undefined): Caller {
  const granted = new Set(row.scopes.filter(isScope));
  return {
    via: 'connected_app',
    credentialId: `app:${row.connection_id}`,
    personId: row.person_id,
    email: row.email,
    name: row.name,
    granted,
    organizations: organizationsOf(row, granted),
    app: { connectionId: row.connection_id, ...(sessionId !== undefined && { sessionId }) },
    client: row.client_name,
    rateLimitPerMinute: null,
    expiresAt: Number.POSITIVE_INFINITY,
  };
}

function callerOfSession(row: SessionIdentityRow, hash: Buffer): Caller {
  const granted = ceilingOf('owner');
  return {
    via: 'session',
    credentialId: `sessions:${row.person_id}`,
    personId: row.person_id,
    email: row.email,
    name: row.name,
    granted,
    organizations: organizationsOf(row, granted),
    session: { hash, countedAs: `session:${hash.toString('base64url')}` },
    rateLimitPerMinute: null,
    expiresAt: Date.parse(row.expires_at),
  };
}

function organizationsOf(
  { organizations }: Pick<SessionIdentityRow, 'organizations'>,
  granted: ReadonlySet<Scope>,
): Caller['organizations'] {
  return new Map(
    organizations.map(({ organization_id, slug, role }) => [slug, access(organization_id, slug, role, granted)]),
  );
}

function access(
  organizationId: number,
  slug: string,
  role: Role | null,
  granted: ReadonlySet<Scope>,
): OrganizationAccess {
  return {
    organizationId,
    slug,
    role,
    access: role === null ? 'adops_team' : 'membership',
    scopes: granted.intersection(ceilingOf(role)),
  };
}
