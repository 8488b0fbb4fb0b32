import { setTimeout as sleep } from 'node:timers/promises';

/** Whoever waits looks again this often: what is under way may end sooner than it seemed. */
const LOOKS_EVERY_MS = 20;

/** Until when each holder rests who has asked for much: the next waits for that, so that others are served in between. */
export class Rests {
  #until = new Map<string, number>();

  /** How many holders are remembered. */
  get size(): number {
    return this.#until.size;
  }

  /** Whether a holder rests now. */
  has(holder: string): boolean {
    return (this.#until.get(holder) ?? 0) > performance.now();
  }

  /** Lets a holder rest for so long from now on; what was said of it before counts no more. */
  rest(holder: string, ms: number): void {
    const now = performance.now();
    for (const [name, until] of this.#until) if (until <= now) this.#until.delete(name);
    this.#until.set(holder, now + ms);
  }

  /** Comes back once a holder has rested. */
  async rested(holder: string): Promise<void> {
    while (this.has(holder)) {
      const left = (this.#until.get(holder) ?? 0) - performance.now();
      await sleep(Math.max(1, Math.min(left, LOOKS_EVERY_MS)));
    }
  }
}
