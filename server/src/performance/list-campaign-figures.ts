import { z } from 'zod';
import { amount, amountOrNull } from '../base/amounts.ts';
import { dayNumber, dayText } from '../base/days.ts';
import { eachInTurns } from '../base/long-work.ts';
import { read } from '../base/operation.ts';
import { amountField, timestamp } from '../base/schemas.ts';
import { campaignFields } from '../campaigns/campaign-schemas.ts';
import { NOTHING, ofMicros } from '../figures/ratios.ts';
import { newestCampaigns, type RecentRow, recentFigures, type TableRow } from './campaign-figures.store.ts';
import { figureScope } from './performance.store.ts';

const DAYS = 30;
/** A table of more would be of no use to anybody. */
const MOST_CAMPAIGNS = 2000;

/** Every campaign with its figures of 30 days, for the table that people search and sort. */
export const listCampaignFigures = read({
  name: 'list_campaign_figures',
  summary: 'List all campaigns with their figures of 30 days',
  description: 'Lists every campaign of an organization, newest first, with what it did in the last 30 days with data.',
  rest: 'GET /organizations/{org}/campaign-figures',
  tool: null,
  scope: 'campaigns:read',
  audience: 'dashboard',
  weight: 'long',
  input: z.strictObject({}),
  output: z.object({
    period: z.object({ from: z.string(), to: z.string() }).nullable().describe('null where there are no figures yet.'),
    campaigns: z.array(
      z.object({
        ...campaignFields,
        pending_state: z.string().nullable().describe('What the ad platform is being told; null when nothing.'),
        target_cpa: amountField.nullable(),
        created_at: timestamp,
        spend: amountField,
        conversions: amountField,
        impressions: z.int(),
        clicks: z.int(),
        spend_by_day: z.array(amountField).describe('One amount for each day of the period; empty without figures.'),
      }),
    ),
    total: z.int(),
  }),

  async run(_, context) {
    const [rows, { latest_day }] = await Promise.all([
      newestCampaigns(context, MOST_CAMPAIGNS),
      figureScope(context, undefined),
    ]);
    const shown = rows.map(({ id }) => id);
    const figures = latest_day === null ? [] : await recentFigures(context, DAYS, shown);
    const byCampaign = new Map(figures.map((row) => [row.campaign_id, row]));
    const latest = figures[0]?.latest_day ?? latest_day;
    return {
      period: latest === null ? null : { from: dayText(dayNumber(latest) - DAYS + 1), to: latest },
      campaigns: await eachInTurns(rows, (row) => viewOf(row, byCampaign.get(row.id))),
      total: rows[0]?.total ?? 0,
    };
  },
});

function viewOf(row: TableRow, figures: RecentRow | undefined) {
  const { slug, name, type, state, may_run, pending_state, generating, created_at } = row;
  const { cost_micros, conversions_micros, impressions, clicks } = figures ?? NOTHING;
  return {
    ...{ slug, name, type, state, pending_state, created_at },
    ...(may_run && { may_run: true as const }),
    ...(generating && { generating: true as const }),
    budget: amount(row.budget),
    target_cpa: amountOrNull(row.target_cpa),
    spend: ofMicros(cost_micros),
    conversions: ofMicros(conversions_micros),
    impressions,
    clicks,
    spend_by_day: figures ? byDay(figures).map(ofMicros) : [],
  };
}

/** What was spent on each day of the period; a campaign that is younger spent nothing before. */
function byDay({ costs, first_day, latest_day }: RecentRow): number[] {
  const spent = costs.map((cost, index) => cost - (index === 0 ? 0 : (costs[index - 1] ?? 0)));
  const before = dayNumber(first_day) - (dayNumber(latest_day) - DAYS);
  return before === 0 ? spent.slice(1) : [...Array.from({ length: before - 1 }, () => 0), ...spent];
}
