import { Tooltip } from '@mantine/core';
import { formatDistance, formatMoment } from '../format.ts';
import classes from './figure.module.css';

/** Why a figure is missing, in place of the figure: never a zero that nobody measured. Tables hold hundreds of them. */
export function NoFigure({ why }: { why: string }) {
  return (
    <span className={classes.missing} role="img" aria-label={why} title={why}>
      –
    </span>
  );
}

interface FigureProps {
  value: number | null | undefined;
  format: (value: number) => string;
  /** Why there may be none. */
  missing: string;
}

/** A figure as it is written, or a dash with its reason. */
export function Figure({ value, format, missing }: FigureProps) {
  if (value === null || value === undefined) return <NoFigure why={missing} />;
  return <span className={classes.figure}>{format(value)}</span>;
}

interface DifferenceProps {
  /** In words, with its sign. */
  children: string;
  /** Whether more is better: spend that grows is neither. */
  better: 'more' | 'less' | 'neither';
  value: number;
}

/** A change with its sign and an arrow; the colour only repeats whether that is good. */
export function Difference({ children, better, value }: DifferenceProps) {
  const good = better === 'more' ? value > 0 : value < 0;
  const tone = better === 'neither' || value === 0 ? 'plain' : good ? 'good' : 'bad';
  const arrow = value === 0 ? '' : value > 0 ? '↑' : '↓';
  return (
    <span className={classes.difference} data-tone={tone}>
      <span aria-hidden="true">{arrow}</span> {children}
    </span>
  );
}

/** How long ago something was; the exact moment on hover. */
export function Ago({ at }: { at: string }) {
  return (
    <Tooltip label={formatMoment(at)}>
      <time dateTime={at} className={classes.figure}>
        {formatDistance(at, Date.now())}
      </time>
    </Tooltip>
  );
}
