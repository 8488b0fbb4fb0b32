import type { LongWork } from '../base/long-work.ts';

/** What has been counted of each search term so far, by its id. */
export interface TermSums {
  costs: Float64Array;
  clicks: Float64Array;
  conversions: Float64Array;
  /** 1 for a term that had any figures. */
  seen: Uint8Array;
}

/** Sums for so many ids, from 0. */
export function emptySums(size: number): TermSums {
  return {
    costs: new Float64Array(size),
    clicks: new Float64Array(size),
    conversions: new Float64Array(size),
    seen: new Uint8Array(size),
  };
}

/** So many terms are over in a fraction of a turn. */
const AT_ONCE = 2_000;

/** Visits the terms that had any figures, from the highest id down; there can be millions, so others go first in between. */
export async function eachSeen({ seen }: TermSums, work: LongWork, visit: (id: number) => void): Promise<void> {
  for (let id = seen.length - 1; id > 0; ) {
    const last = Math.max(0, id - AT_ONCE);
    for (; id > last; id -= 1) if (seen[id] === 1) visit(id);
    if (work.hadItsTurn) await work.giveWay();
  }
}

/**
 * The terms with the highest costs, of equal costs those with the highest ids. Terms must be offered from the highest
 * id down: one that costs no more than the last of a full list can then be passed over at once. They are a heap, the
 * lowest on top: in the worst order each new one takes a few steps, not a sort.
 */
export class TopTerms {
  #costs: Float64Array;
  #most: number;
  #heap: number[] = [];
  #passOverUpTo: number;
  offered = 0;

  /** `atLeast` is a cost that the list is known to fill up with. */
  constructor(costs: Float64Array, most: number, atLeast = 0) {
    this.#costs = costs;
    this.#most = most;
    this.#passOverUpTo = atLeast - 1;
  }

  offer(id: number): void {
    this.offered += 1;
    if (this.#costOf(id) <= this.#passOverUpTo) return;
    if (this.#heap.length < this.#most) this.#rise(id);
    else this.#replaceLowest(id);
    if (this.#heap.length === this.#most) this.#passOverUpTo = this.lowestCost();
  }

  /** The list, highest cost first. */
  ranked(): readonly number[] {
    return this.#heap.toSorted((a, b) => this.#costOf(b) - this.#costOf(a) || b - a);
  }

  /** The cost of the last in a full list; windows only grow, so the next one fills up with it too. */
  lowestCost(): number {
    const [lowest] = this.#heap;
    return lowest === undefined || this.#heap.length < this.#most ? 0 : this.#costOf(lowest);
  }

  /** Puts one more at the end, and it rises above those that rank higher. */
  #rise(id: number): void {
    let at = this.#heap.push(id) - 1;
    while (at > 0) {
      const above = (at - 1) >> 1;
      const other = this.#heap[above] ?? 0;
      if (!this.#isLower(id, other)) break;
      this.#heap[at] = other;
      at = above;
    }
    this.#heap[at] = id;
  }

  /** Puts one into the place of the lowest, and it sinks below those that rank lower. */
  #replaceLowest(id: number): void {
    const heap = this.#heap;
    let at = 0;
    for (let below = 1; below < heap.length; below = 2 * at + 1) {
      if (below + 1 < heap.length && this.#isLower(heap[below + 1] ?? 0, heap[below] ?? 0)) below += 1;
      const next = heap[below] ?? 0;
      if (!this.#isLower(next, id)) break;
      heap[at] = next;
      at = below;
    }
    heap[at] = id;
  }

  #isLower(a: number, b: number): boolean {
    const difference = this.#costOf(a) - this.#costOf(b);
    return difference < 0 || (difference === 0 && a < b);
  }

  #costOf(id: number): number {
    return this.#costs[id] ?? 0;
  }
}
