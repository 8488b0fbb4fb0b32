import { dayText } from '../base/days.ts';
import { compare, type Fraction, minus, over, pointed, scaled, whole } from './fraction.ts';
import { fact, type Prose, say } from './prose.ts';

/** Days from one to another, both included, as numbers (`base/days.ts`). */
export interface Days {
  from: number;
  to: number;
}

/** Changes below this are what chance brings from one week to the next. */
const NOISE: Fraction = { n: 10n, d: 100n };
const MICROS = 1_000_000n;
const DAY_MS = 86_400_000;
/** Where numbers come from that a rule of ours names. */
export const RULES = 'Rules of this document';

/** Whether more of it is good. */
export type Better = 'up' | 'down' | 'neither';

/** How numbers are written for one organization: each comes out as a fact with its source. */
export class Numbers {
  readonly #money: Intl.NumberFormat;
  readonly #decimals: number;

  constructor(currency: string) {
    this.#money = new Intl.NumberFormat('en-US', { style: 'currency', currency });
    this.#decimals = this.#money.resolvedOptions().maximumFractionDigits ?? 2;
  }

  /** An amount in currency units. */
  money(value: Fraction, source: string): Prose {
    return fact(this.#moneyText(value), source);
  }

  /** An amount in millionths. */
  micros(value: number | bigint, source: string): Prose {
    return this.money({ n: BigInt(value), d: MICROS }, source);
  }

  /** What an amount was moved by, with its sign; in hundredths, which add up. */
  movedMoney(hundredths: bigint, source: string): Prose {
    return fact(signed(hundredths, this.#moneyText({ n: magnitude(hundredths), d: 100n })), source);
  }

  /** What a count was moved by, with its sign; in hundredths. */
  moved(hundredths: bigint, source: string): Prose {
    return fact(signed(hundredths, trimmed(pointed(magnitude(hundredths), 2))), source);
  }

  /** A whole number with its thousands apart. */
  count(value: number, source: string): Prose {
    return fact(grouped(String(Math.round(value))), source);
  }

  /** Conversions and other numbers with up to two decimals. */
  decimal(value: Fraction, source: string): Prose {
    return fact(grouped(trimmed(pointed(scaled(value, 2), 2))), source);
  }

  /** A share as a percentage. */
  percent(value: Fraction, source: string): Prose {
    return fact(`${pointed(scaled(value, 3), 1)} %`, source);
  }

  /** A number that a rule of ours names, such as a limit. */
  rule(text: string | number): Prose {
    return fact(String(text), RULES);
  }

  day(day: number, source: string): Prose {
    return fact(dateText(day, true), source);
  }

  period({ from, to }: Days, source: string): Prose {
    return fact(periodText({ from, to }), source);
  }

  /** An amount in millionths without decimals, for where there is no room for them. */
  wholeMoney(micros: number): string {
    const text = this.#money.formatToParts(Number(scaled({ n: BigInt(micros), d: MICROS }, 0)));
    return text.map(({ type, value }) => (type === 'decimal' || type === 'fraction' ? '' : value)).join('');
  }

  #moneyText(value: Fraction): string {
    return this.#money.format(Number(pointed(scaled(value, this.#decimals), this.#decimals)));
  }
}

/** The change from one value to another; undefined where there is nothing to compare with. */
export function changeOf(now: Fraction | undefined, before: Fraction | undefined): Fraction | undefined {
  if (!now || !before || before.n <= 0n) return undefined;
  return over(minus(now, before), before);
}

/** Whether a change is one that chance brings. */
export function isNoise(change: Fraction): boolean {
  return compare({ n: magnitude(change.n), d: change.d }, NOISE) < 0;
}

/** The limit of noise, for those who read it. */
export const NOISE_TEXT = '10 %';

/** A change with its sign and its meaning. */
export function changeInWords(change: Fraction | undefined, better: Better, source: string): Prose {
  if (!change) return say`no comparison`;
  const tenths = scaled(change, 3);
  const size = fact(`${tenths < 0n ? '−' : '+'}${pointed(magnitude(tenths), 1)} %`, source);
  if (isNoise(change)) return say`${size}, within noise`;
  if (better === 'neither') return say`${size}`;
  return say`${size}, ${change.n > 0n === (better === 'up') ? 'better' : 'worse'}`;
}

/** A decimal from the database, exactly. */
export function decimalOf(text: string): Fraction {
  const [units = '0', decimals = ''] = text.split('.');
  const value = BigInt(`${units}${decimals}`);
  return decimals === '' ? whole(value) : { n: value, d: 10n ** BigInt(decimals.length) };
}

/** Some days as people write them: 9–15 Nov 2026. */
export function periodText({ from, to }: Days): string {
  if (from === to) return dateText(to, true);
  const [a, b] = [dayText(from), dayText(to)];
  if (a.slice(0, 7) === b.slice(0, 7)) return `${Number(a.slice(8))}–${dateText(to, true)}`;
  return `${dateText(from, a.slice(0, 4) !== b.slice(0, 4))} – ${dateText(to, true)}`;
}

/** The day on which some days begin: 9 Nov. */
export function firstDayText({ from }: Days): string {
  return dateText(from, false);
}

const dates = {
  short: new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' }),
  long: new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' }),
};

function dateText(day: number, withYear: boolean): string {
  return dates[withYear ? 'long' : 'short'].format(day * DAY_MS);
}

function grouped(text: string): string {
  const [units = '', decimals] = text.split('.');
  const apart = units.replaceAll(/\B(?=(\d{3})+$)/g, ',');
  return decimals === undefined ? apart : `${apart}.${decimals}`;
}

function trimmed(text: string): string {
  return text.replace(/\.?0+$/, '');
}

function signed(value: bigint, text: string): string {
  return value === 0n ? text : `${value < 0n ? '−' : '+'}${text}`;
}

function magnitude(value: bigint): bigint {
  return value < 0n ? -value : value;
}
