import { type Fraction, fraction, minus, plus, scaled, times } from './fraction.ts';

/** A change and the shares that its two factors have in it, in hundredths: the shares add up to it exactly. */
export interface Decomposition {
  change: bigint;
  first: bigint;
  second: bigint;
}

const DECIMALS = 2;
const HALF: Fraction = { n: 1n, d: 2n };

/** A quantity as the product of two factors, such as clicks and the price of one. */
export interface Product {
  first: Fraction;
  second: Fraction;
}

/**
 * Divides the change of a product between its factors: each is moved alone while the other stands at the mean of before
 * and after, which leaves no remainder (Shapley's division). What is shown is rounded, so the second factor takes what
 * rounding leaves, and the shares add up to the difference of the rounded quantities.
 */
export function decompose(before: Product, now: Product): Decomposition {
  const change = quantity(now) - quantity(before);
  const mean = times(plus(before.second, now.second), HALF);
  const first = scaled(times(minus(now.first, before.first), mean), DECIMALS);
  return { change, first, second: change - first };
}

function quantity({ first, second }: Product): bigint {
  return scaled(times(first, second), DECIMALS);
}

/** What was counted, as far as causes are looked for in it. */
export interface Causes {
  clicks: number;
  cost_micros: number;
  conversions_micros: number;
}

const MICROS = 1_000_000n;

/** Spend as clicks times the price of a click; undefined where nothing was clicked. */
export function spendAsProduct({ clicks, cost_micros }: Causes): Product | undefined {
  return product(fraction(clicks), fraction(cost_micros, BigInt(clicks) * MICROS));
}

/** Conversions as clicks times the conversion rate; undefined where nothing was clicked. */
export function conversionsAsProduct({ clicks, conversions_micros }: Causes): Product | undefined {
  return product(fraction(clicks), fraction(conversions_micros, BigInt(clicks) * MICROS));
}

/** The cost of a conversion as the price of a click times the clicks that one takes; undefined without conversions. */
export function cpaAsProduct({ clicks, cost_micros, conversions_micros }: Causes): Product | undefined {
  const price = fraction(cost_micros, BigInt(clicks) * MICROS);
  return product(price, fraction(BigInt(clicks) * MICROS, conversions_micros));
}

function product(first: Fraction | undefined, second: Fraction | undefined): Product | undefined {
  return first && second ? { first, second } : undefined;
}
