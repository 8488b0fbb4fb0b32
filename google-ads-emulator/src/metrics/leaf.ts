import type { Archetype } from './archetypes.ts';
import { mix, unit } from './random.ts';
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

/** The finest fact there is: one keyword, one search term, one day. Every report is a sum of these. Counts are those of a whole day; `from` and `to` tell which part of it was live. */
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
  const until = Math.min(leaf.to, nowInDays - leaf.day - REPORTING_DELAY_DAYS);
  if (until <= leaf.from) return;
  const age = Math.floor(nowInDays) - leaf.day;
  if (leaf.from === 0 && until === 1) addWhole(totals, leaf, age);
  else addPart(totals, leaf, until, age);
}

function addWhole(totals: Totals, leaf: Leaf, age: number): void {
  totals.impressions += leaf.impressions;
  totals.clicks += leaf.clicks;
  totals.costMicros += leaf.costMicros;
  totals.eligible += leaf.eligible;
  totals.lostToBudget += leaf.eligible * leaf.lostToBudget;
  for (const conversion of leaf.conversions) addConversion(totals, conversion, age);
}

/** Each impression has its time of day; the first ones are those clicked, and the first of these convert. */
function addPart(totals: Totals, leaf: Leaf, until: number, age: number): void {
  let clicks = 0;
  for (let index = 0; index < leaf.impressions; index += 1) {
    const time = unit(mix(leaf.stream.seed, leaf.day * 1_009 + index));
    if (time < leaf.from || time >= until) continue;
    totals.impressions += 1;
    if (index < leaf.clicks) clicks += 1;
    const conversion = leaf.conversions[index];
    if (conversion) addConversion(totals, conversion, age);
  }
  totals.clicks += clicks;
  if (clicks > 0) totals.costMicros += Math.round((leaf.costMicros * clicks) / leaf.clicks / CENT_MICROS) * CENT_MICROS;
  totals.eligible += leaf.eligible * (until - leaf.from);
  totals.lostToBudget += leaf.eligible * leaf.lostToBudget * (until - leaf.from);
}

function addConversion(totals: Totals, { lag, value }: Conversion, age: number): void {
  if (lag > age) return;
  totals.conversions += 1;
  totals.conversionsValue += value;
}

/** One cent in micros. */
export const CENT_MICROS = 10_000;
const REPORTING_DELAY_DAYS = 3 / 24;
