import { z } from 'zod';
import { amount } from '../base/amounts.ts';
import type { Tenancy } from '../base/context.ts';
import { Refusal } from '../base/errors.ts';
import type { BudgetMove, GuardContext, Guardrail } from '../writes/step.ts';
import { isWithinCap, leftByCap, moveBounds } from './budget-bounds.ts';
import { type BudgetLimits, budgetLimits } from './campaign-write.store.ts';

const LARGEST_BUDGET = 1_000_000_000;
/** Limits hold for the budget as it is rounded. */
const HALF = 0.5;

/** A daily budget as callers send it. */
export const budgetField = z
  .number()
  .min(0)
  .lt(LARGEST_BUDGET + HALF);

/** No campaign has this id: every budget counts beside that of a new one. */
const NO_CAMPAIGN = 0;

/** A budget sent is rounded half up to whole units before every check. */
export function wholeUnits(budget: number): number {
  return Math.round(budget);
}

/** A target CPA keeps cents, rounded half up as it was written: 1.005 is half a cent although its binary form is not. */
export function wholeCents(amount: number): string {
  return (Math.round(Number(`${amount}e2`)) / 100).toFixed(2);
}

/** One call moves a budget only so far; a budget of 0 may move anywhere. */
function moveRefusal({ from, to }: BudgetMove, { api_budget_change_limit_pct }: BudgetLimits): Refusal | undefined {
  const percent = Number(api_budget_change_limit_pct);
  const bounds = moveBounds(Number(from), percent);
  if (!bounds || (Number(to) >= bounds.min && Number(to) <= bounds.max)) return undefined;
  const { min, max } = bounds;
  const within = min > max ? 'and no whole amount is that near' : `to between ${min} and ${max}`;
  return new Refusal('budget_cap_exceeded', `One call may move this budget by at most ${percent} %, ${within}.`, {
    extra: { allowed_min: amount(min), allowed_max: amount(max) },
  });
}

/** The organization's daily budgets times 30 stay within its cap; lowering a budget is never refused. */
export function capRefusal({ from, to }: BudgetMove, { max_spend, others }: BudgetLimits): Refusal | undefined {
  if (max_spend === null || Number(to) < Number(from)) return undefined;
  const cap = { maxSpend: Number(max_spend), others: Number(others) };
  if (isWithinCap(Number(to), cap)) return undefined;
  const allowed = leftByCap(cap);
  return new Refusal(
    'budget_cap_exceeded',
    `The monthly cap of ${max_spend} leaves this campaign a daily budget of at most ${allowed}.`,
    { extra: { monthly_cap: amount(max_spend), allowed_max_daily: amount(allowed) } },
  );
}

/** Makes a guardrail of the two rules for steps that move a budget; being undone, only the cap holds it. */
export function budgetGuardrail<Details>(moveOf: (details: Details) => BudgetMove | undefined): Guardrail<Details> {
  return {
    when: 'always',
    moveOf,
    async check(details, context) {
      const move = moveOf(details);
      return move && budgetRefusal(move, context);
    },
  };
}

/** The two rules for a move of a budget, as the limits stand now. */
export async function budgetRefusal(
  move: BudgetMove,
  context: Tenancy & Pick<GuardContext, 'undoing'> & Partial<Pick<GuardContext, 'moved'>>,
): Promise<Refusal | undefined> {
  const limits = await limitsFor(move.campaign_id, context);
  return (context.undoing ? undefined : moveRefusal(move, limits)) ?? capRefusal(move, limits);
}

/**
 * The limits for a campaign's budget, null for that of a new one. What earlier steps of the same write add to others counts
 * as theirs already; what they take away does not, since a later step may come through where they do not.
 */
export async function limitsFor(
  campaignId: number | null,
  context: Tenancy & Partial<Pick<GuardContext, 'moved' | 'database'>>,
): Promise<BudgetLimits> {
  const limits = await budgetLimits(context, campaignId ?? NO_CAMPAIGN);
  const added = (context.moved ?? [])
    .filter(({ campaign_id }) => campaign_id === null || campaign_id !== campaignId)
    .reduce((sum, { from, to }) => sum + Math.max(0, cents(to) - cents(from)), 0);
  return { ...limits, others: ((cents(limits.others) + added) / 100).toFixed(2) };
}

function cents(decimal: string): number {
  return Math.round(Number(decimal) * 100);
}
