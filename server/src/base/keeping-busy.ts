import type { AtWork } from './at-work.ts';

/** A holder may keep as much as one connection busy on and on: so much of what it had is forgotten as time goes on. */
const CONNECTIONS = 1;
/** So much more may anybody have at a time: all that a few pages ask for, however large their organization. */
const AT_A_TIME_MS = 1_000;
/** No more is remembered: who had something long is soon as quick again. */
const REMEMBERED_MS = 1_500;

/** Which holders keep the database busy without a pause, and whether others are at work beside them. */
export class KeepingBusy {
  #had = new Map<string, { ms: number; at: number }>();
  #atWork: AtWork;

  constructor(atWork: AtWork) {
    this.#atWork = atWork;
  }

  /** How many holders are remembered. */
  get size(): number {
    return this.#had.size;
  }

  /** The database was busy for a holder. */
  had(holder: string, ms: number): void {
    const now = performance.now();
    this.#had.set(holder, { ms: Math.min(this.#leftOf(holder, now) + ms, REMEMBERED_MS), at: now });
    for (const name of this.#had.keys()) if (this.#leftOf(name, now) === 0) this.#had.delete(name);
  }

  /** Whether a holder keeps on beside others, who would wait for them. */
  isInTheWay(holder: string): boolean {
    return this.#leftOf(holder, performance.now()) > AT_A_TIME_MS && this.#atWork.isBesideOthers(holder);
  }

  #leftOf(holder: string, now: number): number {
    const had = this.#had.get(holder);
    return had ? Math.max(0, had.ms - (now - had.at) * CONNECTIONS) : 0;
  }
}
