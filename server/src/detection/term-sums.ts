import type { TermFacts } from './evidence.ts';
import type { Place } from './figure-columns.ts';
import { type Figures, LAG_DAYS } from './figures.ts';
import type { PackedDay } from './packed-days.store.ts';
import { Stretches } from './stretches.ts';
import { TermSlots } from './term-slots.ts';

const SETTLED_DAYS = 90;
const RECENT_SETTLED_DAYS = 30;

/** The days that are looked at: those that are settled, and those after them. */
export const TERM_DAYS = LAG_DAYS + SETTLED_DAYS;

/** What clicked terms did, in columns: a million of them as objects would fill the memory of a process. */
export class TermSums {
  readonly slots = new TermSlots();
  readonly #sums: Stretches;
  readonly #ads: AdsOfTerms = new AdsOfTerms();
  readonly #windowDays: number;
  readonly #latestDay: number;

  constructor({ latestDay }: Place, windowDays: number) {
    this.#latestDay = latestDay;
    this.#windowDays = windowDays;
    this.#sums = new Stretches([0, LAG_DAYS, LAG_DAYS + RECENT_SETTLED_DAYS, windowDays]);
  }

  /** Adds the rows of a day, one by one. */
  adder(packed: PackedDay): (row: number) => void {
    const day = this.#sums.dayOf(packed.back);
    return (row) => {
      const slot = this.slots.slotOf(packed.value(0, row));
      const conversions = packed.value(4, row);
      this.#ads.add(slot, packed.value(1, row), conversions > 0);
      this.#sums.add(slot, day, 0, packed.value(2, row), packed.value(3, row), conversions);
    };
  }

  adIds(slot: number): number[] {
    return this.#ads.of(slot);
  }

  firstSeenDay(slot: number): number {
    return this.#latestDay - (this.#sums.earliest(slot, TERM_DAYS) ?? 0);
  }

  window(slot: number): Figures {
    return this.#sums.between(slot, 0, this.#windowDays);
  }

  last30(slot: number): Figures {
    return this.#sums.between(slot, LAG_DAYS, LAG_DAYS + RECENT_SETTLED_DAYS);
  }

  last90(slot: number): Figures {
    return this.#sums.between(slot, LAG_DAYS, TERM_DAYS);
  }

  recent(slot: number): Figures {
    return this.#sums.between(slot, 0, LAG_DAYS);
  }
}

/** A term whose figures are made of the columns whenever they are asked for: of most terms few are. */
export class SummedTerm implements TermFacts {
  readonly id: number;
  readonly text: string;
  readonly #slot: number;
  readonly #sums: TermSums;

  constructor(sums: TermSums, { id, slot, text }: { id: number; slot: number; text: string }) {
    this.id = id;
    this.text = text;
    this.#slot = slot;
    this.#sums = sums;
  }

  get firstSeenDay(): number {
    return this.#sums.firstSeenDay(this.#slot);
  }

  get window(): Figures {
    return this.#sums.window(this.#slot);
  }

  get last30(): Figures {
    return this.#sums.last30(this.#slot);
  }

  get last90(): Figures {
    return this.#sums.last90(this.#slot);
  }

  get recent(): Figures {
    return this.#sums.recent(this.#slot);
  }

  get adIds(): readonly number[] {
    return this.#sums.adIds(this.#slot);
  }
}

const TERMS_IN_A_PIECE = 2_048;
const COLUMNS = 3;
const NO_AD = -1;

/** Of the ads that showed each term: the highest that brought a conversion, and the lowest and highest of all. */
class AdsOfTerms {
  readonly #pieces: Float64Array[] = [];

  add(slot: number, ad: number, converts: boolean): void {
    const piece = this.#pieceOf(slot);
    const at = (slot % TERMS_IN_A_PIECE) * COLUMNS;
    const [converting = NO_AD, first = NO_AD, last = NO_AD] = [piece[at], piece[at + 1], piece[at + 2]];
    if (converts && ad > converting) piece[at] = ad;
    if (first === NO_AD || ad < first) piece[at + 1] = ad;
    if (ad > last) piece[at + 2] = ad;
  }

  /** Those that brought conversions first. */
  of(slot: number): number[] {
    const at = (slot % TERMS_IN_A_PIECE) * COLUMNS;
    const [converting = NO_AD, first = NO_AD, last = NO_AD] = this.#pieceOf(slot).subarray(at, at + COLUMNS);
    const all = first === last ? [first] : [first, last];
    return converting === NO_AD ? all : [converting, ...all.filter((ad) => ad !== converting)];
  }

  #pieceOf(slot: number): Float64Array {
    const place = Math.floor(slot / TERMS_IN_A_PIECE);
    const known = this.#pieces[place];
    if (known) return known;
    const piece = new Float64Array(TERMS_IN_A_PIECE * COLUMNS).fill(NO_AD);
    this.#pieces[place] = piece;
    return piece;
  }
}
