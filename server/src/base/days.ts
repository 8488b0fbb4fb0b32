const DAY_MS = 24 * 60 * 60 * 1000;
const DAYS_IN_WEEK = 7;
/** 1970-01-01, day 0, was a Thursday. */
const THURSDAY_FROM_MONDAY = 3;

/** A day as a number, so that days can be counted; 1970-01-01 is 0. */
export function dayNumber(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) / DAY_MS;
}

/** A counted day as it is written: YYYY-MM-DD. */
export function dayText(number: number): string {
  return new Date(number * DAY_MS).toISOString().slice(0, 10);
}

/** The UTC day of an instant. */
export function dayAt(instant: number): number {
  return Math.floor(instant / DAY_MS);
}

/** The Monday on or before a day. */
export function mondayOf(number: number): number {
  const sinceMonday = (((number + THURSDAY_FROM_MONDAY) % DAYS_IN_WEEK) + DAYS_IN_WEEK) % DAYS_IN_WEEK;
  return number - sinceMonday;
}
