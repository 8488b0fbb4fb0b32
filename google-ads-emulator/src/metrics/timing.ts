import { mix, Random, unit } from '../market/random.ts';
import type { Term } from '../market/term.ts';
import type { MarketDescription } from '../worlds/market-description.ts';

/** How much people search on a day compared with the average day: by weekday, season and the mood of the week. */
export function searchMood({ weekend }: MarketDescription, seed: number, day: number): number {
  const week = new Random(mix(seed, Math.floor(day / 7)));
  return weekdayFactor(day, weekend.searches) * seasonFactor(day) * week.around1(WEEK_SPREAD);
}

/** How many people search for a term on a day; what is rare is uneven enough by itself. */
export function searchesOn(term: Term, day: number, mood: number): number {
  const random = new Random(mix(term.seed, day));
  const mean = (term.searches / DAYS_IN_MONTH) * mood;
  return random.poisson(mean < 1 ? mean : mean * random.around1(DAY_SPREAD));
}

/** How readily people convert on a day compared with the average: by weekday, and drifting slowly with market and theme. */
export function conversionMood(market: MarketDescription, seed: number, term: Term, day: number): number {
  const drift = (wave(seed, day) + wave(term.themeSeed, day)) / 2;
  return weekendFactor(day, market.weekend.cvr) * (1 + market.drift * drift);
}

/** The days until a conversion is reported. */
export function lagOf(random: Random): number {
  let rest = random.next();
  for (const [days, share] of LAG_SHARES.entries()) {
    if (rest < share) return days;
    rest -= share;
  }
  return LAG_SHARES.length + Math.floor(random.next() ** 1.6 * (LONGEST_LAG - LAG_SHARES.length + 1));
}

/** Between -1 and 1, and 0 on average. */
function wave(seed: number, day: number): number {
  const long = Math.sin(2 * Math.PI * (day / LONG_WAVE_DAYS + unit(seed)));
  const short = Math.sin(2 * Math.PI * (day / SHORT_WAVE_DAYS + unit(mix(seed, 1))));
  return 0.6 * long + 0.4 * short;
}

function weekdayFactor(day: number, weekend: number): number {
  return weekendFactor(day, weekend) * (WEEKDAYS[dayOfWeek(day)] ?? 1);
}

/** Two days of the week against the other five, 1 on average. */
function weekendFactor(day: number, weekend: number): number {
  const isWeekend = dayOfWeek(day) === 0 || dayOfWeek(day) === 6;
  return (7 * (isWeekend ? weekend : 1)) / (5 + 2 * weekend);
}

function seasonFactor(day: number): number {
  const year = (2 * Math.PI * (day % 365.25)) / 365.25;
  return 1 + 0.1 * Math.sin(year - 1.2) + 0.04 * Math.sin(2 * year);
}

/** 0 is a Sunday. */
function dayOfWeek(day: number): number {
  return (((day + 4) % 7) + 7) % 7;
}

/** The days of an average month. */
export const DAYS_IN_MONTH = 30.4;
const WEEK_SPREAD = 0.06;
const DAY_SPREAD = 0.2;
const LONG_WAVE_DAYS = 173;
const SHORT_WAVE_DAYS = 71;
/** Sunday to Saturday, apart from the weekend as a whole. */
const WEEKDAYS = [0.97, 1.04, 1.05, 1.02, 0.98, 0.91, 1.03];
/** The share of conversions reported on the day of the click and on each of the next days; the rest trickles in. */
const LAG_SHARES = [0.58, 0.14, 0.07, 0.045, 0.03, 0.025, 0.02];
const LONGEST_LAG = 30;
