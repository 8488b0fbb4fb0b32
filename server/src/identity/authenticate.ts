import type { Caller, OrganizationAccess } from '../base/caller.ts';
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
export type Identified =
  | { caller: Caller; epoch: number }
  | { refusal: Refusal; attribution?: Attribution; epoch: number };

const MOST_IDENTITIES = 20_000;

/**
 * Tells who presented a credential. Identities are kept in memory only under an epoch that every narrowing change
 * moves; whoever uses one must find the epoch unmoved before answering.
 */
export class Authenticator {
  #db: Queryable;
  #clock: Clock;
  #epoch = 0;
  #callers = new Map<string, Caller>();

  constructor(db: Queryable, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
  }

  /** Drops everything remembered: the epoch has moved. */
  forget(): void {
    this.#callers.clear();
    this.#epoch = 0;
  }

  /** Known callers are answered without a look-up, so this is only asynchronous when it must be; `live` looks up always. */
  identify(credential: Credential, { live }: { live: boolean }): Identified | Promise<Identified> {
    if (credential === undefined)
      return { refusal: unauthorized('Send a key or an access token.'), epoch: this.#epoch };
    if (credential.kind === 'bearer' && !isWellFormedKey(credential.token)) {
      return { refusal: unauthorized('The key or token is not valid.'), epoch: this.#epoch };
    }
    const hash = hashOf(credential.token);
    const name = credential.kind[0] + hash.toString('latin1');
    const caller = live ? undefined : this.#callers.get(name);
    if (caller && caller.expiresAt > this.#clock.now()) return { caller, epoch: this.#epoch };
    return credential.kind === 'bearer' ? this.#byKey(name, hash) : this.#bySession(name, hash);
  }

  async #byKey(name: string, hash: Buffer): Promise<Identified> {
    const row = await findKeyIdentity(this.#db, hash);
    if (!row) return { refusal: unauthorized('The key is not valid.'), epoch: this.#epoch };
    const standing = standingOf(row, this.#clock.now());
    if (standing instanceof Refusal) {
      const attribution = {
        organizationId: row.organization_id,
        email: row.email,
        prefix: row.prefix,
        lastFour: row.last_four,
      };
      return { refusal: standing, attribution, epoch: row.epoch };
    }
    return this.#remember(name, callerOfKey(row, standing), row.epoch);
  }

  async #bySession(name: string, hash: Buffer): Promise<Identified> {
    const row = await findSessionIdentity(this.#db, hash);
    if (!row || Date.parse(row.expires_at) <= this.#clock.now()) {
      return { refusal: unauthorized('Sign in to go on.'), epoch: row?.epoch ?? this.#epoch };
    }
    return this.#remember(name, callerOfSession(row, hash), row.epoch);
  }

  #remember(name: string, caller: Caller, epoch: number): Identified {
    if (epoch > this.#epoch || this.#callers.size >= MOST_IDENTITIES) this.#callers.clear();
    if (epoch >= this.#epoch) {
      this.#epoch = epoch;
      this.#callers.set(name, caller);
    }
    return { caller, epoch };
  }
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
    credentialId: `key:${row.key_id}`,
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
    credentialId: `session:${hash.toString('base64url').slice(0, 22)}`,
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
