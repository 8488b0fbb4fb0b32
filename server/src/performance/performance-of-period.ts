import type { Tenancy } from '../base/context.ts';
import { dayNumber, dayText, mondayOf } from '../base/days.ts';
import { notFound } from '../base/errors.ts';
import { type Counted, minus, NOTHING, plus, type Spent } from '../figures/ratios.ts';
import { campaignPeriods, type FigureScope, figureScope, sumsUpTo } from './performance.store.ts';
import { latestDayOr, type Period, periodOf, sumDaysOf } from './period.ts';

/** What performance is asked for. */
export interface PerformanceQuestion {
  from?: string | undefined;
  to?: string | undefined;
  campaign?: string | undefined;
  groupBy: 'campaign' | 'day' | 'week';
}

/** One row of a grouped answer: a campaign, a day or a week that begins on a Monday. */
type Group = { key: string } & Spent;

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
  const reading = { generation, campaignId };
  const covered = { from: dayNumber(first_day), to: dayNumber(latest_day) };
  const ends = sumDaysOf(period, covered);
  const days = groupBy === 'campaign' ? [] : coveredDays(period, covered);
  const [sums, campaigns] = await Promise.all([
    sumsUpTo(
      tenancy,
      reading,
      [...Object.values(ends), ...days].filter((day) => day !== null),
    ),
    groupBy === 'campaign' ? campaignPeriods(tenancy, reading, ends) : [],
  ]);
  if (!sums || !campaigns) return undefined;
  const upTo = (day: string | null) => (day === null ? NOTHING : (sums.get(day) ?? NOTHING));
  const byDay = days.map((day) => ({ key: day, ...minus(upTo(day), upTo(dayText(dayNumber(day) - 1))) }));
  const groups = {
    campaign: () => campaigns,
    day: () => byDay,
    week: () => byWeek(byDay),
  };
  return {
    now: minus(upTo(ends.to), upTo(ends.before)),
    before: minus(upTo(ends.before), upTo(ends.beforePrevious)),
    groups: groups[groupBy](),
  };
}

/** Every day of the period from the first to the latest that figures cover, those without any among them too. */
function coveredDays(period: Period, covered: Period): string[] {
  const first = Math.max(period.from, covered.from);
  const last = Math.min(period.to, covered.to);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, n) => dayText(first + n));
}

/** Weeks begin on Mondays; the first may begin before the period, and holds only days of the period. */
function byWeek(days: ({ key: string } & Counted)[]): Group[] {
  const weeks = new Map<string, Counted>();
  for (const { key, ...counted } of days) {
    const monday = dayText(mondayOf(dayNumber(key)));
    weeks.set(monday, plus(weeks.get(monday) ?? NOTHING, counted));
  }
  return [...weeks].map(([key, counted]) => ({ key, ...counted }));
}
