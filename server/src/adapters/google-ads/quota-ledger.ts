import { AdPlatformError } from '../../ports/ad-platform.ts';
import type { Clock } from '../../ports/clock.ts';

const DAY_MS = 86_400_000;

/** Counts operations by UTC day; one counter serves every process that shares the quota. */
export interface QuotaCounter {
  /** Adds to the day's count and answers true, unless it would then exceed the ceiling. Must be atomic. */
  take(day: string, operations: number, ceiling: number): Promise<boolean>;
}

/** Google's daily operations for the whole deployment; null where there is no limit. */
export interface QuotaLimits {
  dailyOperations: number | null;
  reservedForWrites: number;
}

/** Google's basic access level. */
const BASIC_OPERATIONS = 15_000;
const RESERVED_SHARE = 0.1;

/** The limits of a deployment; a tenth is kept for changes that somebody waits for. */
export function quotaOf(dailyOperations: number | null = BASIC_OPERATIONS): QuotaLimits {
  return { dailyOperations, reservedForWrites: Math.floor((dailyOperations ?? 0) * RESERVED_SHARE) };
}

/** Spends the day's operations; when they run low reads are refused first, so that changes still go through. */
export class QuotaLedger {
  readonly #counter: QuotaCounter;
  readonly #limits: QuotaLimits;
  readonly #clock: Clock;

  constructor(counter: QuotaCounter, limits: QuotaLimits, clock: Clock) {
    this.#counter = counter;
    this.#limits = limits;
    this.#clock = clock;
  }

  async spend(kind: 'read' | 'write', operations: number): Promise<void> {
    const now = this.#clock.now();
    const { dailyOperations, reservedForWrites } = this.#limits;
    const all = dailyOperations ?? Number.MAX_SAFE_INTEGER;
    const ceiling = kind === 'write' ? all : all - reservedForWrites;
    const day = new Date(now).toISOString().slice(0, 10);
    if (await this.#counter.take(day, operations, ceiling)) return;
    throw new AdPlatformError('task_error', "Today's Google Ads operations are used up; this continues tomorrow.", {
      retryable: true,
      retryAfterSeconds: Math.ceil((DAY_MS - (now % DAY_MS)) / 1000),
    });
  }
}

/** A counter for one process: tests, and deployments of a single process that may forget at restart. */
export function memoryQuotaCounter(): QuotaCounter {
  let current = { day: '', used: 0 };
  return {
    async take(day, operations, ceiling) {
      if (current.day !== day) current = { day, used: 0 };
      if (current.used + operations > ceiling) return false;
      current.used += operations;
      return true;
    },
  };
}
