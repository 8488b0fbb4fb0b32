import { dayAt, dayNumber, dayText } from '../base/days.ts';
import { invalid } from '../base/errors.ts';

/** Days from one to another, both included, as numbers. */
export interface Period {
  from: number;
  to: number;
}

const DEFAULT_LENGTH = 7;

/** The latest day with data; an organization without any is taken to have it yesterday. */
export function latestDayOr(latestDay: string | null, now: number): number {
  return latestDay === null ? dayAt(now) - 1 : dayNumber(latestDay);
}

/** The period asked for: up to the latest day with data unless `to` is given, seven days unless `from` is. */
export function periodOf(asked: { from?: string | undefined; to?: string | undefined }, latest: number): Period {
  const to = asked.to === undefined ? latest : dayNumber(asked.to);
  const from = asked.from === undefined ? to - DEFAULT_LENGTH + 1 : dayNumber(asked.from);
  if (from <= to) return { from, to };
  const end = asked.to === undefined ? `the latest day with data, ${dayText(to)}` : 'to';
  throw invalid([{ path: 'from', message: `must not be after ${end}` }]);
}

/** The days whose sums a period is read from; null where everything before is nothing. */
export interface SumDays {
  /** The last day of the period. */
  to: string | null;
  /** The day before it: what was counted up to then is not part of it. */
  before: string | null;
  /** The day before the period of the same length just before. */
  beforePrevious: string | null;
}

/** Finds the sums of a period among the days that have sums. */
export function sumDaysOf({ from, to }: Period, covered: Period | undefined): SumDays {
  const at = (day: number) => (covered && day >= covered.from ? dayText(Math.min(day, covered.to)) : null);
  return { to: at(to), before: at(from - 1), beforePrevious: at(from - (to - from + 1) - 1) };
}
