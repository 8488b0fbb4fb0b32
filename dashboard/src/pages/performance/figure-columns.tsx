import type { Answer, api } from '../../api.ts';
import { changeBetween, formatAmount, formatChange, formatCount, formatPercent } from '../../format.ts';
import { Difference, Figure } from '../../parts/figure.tsx';

/** A period beside the one before, as it is answered. */
export type PerformanceTable = Answer<typeof api.getPerformanceTable>;
export type PerformanceRow = PerformanceTable['rows'][number];
export type Figures = PerformanceRow['now'];

/** One figure: what it is called, how it is written, and whether more of it is good. */
export interface FigureKind {
  key: keyof Figures;
  title: string;
  better: 'more' | 'less' | 'neither';
  format: (value: number, currency: string) => string;
  /** Why there may be none. */
  missing: string;
}

const count = (value: number) => formatCount(value);

/** The figures of the page, in the order that marketers know. */
export const FIGURES: readonly FigureKind[] = [
  { key: 'spend', title: 'Spend', better: 'neither', format: formatAmount, missing: '' },
  { key: 'impressions', title: 'Impressions', better: 'more', format: count, missing: '' },
  { key: 'clicks', title: 'Clicks', better: 'more', format: count, missing: '' },
  { key: 'ctr', title: 'CTR', better: 'more', format: formatPercent, missing: 'No impressions in these days' },
  { key: 'cpc', title: 'CPC', better: 'less', format: formatAmount, missing: 'No clicks in these days' },
  { key: 'conversions', title: 'Conversions', better: 'more', format: count, missing: '' },
  { key: 'cpa', title: 'CPA', better: 'less', format: formatAmount, missing: 'No conversions in these days' },
  { key: 'roas', title: 'ROAS', better: 'more', format: count, missing: 'No spend in these days' },
];

interface FigureCellProps {
  kind: FigureKind;
  now: Figures;
  /** Left out where nothing is compared. */
  before: Figures | undefined;
  currency: string;
}

/** A figure with its change against the days before. */
export function FigureCell({ kind, now, before, currency }: FigureCellProps) {
  const { key, better, format, missing } = kind;
  const [value, earlier] = [now[key], before?.[key]];
  const change = value !== null && earlier ? changeBetween(earlier, value) : undefined;
  return (
    <>
      <Figure value={value} format={(figure) => format(figure, currency)} missing={missing} />
      {change !== undefined && (
        <Difference better={better} value={change}>
          {formatChange(change)}
        </Difference>
      )}
    </>
  );
}
