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
    const [bounds, sums, first] = [this.#bounds, this.#sums, thing * this.#bounds.length];
    let [isSeen, impressions, clicks, cost, conversions] = [false, 0, 0, 0, 0];
    for (let stretch = 0; stretch < bounds.length; stretch += 1) {
      const bound = bounds[stretch] ?? 0;
      if (bound < from || bound >= to || (this.#earliest[first + stretch] ?? NEVER) === NEVER) continue;
      const at = (first + stretch) * MEASURES;
      isSeen = true;
      impressions += sums[at] ?? 0;
      clicks += sums[at + 1] ?? 0;
      cost += sums[at + 2] ?? 0;
      conversions += sums[at + 3] ?? 0;
    }
    return isSeen ? { impressions, clicks, cost: cost / MICROS, conversions: conversions / MICROS } : NO_FIGURES;
  }

  /** The earliest day of a thing up to so many days back; undefined where it has none. */
  earliest(thing: number, to: number): number | undefined {
    const bounds = this.#bounds;
    let earliest = NEVER;
    for (let stretch = 0; stretch < bounds.length; stretch += 1) {
      if ((bounds[stretch] ?? to) >= to) continue;
      earliest = Math.max(earliest, this.#earliest[thing * bounds.length + stretch] ?? NEVER);
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
