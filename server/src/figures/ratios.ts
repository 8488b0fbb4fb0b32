import type { Amount } from '../base/amounts.ts';
import { amount } from '../base/amounts.ts';

/** What was spent over some days, and the conversions it brought; both in millionths. */
export interface Spent {
  cost_micros: number;
  conversions_micros: number;
}

/** Everything that was counted over some days; the value of conversions in millionths too. */
export interface Counted extends Spent {
  impressions: number;
  clicks: number;
  value_micros: number;
}

/** What days without figures hold. */
export const NOTHING: Counted = { impressions: 0, clicks: 0, cost_micros: 0, conversions_micros: 0, value_micros: 0 };

/** Two stretches of days together. */
export function plus(a: Counted, b: Counted): Counted {
  return combined(a, b, 1);
}

/** What came between two sums. */
export function minus(a: Counted, b: Counted): Counted {
  return combined(a, b, -1);
}

function combined(a: Counted, b: Counted, sign: 1 | -1): Counted {
  return {
    impressions: a.impressions + sign * b.impressions,
    clicks: a.clicks + sign * b.clicks,
    cost_micros: a.cost_micros + sign * b.cost_micros,
    conversions_micros: a.conversions_micros + sign * b.conversions_micros,
    value_micros: a.value_micros + sign * b.value_micros,
  };
}

const MICROS = 1_000_000;
const CTR_DECIMALS = 6;
/** Doubles are exact to so many digits: what was sent as 12.345 is compared as exactly that. */
const EXACT_DIGITS = 15;

/** Millionths as an amount. */
export function ofMicros(micros: number): Amount {
  return quotient(micros, MICROS);
}

/** The least whole number of millionths that is not below an amount. */
export function microsOf(amount: number): number {
  return Math.ceil(Number((amount * MICROS).toPrecision(EXACT_DIGITS)));
}

/** One number by another to two decimals, half rounded up; 0.0 where there is nothing to divide by. */
export function quotient(numerator: number, denominator: number): Amount {
  if (denominator === 0) return amount('0.0');
  const cents = roundedHundredths(Math.abs(numerator), Math.abs(denominator));
  const sign = cents > 0 && numerator < 0 !== denominator < 0 ? '-' : '';
  return amount(`${sign}${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`);
}

/** Clicks by impressions as a fraction. */
export function ctrOf({ clicks, impressions }: Counted): Amount {
  const fraction = impressions === 0 ? 0 : clicks / impressions;
  const digits = fraction.toFixed(CTR_DECIMALS).replace(/0+$/, '');
  return JSON.rawJSON(digits.endsWith('.') ? `${digits}0` : digits);
}

/** What rows and summary share. */
export function spendOf({ cost_micros, conversions_micros }: Spent) {
  return {
    spend: ofMicros(cost_micros),
    conversions: ofMicros(conversions_micros),
    cpa: quotient(cost_micros, conversions_micros),
  };
}

/** How two periods differ, as signed percentages; null where one of them leaves nothing to compare with. */
export function changesOf(now: Counted, before: Counted) {
  const spent = { now: now.cost_micros, before: before.cost_micros };
  const converted = { now: now.conversions_micros, before: before.conversions_micros };
  return {
    spend: change(BigInt(spent.now), BigInt(spent.before)),
    conversions: change(BigInt(converted.now), BigInt(converted.before)),
    cpa:
      converted.now === 0
        ? null
        : change(BigInt(spent.now) * BigInt(converted.before), BigInt(spent.before) * BigInt(converted.now)),
  };
}

/** The change from `before` to `now` in percent with one decimal, always signed: +12.5%, -3.0%, +0.0%. */
function change(now: bigint, before: bigint): string | null {
  if (before <= 0n) return null;
  const difference = now - before;
  const size = difference < 0n ? -difference : difference;
  const tenths = (2000n * size + before) / (2n * before);
  const sign = difference < 0n && tenths > 0n ? '-' : '+';
  return `${sign}${tenths / 10n}.${tenths % 10n}%`;
}

/** Integers only; exact, also beyond what a double can hold. */
function roundedHundredths(numerator: number, denominator: number): number {
  const doubled = 200 * numerator + denominator;
  if (Number.isSafeInteger(doubled)) return Math.floor(doubled / (2 * denominator));
  return Number((200n * BigInt(numerator) + BigInt(denominator)) / (2n * BigInt(denominator)));
}
