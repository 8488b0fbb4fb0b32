import type { AdPlatform } from '../ports/ad-platform.ts';
import type { Clock } from '../ports/clock.ts';
import type { Mailer } from '../ports/mailer.ts';
import type { SiteReader } from '../ports/site-reader.ts';
import type { TokenVault } from '../ports/token-vault.ts';
import type { Writer } from '../ports/writer.ts';
import type { Caller, OrganizationAccess } from './caller.ts';
import type { Config } from './config.ts';
import type { Database, Queryable, Transaction } from './database.ts';
import type { Log } from './log.ts';
import type { Secrets } from './secrets.ts';
import type { TaskQueue } from './task-queue.ts';
import type { Turns } from './turns.ts';

/**
 * What the process offers to every operation and task; wired once, in main. A layer above may add what it offers itself,
 * by declaring it here from there: `writes` adds the kinds of steps and the operations that approvals run by name.
 */
export interface Services {
  readonly config: Config;
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly mailer: Mailer;
  readonly adPlatform: AdPlatform;
  readonly siteReader: SiteReader;
  /** Phrases ads, where the deployment has a language model for it. */
  readonly writer?: Writer | undefined;
  /** Seals the refresh tokens of connected logins. */
  readonly tokenVault: TokenVault;
  readonly tasks: TaskQueue;
  /** Where those who ask for much wait behind themselves. */
  readonly turns: Turns;
  /** Signs what callers carry back to us, such as cursors; shared by all processes on a database. */
  readonly signingSecrets: Secrets;
}

/** Queries bound to one organization: every store function of a tenant table takes one of these first. */
export interface Tenancy {
  readonly organizationId: number;
  readonly db: Queryable;
}

/** How an operation tells the audit trail what only it finds out: whom it recognised, and which organization it acted in. */
export interface Attributing {
  /** What was presented proves to be this person’s: only told once nothing is refused any more. */
  readonly recognised?: (email: string) => void;
  /** The event belongs to this organization, whose Owners may see it. */
  readonly actedIn?: (organizationId: number) => void;
  /** It has changed what is somebody's, though the event names nobody: it is not only counted with others of nobody. */
  readonly acted?: () => void;
  /** Comes last in every transaction outside the guarded pipeline: notes a request that found out whose it is in it, or where. */
  readonly endWriting?: (db: Transaction) => Promise<void>;
}

/** What an operation that belongs to no particular organization can see. */
export interface CallerContext extends Services, Attributing {
  readonly caller: Caller;
  readonly requestId: string;
  /** Where the call came from. */
  readonly ip: string;
  /** When it came, and whether it had to wait for its turn to begin: others may have asked for something meanwhile. */
  readonly came?: { readonly at: number; readonly waited: boolean };
  /** Sent with a write: the same key and request are executed once. */
  readonly idempotencyKey?: string | undefined;
  /** Is told how many things a change has to look through, before it does: whoever asks for much rests afterwards. */
  readonly looksThrough?: (things: number) => void;
  /** Called by a write once it has read the caller's standing anew, in the transaction that executes it. */
  readonly accessConfirmed?: () => void;
  /** Notes the request beside what it changes, in the same transaction: its process may be gone before its event is kept. */
  readonly noteBegun?: (tenancy: Tenancy) => Promise<void>;
  /** Comes first in every transaction outside the guarded pipeline: holds the session that asks, and notes the request. */
  readonly beginWriting?: (db: Transaction) => Promise<void>;
  /** Refuses once the caller may no longer do this: for answers that last. */
  readonly stillAdmitted?: () => Promise<void>;
  /** The queued write that a person approves, when its change runs, or might, when it is previewed for them. */
  readonly approving?: {
    readonly queuedWriteId: string;
    readonly approverId: number;
    /** What the approver was shown that it does. */
    readonly shown: readonly unknown[];
    readonly session?: Caller['session'];
  };
}

/** What an operation inside an organization can see. */
export interface Context extends CallerContext, Tenancy {
  readonly organization: OrganizationAccess;
}

/** What an operation that anybody may call can see: there is no caller, only an address. */
export interface PublicContext extends Services, Attributing {
  readonly requestId: string;
  readonly ip: string;
  /** Whether it was made on the machine itself: asked before what nobody else is to know. */
  readonly isFromHere?: () => boolean;
  /** The session that the browser has already: whoever opens another in its place ends it. */
  readonly replaced?: Caller['session'];
  readonly userAgent?: string | undefined;
}
