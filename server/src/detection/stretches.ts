import { MICROS } from './figure-columns.ts';
import { type Figures, NO_FIGURES } from './figures.ts';

const MEASURES = 4;
const NEVER = -1;
const ROOM_AT_FIRST = 1_024;

/** One day, and the stretch that it lies in. */
export interface DayOfStretch {
  back: number;
  stretch: number;
}

/**
 * The figures of many things over stretches of days, which begin where any window begins or ends: each row is added up
 * once, and a window is made of a few stretches. Things are numbered from 0; costs and conversions come in millionths.
 */
export class Stretches {
  readonly #bounds: readonly number[];
  #sums = new Float64Array();
  /** The earliest day of each thing in each stretch, in days back. */
  #earliest = new Int16Array();

  /** `bounds` are days back, from 0 on. */
  constructor(bounds: Iterable<number>) {
    this.#bounds = [...new Set(bounds)].sort((a, b) => a - b);
  }

  dayOf(back: number): DayOfStretch {
    return { back, stretch: this.#bounds.findLastIndex((bound) => bound <= back) };
  }

  /** Adds what a thing did on a day. */
  add(
    thing: number,
    { back, stretch }: DayOfStretch,
    impressions: number,
    clicks: number,
    cost: number,
    conversions: number,
  ): void {
    const at = thing * this.#bounds.length + stretch;
    if (at >= this.#earliest.length) this.#makeRoom(at);
    if (back > (this.#earliest[at] ?? NEVER)) this.#earliest[at] = back;
    this.#count(at * MEASURES, impressions);
    this.#count(at * MEASURES + 1, clicks);
    this.#count(at * MEASURES + 2, cost);
    this.#count(at * MEASURES + 3, conversions);
  }

  /** What a thing did from so many days back, included, to so many, not included: both are bounds. */
  between(thing: number, from: number, to: number): Figures {
    let sum: Figures | undefined;
    for (const [stretch, bound] of this.#bounds.entries()) {
      const at = thing * this.#bounds.length + stretch;
      if (bound < from || bound >= to || (this.#earliest[at] ?? NEVER) === NEVER) continue;
      sum ??= { ...NO_FIGURES };
      sum.impressions += this.#sums[at * MEASURES] ?? 0;
      sum.clicks += this.#sums[at * MEASURES + 1] ?? 0;
      sum.cost += this.#sums[at * MEASURES + 2] ?? 0;
      sum.conversions += this.#sums[at * MEASURES + 3] ?? 0;
    }
    if (!sum) return NO_FIGURES;
    sum.cost /= MICROS;
    sum.conversions /= MICROS;
    return sum;
  }

  /** The earliest day of a thing up to so many days back; undefined where it has none. */
  earliest(thing: number, to: number): number | undefined {
    let earliest = NEVER;
    for (const [stretch, bound] of this.#bounds.entries()) {
      if (bound < to) earliest = Math.max(earliest, this.#earliest[thing * this.#bounds.length + stretch] ?? NEVER);
    }
    return earliest === NEVER ? undefined : earliest;
  }

  #count(at: number, value: number): void {
    this.#sums[at] = (this.#sums[at] ?? 0) + value;
  }

  #makeRoom(needed: number): void {
    const room = Math.max(ROOM_AT_FIRST, 2 * needed);
    const [sums, earliest] = [new Float64Array(room * MEASURES), new Int16Array(room).fill(NEVER)];
    sums.set(this.#sums);
    earliest.set(this.#earliest);
    [this.#sums, this.#earliest] = [sums, earliest];
  }
}
