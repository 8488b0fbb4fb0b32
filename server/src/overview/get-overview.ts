import { z } from 'zod';
import { amount, amountOrNull } from '../base/amounts.ts';
import { dayNumber, dayText } from '../base/days.ts';
import { notFound } from '../base/errors.ts';
import { read } from '../base/operation.ts';
import { amountField, day, timestamp } from '../base/schemas.ts';
import { changesOf, spendOf } from '../figures/ratios.ts';
import { findOrganization, listShownAccounts } from '../organizations/organization.store.ts';
import { figureScope } from '../performance/performance.store.ts';
import { type PeriodFigures, performanceOfPeriod } from '../performance/performance-of-period.ts';
import { latestDayOr } from '../performance/period.ts';
import { type ListedAction, listActions } from '../writes/actions/action-log.store.ts';
import { actorField } from '../writes/actions/actor-field.ts';
import { toldFields, toldOf } from '../writes/actions/told-action.ts';
import { APPROVAL_EXPIRES_MS } from '../writes/approvals/queued-write.ts';
import type { Steps } from '../writes/steps.ts';
import { attention, attentionItem } from './attention.ts';
import { planOf, troubledCampaigns, whatWaits, worthiestRecommendations } from './overview.store.ts';
import { pacingOf, pacingView } from './pacing.ts';

const DEFAULT_DAYS = 30;
const MOST_ITEMS = 8;
/** The page of recommendations shows them all. */
const MOST_RECOMMENDATIONS = 4;
const MOST_ACTIONS = 6;

const spend = { spend: amountField, conversions: amountField, cpa: amountField };
const period = z.object({ from: z.string(), to: z.string() });
const change = z.string().nullable();

/** How much, how well, and what needs somebody: everything that the first page of the dashboard shows. */
export const getOverview = read({
  name: 'get_overview',
  summary: 'Get the overview of an organization',
  description:
    'Spend, conversions and CPA of a period against the one before, how the month goes against the cap, and what needs somebody, the worst first.',
  rest: 'GET /organizations/{org}/overview',
  tool: null,
  scope: 'performance:read',
  audience: 'dashboard',
  input: z.strictObject({
    from: day.optional().describe('First day. Without it the 30 days that end with to.'),
    to: day.optional().describe('Last day, included. Without it the latest day with data.'),
  }),
  output: z.object({
    currency: z.string(),
    latest_day: z.string().nullable().describe('null when no figures have come in yet.'),
    period,
    previous_period: period,
    summary: z.object({ ...spend, vs_previous: z.object({ spend: change, conversions: change, cpa: change }) }),
    previous: z.object(spend),
    by_day: z.array(z.object({ date: z.string(), ...spend })),
    previous_by_day: z.array(z.object({ date: z.string(), ...spend })),
    target_cpa: amountField.nullable().describe('What today’s spend would bring if each campaign met its target.'),
    pacing: pacingView,
    live_campaigns: z.int(),
    live_daily_budget: amountField,
    accounts: z.array(z.object({ id: z.string(), platform: z.string(), status: z.string() })),
    attention: z.array(attentionItem),
    pending_approvals: z.int(),
    pending_recommendations: z.int(),
    recent_actions: z
      .array(
        z.object({
          id: z.string(),
          at: timestamp,
          actor: actorField,
          op: z.string(),
          campaign: z.string(),
          ...toldFields,
          changes: toldFields.changes.describe('The first few.'),
        }),
      )
      .nullable()
      .describe('The newest first; null for those who may not read the action log.'),
  }),

  async run({ from, to }, context) {
    const now = context.clock.now();
    const [organization, scope] = await Promise.all([findOrganization(context), figureScope(context, undefined)]);
    if (!organization) throw notFound('The organization');
    const latest = dayText(latestDayOr(scope.latest_day, now));
    const last = to ?? latest;
    const first = from ?? dayText(dayNumber(last) - DEFAULT_DAYS + 1);
    const figures = await performanceOfPeriod(context, { from: first, to: last, groupBy: 'day' }, now);
    const previous = previousOf(figures);
    const mayReadLog = context.organization.scopes.has('audit:read');
    const [before, pacing, plan, accounts, campaigns, waiting, recommendations, actions] = await Promise.all([
      performanceOfPeriod(context, { ...previous, groupBy: 'day' }, now),
      pacingOf(context, { latest, cap: organization.max_spend, now }),
      planOf(context),
      listShownAccounts(context),
      troubledCampaigns(context, MOST_ITEMS, latest),
      whatWaits(context, new Date(now - APPROVAL_EXPIRES_MS)),
      worthiestRecommendations(context, MOST_RECOMMENDATIONS),
      mayReadLog ? listActions(context, EVERYTHING, undefined, MOST_ACTIONS) : undefined,
    ]);
    return {
      currency: organization.currency,
      latest_day: scope.latest_day,
      period: { from: first, to: last },
      previous_period: previous,
      summary: { ...spendOf(figures.now), vs_previous: changesOf(figures.now, figures.before) },
      previous: spendOf(figures.before),
      by_day: daysOf(figures),
      previous_by_day: daysOf(before),
      target_cpa: amountOrNull(plan.target_cpa),
      pacing,
      live_campaigns: plan.live_campaigns,
      live_daily_budget: amount(plan.live_budget),
      accounts: accounts.map(({ id, platform, status }) => ({ id, platform, status })),
      attention: attention({ accounts, campaigns, waiting, recommendations }, MOST_ITEMS),
      pending_approvals: waiting.approvals,
      pending_recommendations: waiting.recommendations,
      recent_actions: actions?.rows.map((action) => recentOf(action, context.steps)) ?? null,
    };
  },
});

const EVERYTHING = { from: null, before: null, source: null };

function previousOf({ period: { from, to } }: PeriodFigures): { from: string; to: string } {
  return { from: dayText(from - (to - from + 1)), to: dayText(from - 1) };
}

function daysOf({ groups }: PeriodFigures) {
  return groups.map(({ key: date, ...spent }) => ({ date, ...spendOf(spent) }));
}

const MOST_CHANGES = 3;

function recentOf(action: ListedAction, kinds: Steps) {
  const { id, at, actor, op, campaign } = action;
  const told = toldOf(action, kinds);
  return { id, at, actor, op, campaign, ...told, changes: told.changes.slice(0, MOST_CHANGES) };
}
