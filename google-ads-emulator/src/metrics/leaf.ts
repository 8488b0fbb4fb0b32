import type { Term } from '../market/term.ts';

/** A keyword meeting one search term: what all its days have in common. */
export interface Stream {
  keyword: string;
  adGroup: string;
  campaign: string;
  matchType: string;
  /** Whether the term is the keyword's own text. */
  isOwnText: boolean;
  term: Term;
  seed: number;
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
  /** Searches that the keyword was chosen for; those of them during which the budget had run out; those shown. */
  eligible: number;
  lostToBudget: number;
  impressions: number;
  clicks: number;
  costMicros: number;
  conversions: readonly Conversion[];
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

/** Adds a leaf as it is reported at a moment, given in days of local time: conversions come late. */
export function addReported(totals: Totals, leaf: Leaf, nowInDays: number): void {
  totals.impressions += leaf.impressions;
  totals.clicks += leaf.clicks;
  totals.costMicros += leaf.costMicros;
  totals.eligible += leaf.eligible;
  totals.lostToBudget += leaf.lostToBudget;
  if (leaf.conversions.length === 0) return;
  const age = Math.floor(nowInDays) - leaf.day;
  for (const { lag, value } of leaf.conversions) {
    if (lag > age) continue;
    totals.conversions += 1;
    totals.conversionsValue += value;
  }
}

/** One cent in micros. */
export const CENT_MICROS = 10_000;
