import type { Clock } from '../../ports/clock.ts';

/** The platform tells whole seconds, and answers travel: clocks this close count as the same. */
const SAME_MS = 60_000;
const SECOND_MS = 1_000;
const MOST_STRETCHES = 100;

/** From an instant of ours on, how far the platform's clock is ahead of ours: somewhere between two bounds. */
interface Stretch {
  from: number;
  least: number;
  most: number;
  offset: number;
}

const SAME: Omit<Stretch, 'from'> = { least: 0, most: 0, offset: 0 };

/**
 * The platform's clock, learned from the `Date` of its answers. It may be far from ours, and even jump, where an
 * emulator's time is moved; so that one timeline holds outside of the adapter, instants are translated at its edge.
 * What happened before a jump was seen keeps the distance that held then.
 */
export class PlatformTime {
  readonly #clock: Clock;
  #stretches: [Stretch, ...Stretch[]] = [{ from: Number.NEGATIVE_INFINITY, ...SAME }];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Takes note of the `Date` of an answer that has just come to what was sent at an instant of ours. */
  observe(dateHeader: string | null, sentAt = this.#clock.now()): void {
    const theirs = Date.parse(dateHeader ?? '');
    if (Number.isNaN(theirs)) return;
    const from = this.#clock.now();
    const seen = between(theirs - from, theirs + SECOND_MS - sentAt);
    const told = Math.abs(seen.offset) < SAME_MS ? SAME : seen;
    const current = this.#current();
    if (Math.abs(told.offset - current.offset) < SAME_MS) {
      if (told !== SAME) this.#stretches.splice(-1, 1, { ...narrowed(current, told), from: current.from });
      return;
    }
    this.#stretches.push({ from, ...told });
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

function between(least: number, most: number): Omit<Stretch, 'from'> {
  return { least, most, offset: Math.round((least + most) / 2) };
}

/** Each answer tells the second only, but at another moment of it: together they tell much more. */
function narrowed(known: Omit<Stretch, 'from'>, told: Omit<Stretch, 'from'>): Omit<Stretch, 'from'> {
  const [least, most] = [Math.max(known.least, told.least), Math.min(known.most, told.most)];
  return least <= most ? between(least, most) : told;
}
