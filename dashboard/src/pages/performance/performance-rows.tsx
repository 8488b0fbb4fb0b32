import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { oneOf, useAddress } from '../../address.ts';
import { formatDate } from '../../format.ts';
import { useOrganization } from '../../organization.tsx';
import { type Column, DataTable } from '../../parts/table/data-table.tsx';
import { FIGURES, FigureCell, type PerformanceRow, type PerformanceTable } from './figure-columns.tsx';
import classes from './performance.module.css';

interface PerformanceRowsProps {
  table: PerformanceTable;
  grouping: 'Campaign' | 'Day' | 'Week';
  compare: boolean;
}

/** What moves is told of these in every row; of all in the sums above. */
const MOVING: ReadonlySet<string> = new Set(['spend', 'conversions', 'cpa']);
const ORDERS = ['name', ...FIGURES.map(({ key }) => key)] as const;

/** The rows of a period with every figure and the sums below. */
export function PerformanceRows({ table: { rows, total }, grouping, compare }: PerformanceRowsProps) {
  const { currency } = useOrganization();
  const [{ order, down }, keep] = useAddress((search) => ({
    order: oneOf(ORDERS, search.order),
    down: search.down !== 'no',
  }));
  const columns = useMemo((): Column<PerformanceRow>[] => {
    const name: Column<PerformanceRow> = {
      key: 'name',
      fill: true,
      title: grouping === 'Week' ? 'Week from' : grouping,
      cell: (row) => <Name row={row} />,
      order: ({ name }) => name,
      foot: () => 'Total',
    };
    const figures = FIGURES.map(
      (kind): Column<PerformanceRow> => ({
        key: kind.key,
        title: kind.title,
        figure: true,
        order: ({ now }) => now[kind.key],
        cell: ({ now, before }) => (
          <span className={classes.stacked}>
            <FigureCell
              kind={kind}
              now={now}
              before={compare && MOVING.has(kind.key) ? before : undefined}
              currency={currency}
            />
          </span>
        ),
        foot: () => <FigureCell kind={kind} now={total.now} before={undefined} currency={currency} />,
      }),
    );
    return [name, ...figures];
  }, [grouping, compare, currency, total]);
  return (
    <DataTable
      label={`Performance by ${grouping.toLowerCase()}`}
      columns={columns}
      rows={rows}
      keyOf={({ key }) => key}
      nameOf={({ name }) => name}
      order={order && { by: order, down }}
      onOrder={(next) => keep({ order: next.by, down: next.down ? undefined : 'no' })}
    />
  );
}

function Name({ row: { name, key, state } }: { row: PerformanceRow }) {
  if (state === null) return formatDate(key);
  return (
    <Link to="." search={(before) => ({ ...before, campaign: key, by: 'day' })} className={classes.name} title={name}>
      {name}
    </Link>
  );
}
