import type { Figures, Window } from './figures.ts';
import { eachOf, finished, type Steps } from './steps.ts';

const MONTH_DAYS = 30;

/** What came in a window, for a month. */
export function perMonth(value: number, { days }: Pick<Window, 'days'>): number {
  return (value * MONTH_DAYS) / days;
}

/** What a month without it saves: its cost, less what the conversions lost with it are worth; never below 0. */
export function netSaving(
  { cost, conversions }: Pick<Figures, 'cost' | 'conversions'>,
  window: Pick<Window, 'days'>,
  target: number,
): number {
  return Math.max(0, perMonth(cost - target * conversions, window));
}

/** One keyword or search term, and what a month saves if its finding is acted upon. */
export interface Saving {
  /** `keyword 12` or `term 34`: what is counted once, whoever found it. */
  of: string;
  amount: number;
}

/** What acting on one finding saves in a month. */
export function savingIn({ savings }: { savings: readonly Saving[] }): number {
  let total = 0;
  for (const { amount } of savings) total += amount;
  return total;
}

/**
 * What acting on all findings saves in a month, of one detector or of several: a keyword or term that more than one of
 * them names is counted once, with the largest amount.
 */
export function totalSaving(findings: Iterable<{ savings: readonly Saving[] }>): number {
  return finished(savingOfAll(findings));
}

/** The same in steps: one finding may save on thousands of terms. */
export function* savingOfAll(findings: Iterable<{ savings: readonly Saving[] }>): Steps<number> {
  const largest = new Map<string, number>();
  for (const { savings } of findings) {
    yield* eachOf(savings, ({ of, amount }) => largest.set(of, Math.max(amount, largest.get(of) ?? 0)));
  }
  let total = 0;
  yield* eachOf(largest.values(), (amount) => {
    total += amount;
  });
  return total;
}
