import { useElementSize } from '@mantine/hooks';
import { useState } from 'react';
import classes from './chart.module.css';
import { ChartTable } from './chart-table.tsx';
import { type Point, pathThrough, ticksUpTo } from './scale.ts';

/** One row of figures over time: a value for each label of the chart; null where there is none. */
export interface Series {
  name: string;
  values: readonly (number | null)[];
  format: (value: number) => string;
  /** The same in the period before, dashed; as long as the values. */
  before?: readonly (number | null)[] | undefined;
}

interface DailyChartProps {
  /** What the chart shows, in one sentence. */
  summary: string;
  /** A name for each place on the axis, such as a day. */
  labels: readonly string[];
  bars: Series;
  /** Has an axis of its own, at the right. */
  line?: Series | undefined;
  height?: number;
  /** Left out where the page shows the same figures as a table of its own. */
  withTable?: boolean;
}

const FRAME = { top: 10, right: 52, bottom: 24, left: 56 };
const LABEL_WIDTH = 64;

/** Bars and a line over days, with the period before dashed; told apart by shape, and readable as a table. */
export function DailyChart({ summary, labels, bars, line, height = 240, withTable = true }: DailyChartProps) {
  const { ref, width } = useElementSize();
  const [at, setAt] = useState<number | null>(null);
  const inner = { width: Math.max(0, width - FRAME.left - FRAME.right), height: height - FRAME.top - FRAME.bottom };
  const step = labels.length > 0 ? inner.width / labels.length : 0;
  const place = (index: number) => FRAME.left + (index + 0.5) * step;
  const left = axisOf(bars, inner.height);
  const right = line && axisOf(line, inner.height);
  const series = line ? [bars, line] : [bars];
  return (
    <figure className={classes.chart}>
      <Legend series={series} />
      <div ref={ref} className={classes.plot}>
        {width > 0 && (
          <svg
            width={width}
            height={height}
            role="img"
            aria-label={summary}
            onPointerMove={({ nativeEvent }) => setAt(nearest(nativeEvent.offsetX, step, labels.length))}
            onPointerLeave={() => setAt(null)}
          >
            <Axis ticks={left.ticks} y={left.y} format={bars.format} width={width} />
            {right && line && <RightAxis ticks={right.ticks} y={right.y} format={line.format} width={width} />}
            {bars.values.map((value, index) => (
              <rect
                key={labels[index]}
                className={classes.bar}
                data-at={at === index || undefined}
                x={place(index) - step * 0.34}
                width={step * 0.68}
                y={left.y(value ?? 0)}
                height={Math.max(0, FRAME.top + inner.height - left.y(value ?? 0))}
              />
            ))}
            <path className={classes.before} d={lineOf(bars.before, place, left.y)} />
            {right && <path className={classes.lineBefore} d={lineOf(line?.before, place, right.y)} />}
            {right && <path className={classes.line} d={lineOf(line?.values, place, right.y)} />}
            <Labels labels={labels} place={place} room={inner.width} y={height - 6} />
          </svg>
        )}
        {at !== null && <Reading at={at} labels={labels} series={series} x={place(at)} width={width} />}
      </div>
      {withTable && <ChartTable summary={summary} labels={labels} series={series} />}
    </figure>
  );
}

function axisOf({ values, before = [] }: Series, height: number) {
  const ticks = ticksUpTo(Math.max(0, ...[...values, ...before].map((value) => value ?? 0)));
  const top = ticks.at(-1) ?? 1;
  return { ticks, y: (value: number) => FRAME.top + height - (value / top) * height };
}

function lineOf(values: Series['before'], place: (index: number) => number, y: (value: number) => number): string {
  const points = (values ?? []).map((value, index): Point => [place(index), value === null ? null : y(value)]);
  return pathThrough(points);
}

function nearest(x: number, step: number, count: number): number | null {
  const index = Math.floor((x - FRAME.left) / step);
  return index >= 0 && index < count ? index : null;
}

interface AxisProps {
  ticks: readonly number[];
  y: (value: number) => number;
  format: (value: number) => string;
  width: number;
}

function Axis({ ticks, y, format, width }: AxisProps) {
  return ticks.map((tick) => (
    <g key={tick}>
      <line className={classes.grid} x1={FRAME.left} x2={width - FRAME.right} y1={y(tick)} y2={y(tick)} />
      <text className={classes.tick} x={FRAME.left - 8} y={y(tick) + 4} textAnchor="end">
        {format(tick)}
      </text>
    </g>
  ));
}

function RightAxis({ ticks, y, format, width }: AxisProps) {
  return ticks.map((tick) => (
    <text key={tick} className={classes.tick} x={width - FRAME.right + 8} y={y(tick) + 4}>
      {format(tick)}
    </text>
  ));
}

interface LabelsProps {
  labels: readonly string[];
  place: (index: number) => number;
  room: number;
  y: number;
}

function Labels({ labels, place, room, y }: LabelsProps) {
  const every = Math.max(1, Math.ceil((labels.length * LABEL_WIDTH) / Math.max(room, 1)));
  return labels.map((label, index) =>
    index % every === 0 ? (
      <text key={label} className={classes.tick} x={place(index)} y={y} textAnchor="middle">
        {label}
      </text>
    ) : null,
  );
}

function Legend({ series }: { series: readonly Series[] }) {
  const [bars, line] = series;
  return (
    <figcaption className={classes.legend}>
      {bars && <span data-mark="bar">{bars.name}</span>}
      {line && <span data-mark="line">{line.name}</span>}
      {bars?.before && <span data-mark="before">{bars.name} in the period before</span>}
      {line?.before && <span data-mark="line-before">{line.name} in the period before</span>}
    </figcaption>
  );
}

interface ReadingProps {
  at: number;
  labels: readonly string[];
  series: readonly Series[];
  x: number;
  width: number;
}

function Reading({ at, labels, series, x, width }: ReadingProps) {
  const side = x > width / 2 ? { right: width - x + 12 } : { left: x + 12 };
  return (
    <div className={classes.reading} style={side} aria-hidden="true">
      <strong>{labels[at]}</strong>
      {series.map(({ name, values, before, format }) => (
        <span key={name}>
          {name}: {inWords(values[at], format)}
          {before && <span className={classes.readingBefore}> (before: {inWords(before[at], format)})</span>}
        </span>
      ))}
    </div>
  );
}

/** A figure of a chart, or that there is none. */
export function inWords(value: number | null | undefined, format: (value: number) => string): string {
  return value === null || value === undefined ? 'no figure' : format(value);
}
