import { setTimeout as sleep } from 'node:timers/promises';

/** Whoever waits looks again this often: what is under way may end sooner than it seemed. */
const LOOKS_EVERY_MS = 20;
/** What is under way is waited for so long at most: it may itself wait for something else. */
const LONGEST_BUSY_MS = 1_000;
/** Nobody owes more than that, however much they had done. */
const LONGEST_OWED_MS = 3_000;

interface Resting {
  busy: number;
  busyUntil: number;
  owesUntil: number;
}

/** Holders who have asked for much: each rests for what they had done before the next, so that others are served. */
export class Rests {
  #holders = new Map<string, Resting>();

  /** How many holders are remembered. */
  get size(): number {
    return this.#holders.size;
  }

  /** Whether a holder has something large under way, or rests for it. */
  has(holder: string): boolean {
    return this.#leftOf(holder) > 0;
  }

  /** Something large of a holder is under way, until the function returned is told, once, how long they rest for it. */
  begin(holder: string): (owedMs: number) => void {
    const resting = this.#holders.get(holder) ?? { busy: 0, busyUntil: 0, owesUntil: 0 };
    this.#holders.set(holder, resting);
    resting.busy += 1;
    resting.busyUntil = performance.now() + LONGEST_BUSY_MS;
    return (owedMs) => {
      const now = performance.now();
      resting.busy -= 1;
      if (resting.busy === 0) resting.busyUntil = now;
      resting.owesUntil = Math.min(Math.max(resting.owesUntil, now) + owedMs, now + LONGEST_OWED_MS);
      this.#forgetRested(now);
    };
  }

  /** Comes back once a holder has rested. */
  async rested(holder: string): Promise<void> {
    for (let left = this.#leftOf(holder); left > 0; left = this.#leftOf(holder)) {
      await sleep(Math.min(left, LOOKS_EVERY_MS));
    }
  }

  #leftOf(holder: string): number {
    const { busyUntil = 0, owesUntil = 0 } = this.#holders.get(holder) ?? {};
    return Math.max(busyUntil, owesUntil) - performance.now();
  }

  #forgetRested(now: number): void {
    for (const [name, { busy, owesUntil }] of this.#holders) {
      if (busy === 0 && owesUntil <= now) this.#holders.delete(name);
    }
  }
}
