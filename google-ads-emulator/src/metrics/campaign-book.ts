import type { Conversion, Leaf, Stream } from './leaf.ts';
import { type BudgetPart, Spending } from './spending.ts';

/** A click that a search brings if the campaign takes part. */
interface Click {
  time: number;
  leaf: Leaf;
  costMicros: number;
  conversion: Conversion | undefined;
}

/** One campaign's day: the searches it was chosen for, until its budget decides which of them it took part in. */
export class CampaignBook {
  readonly #leaves = new Map<Stream, Leaf>();
  readonly #clicks: Click[] = [];
  /** Searches without a click: their time and leaf, those shown and those that others won. */
  readonly #shown: { times: number[]; leaves: Leaf[] } = { times: [], leaves: [] };
  readonly #outbid: { times: number[]; leaves: Leaf[] } = { times: [], leaves: [] };

  leafOf(stream: Stream, day: number): Leaf {
    const known = this.#leaves.get(stream);
    if (known) return known;
    const made = {
      stream,
      day,
      eligible: 0,
      lostToBudget: 0,
      impressions: 0,
      clicks: 0,
      costMicros: 0,
      conversions: NONE,
    };
    this.#leaves.set(stream, made);
    return made;
  }

  add(leaf: Leaf, time: number, isShown: boolean): void {
    const { times, leaves } = isShown ? this.#shown : this.#outbid;
    times.push(time);
    leaves.push(leaf);
  }

  addClick(leaf: Leaf, time: number, costMicros: number, conversion: Conversion | undefined): void {
    this.#clicks.push({ time, leaf, costMicros, conversion });
  }

  /** The leaves of the day, once clicks have spent the budget in the order of the day. */
  settle(budget: readonly BudgetPart[], pacing: number): Leaf[] {
    const spending = new Spending(budget, pacing);
    for (const click of this.#clicks.sort((one, other) => one.time - other.time)) {
      if (!countSearch(click.leaf, spending.pays(click.time, click.costMicros))) continue;
      click.leaf.impressions += 1;
      click.leaf.clicks += 1;
      click.leaf.costMicros += click.costMicros;
      if (click.conversion) click.leaf.conversions = [...click.leaf.conversions, click.conversion];
    }
    for (const [index, leaf] of this.#shown.leaves.entries()) {
      if (countSearch(leaf, spending.isOpen(this.#shown.times[index] ?? 0))) leaf.impressions += 1;
    }
    for (const [index, leaf] of this.#outbid.leaves.entries()) {
      countSearch(leaf, spending.isOpen(this.#outbid.times[index] ?? 0));
    }
    return [...this.#leaves.values()];
  }
}

function countSearch(leaf: Leaf, isOpen: boolean): boolean {
  leaf.eligible += 1;
  if (!isOpen) leaf.lostToBudget += 1;
  return isOpen;
}

/** Most leaves have no conversion, and share this. */
const NONE: readonly Conversion[] = [];
