import { UnreadableAnswer } from './json.ts';

const MICROS = 1_000_000n;
const DECIMAL = /^(\d{1,12})(?:\.(\d{1,6}))?$/;

/** Google's millionths as a decimal with at least cents: `40000000` → `40.00`. */
export function decimalOf(micros: string): string {
  if (!/^-?\d+$/.test(micros)) throw new UnreadableAnswer('an amount is no integer');
  const value = BigInt(micros);
  const size = value < 0n ? -value : value;
  const fraction = String(size % MICROS)
    .padStart(6, '0')
    .replace(/0{1,4}$/, '');
  return `${value < 0n ? '-' : ''}${size / MICROS}.${fraction}`;
}

/** A decimal as Google's millionths, exactly. */
export function microsOf(decimal: string): string {
  const match = DECIMAL.exec(decimal);
  if (match === null) throw new TypeError('an amount must be a decimal with at most six places');
  return String(BigInt(match[1] ?? '0') * MICROS + BigInt((match[2] ?? '').padEnd(6, '0')));
}
