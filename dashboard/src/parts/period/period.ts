import { oneOf, textOf } from '../../address.ts';

/** The periods that have a name; each ends with the last day whose figures are in. */
export const PERIODS = {
  '7d': 'Last 7 days',
  '14d': 'Last 14 days',
  '30d': 'Last 30 days',
  '90d': 'Last 90 days',
  month: 'This month',
  'last-month': 'Last month',
} as const;

export type PeriodName = keyof typeof PERIODS;

/** Some days, both ends included, and whether they are compared with as many just before. */
export interface Period {
  name: PeriodName | 'custom';
  from: string;
  to: string;
  compare: boolean;
}

const NAMES = Object.keys(PERIODS).filter((name): name is PeriodName => Object.hasOwn(PERIODS, name));
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const DAY_MS = 86_400_000;

/**
 * Reads the period in an address: `period=30d`, or `from` and `to`; `compare=none` turns the comparison off. One that has
 * a name ends with the last day that is complete.
 */
export function periodIn(search: Record<string, unknown>, lastDay: string = yesterdayHere()): Period {
  const compare = search.compare !== 'none';
  const [from, to] = [dayIn(search.from), dayIn(search.to)];
  if (from && to && from <= to) return { name: 'custom', from, to, compare };
  const name = oneOf(NAMES, search.period) ?? '30d';
  return { name, ...daysOf(name, Date.parse(lastDay)), compare };
}

/** Where the last complete day is not known: today's figures are not in anywhere yet. */
function yesterdayHere(): string {
  const now = new Date();
  return dayText(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate()) - DAY_MS);
}

function daysOf(name: PeriodName, last: number): { from: string; to: string } {
  if (name === 'month') {
    const ended = new Date(last);
    return { from: dayText(Date.UTC(ended.getUTCFullYear(), ended.getUTCMonth(), 1)), to: dayText(last) };
  }
  if (name === 'last-month') {
    const today = new Date(last + DAY_MS);
    const [year, month] = [today.getUTCFullYear(), today.getUTCMonth()];
    return { from: dayText(Date.UTC(year, month - 1, 1)), to: dayText(Date.UTC(year, month, 0)) };
  }
  const days = Number.parseInt(name, 10);
  return { from: dayText(last - (days - 1) * DAY_MS), to: dayText(last) };
}

/** As many days just before. */
export function periodBefore({ from, to }: Pick<Period, 'from' | 'to'>): { from: string; to: string } {
  const length = Date.parse(to) - Date.parse(from) + DAY_MS;
  return { from: dayText(Date.parse(from) - length), to: dayText(Date.parse(from) - DAY_MS) };
}

/** Every day of a period, in order. */
export function daysIn({ from, to }: Pick<Period, 'from' | 'to'>): string[] {
  const count = Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;
  return Array.from({ length: count }, (_, index) => dayText(Date.parse(from) + index * DAY_MS));
}

const days = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** A day of figures as people write it; its year is left out. */
export function formatDay(day: string): string {
  return days.format(new Date(day));
}

function dayText(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

function dayIn(value: unknown): string | undefined {
  const text = textOf(value);
  return text !== undefined && DAY.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined;
}
