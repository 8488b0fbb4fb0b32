import type { AccessGuard, Caller, OrganizationAccess } from '../base/caller.ts';
import type { Queryable } from '../base/database.ts';
import { Refusal } from '../base/errors.ts';
import { isScope, type Role, type Scope } from '../base/scopes.ts';
import type { Clock } from '../ports/clock.ts';
import {
  findKeyIdentity,
  findSessionIdentity,
  type KeyIdentityRow,
  type SessionIdentityRow,
} from './authenticate.store.ts';
import { hashOf, isWellFormedKey } from './key-format.ts';
import { ceilingOf, roleCarries } from './role-ceiling.ts';

/** What a request presented to prove who sent it. */
export type Credential = { kind: 'bearer'; token: string } | { kind: 'session'; token: string } | undefined;

/** Whom a refused credential belongs to: its events go to the organization of the key all the same. */
export interface Attribution {
  organizationId: number;
  email: string;
  prefix: string;
  lastFour: string;
}

/** A recognised caller, or the refusal with whatever is known of the credential. */
export type Identified = Known | { refusal: Refusal; attribution?: Attribution };

interface Known {
  caller: Caller;
  guard: AccessGuard;
}

const MOST_IDENTITIES = 20_000;

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

  constructor(db: Queryable, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
  }

  /** Drops what is remembered of a credential: its access has changed. */
  forget(credential: Credential): void {
    if (credential) this.#known.delete(nameOf(credential, hashOf(credential.token)));
  }

  /** Known callers are answered without a look-up, so this is only asynchronous when it must be; `live` looks up always. */
  identify(credential: Credential, { live }: { live: boolean }): Identified | Promise<Identified> {
    if (credential === undefined) return { refusal: unauthorized('Send a key or an access token.') };
    if (credential.kind === 'bearer' && !isWellFormedKey(credential.token)) {
      return { refusal: unauthorized('The key or token is not valid.') };
    }
    const hash = hashOf(credential.token);
    const name = nameOf(credential, hash);
    const known = live ? undefined : this.#known.get(name);
    if (known && known.caller.expiresAt > this.#clock.now()) return known;
    return credential.kind === 'bearer' ? this.#byKey(name, hash) : this.#bySession(name, hash);
  }

  async #byKey(name: string, hash: Buffer): Promise<Identified> {
    const row = await findKeyIdentity(this.#db, hash);
    if (!row) return { refusal: unauthorized('The key is not valid.') };
    const standing = standingOf(row, this.#clock.now());
    if (standing instanceof Refusal) {
      const attribution = {
        organizationId: row.organization_id,
        email: row.email,
        prefix: row.prefix,
        lastFour: row.last_four,
      };
      return { refusal: standing, attribution };
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

function nameOf({ kind }: NonNullable<Credential>, hash: Buffer): string {
  return kind[0] + hash.toString('latin1');
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

function callerOfSession(row: SessionIdentityRow, hash: Buffer): Caller {
  const accesses = row.organizations.map(({ organization_id, slug, role }) =>
    access(organization_id, slug, role, ceilingOf(role)),
  );
  return {
    via: 'session',
    credentialId: `sessions:${row.person_id}`,
    personId: row.person_id,
    email: row.email,
    name: row.name,
    granted: ceilingOf('owner'),
    organizations: new Map(accesses.map((one) => [one.slug, one])),
    session: { hash },
    rateLimitPerMinute: null,
    expiresAt: Date.parse(row.expires_at),
  };
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
