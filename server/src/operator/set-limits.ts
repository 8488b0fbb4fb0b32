import { z } from 'zod';
import { noteLimitChange, spendingLimitsHeld } from '../organizations/limit-change.store.ts';
import { changeLimits } from '../organizations/limits.store.ts';
import { lockBudgets } from '../writes/budget-lock.store.ts';
import { CommandRefused, operatorCommand } from './command.ts';
import { limitsInWords } from './limits-in-words.ts';
import { organizationOf } from './lookups.ts';
import { countFrom, percentOr, slug, spendCap, weight } from './options.ts';

/** How far one call may move a budget where nothing else was agreed; the database begins with the same. */
const USUAL_BUDGET_CHANGE_PCT = '25';

/** Who moved a limit on money, as Owners read it. */
const OPERATOR = 'operator';

/** Sets what an organization may spend and do; a new rate limit holds in each process after its next request. */
export const setLimits = operatorCommand({
  name: 'set-limits',
  usage:
    '--slug <slug> [--max-spend <amount|none>] [--budget-change-pct <n|default>] [--daily-writes <n|default>] ' +
    '[--rate-limit <n|default>] [--operations-weight <n|default>]',
  input: z
    .strictObject({
      slug,
      'max-spend': spendCap.optional(),
      'budget-change-pct': percentOr(USUAL_BUDGET_CHANGE_PCT).optional(),
      'daily-writes': countFrom(0).optional(),
      'rate-limit': countFrom(1).optional(),
      'operations-weight': weight.optional(),
    })
    .refine(({ slug: _, ...limits }) => Object.keys(limits).length > 0, 'name at least one limit to set'),

  async run({ slug, ...limits }, context) {
    const { db, clock } = context;
    const tenancy = { organizationId: await organizationOf(context, slug), db };
    // A write under way ends first; one that comes later is held to the new limits.
    await lockBudgets(tenancy);
    const before = await spendingLimitsHeld(tenancy);
    const after = await changeLimits(db, slug, {
      max_spend: limits['max-spend'],
      api_budget_change_limit_pct: limits['budget-change-pct'],
      daily_write_quota: limits['daily-writes'],
      rate_limit_per_minute: limits['rate-limit'],
      operations_weight: limits['operations-weight'],
    });
    if (!before || !after) throw new CommandRefused(`there is no organization ${slug}`);
    await noteLimitChange(tenancy, { requestId: null, at: new Date(clock.now()), user: OPERATOR }, { before, after });
    return `The limits of ${slug}: ${limitsInWords(after)}.`;
  },
});
