import { z } from 'zod';
import { amount, amountOrNull } from '../base/amounts.ts';
import type { Tenancy } from '../base/context.ts';
import { dayNumber, dayText } from '../base/days.ts';
import { amountField } from '../base/schemas.ts';
import { performanceOfPeriod } from '../performance/performance-of-period.ts';

const MICROS = 1_000_000;
const PACE_DAYS = 7;

/** Where the month is going. */
export const pacingView = z.object({
  month: z.string().describe('YYYY-MM, the month of the latest day with data.'),
  spent: amountField.describe('Since the first of the month.'),
  projected: amountField.describe('At the pace of the last seven days, up to the end of the month.'),
  cap: amountField.nullable().describe('The monthly cap; null when none is set.'),
  days_left: z.int(),
});

/** What the month of the latest day has cost so far, and will at the pace of the last week. */
export async function pacingOf(
  tenancy: Tenancy,
  { latest, cap, now }: { latest: string; cap: string | null; now: number },
): Promise<z.output<typeof pacingView>> {
  const month = latest.slice(0, 'YYYY-MM'.length);
  const first = `${month}-01`;
  const week = { from: dayText(dayNumber(latest) - PACE_DAYS + 1), to: latest, groupBy: 'day' } as const;
  const [ofMonth, ofWeek] = await Promise.all([
    performanceOfPeriod(tenancy, { from: first, to: latest, groupBy: 'day' }, now),
    performanceOfPeriod(tenancy, week, now),
  ]);
  const left = lastDayOf(month) - Number(latest.slice('YYYY-MM-'.length));
  const spent = ofMonth.now.cost_micros / MICROS;
  const projected = spent + (ofWeek.now.cost_micros / MICROS / PACE_DAYS) * left;
  return { month, spent: amount(spent), projected: amount(projected), cap: amountOrNull(cap), days_left: left };
}

function lastDayOf(month: string): number {
  const [year = 0, nth = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, nth, 0)).getUTCDate();
}
