import { z } from 'zod';
import { amount, amountOrNull } from '../base/amounts.ts';
import type { Context, Tenancy } from '../base/context.ts';
import { invalid, notFound, Refusal } from '../base/errors.ts';
import { directWrite } from '../base/operation.ts';
import { amountField } from '../base/schemas.ts';
import { ownersHeld } from '../identity/standing.ts';
import { lockBudgets } from '../writes/budget-lock.store.ts';
import { limitChangesOf, noteLimitChange, type SpendingLimits, spendingLimitsHeld } from './limit-change.store.ts';
import { changeLimits } from './limits.store.ts';

const HIGHEST_CAP = 1_000_000_000;
const HIGHEST_PERCENT = 100;
const MOST_IN_A_DAY = 200;
const DAY_MS = 86_400_000;
const HOUR_SECONDS = 3_600;

const upTo = (most: number) =>
  z
    .number()
    .min(0)
    .max(most)
    .refine((value) => Number(value.toFixed(2)) === value, 'must have at most two decimals');

const limits = z.object({ max_spend: amountField.nullable(), api_budget_change_limit_pct: amountField });

/**
 * Lets an Owner set how much all budgets may come to and how far one call may move one. An operation of its own, so
 * that the audit trail names who moved a limit on money; from what to what is kept beside it.
 */
export const setSpendingLimits = directWrite({
  name: 'set_spending_limits',
  summary: 'Set the monthly cap and the limit of one change',
  description:
    'Sets the monthly spend cap (null takes it away) and how far one call may move a budget, in percent; only what is sent changes. Budgets that are above a new cap stay as they are and can only be lowered.',
  rest: 'PUT /organizations/{org}/limits',
  tool: null,
  scope: null,
  ownersOnly: true,
  audience: 'dashboard',
  changes: ['organization'],
  hints: { destructive: true, idempotent: true, openWorld: false },
  heldByApprovals: false,
  spendsQuota: false,
  input: z.strictObject({
    max_spend: upTo(HIGHEST_CAP).nullable().optional(),
    api_budget_change_limit_pct: upTo(HIGHEST_PERCENT).optional(),
  }),
  output: limits.extend({ before: limits.describe('What they replaced: whoever takes the change back sets these.') }),

  async run({ max_spend, api_budget_change_limit_pct: percent }, context) {
    if (max_spend === undefined && percent === undefined) {
      throw invalid([{ path: 'body', message: 'must name at least one limit to set' }]);
    }
    return context.database.transaction(async (db) => {
      await ownersHeld(context, db);
      const tenancy = { organizationId: context.organizationId, db };
      // A write under way ends first; one that comes later is held to the new limits.
      await lockBudgets(tenancy);
      const before = await spendingLimitsHeld(tenancy);
      await refuseTooMany(tenancy, context);
      const after = await changeLimits(db, context.organization.slug, {
        max_spend: max_spend === null ? null : max_spend?.toFixed(2),
        api_budget_change_limit_pct: percent?.toFixed(2),
        daily_write_quota: undefined,
        rate_limit_per_minute: undefined,
        operations_weight: undefined,
      });
      if (!before || !after) throw notFound('The organization');
      const { requestId, caller, clock } = context;
      const by = { requestId, at: new Date(clock.now()), user: caller.email };
      await noteLimitChange(tenancy, by, { before, after });
      return { ...viewOf(after), before: viewOf(before) };
    });
  },
});

/** What each change replaced is kept for as long as the organization is. */
async function refuseTooMany(tenancy: Tenancy, { caller, clock }: Pick<Context, 'caller' | 'clock'>): Promise<void> {
  const made = await limitChangesOf(tenancy, caller.email, new Date(clock.now() - DAY_MS));
  if (made < MOST_IN_A_DAY) return;
  throw new Refusal(
    'rate_limited',
    `A person changes the limits of an organization at most ${MOST_IN_A_DAY} times a day.`,
    {
      headers: { 'retry-after': String(HOUR_SECONDS) },
    },
  );
}

function viewOf({ max_spend, api_budget_change_limit_pct }: SpendingLimits) {
  return {
    max_spend: amountOrNull(max_spend),
    api_budget_change_limit_pct: amount(api_budget_change_limit_pct),
  };
}
