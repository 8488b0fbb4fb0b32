import type { Role, Scope } from './scopes.ts';

/** An organization the caller can act in, and as what. */
export interface OrganizationAccess {
  readonly organizationId: number;
  readonly slug: string;
  /** null for the operator's staff. */
  readonly role: Role | null;
  readonly access: 'membership' | 'adops_team';
  /** What the credential may do here: its scopes cut to the ceiling of the role. */
  readonly scopes: ReadonlySet<Scope>;
}

/** Who sent a request: the same whether a key, a connected app or a dashboard session was presented. */
export interface Caller {
  readonly via: 'api_key' | 'connected_app' | 'session';
  /**
   * Names the credential for limits and for requests that are sent again; holds no secret. A key and its replacement
   * are one, and so are all sessions of a person: neither multiplies what somebody may do. How many requests it sends is
   * counted by `countedAs`.
   */
  readonly credentialId: string;
  readonly personId: number;
  readonly email: string;
  readonly name: string;
  /** The scopes on the credential itself, before any role is considered. */
  readonly granted: ReadonlySet<Scope>;
  readonly organizations: ReadonlyMap<string, OrganizationAccess>;
  /** Present for keys: which key, and the one organization it is bound to. */
  readonly key?: {
    readonly id: string;
    /** The first key of the rotations that led to this one: the same for all of them. */
    readonly lineage: string;
    readonly prefix: string;
    readonly lastFour: string;
    readonly organization: string;
  };
  /** Present for dashboard sessions: the hash under which the session is kept, and what its requests are counted as. */
  readonly session?: { readonly hash: Buffer; readonly countedAs: string };
  /**
   * Present for connected apps: the connection, and the session whose token was presented; not known where somebody is
   * identified again who asked before it was kept.
   */
  readonly app?: { readonly connectionId: string; readonly sessionId?: string };
  /** Present for connected apps: the app's name. */
  readonly client?: string;
  /** An organization may have a limit of its own. */
  readonly rateLimitPerMinute: number | null;
  readonly expiresAt: number;
}

const ID_BYTES = 16;

/** What names a session to its person, and in what was asked for in it: the first half of its hash; nobody gets in with it. */
export function sessionIdOf({ hash }: NonNullable<Caller['session']>): string {
  return hash.subarray(0, ID_BYTES).toString('hex');
}

/** What the requests of a caller are counted as: who has a copy of one session uses up nothing of the others. */
export function countedAs({ session, credentialId }: Caller): string {
  return session?.countedAs ?? credentialId;
}

/** The state of access under which a caller was identified: whoever relies on it must find it unmoved. */
export interface AccessGuard {
  /** The epoch that changes concerning everybody move. */
  readonly all: number;
  readonly personId: number;
  /** The epoch that changes of this person's access move. */
  readonly own: number;
}
