import { z } from 'zod';
import { dayText } from '../base/days.ts';
import { eachInTurns } from '../base/long-work.ts';
import { read } from '../base/operation.ts';
import { amountField, day } from '../base/schemas.ts';
import { campaignSlug } from '../campaigns/campaign-schemas.ts';
import { changesOf, ctrOf, quotient, spendOf } from '../figures/ratios.ts';
import { type PeriodFigures, performanceOfPeriod } from './performance-of-period.ts';

const change = z.string().nullable();
const spendFields = {
  spend: amountField,
  conversions: amountField,
  cpa: amountField.describe('Spend for each conversion; 0.0 without conversions.'),
};

/** Spend, clicks and conversions of a period, against the period before. */
export const getPerformance = read({
  name: 'get_performance',
  summary: 'Get performance over a period',
  description:
    'Sums spend, impressions, clicks, conversions, CPA and ROAS over a period, in the organization currency, with rows by campaign, day or week, and says how spend, conversions and CPA changed against the period of the same length just before. Without dates it covers the seven days up to the latest day with data. Use it to see how an organization or one campaign is doing before changing anything; look at search terms or keywords next to find out why. Today is usually not included, and it changes nothing.',
  rest: 'GET /organizations/{org}/performance',
  tool: 'svc_get_performance',
  scope: 'performance:read',
  weight: 'long',
  input: z.strictObject({
    from: day.optional().describe('First day, YYYY-MM-DD. Without it the period is the seven days that end with to.'),
    to: day.optional().describe('Last day, YYYY-MM-DD, included. Without it the latest day with data.'),
    campaign: campaignSlug.optional().describe('Slug of one campaign; without it all campaigns.'),
    group_by: z
      .enum(['campaign', 'day', 'week'])
      .default('campaign')
      .describe('Rows by campaign (highest spend first), by day, or by week from Monday.'),
    compare: z.boolean().default(true).describe('Whether to compare with the period of the same length just before.'),
  }),
  output: z.object({
    period: z.object({ from: z.string(), to: z.string() }),
    summary: z.object({
      spend: spendFields.spend,
      impressions: z.int(),
      clicks: z.int(),
      ctr: amountField.describe('Clicks by impressions, as a fraction.'),
      conversions: spendFields.conversions,
      cpa: spendFields.cpa,
      roas: amountField.describe('Conversion value by spend; 0.0 without spend.'),
      vs_previous: z
        .object({ spend: change, conversions: change, cpa: change })
        .describe(
          'Signed percentages such as +12.5%; null when there is nothing to compare with, or with compare false.',
        ),
    }),
    by_campaign: z.array(z.object({ slug: z.string(), ...spendFields })).optional(),
    by_day: z.array(z.object({ date: z.string(), ...spendFields })).optional(),
    by_week: z
      .array(z.object({ week_start: z.string(), ...spendFields }))
      .optional()
      .describe('The first week may begin before the period; only days of the period are counted.'),
  }),

  async run({ from, to, campaign, group_by, compare }, { db, organizationId, clock }) {
    const question = { from, to, campaign, groupBy: group_by };
    const figures = await performanceOfPeriod({ db, organizationId }, question, clock.now());
    const { period, now, before } = figures;
    const { spend, conversions, cpa } = spendOf(now);
    return {
      period: { from: dayText(period.from), to: dayText(period.to) },
      summary: {
        spend,
        impressions: now.impressions,
        clicks: now.clicks,
        ctr: ctrOf(now),
        conversions,
        cpa,
        roas: quotient(now.value_micros, now.cost_micros),
        vs_previous: compare ? changesOf(now, before) : { spend: null, conversions: null, cpa: null },
      },
      ...(await rowsBy[group_by](figures)),
    };
  },
});

const rowsBy = {
  campaign: async ({ groups }: PeriodFigures) => ({
    by_campaign: await eachInTurns(groups, (row) => ({ slug: row.key, ...spendOf(row) })),
  }),
  day: ({ groups }: PeriodFigures) => ({ by_day: groups.map((row) => ({ date: row.key, ...spendOf(row) })) }),
  week: ({ groups }: PeriodFigures) => ({
    by_week: groups.map((row) => ({ week_start: row.key, ...spendOf(row) })),
  }),
};
