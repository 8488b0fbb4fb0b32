import { z } from 'zod';
import { dayText } from '../base/days.ts';
import { eachInTurns } from '../base/long-work.ts';
import { read } from '../base/operation.ts';
import { amountField, day } from '../base/schemas.ts';
import { campaignSlug } from '../campaigns/campaign-schemas.ts';
import { type Counted, ctrOf, ofMicros, quotient } from '../figures/ratios.ts';
import { performanceTable } from './performance-table.ts';
import type { Period } from './period.ts';

const MICROS = 1_000_000;

const period = z.object({ from: z.string(), to: z.string() });
const figures = z.object({
  impressions: z.int(),
  clicks: z.int(),
  spend: amountField,
  conversions: amountField,
  ctr: amountField.nullable().describe('Clicks by impressions, as a fraction; null without impressions.'),
  cpc: amountField.nullable().describe('Spend for each click; null without clicks.'),
  cpa: amountField.nullable().describe('Spend for each conversion; null without conversions.'),
  roas: amountField.nullable().describe('Conversion value by spend; null without spend.'),
});

/** Every figure of a period, row by row, each beside the period of the same length just before. */
export const getPerformanceTable = read({
  name: 'get_performance_table',
  summary: 'Get all figures of a period beside the period before',
  description:
    'Counts a period by campaign, day or week with every figure, and beside each row what it was in the period of the same length just before. Ratios that cannot be formed are null.',
  rest: 'GET /organizations/{org}/performance/table',
  tool: null,
  scope: 'performance:read',
  audience: 'dashboard',
  weight: 'long',
  input: z.strictObject({
    from: day.optional(),
    to: day.optional(),
    campaign: campaignSlug.optional(),
    group_by: z.enum(['campaign', 'day', 'week']).default('campaign'),
  }),
  output: z.object({
    period,
    previous: period.extend({ complete: z.boolean().describe('Whether figures cover all of its days.') }),
    latest_day: z.string().nullable().describe('The last day that has figures; null while there are none.'),
    total: z.object({ now: figures, before: figures }),
    rows: z.array(
      z.object({
        key: z.string().describe('Campaign slug, day, or the Monday of a week.'),
        name: z.string(),
        state: z.string().nullable(),
        now: figures,
        before: figures,
      }),
    ),
  }),

  async run({ from, to, campaign, group_by }, { db, organizationId, clock }) {
    const question = { from, to, campaign, groupBy: group_by };
    const table = await performanceTable({ db, organizationId }, question, clock.now());
    const { covered, previous } = table;
    return {
      period: inDays(table.period),
      previous: { ...inDays(previous), complete: covered !== undefined && covered.from <= previous.from },
      latest_day: covered ? dayText(covered.to) : null,
      total: { now: figuresOf(table.now), before: figuresOf(table.before) },
      rows: await eachInTurns(table.rows, ({ now, before, ...row }) => ({
        ...row,
        now: figuresOf(now),
        before: figuresOf(before),
      })),
    };
  },
});

function inDays({ from, to }: Period) {
  return { from: dayText(from), to: dayText(to) };
}

/** A ratio that nothing can be divided by is unknown, never 0. */
function figuresOf(counted: Counted): z.output<typeof figures> {
  const { impressions, clicks, cost_micros, conversions_micros, value_micros } = counted;
  return {
    impressions,
    clicks,
    spend: ofMicros(cost_micros),
    conversions: ofMicros(conversions_micros),
    ctr: impressions > 0 ? ctrOf(counted) : null,
    cpc: clicks > 0 ? quotient(cost_micros, clicks * MICROS) : null,
    cpa: conversions_micros > 0 ? quotient(cost_micros, conversions_micros) : null,
    roas: cost_micros > 0 ? quotient(value_micros, cost_micros) : null,
  };
}
