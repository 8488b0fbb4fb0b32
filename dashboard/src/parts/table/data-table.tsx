import { UnstyledButton } from '@mantine/core';
import { type ReactNode, useLayoutEffect, useMemo, useRef } from 'react';
import classes from './data-table.module.css';
import { BodyRow, Foot, Gap, Steady } from './table-rows.tsx';
import { useWindow } from './use-window.ts';

/** One column of a dense table. */
export interface Column<Row> {
  key: string;
  title: string;
  /** Figures stand right and align. */
  figure?: boolean;
  /** How wide, as CSS writes it; without one as wide as what is in it. */
  width?: string;
  /** Takes the room that the others leave, and cuts what does not fit. */
  fill?: boolean;
  cell: (row: Row) => ReactNode;
  /** By what the rows are ordered; a column without cannot be. Rows without a value come last. */
  order?: (row: Row) => string | number | null;
  /** What stands below all rows, such as a sum. */
  foot?: (rows: readonly Row[]) => ReactNode;
}

/** By which column, and which way. */
export interface Order {
  by: string;
  down: boolean;
}

interface Selection<Key> {
  chosen: ReadonlySet<Key>;
  onChoose: (chosen: ReadonlySet<Key>) => void;
}

interface DataTableProps<Row> {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  nameOf: (row: Row) => string;
  order?: Order | undefined;
  onOrder?: (order: Order) => void;
  selection?: Selection<string> | undefined;
}

/** A table of many rows: head and sums stay in sight, and only the rows in sight are drawn. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, keyOf, nameOf, order, onOrder, selection } = props;
  const ordered = useMemo(() => inOrder(rows, columns, order), [rows, columns, order]);
  const { box, from, to, above, below } = useWindow(ordered.length);
  const width = columns.length + (selection ? 1 : 0);
  const toggle = useToggle(selection);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section ref={box} className={classes.box} tabIndex={0} aria-label={label}>
      <table className={classes.table} aria-label={label} aria-rowcount={ordered.length + 1}>
        <Steady from={[ordered, columns, order, onOrder, selection]} draw={() => <Head {...props} rows={ordered} />} />
        <tbody>
          {above > 0 && <Gap height={above} width={width} />}
          {ordered.slice(from, to).map((row, index) => (
            <Steady
              key={keyOf(row)}
              from={[row, columns, from + index, selection?.chosen.has(keyOf(row))]}
              draw={() => (
                <BodyRow
                  columns={columns}
                  row={row}
                  index={from + index}
                  name={nameOf(row)}
                  chosen={selection?.chosen.has(keyOf(row))}
                  onToggle={() => toggle(keyOf(row))}
                />
              )}
            />
          ))}
          {below > 0 && <Gap height={below} width={width} />}
        </tbody>
        {columns.some(({ foot }) => foot) && (
          <Steady
            from={[ordered, columns, !!selection]}
            draw={() => <Foot columns={columns} rows={ordered} selectable={!!selection} />}
          />
        )}
      </table>
    </section>
  );
}

function inOrder<Row>(rows: readonly Row[], columns: readonly Column<Row>[], order: Order | undefined): readonly Row[] {
  const orderOf = columns.find(({ key }) => key === order?.by)?.order;
  if (!order || !orderOf) return rows;
  const sign = order.down ? -1 : 1;
  return rows.toSorted((one, other) => {
    const [a, b] = [orderOf(one), orderOf(other)];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return sign * (typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b)));
  });
}

function Head<Row>({ columns, rows, keyOf, order, onOrder, selection }: DataTableProps<Row>) {
  const all = rows.length > 0 && rows.every((row) => selection?.chosen.has(keyOf(row)));
  const some = rows.some((row) => selection?.chosen.has(keyOf(row)));
  return (
    <thead>
      <tr aria-rowindex={1}>
        {selection && (
          <th className={classes.choice}>
            <input
              type="checkbox"
              className={classes.check}
              aria-label="Choose all"
              checked={all}
              ref={(input) => {
                if (input) input.indeterminate = some && !all;
              }}
              onChange={() => selection.onChoose(new Set(all ? [] : rows.map(keyOf)))}
            />
          </th>
        )}
        {columns.map((column) => (
          <HeadCell key={column.key} column={column} order={order} onOrder={onOrder} />
        ))}
      </tr>
    </thead>
  );
}

interface HeadCellProps<Row> {
  column: Column<Row>;
  order: Order | undefined;
  onOrder: ((order: Order) => void) | undefined;
}

function HeadCell<Row>({
  column: { key, title, figure, width, fill, order: orderable },
  order,
  onOrder,
}: HeadCellProps<Row>) {
  const isBy = order?.by === key;
  const direction = isBy ? (order.down ? 'descending' : 'ascending') : undefined;
  return (
    <th
      scope="col"
      style={{ width }}
      data-figure={figure || undefined}
      data-fill={fill || undefined}
      aria-sort={direction}
    >
      {orderable && onOrder ? (
        <UnstyledButton
          className={classes.order}
          onClick={() => onOrder({ by: key, down: isBy ? !order.down : figure === true })}
        >
          {title}
          <span aria-hidden="true" className={classes.arrow}>
            {isBy && (order.down ? '↓' : '↑')}
          </span>
        </UnstyledButton>
      ) : (
        title
      )}
    </th>
  );
}

/** Chooses or leaves a row; those that are not drawn again know what is chosen by now. */
function useToggle(selection: Selection<string> | undefined): (key: string) => void {
  const latest = useRef(selection);
  useLayoutEffect(() => {
    latest.current = selection;
  });
  return (key) => latest.current?.onChoose(toggled(latest.current.chosen, key));
}

function toggled(chosen: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(chosen);
  if (!next.delete(key)) next.add(key);
  return next;
}
