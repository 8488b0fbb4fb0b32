import { fraction, scaled } from '../documents/fraction.ts';
import type { Counted } from '../figures/ratios.ts';

const MICROS = 1_000_000;

/** What spend and conversions moved by. */
export interface Moved {
  spend: bigint;
  conversions: bigint;
}

/** By how much one period differs from another, in hundredths of what is shown, so that shares of it add up. */
export function movedBy(before: Counted | undefined, now: Counted | undefined): Moved {
  const change = (key: 'cost_micros' | 'conversions_micros') =>
    hundredths(now?.[key] ?? 0) - hundredths(before?.[key] ?? 0);
  return { spend: change('cost_micros'), conversions: change('conversions_micros') };
}

/** Whether the spend of the first moved further than that of the second, up or down. */
export function movedFurther(a: Moved, b: Moved): boolean {
  return size(a.spend) > size(b.spend);
}

function hundredths(micros: number): bigint {
  return scaled(fraction(micros, MICROS) ?? { n: 0n, d: 1n }, 2);
}

function size(value: bigint): bigint {
  return value < 0n ? -value : value;
}
