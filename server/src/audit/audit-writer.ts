import type { Queryable } from '../base/database.ts';
import { type AuditEvent, keepEvents, keepMixedEvents } from './audit.store.ts';
import { Tally } from './tally.ts';

/** `stale`: the epoch moved after the caller was identified, so nothing was kept and the request must run again. */
export type Kept = 'kept' | 'stale';

interface Waiting {
  event: AuditEvent;
  /** The epoch under which the caller was identified; null when nothing depends on it. */
  epoch: number | null;
  settle: (kept: Kept) => void;
  fail: (error: unknown) => void;
}

const MOST_EVENTS_AT_ONCE = 500;
const ATTEMPTS = 3;
const RETRY_AFTER_MS = 50;
const LATE_BY_MS = 5_000;

/**
 * Makes events durable before their answers leave. All events that wait are written by one statement while the
 * previous one is under way, so that one flush to disk serves many requests.
 */
export class AuditWriter {
  #db: Queryable;
  #waiting: Waiting[] = [];
  #writing = false;
  #idle: (() => void)[] = [];
  #tally = new Tally();
  /** Counted and not written yet: requests of nobody that a limit refused. */
  #late = new Set<AuditEvent>();
  #later: NodeJS.Timeout | undefined;

  constructor(db: Queryable) {
    this.#db = db;
  }

  /** What a limit refused to nobody in particular is only counted here, and written with others or a little later. */
  keep(event: AuditEvent, epoch: number | null): Promise<Kept> | Kept {
    if (event.organization_id !== null || event.actor_type !== null) return this.#queue(event, epoch);
    const counted = this.#tally.count(event);
    if (event.error_code !== 'rate_limited') return this.#queue(counted, null);
    this.#writeLater(counted);
    return 'kept';
  }

  /** Resolves once everything handed over so far is on disk. */
  drained(): Promise<void> {
    this.#writeLate();
    if (!this.#writing) return Promise.resolve();
    return new Promise((resolve) => this.#idle.push(resolve));
  }

  #queue(event: AuditEvent, epoch: number | null): Promise<Kept> {
    return new Promise((settle, fail) => {
      this.#waiting.push({ event, epoch, settle, fail });
      if (!this.#writing) void this.#write();
    });
  }

  #writeLater(counted: AuditEvent): void {
    this.#late.add(counted);
    this.#later ??= setTimeout(() => this.#writeLate(), LATE_BY_MS).unref();
  }

  #writeLate(): void {
    clearTimeout(this.#later);
    this.#later = undefined;
    const late = [...this.#late];
    this.#late.clear();
    for (const counted of late) this.#queue(counted, null).catch(() => this.#writeLater(counted));
  }

  async #write(): Promise<void> {
    this.#writing = true;
    while (this.#waiting.length > 0) await this.#writeBatch(this.#nextBatch());
    this.#writing = false;
    for (const resolve of this.#idle.splice(0)) resolve();
  }

  /** Events identified under an older epoch than their neighbours are stale already. */
  #nextBatch(): Waiting[] {
    const batch = this.#waiting.splice(0, MOST_EVENTS_AT_ONCE);
    const newest = newestEpoch(batch);
    return batch.filter((waiting) => {
      const current = waiting.epoch === null || waiting.epoch === newest;
      if (!current) waiting.settle('stale');
      return current;
    });
  }

  async #writeBatch(batch: Waiting[]): Promise<void> {
    const epoch = newestEpoch(batch);
    try {
      if (await this.#keep(batch, epoch)) {
        for (const waiting of batch) waiting.settle('kept');
      } else {
        for (const waiting of batch) {
          if (waiting.epoch === null) this.#waiting.push(waiting);
          else waiting.settle('stale');
        }
      }
    } catch (error) {
      for (const waiting of batch) waiting.fail(error);
    }
  }

  /** False when the epoch has moved and nothing was kept. */
  async #keep(batch: Waiting[], epoch: number | null): Promise<boolean> {
    const events = batch.map((waiting) => waiting.event);
    const mixed = events.some((event) => event.organization_id === null);
    const json = JSON.stringify(mixed ? [...new Set(events)] : events);
    for (let attempt = 1; ; attempt += 1) {
      try {
        if (!mixed && attempt === 1) return (await this.#db.execute(keepEvents, json, epoch)) > 0;
        const found = (await this.#db.row(keepMixedEvents, json, epoch))?.epoch;
        return epoch === null || found === epoch;
      } catch (error) {
        if (attempt === ATTEMPTS) throw error;
        await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER_MS * attempt));
      }
    }
  }
}

function newestEpoch(batch: Waiting[]): number | null {
  let newest: number | null = null;
  for (const { epoch } of batch) if (epoch !== null && (newest === null || epoch > newest)) newest = epoch;
  return newest;
}
