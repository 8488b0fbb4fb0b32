import { type Fraction, fraction, over, whole } from '../documents/fraction.ts';
import type { Better, Numbers } from '../documents/numbers.ts';
import { type Prose, say } from '../documents/prose.ts';
import type { Counted } from '../figures/ratios.ts';

const MICROS = 1_000_000n;

/** A figure that an owner steers by. */
export interface Kpi {
  name: string;
  better: Better;
  /** Undefined where there is nothing to divide by: that is said, never shown as 0. */
  of(counted: Counted): Fraction | undefined;
  /** What is added up over weeks is averaged by week; a ratio is that of the sums. */
  isSum: boolean;
  show(numbers: Numbers, value: Fraction, source: string): Prose;
  /** What is said where there is no value. */
  none: string;
}

const money = (numbers: Numbers, value: Fraction, source: string) => numbers.money(value, source);
const decimal = (numbers: Numbers, value: Fraction, source: string) => numbers.decimal(value, source);
const percent = (numbers: Numbers, value: Fraction, source: string) => numbers.percent(value, source);

export const SPEND: Kpi = {
  name: 'Spend',
  better: 'neither',
  of: ({ cost_micros }) => fraction(cost_micros, MICROS),
  isSum: true,
  show: money,
  none: 'none',
};
export const CONVERSIONS: Kpi = {
  name: 'Conversions',
  better: 'up',
  of: ({ conversions_micros }) => fraction(conversions_micros, MICROS),
  isSum: true,
  show: decimal,
  none: 'none',
};
export const CPA: Kpi = {
  name: 'CPA',
  better: 'down',
  of: ({ cost_micros, conversions_micros }) => fraction(cost_micros, conversions_micros),
  isSum: false,
  show: money,
  none: 'no conversions',
};
const ROAS: Kpi = {
  name: 'ROAS',
  better: 'up',
  of: ({ value_micros, cost_micros }) => (value_micros === 0 ? undefined : fraction(value_micros, cost_micros)),
  isSum: false,
  show: decimal,
  none: 'no values',
};
const CTR: Kpi = {
  name: 'CTR',
  better: 'up',
  of: ({ clicks, impressions }) => fraction(clicks, impressions),
  isSum: false,
  show: percent,
  none: 'not shown',
};
const CPC: Kpi = {
  name: 'CPC',
  better: 'down',
  of: ({ cost_micros, clicks }) => fraction(cost_micros, BigInt(clicks) * MICROS),
  isSum: false,
  show: money,
  none: 'no clicks',
};
const CONVERSION_RATE: Kpi = {
  name: 'Conversion rate',
  better: 'up',
  of: ({ conversions_micros, clicks }) => fraction(conversions_micros, BigInt(clicks) * MICROS),
  isSum: false,
  show: percent,
  none: 'no clicks',
};

/** The figures of the table, in its order. */
export const KPIS: readonly Kpi[] = [SPEND, CONVERSIONS, CPA, ROAS, CTR, CPC, CONVERSION_RATE];

/** A figure as it is written, or what is said in its place. */
export function shown(numbers: Numbers, kpi: Kpi, value: Fraction | undefined, source: string): Prose {
  return value ? kpi.show(numbers, value, source) : say`${kpi.none}`;
}

/** A figure over several periods: sums are averaged, ratios are those of the sums. */
export function averaged(kpi: Kpi, sum: Counted, periods: number): Fraction | undefined {
  const value = kpi.of(sum);
  return kpi.isSum && value ? over(value, whole(periods)) : value;
}
