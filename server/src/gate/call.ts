import type { AuditWriter } from '../audit/audit-writer.ts';
import type { Allowance } from '../base/allowance.ts';
import type { AccessGuard, Caller, OrganizationAccess } from '../base/caller.ts';
import type { Attributing, Services } from '../base/context.ts';
import type { Refusal } from '../base/errors.ts';
import type { Operation } from '../base/operation.ts';
import type { OutageLog } from '../base/outage.ts';
import type { Place } from '../base/turns.ts';
import type { WhenGone } from '../base/waiting-in-turn.ts';
import type { Attribution, Authenticator, Credential } from '../identity/authenticate.ts';
import type { PersonCeiling } from './person-ceiling.ts';
import type { RateLimiter } from './rate-limit.ts';

/** One call of an operation, whatever surface it came through. */
export interface Call {
  operation: Operation;
  credential: Credential;
  /** With what else it is counted, by address, where nobody is recognised by it. */
  strangers: Strangers;
  /** A key or token that came along where none is taken: it opens nothing, and the event tells whose it is. */
  alsoPresented?: Credential;
  /** The organization as the caller named it; undefined where the surface lets a key leave it out. */
  organization: string | undefined;
  /** Refuses what its headers tell already; runs after access was granted and before anything is taken in. */
  precheck?: (caller?: Caller) => void;
  /** Where something is sent along: nothing of it is taken in before access was granted. */
  body?: Body | undefined;
  /** Decodes and checks the input; runs after access was granted and the body is here, and throws a refusal. */
  input: () => unknown;
  path: string;
  ip: string;
  userAgent: string | undefined;
  /** Whether it was made on this machine, and for it. */
  isFromHere?: () => boolean;
  idempotencyKey?: string | undefined;
  /** What the surface took of the credential's limit already, to read no more than that allows. */
  allowance?: Allowance | undefined;
  /** Where somebody waits for the answer: tells once they have gone away. */
  whenGone?: WhenGone;
  /** What the call came in at: access tokens are for one resource, and its metadata tells how to get one. */
  resource: string;
}

/**
 * Those of an address who are not recognised, each kind limited for itself: programs that send no credential, programs
 * that send one nobody knows, however empty or malformed, and people who have yet to sign in.
 */
export type Strangers = 'ip' | 'unknown' | 'visitor';

/** What a caller sends along. */
interface Body {
  readonly here: boolean;
  /** Takes it in, in the turn of its holder where it is large; throws a refusal where it is too much or does not come. */
  arrive(sender: Place & { personId?: number | undefined }): Promise<void>;
}

/** What dispatch needs beyond the services that operations see. */
export interface Gate {
  services: Services;
  authenticator: Authenticator;
  rateLimiter: RateLimiter;
  personCeiling: PersonCeiling;
  audit: AuditWriter;
  outages: OutageLog;
}

/** What is known so far of who calls and where: filled in step by step, written to the audit trail at the end. */
export class Progress {
  readonly requestId: string;
  readonly at: number;
  caller: Caller | undefined = undefined;
  /** Why the credential was not accepted, and whose it was if that is known. */
  refusal: Refusal | undefined = undefined;
  attribution: Attribution | undefined = undefined;
  organization: OrganizationAccess | undefined = undefined;
  /** Set once the operation looked at organizations of the caller besides its own. */
  lookedBeyond = false;
  /** Set when the answer depends on an identity that could have been narrowed meanwhile. */
  guard: AccessGuard | null = null;
  allowance: Allowance | undefined = undefined;
  /** Where its turn among all requests is: it has one, however often it starts over. */
  turn: 'to come' | 'had' | 'called off' = 'to come';
  /** Set where it had to wait for that. */
  waited = false;
  /** Set once something runs that may change something. */
  executed = false;
  /** Set once a note of it may stand beside what it changed. */
  begun = false;
  /** Set once that note may be one of no organization. */
  begunApart = false;
  /** What the operation itself found out: it outweighs what the credential says. */
  told: { email?: string; organizationId?: number; acted?: true } = {};
  /** How the operation tells it. */
  readonly attributing: Attributing = {
    recognised: (email) => {
      this.told.email = email;
    },
    actedIn: (organizationId) => {
      this.told.organizationId = organizationId;
    },
    acted: () => {
      this.told.acted = true;
    },
  };

  constructor(requestId: string, at: number) {
    this.requestId = requestId;
    this.at = at;
  }
}
