import { plainAddress } from '../base/address-group.ts';
import type { AccessGuard } from '../base/caller.ts';
import { type Queryable, refusesValues } from '../base/database.ts';
import {
  type AuditEvent,
  epochsNow,
  keepBegunEvents,
  keepEvents,
  keepEventsOfOne,
  keepMixedEvents,
} from './audit.store.ts';
import { RefusedFlood } from './refused-flood.ts';
import { storableJson } from './storable-json.ts';
import { Tally } from './tally.ts';

/** `stale`: the caller's access changed after the look-up, so nothing was kept and the request must run again. */
export type Kept = 'kept' | 'stale';

interface Waiting {
  event: AuditEvent;
  /** The access that the answer stands on; null when it stands on nobody's. */
  guard: AccessGuard | null;
  settle: (kept: Kept) => void;
  fail: (error: unknown) => void;
}

const MOST_EVENTS_AT_ONCE = 500;
const ATTEMPTS = 3;
const RETRY_AFTER_MS = 50;
const LATE_BY_MS = 5_000;
/** Of what is to be written later so many wait at most; the rest of a long outage is lost, and the log says so. */
const MOST_LATE = 10_000;
/** Whether events can be kept again is found out by requests: for so long none has to come. */
const FAILING_FOR_MS = 5_000;
/** Events take milliseconds to be written; what takes so long may not come about at all. */
const STUCK_AFTER_MS = 2_000;

/**
 * Makes events durable before their answers leave. All events that wait are written by one statement while the
 * previous one is under way, so that one flush to disk serves many requests.
 */
export class AuditWriter {
  #db: Queryable;
  #onLost: (error: unknown) => void;
  #waiting: Waiting[] = [];
  #writing = false;
  #idle: (() => void)[] = [];
  #tally = new Tally();
  #flood = new RefusedFlood();
  /** Not written yet: requests that a limit refused, counted, and whatever was told although its event could not be kept. */
  #late = new Set<AuditEvent>();
  #later: NodeJS.Timeout | undefined;
  #failedAt = Number.NEGATIVE_INFINITY;
  #batchBegan = Number.POSITIVE_INFINITY;
  #isOverfull = false;

  /** `onLost` hears of what cannot be written, whose requests were answered long ago. */
  constructor(db: Queryable, onLost: (error: unknown) => void = () => {}) {
    this.#db = db;
    this.#onLost = onLost;
  }

  /** Whether the last events could not be kept, a moment ago: neither would those of other requests. */
  get isFailing(): boolean {
    return performance.now() - this.#failedAt < FAILING_FOR_MS;
  }

  /**
   * Whether the last events could not be kept, however long ago, and nobody has found out since whether others would be; or
   * those under way take so long that others may not be kept either.
   */
  get hasFailed(): boolean {
    return this.#failedAt !== Number.NEGATIVE_INFINITY || this.#isStuck;
  }

  get #isStuck(): boolean {
    return performance.now() - this.#batchBegan > STUCK_AFTER_MS;
  }

  /**
   * What nobody in particular sent, and what a limit refused in a flood, is only counted here, and written with others or
   * a little later; a request that has changed something is not.
   */
  keep(told: AuditEvent, guard: AccessGuard | null): Promise<Kept> | Kept {
    const { event, isCounted } = this.#counted(told);
    if (!isCounted) return this.#queue(event, guard);
    if (event.error_code !== 'rate_limited') return this.#queueOrLater(event);
    this.#writeLater(event);
    return 'kept';
  }

  /**
   * Keeps the event of what is told because nothing can be kept, or asked: now, or as soon as that can be. So it does where
   * a note was written beside a change: what was rolled back has taken its note along.
   */
  async keepSoon(told: AuditEvent): Promise<void> {
    const { event } = this.#counted(told);
    if (this.#isStuck) this.#writeLater(event);
    else await this.#queueOrLater(event).catch(() => {});
  }

  /** Resolves once everything handed over so far is on disk, or cannot be. */
  async drained(): Promise<void> {
    do {
      this.#writeLate();
      if (this.#writing) await new Promise<void>((resolve) => this.#idle.push(resolve));
    } while (this.#late.size > 0 && !this.hasFailed);
  }

  #counted(told: AuditEvent): { event: AuditEvent; isCounted: boolean } {
    const event = told.ip === null ? told : { ...told, ip: plainAddress(told.ip) };
    const known = event.organization_id !== null || event.actor_type !== null;
    if (event.begun || (known && event.error_code !== 'rate_limited')) return { event, isCounted: false };
    const counted = known ? this.#flood.counted(event) : this.#tally.count(event);
    return { event: counted ?? event, isCounted: counted !== undefined };
  }

  #queue(event: AuditEvent, guard: AccessGuard | null): Promise<Kept> {
    return new Promise((settle, fail) => {
      this.#waiting.push({ event, guard, settle, fail });
      if (!this.#writing) void this.#write();
    });
  }

  async #queueOrLater(event: AuditEvent): Promise<Kept> {
    try {
      return await this.#queue(event, null);
    } catch (error) {
      if (refusesValues(error)) this.#onLost(error);
      else this.#writeLater(event);
      throw error;
    }
  }

  #writeLater(event: AuditEvent): void {
    if (this.#late.size < MOST_LATE) this.#late.add(event);
    else if (!this.#late.has(event) && !this.#isOverfull) {
      this.#isOverfull = true;
      this.#onLost(new Error(`more than ${MOST_LATE} audit events wait to be written: further ones are lost`));
    }
    this.#later ??= setTimeout(() => this.#writeLate(), LATE_BY_MS).unref();
  }

  /** As long as nothing can be kept, a few find that out: whatever comes meanwhile is not to wait behind all of them. */
  #writeLate(): void {
    clearTimeout(this.#later);
    this.#later = undefined;
    const late = [...this.#late].slice(0, this.hasFailed ? MOST_EVENTS_AT_ONCE : MOST_LATE);
    for (const event of late) {
      this.#late.delete(event);
      this.#queueOrLater(event).catch(() => {});
    }
    if (this.#late.size > 0) this.#later = setTimeout(() => this.#writeLate(), LATE_BY_MS).unref();
    else this.#isOverfull = false;
  }

  async #write(): Promise<void> {
    this.#writing = true;
    while (this.#waiting.length > 0) {
      this.#batchBegan = performance.now();
      await this.#writeBatch(this.#waiting.splice(0, MOST_EVENTS_AT_ONCE));
    }
    this.#writing = false;
    this.#batchBegan = Number.POSITIVE_INFINITY;
    for (const resolve of this.#idle.splice(0)) resolve();
  }

  /**
   * Where somebody's access has changed, their requests are stale and the others of the batch wait for the next one. An
   * event that cannot be written fails its own request, not those that happened to be beside it.
   */
  async #writeBatch(all: Waiting[]): Promise<void> {
    const newest = newestOf(all);
    const batch = withoutStale(all, newest);
    if (batch.length === 0) return;
    try {
      const kept = await this.#keep(batch, newest);
      this.#failedAt = Number.NEGATIVE_INFINITY;
      if (kept) {
        for (const waiting of batch) waiting.settle('kept');
      } else {
        this.#waiting.push(...withoutStale(batch, await this.#standNow(newest)));
      }
    } catch (error) {
      if (!refusesValues(error)) this.#failedAt = performance.now();
      if (batch.length > 1 && refusesValues(error)) for (const waiting of batch) await this.#writeBatch([waiting]);
      else for (const waiting of batch) waiting.fail(error);
    }
  }

  async #standNow({ people }: Epochs): Promise<Epochs> {
    const rows = await this.#db.rows(epochsNow, [...people.keys()]);
    return { all: rows[0]?.all ?? null, people: new Map(rows.map(({ person_id, own }) => [person_id, own])) };
  }

  /** False when somebody's access has changed and nothing was kept. */
  async #keep(batch: Waiting[], { all, people }: Epochs): Promise<boolean> {
    const events = batch.map((waiting) => waiting.event);
    const begun = events.filter((event) => event.begun);
    const mixed =
      begun.length > 0 || events.some((event) => event.organization_id === null || event.count !== undefined);
    const json = storableJson(mixed ? [...new Set(events)] : events);
    const stood = [...people].map(([person, value]) => `${person} ${value}`);
    const assumed: Assumed = [all, [...people.keys()], stood];
    for (let attempt = 1; ; attempt += 1) {
      try {
        if (!mixed && attempt === 1) return (await this.#keepAtOnce(json, { all, people }, assumed)) > 0;
        return await this.#keepMixed(json, assumed, begun);
      } catch (error) {
        if (attempt === ATTEMPTS) throw error;
        await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER_MS * attempt));
      }
    }
  }

  async #keepMixed(json: string, assumed: Assumed, begun: readonly AuditEvent[]): Promise<boolean> {
    if (begun.length === 0) return (await this.#db.row(keepMixedEvents, json, ...assumed))?.kept ?? false;
    const organizationIds = begun.flatMap((event) => event.organization_id ?? []);
    const requestIds = begun.map((event) => event.request_id);
    const pairs = begun.map((event) => `${event.organization_id} ${event.request_id}`);
    return (await this.#db.row(keepBegunEvents, json, ...assumed, organizationIds, requestIds, pairs))?.kept ?? false;
  }

  #keepAtOnce(json: string, { all, people }: Epochs, assumed: Assumed): Promise<number> {
    const [only, ...others] = people;
    if (!only || others.length > 0) return this.#db.execute(keepEvents, json, ...assumed);
    return this.#db.execute(keepEventsOfOne, json, all, ...only);
  }
}

type Assumed = [all: number | null, people: number[], stood: string[]];

/** Where the one epoch of all and those of some people stand. */
interface Epochs {
  all: number | null;
  people: Map<number, number>;
}

function newestOf(batch: readonly Waiting[]): Epochs {
  const newest: Epochs = { all: null, people: new Map() };
  for (const { guard } of batch) {
    if (!guard) continue;
    if (newest.all === null || guard.all > newest.all) newest.all = guard.all;
    const known = newest.people.get(guard.personId);
    if (known === undefined || guard.own > known) newest.people.set(guard.personId, guard.own);
  }
  return newest;
}

/** Tells those whose access stands elsewhere than they assumed, and leaves the others. */
function withoutStale(batch: Waiting[], { all, people }: Epochs): Waiting[] {
  return batch.filter(({ guard, settle }) => {
    const current = guard === null || (guard.all === all && guard.own === people.get(guard.personId));
    if (!current) settle('stale');
    return current;
  });
}
