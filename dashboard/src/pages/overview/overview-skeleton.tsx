import { Skeleton } from '@mantine/core';
import { Section } from '../../parts/page.tsx';
import { RowsSkeleton } from '../../parts/states.tsx';
import classes from './overview-page.module.css';

const FIGURES = ['spend', 'conversions', 'cpa', 'pacing'];

/** The shape of what comes. */
export function OverviewSkeleton() {
  return (
    <>
      <div className={classes.kpis}>
        {FIGURES.map((name) => (
          <div key={name} className={classes.kpi}>
            <Skeleton height={14} width="40%" />
            <Skeleton height={30} width="65%" />
            <Skeleton height={14} width="80%" />
          </div>
        ))}
      </div>
      <Section>
        <Skeleton height={240} mt="sm" />
      </Section>
      <Section flush>
        <RowsSkeleton rows={5} />
      </Section>
    </>
  );
}
