/** Days by which daily budgets are multiplied to compare them with the monthly cap. */
const CAP_DAYS = 30;

/** Amounts and percentages are reckoned in hundredths: 100 and 15 % are 115, not a little less. */
const HUNDREDTHS = 100;
const WHOLE = 100 * HUNDREDTHS;

/** Between which whole amounts a budget has to stay. */
export interface BudgetBounds {
  min: number;
  max: number;
}

/** How far one change may move a budget; one of 0 may move anywhere. */
export function moveBounds(budget: number, percent: number): BudgetBounds | undefined {
  const from = hundredths(budget);
  if (from === 0) return undefined;
  const share = hundredths(percent);
  const moved = (by: number) => (from * (WHOLE + by)) / (WHOLE * HUNDREDTHS);
  return { min: Math.max(0, Math.ceil(moved(-share))), max: Math.floor(moved(share)) };
}

/** Whether a daily budget stays within the monthly cap beside those of all other campaigns. */
export function isWithinCap(budget: number, { maxSpend, others }: { maxSpend: number; others: number }): boolean {
  return (hundredths(others) + hundredths(budget)) * CAP_DAYS <= hundredths(maxSpend);
}

/** The most that the monthly cap leaves a daily budget beside those of all other campaigns. */
export function leftByCap({ maxSpend, others }: { maxSpend: number; others: number }): number {
  return Math.max(0, Math.floor((hundredths(maxSpend) / CAP_DAYS - hundredths(others)) / HUNDREDTHS));
}

interface Limited {
  budget: number;
  /** How far one change may move a budget, in percent. */
  percent: number;
  maxSpend: number | null;
  /** The daily budgets of all other campaigns together. */
  others: number;
}

/** Between what one change may set a budget; nothing where there is no limit. */
export function budgetBounds({ budget, percent, maxSpend, others }: Limited): BudgetBounds | undefined {
  const move = moveBounds(budget, percent);
  if (maxSpend === null) return move;
  const { min, max } = move ?? { min: 0, max: Number.POSITIVE_INFINITY };
  // Lowering a budget is never refused by the cap.
  const lowest = Math.min(Math.floor(budget), max);
  return { min, max: Math.min(max, Math.max(leftByCap({ maxSpend, others }), lowest)) };
}

function hundredths(amount: number): number {
  return Math.round(amount * HUNDREDTHS);
}
