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

/**
 * The terms with the highest costs, of equal costs those with the highest ids. Terms must be offered from the highest
 * id down: one that costs no more than the last of a full list can then be passed over at once.
 */
export class TopTerms {
  #costs: Float64Array;
  #most: number;
  #ids: number[] = [];
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
    if ((this.#costs[id] ?? 0) <= this.#passOverUpTo) return;
    this.#ids.push(id);
    if (this.#ids.length >= 2 * this.#most) this.#cut();
  }

  /** The list, highest cost first. */
  ranked(): readonly number[] {
    this.#cut();
    return this.#ids;
  }

  /** The cost of the last in a full list; windows only grow, so the next one fills up with it too. */
  lowestCost(): number {
    const last = this.#ids[this.#most - 1];
    return last === undefined ? 0 : (this.#costs[last] ?? 0);
  }

  #cut(): void {
    const costs = this.#costs;
    this.#ids.sort((a, b) => (costs[b] ?? 0) - (costs[a] ?? 0) || b - a);
    if (this.#ids.length < this.#most) return;
    this.#ids.length = this.#most;
    this.#passOverUpTo = this.lowestCost();
  }
}
