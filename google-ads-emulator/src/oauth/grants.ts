import { createHash } from 'node:crypto';
import type { Entry } from '../store/journal.ts';

/** A consent that a login gave, alive until it is revoked or suspended. */
export interface Grant {
  id: string;
  email: string;
  scope: string;
  revoked: boolean;
  suspended: boolean;
}

/** An access token as the API finds it. */
export interface AccessToken {
  grant: Grant;
  expires: number;
}

type GrantEntry = Extract<Entry, { type: 'grant' | 'access_token' | 'grant_revoked' | 'grants_suspended' }>;

/** Grants and tokens, known by hash only, so that the journal holds no usable secret. */
export class Grants {
  readonly #grants = new Map<string, Grant>();
  readonly #byRefreshToken = new Map<string, Grant>();
  readonly #accessTokens = new Map<string, AccessToken>();

  ofRefreshToken(token: string): Grant | undefined {
    return this.#byRefreshToken.get(tokenHash(token));
  }

  accessToken(token: string): AccessToken | undefined {
    return this.#accessTokens.get(tokenHash(token));
  }

  hasLiveGrant(email: string): boolean {
    return [...this.#grants.values()].some((grant) => grant.email === email && isAlive(grant));
  }

  counts(): { grants: number; live: number; access_tokens: number } {
    const grants = [...this.#grants.values()];
    return { grants: grants.length, live: grants.filter(isAlive).length, access_tokens: this.#accessTokens.size };
  }

  apply(entry: GrantEntry): void {
    switch (entry.type) {
      case 'grant': {
        const { id, email, scope } = entry;
        const grant: Grant = { id, email, scope, revoked: false, suspended: false };
        this.#grants.set(id, grant);
        if (entry.refreshHash !== '') this.#byRefreshToken.set(entry.refreshHash, grant);
        return;
      }
      case 'access_token': {
        const grant = this.#grants.get(entry.grant);
        if (grant) this.#accessTokens.set(entry.hash, { grant, expires: entry.expires });
        return;
      }
      case 'grant_revoked': {
        const grant = this.#grants.get(entry.grant);
        if (grant) grant.revoked = true;
        return;
      }
      case 'grants_suspended':
        for (const grant of this.#grants.values()) {
          if (entry.emails.includes(grant.email)) grant.suspended = entry.suspended;
        }
    }
  }
}

/** A grant works while nobody has revoked it and the control plane has not suspended it. */
export function isAlive(grant: Grant): boolean {
  return !grant.revoked && !grant.suspended;
}

/** The name a token is stored and logged under. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
