import { AdPlatformError } from '../../ports/ad-platform.ts';
import type { Clock } from '../../ports/clock.ts';

const DAY_MS = 86_400_000;

/** What operations are for: stopping spend comes before other changes, and these before reads. */
export type OperationKind = 'read' | 'change' | 'stop';

/** Who spends operations, and what for. */
export interface Spender {
  organizationId: number;
  kind: OperationKind;
}

/** What is asked of the counter. */
export interface OperationsAsked extends Spender {
  day: string;
  now: Date;
  operations: number;
  /** What the day allows; null where there is no limit. */
  allowed: number | null;
  /** Left out for what is never refused. */
  sharing?: Sharing;
}

/** How operations of one kind are shared by now. */
interface Sharing {
  /** What must be free and within the organization's means; less than all for what is very large. */
  asked: number;
  /** All organizations together use no more for this kind of work and what comes before it. */
  ceiling: number;
  /** What is guaranteed to this kind of work, divided into shares. */
  guaranteed: number;
  /** Which part of its share an organization may use by now. */
  comeIn: number;
  /** What is kept back from those who borrow, for the shares of the rest of the day. */
  withheld: number;
  /** An organization may owe no more than would be left for as many others. */
  lenders: number;
}

/** Counts operations by UTC day and organization; one counter serves every process that shares the quota. */
export interface QuotaCounter {
  /** Adds to the counts and answers true, unless the organization has to wait. Must be atomic. */
  take(asked: OperationsAsked): Promise<boolean>;
}

/** Google's basic access level. */
const BASIC_OPERATIONS = 15_000;
/** Reads leave this part of a day for changes, and changes that part for stopping spend. */
const KEPT_FROM_READS = 0.1;
const KEPT_FROM_CHANGES = 0.02;
/** Reads are spread over the day; this part of a share may be used ahead of it. */
const AHEAD = 0.25;
/** What can be borrowed for changes is there from midnight on: whoever takes much of it must leave more, early most. */
const LENDERS = { read: 1, change: 8 } as const;
const EARLIEST = 0.05;
/** Nothing that is asked at once has to find more than this part of a day free: it would wait for ever. */
const MOST_ASKED = 0.02;
const RETRY_AFTER_SECONDS = { read: 600, change: 60 } as const;

/**
 * Spends the day's operations, fairly shared by organization. What finds none left waits and is tried again as more come
 * in; what stops spending is counted and never refused here.
 */
export class QuotaLedger {
  readonly #counter: QuotaCounter;
  readonly #allowed: number | null;
  readonly #clock: Clock;

  constructor(counter: QuotaCounter, dailyOperations: number | null = BASIC_OPERATIONS, clock: Clock) {
    this.#counter = counter;
    this.#allowed = dailyOperations;
    this.#clock = clock;
  }

  async spend({ organizationId, kind }: Spender, operations: number): Promise<void> {
    const now = this.#clock.now();
    const allowed = this.#allowed;
    const asked: OperationsAsked = {
      organizationId,
      kind,
      day: new Date(now).toISOString().slice(0, 10),
      now: new Date(now),
      operations,
      allowed,
    };
    if (allowed !== null && kind !== 'stop')
      asked.sharing = sharing(kind, operations, allowed, (now % DAY_MS) / DAY_MS);
    if (await this.#counter.take(asked)) return;
    throw new AdPlatformError('task_error', USED_UP, {
      retryable: true,
      outOfQuota: true,
      retryAfterSeconds: kind === 'stop' ? 0 : RETRY_AFTER_SECONDS[kind],
    });
  }
}

const USED_UP =
  'The Google Ads operations that are left today have to do for everybody; this goes on by itself as more come in.';

/** Changes may use their whole share at any time; reads what has come in so far, and a little ahead. */
function sharing(kind: 'read' | 'change', operations: number, allowed: number, passed: number): Sharing {
  const forReads = allowed - Math.ceil(allowed * KEPT_FROM_READS);
  const ceiling = kind === 'read' ? forReads : allowed - Math.floor(allowed * KEPT_FROM_CHANGES);
  const guaranteed = kind === 'read' ? forReads : ceiling - forReads;
  return {
    asked: Math.min(operations, Math.ceil(allowed * MOST_ASKED)),
    ceiling,
    guaranteed,
    comeIn: kind === 'change' ? 1 : Math.min(1, passed + AHEAD),
    withheld: guaranteed * (1 - passed),
    lenders: kind === 'read' ? LENDERS.read : LENDERS.change / Math.min(1, passed + EARLIEST),
  };
}
