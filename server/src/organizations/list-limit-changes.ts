import { z } from 'zod';
import { amount, amountOrNull } from '../base/amounts.ts';
import { read } from '../base/operation.ts';
import { amountField, timestamp } from '../base/schemas.ts';
import { newestLimitChanges } from './limit-change.store.ts';

const MOST = 100;

/** Lets an Owner see how the limits on money came to be what they are: the audit trail tells who, this also what. */
export const listLimitChanges = read({
  name: 'list_limit_changes',
  summary: 'List how the limits were changed',
  description: `Lists the last ${MOST} changes of the monthly cap and of the limit of one change, newest first: who made each, and from what to what.`,
  rest: 'GET /organizations/{org}/limits/changes',
  tool: null,
  scope: 'audit:read',
  ownersOnly: true,
  audience: 'dashboard',
  input: z.strictObject({}),
  output: z.object({
    changes: z.array(
      z.object({
        at: timestamp,
        user: z
          .string()
          .describe('The email address of the Owner who made it; operator where nobody of the organization did.'),
        request_id: z.string().nullable().describe('The request, as the audit trail names it; null of the operator.'),
        max_spend: z.object({ from: amountField.nullable(), to: amountField.nullable() }),
        api_budget_change_limit_pct: z.object({ from: amountField, to: amountField }),
      }),
    ),
  }),

  async run(_, context) {
    const rows = await newestLimitChanges(context, MOST);
    return {
      changes: rows.map(({ at, user, request_id, ...row }) => ({
        at,
        user,
        request_id,
        max_spend: { from: amountOrNull(row.max_spend_before), to: amountOrNull(row.max_spend) },
        api_budget_change_limit_pct: {
          from: amount(row.api_budget_change_limit_pct_before),
          to: amount(row.api_budget_change_limit_pct),
        },
      })),
    };
  },
});
