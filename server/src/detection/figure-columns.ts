import type { Figures } from './figures.ts';

/** The campaign whose evidence is read, and the latest day with figures, as a number. */
export interface Place {
  campaignId: number;
  latestDay: number;
}

/** Costs and conversions are kept in millionths. */
export const MICROS = 1_000_000;

/** Day 0 of the days that are counted, see `base/days.ts`. */
export const EPOCH = `date '1970-01-01'`;

/** A day as a number. */
export function dayNumber(day: string): string {
  return `(${day} - ${EPOCH})`;
}

/** Sums as they are read: cost and conversions in millionths. */
export type Sums = Figures;

/** Sums as detectors see them. */
export function figuresOf({ impressions, clicks, cost, conversions }: Sums): Figures {
  return { impressions, clicks, cost: cost / MICROS, conversions: conversions / MICROS };
}
