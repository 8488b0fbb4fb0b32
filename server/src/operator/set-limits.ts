import { z } from 'zod';
import { changeLimits } from '../organizations/limits.store.ts';
import { CommandRefused, operatorCommand } from './command.ts';
import { limitsInWords } from './limits-in-words.ts';
import { countFrom, percentOr, slug, spendCap, weight } from './options.ts';

/** How far one call may move a budget where nothing else was agreed; the database begins with the same. */
const USUAL_BUDGET_CHANGE_PCT = '25';

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

  async run({ slug, ...limits }, { db }) {
    const now = await changeLimits(db, slug, {
      max_spend: limits['max-spend'],
      api_budget_change_limit_pct: limits['budget-change-pct'],
      daily_write_quota: limits['daily-writes'],
      rate_limit_per_minute: limits['rate-limit'],
      operations_weight: limits['operations-weight'],
    });
    if (!now) throw new CommandRefused(`there is no organization ${slug}`);
    return `The limits of ${slug}: ${limitsInWords(now)}.`;
  },
});
