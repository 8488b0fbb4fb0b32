import type { Tenancy } from '../core/context.ts';
import { notFound } from '../core/errors.ts';
import { dayNumber, dayText, mondayOf } from './days.ts';
import {
  type CampaignPeriodRow,
  campaignPeriods,
  dailySums,
  type FigureScope,
  figureScope,
} from './performance.store.ts';
import { latestDayOr, type Period, periodOf, sumDaysOf } from './period.ts';
import { type Counted, isNothing, minus, NOTHING, plus } from './ratios.ts';

/** What performance is asked for. */
export interface PerformanceQuestion {
  from?: string | undefined;
  to?: string | undefined;
  campaign?: string | undefined;
  groupBy: 'campaign' | 'day' | 'week';
}

/** One row of a grouped answer: a campaign, a day or a week that begins on a Monday. */
export type Group = { key: string } & Counted;

/** What was counted in a period, as a whole and by group, and in the period of the same length just before. */
export interface PeriodFigures {
  period: Period;
  now: Counted;
  before: Counted;
  groups: Group[];
}

const MOST_TRIES = 5;

/** Counts a period. All parts of the answer come from the same generation: a rebuild in between starts it over. */
export async function performanceOfPeriod(
  tenancy: Tenancy,
  question: PerformanceQuestion,
  now: number,
): Promise<PeriodFigures> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const scope = await figureScope(tenancy, question.campaign);
    if (question.campaign !== undefined && scope.campaign_id === null) throw notFound('That campaign');
    const period = periodOf(question, latestDayOr(scope.latest_day, now));
    const figures = await figuresOf(tenancy, scope, period, question.groupBy);
    if (figures) return { period, ...figures };
  }
  throw new Error('figures were rebuilt faster than they could be read');
}

type Figures = Omit<PeriodFigures, 'period'>;

async function figuresOf(
  tenancy: Tenancy,
  { generation, first_day, latest_day, campaign_id: campaignId }: FigureScope,
  period: Period,
  groupBy: PerformanceQuestion['groupBy'],
): Promise<Figures | undefined> {
  if (generation === null || first_day === null || latest_day === null) {
    return { now: NOTHING, before: NOTHING, groups: [] };
  }
  const covered = { from: dayNumber(first_day), to: dayNumber(latest_day) };
  const days = sumDaysOf(period, covered);
  if (groupBy === 'campaign') {
    const rows = await campaignPeriods(tenancy, { generation, days, campaignId });
    return rows && byCampaign(rows);
  }
  const range = { ...days, from: days.before ?? first_day };
  const sums = await dailySums(tenancy, { generation, days: range, campaignId });
  if (!sums) return undefined;
  const upTo = new Map<string | null, Counted>(sums.map((row) => [row.day, row]));
  const at = (day: string | null) => upTo.get(day) ?? NOTHING;
  const groups = dayGroups(period, covered, (day) => at(day < covered.from ? null : dayText(day)));
  return {
    now: minus(at(days.to), at(days.before)),
    before: minus(at(days.before), at(days.beforePrevious)),
    groups: groupBy === 'day' ? groups : byWeek(groups),
  };
}

function byCampaign(rows: CampaignPeriodRow[]): Figures {
  let now = NOTHING;
  let before = NOTHING;
  for (const row of rows) {
    now = plus(now, row);
    before = plus(before, {
      impressions: row.previous_impressions,
      clicks: row.previous_clicks,
      cost_micros: row.previous_cost_micros,
      conversions_micros: row.previous_conversions_micros,
      value_micros: row.previous_value_micros,
    });
  }
  const groups = rows.filter((row) => !isNothing(row)).map((row) => ({ key: row.slug, ...row }));
  return { now, before, groups };
}

/** Every day of the period from the first to the latest that figures cover, those without any among them too. */
function dayGroups(period: Period, covered: Period, upTo: (day: number) => Counted): Group[] {
  const groups: Group[] = [];
  const last = Math.min(period.to, covered.to);
  for (let day = Math.max(period.from, covered.from); day <= last; day += 1) {
    groups.push({ key: dayText(day), ...minus(upTo(day), upTo(day - 1)) });
  }
  return groups;
}

/** Weeks begin on Mondays; the first may begin before the period, and holds only days of the period. */
function byWeek(days: Group[]): Group[] {
  const weeks = new Map<string, Counted>();
  for (const { key, ...counted } of days) {
    const monday = dayText(mondayOf(dayNumber(key)));
    weeks.set(monday, plus(weeks.get(monday) ?? NOTHING, counted));
  }
  return [...weeks].map(([key, counted]) => ({ key, ...counted }));
}
