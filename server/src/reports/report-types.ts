import { z } from 'zod';
import { dayText, mondayOf } from '../base/days.ts';
import { invalid } from '../base/errors.ts';
import type { Days } from '../documents/numbers.ts';

/** Every type of report. Only the weekly one can be asked for through the API; the others are made in the dashboard. */
export const REPORT_TYPES = ['weekly', 'strategic', 'intelligence', 'performance', 'competitor'] as const;
export type ReportType = (typeof REPORT_TYPES)[number];

const known = z.enum(REPORT_TYPES);

/** A type as it stands in a path: an unknown one is a mistake to be named, not a thing that is missing. */
export const reportTypeText = z
  .string()
  .max(40)
  .describe('weekly, strategic, intelligence, performance or competitor.');

/** The type that a caller named. */
export function reportTypeOf(text: string): ReportType {
  const type = known.safeParse(text);
  if (!type.success) throw invalid([{ path: 'type', message: `must be one of ${REPORT_TYPES.join(', ')}` }]);
  return type.data;
}

const WEEK = 7;
const FOUR_WEEKS = 4 * WEEK;
const TWELVE_WEEKS = 12 * WEEK;

/** The last complete period of a type, as the account counts its days; `today` is not over yet. */
export function lastPeriod(type: ReportType, today: number): Days {
  const sunday = mondayOf(today) - 1;
  if (type === 'weekly') return { from: sunday - WEEK + 1, to: sunday };
  if (type === 'performance') return monthBefore(today);
  return { from: sunday - (type === 'strategic' ? TWELVE_WEEKS : FOUR_WEEKS) + 1, to: sunday };
}

/** The periods that a report compares, oldest first; the last is the one that it is about. */
export function comparedPeriods(type: ReportType, period: Days): Days[] {
  if (type === 'performance') return [monthBefore(period.from), period];
  if (type === 'strategic') return halves(period);
  if (type === 'weekly') return weeksUpTo(period.to, 5);
  return [{ from: period.from - FOUR_WEEKS, to: period.from - 1 }, period];
}

function halves({ from, to }: Days): Days[] {
  const middle = (from + to + 1) / 2;
  return [
    { from, to: middle - 1 },
    { from: middle, to },
  ];
}

/** So many weeks that follow one another, up to a day. */
export function weeksUpTo(to: number, count: number): Days[] {
  return Array.from({ length: count }, (_, n) => ({
    from: to - (count - n) * WEEK + 1,
    to: to - (count - n - 1) * WEEK,
  }));
}

/** The calendar month that ended before the one that a day is in. */
function monthBefore(day: number): Days {
  const [year = 1970, month = 1] = dayText(day).split('-').map(Number);
  const first = (back: number) => Date.UTC(year, month - 1 - back, 1) / 86_400_000;
  return { from: first(1), to: first(0) - 1 };
}
