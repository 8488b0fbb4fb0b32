/** A part of a day with the budget that was set during it. */
export interface BudgetPart {
  from: number;
  to: number;
  budgetMicros: number;
}

/** A campaign's money in the course of a day: paced by what was spent before, so that no later change alters the past. */
export class Spending {
  readonly #parts: readonly BudgetPart[];
  readonly #pacing: number;
  /** Times of the clicks paid for, and what had been spent after each. */
  readonly #times: number[] = [];
  readonly #spent: number[] = [];
  #mayBeShort: boolean;

  /** `pacing` is the part of the budget that Google spends that day. */
  constructor(parts: readonly BudgetPart[], pacing: number) {
    this.#parts = parts;
    this.#pacing = pacing;
    this.#mayBeShort = parts.length > 1;
  }

  /** Pays for a click if the campaign still takes part at that time; clicks come in the order of the day. */
  pays(time: number, costMicros: number): boolean {
    const spent = this.#spent.at(-1) ?? 0;
    const allowed = this.#allowedBy(time);
    if (spent > allowed) return false;
    this.#times.push(time);
    this.#spent.push(spent + costMicros);
    this.#mayBeShort ||= spent + costMicros > allowed;
    return true;
  }

  /** Whether the campaign takes part at a time, once all clicks of the day are known. */
  isOpen(time: number): boolean {
    return !this.#mayBeShort || this.#spentBefore(time) <= this.#allowedBy(time);
  }

  /** A part of the budget is free from the first minute, the rest is let out evenly. */
  #allowedBy(time: number): number {
    let allowed = 0;
    for (const { from, to, budgetMicros } of this.#parts) {
      if (from > time) break;
      allowed += (1 - HEAD_START) * budgetMicros * (Math.min(time, to) - from);
      if (time < to || to === 1) allowed += HEAD_START * budgetMicros;
    }
    return allowed * this.#pacing;
  }

  #spentBefore(time: number): number {
    let low = 0;
    let high = this.#times.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#times[middle] ?? 0) < time) low = middle + 1;
      else high = middle;
    }
    return this.#spent[low - 1] ?? 0;
  }
}

const HEAD_START = 0.25;
