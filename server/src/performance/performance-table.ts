import type { Tenancy } from '../base/context.ts';
import { dayNumber, dayText, mondayOf } from '../base/days.ts';
import { notFound } from '../base/errors.ts';
import { eachInTurns } from '../base/long-work.ts';
import { type Counted, minus, NOTHING, plus } from '../figures/ratios.ts';
import { campaignFigures, type FigureScope, figureScope, type Reading, sumsUpTo } from './performance.store.ts';
import type { PerformanceQuestion } from './performance-of-period.ts';
import { latestDayOr, type Period, periodOf, sumDaysOf } from './period.ts';

/** One row: a campaign, a day or a week, with what it was in the period of the same length just before. */
export interface TableRow {
  key: string;
  name: string;
  state: string | null;
  now: Counted;
  before: Counted;
}

/** A period and the one before it, as wholes and row by row. */
export interface PerformanceTable {
  period: Period;
  previous: Period;
  /** The days that figures cover; undefined where there are none. */
  covered: Period | undefined;
  now: Counted;
  before: Counted;
  rows: TableRow[];
}

type Tabled = Pick<PerformanceTable, 'now' | 'before' | 'rows'>;

const MOST_TRIES = 5;

/** Counts a period and the one before; all parts come from the same generation: a rebuild in between starts it over. */
export async function performanceTable(
  tenancy: Tenancy,
  question: PerformanceQuestion,
  now: number,
): Promise<PerformanceTable> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const scope = await figureScope(tenancy, question.campaign);
    if (question.campaign !== undefined && scope.campaign_id === null) throw notFound('That campaign');
    const period = periodOf(question, latestDayOr(scope.latest_day, now));
    const length = period.to - period.from + 1;
    const previous = { from: period.from - length, to: period.from - 1 };
    const covered = coveredBy(scope);
    const reading = covered && { generation: scope.generation ?? 0, campaignId: scope.campaign_id };
    const table = reading
      ? await tableOf(tenancy, reading, { period, covered, groupBy: question.groupBy })
      : { now: NOTHING, before: NOTHING, rows: [] };
    if (table) return { period, previous, covered, ...table };
  }
  throw new Error('figures were rebuilt faster than they could be read');
}

function coveredBy({ generation, first_day, latest_day }: FigureScope): Period | undefined {
  if (generation === null || first_day === null || latest_day === null) return undefined;
  return { from: dayNumber(first_day), to: dayNumber(latest_day) };
}

interface Asked {
  period: Period;
  covered: Period;
  groupBy: PerformanceQuestion['groupBy'];
}

async function tableOf(tenancy: Tenancy, reading: Reading, asked: Asked): Promise<Tabled | undefined> {
  const { period, covered, groupBy } = asked;
  const ends = sumDaysOf(period, covered);
  const length = period.to - period.from + 1;
  const days = groupBy === 'campaign' ? [] : daysUpTo(period.from - length - 1, period.to, covered);
  const wanted = [...Object.values(ends), ...days].filter((day) => day !== null);
  const [sums, rows] = await Promise.all([
    sumsUpTo(tenancy, reading, wanted),
    groupBy === 'campaign' ? campaignRows(tenancy, reading, ends) : [],
  ]);
  if (!sums || !rows) return undefined;
  const upTo = (day: string | null) => (day === null ? NOTHING : (sums.get(day) ?? NOTHING));
  const ofDay = (day: number) => minus(upTo(dayText(day)), upTo(dayText(day - 1)));
  return {
    now: minus(upTo(ends.to), upTo(ends.before)),
    before: minus(upTo(ends.before), upTo(ends.beforePrevious)),
    rows: groupBy === 'campaign' ? rows : dayRows(asked, ofDay),
  };
}

async function campaignRows(
  tenancy: Tenancy,
  reading: Reading,
  { to, before, beforePrevious }: ReturnType<typeof sumDaysOf>,
): Promise<TableRow[] | undefined> {
  const [now, then] = await Promise.all([
    campaignFigures(tenancy, reading, { to, before }),
    campaignFigures(tenancy, reading, { to: before, before: beforePrevious }),
  ]);
  if (!now || !then) return undefined;
  const earlier = new Map<string, Counted>();
  await eachInTurns(then, (row) => earlier.set(row.key, row));
  return eachInTurns(now, (row) => {
    const { key, name, state } = row;
    return { key, name, state, now: row, before: earlier.get(key) ?? NOTHING };
  });
}

/** Days beside the days as long before; weeks begin on Mondays and may begin before the period. */
function dayRows({ period, covered, groupBy }: Asked, ofDay: (day: number) => Counted): TableRow[] {
  const length = period.to - period.from + 1;
  const [first, last] = [Math.max(period.from, covered.from), Math.min(period.to, covered.to)];
  const rows = new Map<string, TableRow>();
  for (let day = first; day <= last; day += 1) {
    const key = dayText(groupBy === 'week' ? mondayOf(day) : day);
    const known = rows.get(key) ?? { key, name: key, state: null, now: NOTHING, before: NOTHING };
    rows.set(key, { ...known, now: plus(known.now, ofDay(day)), before: plus(known.before, ofDay(day - length)) });
  }
  return [...rows.values()];
}

function daysUpTo(from: number, to: number, covered: Period): string[] {
  const [first, last] = [Math.max(from, covered.from), Math.min(to, covered.to)];
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, n) => dayText(first + n));
}
