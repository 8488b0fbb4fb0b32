import { Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type Answer, api, type Campaign } from '../../../api.ts';
import { formatAmount, formatCount, formatPercent, formatWholeAmount } from '../../../format.ts';
import { useOrganization } from '../../../organization.tsx';
import { DailyChart } from '../../../parts/chart/daily-chart.tsx';
import { CopyAsCurl } from '../../../parts/copy-as-curl.tsx';
import { Difference, Figure } from '../../../parts/figure.tsx';
import { Section } from '../../../parts/page.tsx';
import { pageIcons } from '../../../parts/page-icons.tsx';
import { daysIn, formatDay, type Period, periodBefore } from '../../../parts/period/period.ts';
import { PeriodPicker } from '../../../parts/period/period-picker.tsx';
import { usePeriod } from '../../../parts/period/use-period.ts';
import { Empty, Loaded, RowsSkeleton } from '../../../parts/states.tsx';
import { type Column, DataTable } from '../../../parts/table/data-table.tsx';
import { reading } from '../../../queries.ts';
import { cpaOf } from '../campaign-words.ts';
import classes from './campaign-page.module.css';

type Performance = Answer<typeof api.getPerformance>;
type Day = { date: string; spend: number | null; conversions: number | null };

const NO_CONVERSIONS = 'No conversions on that day.';
const NOT_TOLD = 'It did not run on that day, or the ad platform has not told about it yet.';

/** How a campaign did: its figures, a chart of days and the same as a table. */
export function PerformanceTab({ campaign: { slug } }: { campaign: Campaign }) {
  const { slug: org } = useOrganization();
  const [period] = usePeriod();
  const { from, to, compare, settled } = period;
  const asked = { org, campaign: slug, group_by: 'day' as const };
  const now = useQuery({ ...reading(api.getPerformance, { ...asked, from, to, compare }), enabled: settled });
  const before = useQuery({
    ...reading(api.getPerformance, { ...asked, ...periodBefore(period), compare: false }),
    enabled: settled && compare,
  });
  return (
    <Section
      title="Performance"
      aside={
        <Group gap="xs">
          <CopyAsCurl small endpoint={api.getPerformance} input={{ ...asked, from, to, compare }} />
          <PeriodPicker />
        </Group>
      }
    >
      <Loaded query={now} skeleton={<RowsSkeleton rows={6} />}>
        {(performance) =>
          performance.summary.impressions === 0 ? (
            <Empty icon={pageIcons.performance} title="No figures in this period">
              The campaign did not run on these days, or the ad platform has not told about them yet.
            </Empty>
          ) : (
            <Figures performance={performance} before={compare ? before.data : undefined} period={period} />
          )
        }
      </Loaded>
    </Section>
  );
}

interface FiguresProps {
  performance: Performance;
  before: Performance | undefined;
  period: Period;
}

function Figures({ performance, before, period }: FiguresProps) {
  const { currency } = useOrganization();
  const days = daysIn(period);
  const rows = onEach(days, performance);
  const earlier = before && onEach(daysIn(periodBefore(period)), before);
  const money = (value: number) => formatAmount(Math.round(value * 100) / 100, currency);
  const { spend, conversions } = performance.summary;
  return (
    <>
      <Kpis performance={performance} />
      <DailyChart
        summary={`Spend and CPA by day: ${money(spend)} and ${formatCount(conversions)} conversions in ${days.length} days.`}
        labels={days.map(formatDay)}
        withTable={false}
        bars={{
          name: 'Spend',
          values: rows.map((row) => row.spend),
          before: earlier?.map((row) => row.spend),
          format: (value) => (value >= 100 ? formatWholeAmount(value, currency) : money(value)),
        }}
        line={{ name: 'CPA', values: rows.map(cpaOfDay), before: earlier?.map(cpaOfDay), format: money }}
      />
      <DataTable
        label="Days"
        columns={dayColumns(money)}
        rows={rows.toReversed()}
        keyOf={({ date }) => date}
        nameOf={({ date }) => date}
      />
    </>
  );
}

/** Every day has its place, with figures or without, so that two periods lie day upon day. */
function onEach(days: readonly string[], { by_day = [] }: Performance): Day[] {
  const known = new Map(by_day.map((row) => [row.date, row]));
  return days.map((date) => known.get(date) ?? { date, spend: null, conversions: null });
}

function Kpis({ performance: { summary } }: { performance: Performance }) {
  const { currency } = useOrganization();
  const { spend, conversions, clicks, ctr, vs_previous } = summary;
  const cpa = cpaOf(summary);
  return (
    <dl className={classes.kpis}>
      <Kpi name="Spend" change={vs_previous.spend} better="neither">
        {formatAmount(spend, currency)}
      </Kpi>
      <Kpi name="Conversions" change={vs_previous.conversions} better="more">
        {formatCount(conversions)}
      </Kpi>
      <Kpi name="CPA" change={vs_previous.cpa} better="less">
        <Figure
          value={cpa}
          format={(value) => formatAmount(Math.round(value * 100) / 100, currency)}
          missing="No conversions in this period."
        />
      </Kpi>
      <Kpi name="Clicks">{formatCount(clicks)}</Kpi>
      <Kpi name="CTR">{formatPercent(ctr)}</Kpi>
    </dl>
  );
}

interface KpiProps {
  name: string;
  change?: string | null;
  better?: 'more' | 'less' | 'neither';
  children: React.ReactNode;
}

function Kpi({ name, change, better = 'neither', children }: KpiProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {children}
        {change && (
          <small>
            <Difference better={better} value={Number.parseFloat(change)}>
              {`${change} on the days before`}
            </Difference>
          </small>
        )}
      </dd>
    </div>
  );
}

function cpaOfDay({ spend, conversions }: Day): number | null {
  return cpaOf({ spend: spend ?? 0, conversions: conversions ?? 0 });
}

function dayColumns(money: (value: number) => string): readonly Column<Day>[] {
  const total = (rows: readonly Day[]) => ({
    spend: rows.reduce((sum, { spend }) => sum + (spend ?? 0), 0),
    conversions: rows.reduce((sum, { conversions }) => sum + (conversions ?? 0), 0),
  });
  return [
    { key: 'date', fill: true, title: 'Day', cell: ({ date }) => formatDay(date), foot: () => 'All days' },
    {
      key: 'spend',
      title: 'Spend',
      figure: true,
      cell: ({ spend }) => <Figure value={spend} format={money} missing={NOT_TOLD} />,
      foot: (rows) => money(total(rows).spend),
    },
    {
      key: 'conversions',
      title: 'Conversions',
      figure: true,
      cell: ({ conversions }) => <Figure value={conversions} format={formatCount} missing={NOT_TOLD} />,
      foot: (rows) => formatCount(total(rows).conversions),
    },
    {
      key: 'cpa',
      title: 'CPA',
      figure: true,
      cell: (row) => (
        <Figure value={cpaOfDay(row)} format={money} missing={row.spend === null ? NOT_TOLD : NO_CONVERSIONS} />
      ),
      foot: (rows) => <Figure value={cpaOf(total(rows))} format={money} missing={NO_CONVERSIONS} />,
    },
  ];
}
