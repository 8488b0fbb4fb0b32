/** An exact number: what is counted is whole, and shares and averages of it lose nothing. The divisor is above 0. */
export interface Fraction {
  readonly n: bigint;
  readonly d: bigint;
}

/** One whole number by another; undefined where there is nothing to divide by. */
export function fraction(n: number | bigint, d: number | bigint = 1n): Fraction | undefined {
  const divisor = BigInt(d);
  if (divisor === 0n) return undefined;
  return divisor > 0n ? { n: BigInt(n), d: divisor } : { n: -BigInt(n), d: -divisor };
}

/** A whole number. */
export function whole(n: number | bigint): Fraction {
  return { n: BigInt(n), d: 1n };
}

export function plus(a: Fraction, b: Fraction): Fraction {
  return { n: a.n * b.d + b.n * a.d, d: a.d * b.d };
}

export function minus(a: Fraction, b: Fraction): Fraction {
  return { n: a.n * b.d - b.n * a.d, d: a.d * b.d };
}

export function times(a: Fraction, b: Fraction): Fraction {
  return { n: a.n * b.n, d: a.d * b.d };
}

/** One by another; undefined where the second is 0. */
export function over(a: Fraction, b: Fraction): Fraction | undefined {
  return fraction(a.n * b.d, a.d * b.n);
}

/** Below 0, 0 or above 0, as the first is less than, equal to or more than the second. */
export function compare(a: Fraction, b: Fraction): number {
  const difference = a.n * b.d - b.n * a.d;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** So many decimals as a whole number, half rounded away from 0: 1.005 to two decimals is 101. */
export function scaled({ n, d }: Fraction, decimals: number): bigint {
  const size = (n < 0n ? -n : n) * 10n ** BigInt(decimals);
  const rounded = (2n * size + d) / (2n * d);
  return n < 0n ? -rounded : rounded;
}

/** What `scaled` gives, with its point: 101 with two decimals is 1.01. */
export function pointed(value: bigint, decimals: number): string {
  const digits = String(value < 0n ? -value : value).padStart(decimals + 1, '0');
  const cut = digits.length - decimals;
  const text = decimals === 0 ? digits : `${digits.slice(0, cut)}.${digits.slice(cut)}`;
  return value < 0n ? `-${text}` : text;
}
