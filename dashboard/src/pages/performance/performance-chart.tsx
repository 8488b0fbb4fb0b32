import { formatAmount, formatWholeAmount } from '../../format.ts';
import { useOrganization } from '../../organization.tsx';
import { DailyChart } from '../../parts/chart/daily-chart.tsx';
import { formatDay } from '../../parts/period/period.ts';
import type { PerformanceTable } from './figure-columns.tsx';

interface PerformanceChartProps {
  table: PerformanceTable;
  compare: boolean;
  byWeek: boolean;
}

/** Spend as bars, what a conversion cost as a line, the period before dashed. */
export function PerformanceChart({ table: { rows, period }, compare, byWeek }: PerformanceChartProps) {
  const { currency } = useOrganization();
  const whole = (value: number) => formatWholeAmount(value, currency);
  const exact = (value: number) => formatAmount(value, currency);
  return (
    <DailyChart
      summary={`Spend and CPA by ${byWeek ? 'week' : 'day'} from ${period.from} to ${period.to}`}
      labels={rows.map(({ key }) => formatDay(key))}
      bars={{
        name: 'Spend',
        values: rows.map(({ now }) => now.spend),
        format: whole,
        before: compare ? rows.map(({ before }) => before.spend) : undefined,
      }}
      line={{
        name: 'CPA',
        values: rows.map(({ now }) => now.cpa),
        format: exact,
        before: compare ? rows.map(({ before }) => before.cpa) : undefined,
      }}
    />
  );
}
