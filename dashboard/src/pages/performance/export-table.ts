import { csvRow } from '../../../../server/src/base/csv.ts';
import { FIGURES, type PerformanceTable } from './figure-columns.tsx';

/** The table as a file for spreadsheets: what it shows now and before, to the digit; names that look like formulas are text. */
export function csvOf({ rows, period, previous }: PerformanceTable, grouping: string, compared: boolean): string {
  const titles = FIGURES.map(({ title }) => title);
  const head = [grouping, ...titles, ...(compared ? titles.map((title) => `${title} before`) : [])];
  const days = `${period.from} to ${period.to}`;
  const about = compared ? `${days}, before: ${previous.from} to ${previous.to}` : days;
  return [
    csvRow([...head, 'Days']),
    ...rows.map(({ name, now, before }) =>
      csvRow([
        name,
        ...FIGURES.map(({ key }) => now[key]),
        ...(compared ? FIGURES.map(({ key }) => before[key]) : []),
        about,
      ]),
    ),
  ].join('');
}
