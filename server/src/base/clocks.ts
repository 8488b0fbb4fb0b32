import type { Clock } from '../ports/clock.ts';
import { databaseNow } from './clocks.store.ts';
import type { Services } from './context.ts';
import type { Queryable } from './database.ts';

const MINUTE_MS = 60_000;

/** Clocks that are less far apart count as the same: what is noted further ahead was noted by one that was wrong. */
export const CLOCKS_APART_MS = 5 * MINUTE_MS;
/** From here on somebody is told. */
const WORTH_A_WARNING_MS = MINUTE_MS;

type Timed = Pick<Services, 'database' | 'clock'>;

/** Whether a note lies so far ahead that it can only be of a clock that was wrong: it must not count until then. */
export function isAhead(noted: string | number | null, now: number): boolean {
  if (noted === null) return false;
  return (typeof noted === 'number' ? noted : Date.parse(noted)) > now + CLOCKS_APART_MS;
}

/** Now by the clock that all processes share, the database's: for what they take turns at. */
export async function sharedNow(db: Queryable, clock: Clock): Promise<number> {
  return clock.mayBeWrong ? databaseNow(db) : clock.now();
}

/**
 * The later of our now and the shared one: a note that lies ahead of both is void, while one that only a process which is
 * behind itself takes for such is left alone.
 */
export async function latestNow({ database, clock }: Timed): Promise<number> {
  return Math.max(await sharedNow(database, clock), clock.now());
}

/** Our now, unless it differs from the shared one: for what cannot be brought back. */
export async function agreedNow({ database, clock }: Timed): Promise<number | undefined> {
  const now = clock.now();
  return Math.abs(now - (await sharedNow(database, clock))) > CLOCKS_APART_MS ? undefined : now;
}

/** Tells of a clock that differs from the database's, when it begins to and when it no longer does. */
export class ClockWatch {
  readonly #services: Timed & Pick<Services, 'log'>;
  #differs = false;

  constructor(services: Timed & Pick<Services, 'log'>) {
    this.#services = services;
  }

  async look(): Promise<void> {
    const { log } = this.#services;
    const ahead_ms = await this.#ahead();
    const differs = Math.abs(ahead_ms) > WORTH_A_WARNING_MS;
    if (differs && !this.#differs) log.warn({ ahead_ms }, 'the clock of this process differs from the database’s');
    if (!differs && this.#differs) log.info({ ahead_ms }, 'the clock of this process agrees with the database’s again');
    this.#differs = differs;
  }

  /** A slow answer says nothing of clocks: only what lies outside of the time it took counts. */
  async #ahead(): Promise<number> {
    const { database, clock } = this.#services;
    const asked = clock.now();
    const shared = await sharedNow(database, clock);
    return shared < asked ? asked - shared : Math.min(0, clock.now() - shared);
  }
}
