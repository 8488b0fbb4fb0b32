import type { OrganizationFacts } from './evidence.ts';

/**
 * What the monthly cap leaves for new campaigns, handed out to one draft after the other: drafts that are proposed together
 * can be made together. Whoever asks first is served first, so the best should.
 */
export class Room {
  #left: number;

  constructor({ mostBudget }: OrganizationFacts) {
    this.#left = mostBudget?.another ?? Number.POSITIVE_INFINITY;
  }

  /** The daily budget for a draft, the whole of what is wanted where there is room for it; undefined where none is left. */
  take(wanted: number): number | undefined {
    const budget = Math.min(wanted, this.#left);
    if (budget < 1) return undefined;
    this.#left -= budget;
    return budget;
  }
}
