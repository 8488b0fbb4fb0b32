import classes from './chart.module.css';
import { pathThrough } from './scale.ts';

const WIDTH = 80;
const HEIGHT = 24;
const MARGIN = 2;

interface SparklineProps {
  values: readonly number[];
  /** What it shows, in words, for whoever does not see it. */
  label: string;
}

/** A small line without axes: how something went, not how much it was. */
export function Sparkline({ values, label }: SparklineProps) {
  const largest = Math.max(...values, 0);
  if (values.length < 2 || largest === 0) return <span className={classes.flat} role="img" aria-label={label} />;
  const step = (WIDTH - 2 * MARGIN) / (values.length - 1);
  const points = values.map((value, index): [number, number] => [
    MARGIN + index * step,
    HEIGHT - MARGIN - (value / largest) * (HEIGHT - 2 * MARGIN),
  ]);
  const line = pathThrough(points);
  return (
    <svg width={WIDTH} height={HEIGHT} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label}>
      <path d={`${line}L${WIDTH - MARGIN} ${HEIGHT}L${MARGIN} ${HEIGHT}Z`} className={classes.under} />
      <path d={line} className={classes.spark} />
    </svg>
  );
}
