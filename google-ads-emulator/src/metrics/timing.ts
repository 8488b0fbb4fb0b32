import { mix, type Random, unit } from './random.ts';

/** How many conversions fall on a day: each fortnight gets what is expected of it, on days drawn by lot. */
export function conversionsDue(seed: number, day: number, expectedPerDay: number): number {
  const block = Math.floor(day / BLOCK_DAYS);
  const phase = unit(seed);
  const before = Math.floor(phase + block * BLOCK_DAYS * expectedPerDay);
  const after = Math.floor(phase + (block + 1) * BLOCK_DAYS * expectedPerDay);
  let due = 0;
  for (let number = before; number < after; number += 1) {
    if (mix(mix(seed, block), number) % BLOCK_DAYS === day - block * BLOCK_DAYS) due += 1;
  }
  return due;
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

/** Searches follow the week. */
export function weekdayFactor(day: number): number {
  return WEEKDAYS[(((day + 4) % 7) + 7) % 7] ?? 1;
}

/** Searches follow the year. */
export function seasonFactor(day: number): number {
  const year = (2 * Math.PI * (day % 365.25)) / 365.25;
  return 1 + 0.1 * Math.sin(year - 1.2) + 0.04 * Math.sin(2 * year);
}

const BLOCK_DAYS = 14;
/** The share of conversions reported on the day of the click and on each of the next days; the rest trickles in. */
const LAG_SHARES = [0.58, 0.14, 0.07, 0.045, 0.03, 0.025, 0.02];
const LONGEST_LAG = 30;
/** Sunday to Saturday. */
const WEEKDAYS = [0.74, 1.12, 1.14, 1.1, 1.06, 0.98, 0.8];
