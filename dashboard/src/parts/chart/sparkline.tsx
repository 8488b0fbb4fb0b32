import classes from './chart.module.css';
import { pathThrough } from './scale.ts';

const WIDTH = 80;
const HEIGHT = 24;
const MARGIN = 2;
const OUTSIDE = 3;
const VIEW = `0 0 ${WIDTH} ${HEIGHT}`;

interface SparklineProps {
  values: readonly number[];
  /** What it shows, in words, for whoever does not see it. */
  label: string;
}

/** A small line without axes: how something went, not how much it was. */
export function Sparkline({ values, label }: SparklineProps) {
  const largest = Math.max(...values, 0);
  if (values.length < 2 || largest === 0) return <span className={classes.flat} role="img" aria-label={label} />;
  return (
    <svg width={WIDTH} height={HEIGHT} viewBox={VIEW} preserveAspectRatio="none" role="img" aria-label={label}>
      <path d={outlineOf(values, largest)} className={classes.trend} />
    </svg>
  );
}

/** Outlines that were made before: a table shows hundreds of them, again and again. */
const outlines = new WeakMap<readonly number[], string>();

/** The line and what lies under it as one path: its sides and its base run outside of what is shown. */
function outlineOf(values: readonly number[], largest: number): string {
  const made = outlines.get(values);
  if (made !== undefined) return made;
  const step = (WIDTH - 2 * MARGIN) / (values.length - 1);
  const heights = values.map((value) => HEIGHT - MARGIN - (value / largest) * (HEIGHT - 2 * MARGIN));
  const points = heights.map((y, index): [number, number] => [MARGIN + index * step, y]);
  const [first, last] = [heights[0] ?? 0, heights.at(-1) ?? 0];
  const outline = pathThrough([
    [-OUTSIDE, HEIGHT + OUTSIDE],
    [-OUTSIDE, first],
    ...points,
    [WIDTH + OUTSIDE, last],
    [WIDTH + OUTSIDE, HEIGHT + OUTSIDE],
  ]);
  outlines.set(values, outline);
  return outline;
}
