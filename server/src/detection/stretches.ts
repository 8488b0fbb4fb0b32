import { MICROS } from './figure-columns.ts';
import { type Figures, NO_FIGURES } from './figures.ts';

const MEASURES = 4;
const NEVER = -1;
/** Things whose sums stand together; there is no more room than for as many as there are, and none of it is ever copied. */
const THINGS_IN_A_PIECE = 2_048;

interface Piece {
  sums: Float64Array;
  /** The earliest day of each thing in each stretch, in days back. */
  earliest: Int16Array;
}

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
  readonly #pieces: Piece[] = [];

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
    const { sums, earliest } = this.#pieceOf(thing);
    const at = this.#firstOf(thing) + stretch;
    if (back > (earliest[at] ?? NEVER)) earliest[at] = back;
    count(sums, at * MEASURES, impressions);
    count(sums, at * MEASURES + 1, clicks);
    count(sums, at * MEASURES + 2, cost);
    count(sums, at * MEASURES + 3, conversions);
  }

  /** What a thing did from so many days back, included, to so many, not included: both are bounds. */
  between(thing: number, from: number, to: number): Figures {
    const bounds = this.#bounds;
    const { sums, earliest } = this.#pieceOf(thing);
    const first = this.#firstOf(thing);
    let [isSeen, impressions, clicks, cost, conversions] = [false, 0, 0, 0, 0];
    for (let stretch = 0; stretch < bounds.length; stretch += 1) {
      const bound = bounds[stretch] ?? 0;
      if (bound < from || bound >= to || (earliest[first + stretch] ?? NEVER) === NEVER) continue;
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
    const { earliest } = this.#pieceOf(thing);
    const first = this.#firstOf(thing);
    let back = NEVER;
    for (let stretch = 0; stretch < bounds.length; stretch += 1) {
      if ((bounds[stretch] ?? to) >= to) continue;
      back = Math.max(back, earliest[first + stretch] ?? NEVER);
    }
    return back === NEVER ? undefined : back;
  }

  #pieceOf(thing: number): Piece {
    const place = Math.floor(thing / THINGS_IN_A_PIECE);
    const known = this.#pieces[place];
    if (known) return known;
    const room = THINGS_IN_A_PIECE * this.#bounds.length;
    const piece = { sums: new Float64Array(room * MEASURES), earliest: new Int16Array(room).fill(NEVER) };
    this.#pieces[place] = piece;
    return piece;
  }

  #firstOf(thing: number): number {
    return (thing % THINGS_IN_A_PIECE) * this.#bounds.length;
  }
}

function count(sums: Float64Array, at: number, value: number): void {
  sums[at] = (sums[at] ?? 0) + value;
}
