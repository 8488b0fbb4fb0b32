import { formatAmount } from '../../format.ts';

/** A monthly cap in words; there may be none. */
export function capWords(amount: number | null, currency: string): string {
  return amount === null ? 'no cap' : `${formatAmount(amount, currency)} a month`;
}
