import type { Archetype } from './archetypes.ts';

/** What the seed decides about an account's market: prices, places, and which keywords behave how. */
export interface MarketPlan {
  /** Price of a click in currency units, click and conversion rates, value of a conversion. */
  base: { cpc: number; ctr: number; cvr: number; value: number };
  places: readonly string[];
  /** Archetypes by keyword text in lower case. */
  archetypes: ReadonlyMap<string, Archetype>;
  /** Brand searches that a keyword without the brand in it also meets, by keyword text. */
  leaks?: ReadonlyMap<string, readonly string[]>;
  /** How much demand a campaign meets, by its name at creation; 1 where none is given. */
  demand: ReadonlyMap<string, number>;
  /** Search terms to make for each keyword instead of the usual handful; for load tests. */
  termsPerKeyword?: number;
}

/** The market of an account that nobody planned. */
export const UNPLANNED: MarketPlan = {
  base: { cpc: 2.4, ctr: 0.07, cvr: 0.09, value: 140 },
  places: ['near me', 'downtown', 'nearby'],
  archetypes: new Map(),
  demand: new Map(),
};
