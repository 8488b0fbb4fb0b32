import { randomBytes } from 'node:crypto';
import type { Allowance } from '../base/allowance.ts';
import type { Queryable } from '../base/database.ts';
import type { Clock } from '../ports/clock.ts';
import { leaseRequests } from './rate-limit.store.ts';

/** How long a process may use what it took. */
const LEASE_SECONDS = 1;
const FILLS_IN_SECONDS = 60;
/** How long it counts against the others: as long as a bucket takes to fill, after which nothing is lost with it. */
const HOLD_SECONDS = FILLS_IN_SECONDS;
const PROCESS_ID_BYTES = 9;
const SMALLEST_TOP_BLOCK = 32;
const MOST_LEASES = 50_000;

interface Lease {
  /** Requests of the block that are still unused. */
  left: number;
  size: number;
  until: number;
  /** What the shared bucket held after the block was taken. */
  bucket: number;
  /** Nothing to be had before this instant. */
  emptyUntil: number;
  waiting: ((allowance: Allowance) => void)[];
  failing: ((error: unknown) => void)[];
  asking: boolean;
}

/**
 * Counts requests against limits that hold over all processes on a database. Each process takes small blocks from a
 * shared bucket, larger ones as demand grows, so that a busy credential costs no query for most of its requests.
 */
export class RateLimiter {
  #process = randomBytes(PROCESS_ID_BYTES).toString('base64url');
  #db: Queryable;
  #clock: Clock;
  #leases = new Map<string, Lease>();

  constructor(db: Queryable, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
  }

  take(holder: string, perMinute: number): Allowance | Promise<Allowance> {
    const now = this.#clock.now() / 1000;
    const lease = this.#leaseOf(holder, now);
    if (!lease.asking) {
      if (lease.left > 0 && isBefore(now, lease.until, LEASE_SECONDS)) {
        lease.left -= 1;
        return allowance(lease, perMinute, now, true);
      }
      if (isBefore(now, lease.emptyUntil, FILLS_IN_SECONDS)) return allowance(lease, perMinute, now, false);
    }
    return new Promise((resolve, reject) => {
      lease.waiting.push(resolve);
      lease.failing.push(reject);
      if (!lease.asking) void this.#ask(holder, lease, perMinute);
    });
  }

  /** What is known to be refused without asking; undefined where it may be had. */
  refusal(holder: string, perMinute: number): Allowance | undefined {
    const now = this.#clock.now() / 1000;
    const lease = this.#leases.get(holder);
    if (!lease || lease.asking || !isBefore(now, lease.emptyUntil, FILLS_IN_SECONDS)) return undefined;
    const hasSome = lease.left > 0 && isBefore(now, lease.until, LEASE_SECONDS);
    return hasSome ? undefined : allowance(lease, perMinute, now, false);
  }

  #leaseOf(holder: string, now: number): Lease {
    const known = this.#leases.get(holder);
    if (known) return known;
    if (this.#leases.size >= MOST_LEASES) this.#dropIdle(now);
    const fresh = { left: 0, size: 0, until: 0, bucket: 0, emptyUntil: 0, waiting: [], failing: [], asking: false };
    this.#leases.set(holder, fresh);
    return fresh;
  }

  #dropIdle(now: number): void {
    for (const [holder, lease] of this.#leases) {
      if (!lease.asking && lease.until < now - LEASE_SECONDS) this.#leases.delete(holder);
    }
  }

  async #ask(holder: string, lease: Lease, perMinute: number): Promise<void> {
    lease.asking = true;
    while (lease.waiting.length > 0) {
      const now = this.#clock.now() / 1000;
      const want = Math.max(lease.waiting.length, nextBlock(lease, perMinute, now));
      try {
        const asked = { holder, process: this.#process, limit: perMinute, want, unused: lease.left };
        const shared = this.#clock.mayBeWrong ? null : now;
        const { granted, remaining } = await leaseRequests(this.#db, {
          ...asked,
          now: shared,
          holdSeconds: HOLD_SECONDS,
        });
        this.#serve(lease, granted, remaining, perMinute, now);
      } catch (error) {
        lease.waiting = [];
        for (const fail of lease.failing.splice(0)) fail(error);
      }
    }
    lease.asking = false;
  }

  #serve(lease: Lease, granted: number, bucket: number, perMinute: number, now: number): void {
    Object.assign(lease, { left: granted, size: granted, bucket, until: now + LEASE_SECONDS });
    while (lease.waiting.length > 0 && lease.left > 0) {
      lease.left -= 1;
      lease.failing.shift();
      lease.waiting.shift()?.(allowance(lease, perMinute, now, true));
    }
    if (granted > 0) return;
    lease.emptyUntil = now + ((1 - bucket) * 60) / perMinute;
    lease.failing = [];
    for (const refuse of lease.waiting.splice(0)) refuse(allowance(lease, perMinute, now, false));
  }
}

/** A block that was used up in time is followed by one twice as large, any other by a single request. */
function nextBlock(lease: Lease, perMinute: number, now: number): number {
  const top = Math.max(SMALLEST_TOP_BLOCK, perMinute / 600);
  return lease.left === 0 && isBefore(now, lease.until, LEASE_SECONDS) ? Math.min(lease.size * 2, top) : 1;
}

/** Whether an instant is still to come. One that lies further ahead than it can was noted by a clock that was wrong. */
function isBefore(now: number, instant: number, most: number): boolean {
  return now < instant && instant - now <= most;
}

function allowance(lease: Lease, perMinute: number, now: number, allowed: boolean): Allowance {
  const remaining = Math.max(0, Math.floor(lease.bucket + lease.left));
  return {
    allowed,
    limit: perMinute,
    remaining,
    resetAt: Math.ceil(now + ((perMinute - remaining) * 60) / perMinute),
    retryAfter: allowed ? 0 : Math.max(1, Math.ceil(lease.emptyUntil - now)),
  };
}
