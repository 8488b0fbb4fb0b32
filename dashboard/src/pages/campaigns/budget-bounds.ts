import type { ShownChange } from '../../changes/change.ts';

/** Days by which daily budgets are multiplied to compare them with the monthly cap. */
const CAP_DAYS = 30;

/** Amounts and percentages are reckoned in hundredths, as the service does: 100 and 15 % are 115, not a little less. */
const HUNDREDTHS = 100;
const WHOLE = 100 * HUNDREDTHS;

interface Bounds {
  budget: number;
  /** How far one change may move a budget, in percent. */
  percent: number;
  maxSpend: number | null;
  /** The daily budgets of all other campaigns together. */
  others: number;
}

/** Between what a budget may be moved by one change, as the service will check it; nothing where there is no limit. */
export function budgetBounds({ budget, percent, maxSpend, others }: Bounds): ShownChange['limits'] {
  const cap = maxSpend === null ? Number.POSITIVE_INFINITY : Math.max(0, Math.floor(maxSpend / CAP_DAYS - others));
  const [least, most] =
    budget === 0
      ? [0, Number.POSITIVE_INFINITY]
      : [Math.ceil(movedBy(budget, -percent)), Math.floor(movedBy(budget, percent))];
  // Lowering a budget is never refused by the cap.
  const max = Math.min(most, Math.max(cap, Math.min(budget, most)));
  return Number.isFinite(max) ? { min: Math.max(0, least), max } : undefined;
}

function movedBy(budget: number, percent: number): number {
  const [cents, share] = [Math.round(budget * HUNDREDTHS), Math.round(percent * HUNDREDTHS)];
  return (cents * (WHOLE + share)) / (WHOLE * HUNDREDTHS);
}
