import { type ReactNode, useId } from 'react';
import type { Overview } from '../../api.ts';
import {
  changeBetween,
  formatAmount,
  formatChange,
  formatCount,
  formatPercent,
  formatWholeAmount,
} from '../../format.ts';
import { Sparkline } from '../../parts/chart/sparkline.tsx';
import { Difference, NoFigure } from '../../parts/figure.tsx';
import classes from './overview-page.module.css';

const months = new Intl.DateTimeFormat('en-GB', { month: 'long', timeZone: 'UTC' });

/** From here on cents say nothing. */
const WHOLE_FROM = 1_000;

/** The four figures that tell how things go. */
export function Kpis({ overview, compare }: { overview: Overview; compare: boolean }) {
  const { summary, previous, by_day, currency, target_cpa } = overview;
  const money = (amount: number) => formatAmount(amount, currency);
  const before = compare ? previous : undefined;
  return (
    <dl className={classes.kpis}>
      <Kpi
        name="Spend"
        value={summary.spend < WHOLE_FROM ? money(summary.spend) : formatWholeAmount(summary.spend, currency)}
        spark={by_day.map(({ spend }) => spend)}
      >
        <Against now={summary.spend} before={before?.spend} better="neither" />
      </Kpi>
      <Kpi
        name="Conversions"
        value={formatCount(summary.conversions)}
        spark={by_day.map(({ conversions }) => conversions)}
      >
        <Against now={summary.conversions} before={before?.conversions} better="more" />
      </Kpi>
      <Kpi
        name="Cost of a conversion (CPA)"
        value={summary.conversions > 0 ? money(summary.cpa) : <NoFigure why="Nothing has converted in this period." />}
        spark={by_day.map(({ cpa }) => cpa)}
      >
        <Target cpa={summary.conversions > 0 ? summary.cpa : null} target={target_cpa} money={money} />
        <Against
          now={summary.conversions > 0 ? summary.cpa : 0}
          before={before && before.conversions > 0 ? before.cpa : undefined}
          better="less"
        />
      </Kpi>
      <Pacing overview={overview} />
    </dl>
  );
}

interface KpiProps {
  name: string;
  value: ReactNode;
  spark: readonly number[];
  children: ReactNode;
}

function Kpi({ name, value, spark, children }: KpiProps) {
  return (
    <div className={classes.kpi}>
      <dt className={classes.kpiName}>{name}</dt>
      <dd className={classes.kpiRow}>
        <span className={classes.kpiValue}>{value}</span>
        <Sparkline values={spark} label={`${name}, day by day`} />
      </dd>
      <dd className={classes.kpiNote}>{children}</dd>
    </div>
  );
}

interface AgainstProps {
  now: number;
  before: number | undefined;
  better: 'more' | 'less' | 'neither';
}

function Against({ now, before, better }: AgainstProps) {
  if (before === undefined) return null;
  const change = changeBetween(before, now);
  if (change === undefined || now === 0) return <span>nothing to compare with</span>;
  return (
    <>
      <Difference better={better} value={change}>
        {formatChange(change)}
      </Difference>{' '}
      against before
    </>
  );
}

interface TargetProps {
  cpa: number | null;
  target: number | null;
  money: (amount: number) => string;
}

function Target({ cpa, target, money }: TargetProps) {
  if (target === null) return <span>No target is set. </span>;
  const off = cpa === null ? undefined : changeBetween(target, cpa);
  if (off === undefined) return <span>Target {money(target)}. </span>;
  return (
    <span>
      {off <= 0
        ? `Within the target of ${money(target)}. `
        : `${formatPercent(off)} over the target of ${money(target)}. `}
    </span>
  );
}

function Pacing({ overview: { pacing, currency } }: { overview: Overview }) {
  const id = useId();
  const { month, spent, projected, cap, days_left } = pacing;
  const money = (amount: number) => formatWholeAmount(amount, currency);
  const name = months.format(new Date(`${month}-01`));
  const over = cap !== null && projected > cap;
  return (
    <div className={classes.kpi}>
      <dt className={classes.kpiName} id={id}>
        {name} so far
      </dt>
      <dd className={classes.kpiRow}>
        <span className={classes.kpiValue}>{money(spent)}</span>
        {cap !== null && <span className={classes.kpiNote}>of {money(cap)}</span>}
      </dd>
      {cap !== null && (
        <dd className={classes.kpiNote}>
          <meter
            className={classes.pace}
            min={0}
            max={cap}
            high={cap * 0.95}
            value={Math.min(spent, cap)}
            aria-labelledby={id}
          >
            {formatPercent(cap > 0 ? spent / cap : 0)}
          </meter>
        </dd>
      )}
      <dd className={classes.kpiNote}>
        {over
          ? `At this pace ${money(projected)}: ${money(projected - (cap ?? 0))} over the cap, with ${days_left} days left.`
          : `At this pace ${money(projected)} by the end of the month${cap === null ? '; no cap is set' : ', within the cap'}.`}
      </dd>
    </div>
  );
}
