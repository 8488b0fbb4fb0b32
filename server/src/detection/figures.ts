import { eachOf, finished, type Steps } from './steps.ts';

/** What was counted over some days; cost in the organization's currency. */
export interface Figures {
  impressions: number;
  clicks: number;
  cost: number;
  conversions: number;
}

/** What days without figures hold. */
export const NO_FIGURES: Figures = { impressions: 0, clicks: 0, cost: 0, conversions: 0 };

/** Some days, both included; a day is a number, see `base/days.ts`. */
export interface Window {
  from: number;
  to: number;
  days: number;
}

/** Conversions of the last days are not all reported yet. */
export const LAG_DAYS = 3;

/** So many days up to the latest whose conversions can be taken as reported. */
export function settledWindow({ latestDay }: { latestDay: number }, days: number): Window {
  const to = latestDay - LAG_DAYS;
  return { from: to - days + 1, to, days };
}

/** So many days up to the latest, none left out: a window that an option asks for. */
export function wholeWindow({ latestDay }: { latestDay: number }, days: number): Window {
  return { from: latestDay - days + 1, to: latestDay, days };
}

/** Two stretches of days, or two of anything counted, together. */
export function plus(a: Figures, b: Figures): Figures {
  return {
    impressions: a.impressions + b.impressions,
    clicks: a.clicks + b.clicks,
    cost: a.cost + b.cost,
    conversions: a.conversions + b.conversions,
  };
}

/** Adds to a sum in place: for many figures. */
function addTo(sum: Figures, { impressions, clicks, cost, conversions }: Figures): void {
  sum.impressions += impressions;
  sum.clicks += clicks;
  sum.cost += cost;
  sum.conversions += conversions;
}

/** What all of them did together. */
export function summed<Item>(items: Iterable<Item>, of: (item: Item) => Figures): Figures {
  return finished(summedInSteps(items, of));
}

/** The same in steps: there may be very many. */
export function* summedInSteps<Item>(items: Iterable<Item>, of: (item: Item) => Figures): Steps<Figures> {
  const sum = { ...NO_FIGURES };
  yield* eachOf(items, (item) => addTo(sum, of(item)));
  return sum;
}

/** The figures of the whole campaign over a window. */
export function campaignFigures(
  { days }: { days: readonly (Figures & { day: number })[] },
  { from, to }: Window,
): Figures {
  const sum = { ...NO_FIGURES };
  for (const one of days) if (one.day >= from && one.day <= to) addTo(sum, one);
  return sum;
}

/** Cost for each conversion; infinite without one. */
export function cpaOf({ cost, conversions }: Pick<Figures, 'cost' | 'conversions'>): number {
  return conversions > 0 ? cost / conversions : Number.POSITIVE_INFINITY;
}
