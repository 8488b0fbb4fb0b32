import { VisuallyHidden } from '@mantine/core';
import { memo, type ReactNode } from 'react';
import classes from './data-table.module.css';
import type { Column } from './data-table.tsx';

interface BodyRowProps<Row> {
  columns: readonly Column<Row>[];
  row: Row;
  index: number;
  name: string;
  /** Undefined where rows cannot be chosen. */
  chosen: boolean | undefined;
  onToggle: () => void;
}

/** One row, with a place to choose it. */
export function BodyRow<Row>({ columns, row, index, name, chosen, onToggle }: BodyRowProps<Row>) {
  return (
    <tr aria-rowindex={index + 2} data-chosen={chosen || undefined}>
      {chosen !== undefined && (
        <td className={classes.choice}>
          <input
            type="checkbox"
            className={classes.check}
            aria-label={`Choose ${name}`}
            checked={chosen}
            onChange={onToggle}
          />
        </td>
      )}
      {columns.map(({ key, figure, fill, cell }) => (
        <td key={key} data-figure={figure || undefined} data-fill={fill || undefined}>
          {cell(row)}
        </td>
      ))}
    </tr>
  );
}

interface SteadyProps {
  /** What it is drawn from. */
  from: readonly unknown[];
  draw: () => ReactNode;
}

/** Rows that stay in sight while the table scrolls are not drawn again. */
export const Steady = memo(
  ({ draw }: SteadyProps) => draw(),
  ({ from: before }, { from: now }) => before.every((one, at) => one === now[at]),
);

/** Stands for rows that are not in sight. */
export function Gap({ height, width }: { height: number; width: number }) {
  return (
    <tr>
      <td colSpan={width} style={{ height, padding: 0, border: 0 }} />
    </tr>
  );
}

interface FootProps<Row> {
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  selectable: boolean;
}

/** What stands below all rows. */
export function Foot<Row>({ columns, rows, selectable }: FootProps<Row>) {
  return (
    <tfoot>
      <tr>
        {selectable && (
          <td>
            <VisuallyHidden>All rows</VisuallyHidden>
          </td>
        )}
        {columns.map(({ key, figure, foot }) => (
          <td key={key} data-figure={figure || undefined}>
            {foot?.(rows)}
          </td>
        ))}
      </tr>
    </tfoot>
  );
}
