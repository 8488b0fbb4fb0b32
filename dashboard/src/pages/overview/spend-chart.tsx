import type { Overview } from '../../api.ts';
import { formatAmount, formatWholeAmount } from '../../format.ts';
import { DailyChart } from '../../parts/chart/daily-chart.tsx';
import { daysIn, formatDay } from '../../parts/period/period.ts';

type Day = Overview['by_day'][number];

/** Spend as bars, CPA as a line, the period before dashed. */
export function SpendChart({ overview, compare }: { overview: Overview; compare: boolean }) {
  const { period, previous_period, by_day, previous_by_day, currency, summary } = overview;
  const now = onEachDay(daysIn(period), by_day);
  const before = compare ? onEachDay(daysIn(previous_period), previous_by_day) : undefined;
  const [first, last] = [formatDay(period.from), formatDay(period.to)];
  return (
    <DailyChart
      summary={`Spend and cost of a conversion from ${first} to ${last}: ${formatAmount(summary.spend, currency)} in all`}
      labels={daysIn(period).map(formatDay)}
      bars={{
        name: 'Spend',
        values: now.map((day) => day?.spend ?? null),
        before: before?.map((day) => day?.spend ?? null),
        format: (value) => formatWholeAmount(value, currency),
      }}
      line={{
        name: 'CPA',
        values: now.map(cpaOf),
        before: before?.map(cpaOf),
        format: (value) => formatAmount(value, currency),
      }}
    />
  );
}

function onEachDay(days: readonly string[], figures: readonly Day[]): (Day | undefined)[] {
  const byDate = new Map(figures.map((day) => [day.date, day]));
  return days.map((date) => byDate.get(date));
}

/** A day without conversions has no cost of one. */
function cpaOf(day: Day | undefined): number | null {
  return day && day.conversions > 0 ? day.cpa : null;
}
