import type { Clock } from '../../ports/clock.ts';

/** The platform tells whole seconds, and answers travel: clocks this close count as the same. */
const SAME_MS = 60_000;
const SECOND_MS = 1_000;
const MOST_STRETCHES = 100;

/** From an instant of ours on, how far the platform's clock is ahead of ours. */
interface Stretch {
  from: number;
  offset: number;
}

/**
 * The platform's clock, learned from the `Date` of its answers. It may be far from ours, and even jump, where an
 * emulator's time is moved; so that one timeline holds outside of the adapter, instants are translated at its edge.
 * What happened before a jump was seen keeps the distance that held then.
 */
export class PlatformTime {
  readonly #clock: Clock;
  #stretches: [Stretch, ...Stretch[]] = [{ from: Number.NEGATIVE_INFINITY, offset: 0 }];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Takes note of the `Date` of an answer that has just come. */
  observe(dateHeader: string | null): void {
    const theirs = Date.parse(dateHeader ?? '') + SECOND_MS / 2;
    if (Number.isNaN(theirs)) return;
    const from = this.#clock.now();
    const seen = theirs - from;
    const offset = Math.abs(seen) < SAME_MS ? 0 : seen;
    if (Math.abs(offset - this.#current().offset) < SAME_MS) return;
    this.#stretches.push({ from, offset });
    if (this.#stretches.length > MOST_STRETCHES) this.#stretches.splice(1, 1);
  }

  /** The platform's now. */
  now(): number {
    return this.#clock.now() + this.#current().offset;
  }

  /** Our now. */
  ourNow(): number {
    return this.#clock.now();
  }

  /** An instant of ours at the platform; in doubt the earlier, so that looking from there on misses nothing. */
  toPlatform(ours: number): number {
    let latest = Number.POSITIVE_INFINITY;
    for (const { stretch, begin } of this.#newestFirst()) {
      if (ours >= stretch.from) return Math.min(ours + stretch.offset, latest);
      latest = Math.min(latest, begin);
    }
    return ours;
  }

  /** When something that the platform dates happened by our clock. */
  toOurs(theirs: number): number {
    const found = this.#newestFirst().find(({ begin }) => theirs > begin);
    return theirs - (found?.stretch.offset ?? 0);
  }

  /**
   * Each stretch with the platform's time when it began: nothing of it is dated before. A jump leaves more than a second
   * between the dates of both sides, and that much a distance measured in seconds may be wrong.
   */
  #newestFirst(): { stretch: Stretch; begin: number }[] {
    const begun = this.#stretches.map((stretch, index) => {
      const before = this.#stretches[index - 1]?.offset ?? stretch.offset;
      return { stretch, begin: stretch.from + Math.min(before + SECOND_MS, stretch.offset) };
    });
    return begun.reverse();
  }

  #current(): Stretch {
    return this.#stretches.at(-1) ?? this.#stretches[0];
  }
}
