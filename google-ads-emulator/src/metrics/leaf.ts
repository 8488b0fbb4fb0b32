import type { Archetype } from './archetypes.ts';
import type { Term } from './terms.ts';

/** A keyword meeting one search term: what all its days have in common. */
export interface Stream {
  keyword: string;
  adGroup: string;
  campaign: string;
  matchType: string;
  archetype: Archetype;
  term: Term;
  seed: number;
  /** Which negative keywords block the term, found once for each. */
  blockedBy: Map<string, boolean>;
}

/** A conversion, reported `lag` days after its click. */
export interface Conversion {
  lag: number;
  value: number;
}

/** The finest fact there is: one keyword, one search term, one day. Every report is a sum of these. */
export interface Leaf {
  stream: Stream;
  day: number;
  from: number;
  to: number;
  impressions: number;
  clicks: number;
  costMicros: number;
  conversions: readonly Conversion[];
  /** Impressions that could have been had, and the shares of them lost to budget. */
  eligible: number;
  lostToBudget: number;
}

/** Sums of reported leaves. */
export interface Totals {
  impressions: number;
  clicks: number;
  costMicros: number;
  conversions: number;
  conversionsValue: number;
  eligible: number;
  lostToBudget: number;
}

/** No delivery. */
export function noTotals(): Totals {
  return {
    impressions: 0,
    clicks: 0,
    costMicros: 0,
    conversions: 0,
    conversionsValue: 0,
    eligible: 0,
    lostToBudget: 0,
  };
}

/** Adds what has been reported of a leaf by a moment, given in days of local time. */
export function addReported(totals: Totals, leaf: Leaf, nowInDays: number): void {
  const elapsed = nowInDays - leaf.day - REPORTING_DELAY_DAYS;
  const portion = Math.max(0, Math.min(1, (elapsed - leaf.from) / (leaf.to - leaf.from)));
  if (portion === 0) return;
  const isWhole = portion === 1;
  totals.impressions += isWhole ? leaf.impressions : Math.floor(leaf.impressions * portion);
  totals.clicks += isWhole ? leaf.clicks : Math.floor(leaf.clicks * portion);
  totals.costMicros += isWhole ? leaf.costMicros : partOfCost(leaf, portion);
  totals.eligible += leaf.eligible * portion;
  totals.lostToBudget += leaf.eligible * leaf.lostToBudget * portion;
  const age = Math.floor(nowInDays) - leaf.day;
  const reportable = isWhole ? leaf.conversions.length : Math.floor(leaf.conversions.length * portion);
  for (let index = 0; index < reportable; index += 1) {
    const conversion = leaf.conversions[index];
    if (!conversion || conversion.lag > age) continue;
    totals.conversions += 1;
    totals.conversionsValue += conversion.value;
  }
}

function partOfCost(leaf: Leaf, portion: number): number {
  const clicks = Math.floor(leaf.clicks * portion);
  return clicks === 0 ? 0 : Math.round((leaf.costMicros * clicks) / leaf.clicks / CENT_MICROS) * CENT_MICROS;
}

/** One cent in micros. */
export const CENT_MICROS = 10_000;
const REPORTING_DELAY_DAYS = 3 / 24;
