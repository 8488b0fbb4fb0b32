import { useQuery } from '@tanstack/react-query';
import { api, type Overview } from '../../api.ts';
import { useOrganization } from '../../organization.tsx';
import { Page, Section } from '../../parts/page.tsx';
import { PeriodPicker } from '../../parts/period/period-picker.tsx';
import { usePeriod } from '../../parts/period/use-period.ts';
import { Loaded } from '../../parts/states.tsx';
import { reading } from '../../queries.ts';
import { Attention } from './attention.tsx';
import { Connections } from './connections.tsx';
import { Kpis } from './kpis.tsx';
import { NoFiguresYet } from './no-figures-yet.tsx';
import classes from './overview-page.module.css';
import { OverviewSkeleton } from './overview-skeleton.tsx';
import { RecentActions } from './recent-actions.tsx';
import { SpendChart } from './spend-chart.tsx';

/** Answers in five seconds: how much, how well, what needs me. */
export default function OverviewPage() {
  const { slug, name } = useOrganization();
  const [{ from, to, compare, settled }] = usePeriod();
  const overview = useQuery({
    ...reading(api.getOverview, { org: slug, from, to }),
    enabled: settled,
    placeholderData: (before: Overview | undefined) => before,
  });
  return (
    <Page
      title={name}
      of="Overview"
      wide
      description="How much, how well, and what needs you."
      actions={<PeriodPicker />}
    >
      <Loaded query={overview} skeleton={<OverviewSkeleton />}>
        {(data) => <Shown overview={data} compare={compare} />}
      </Loaded>
    </Page>
  );
}

function Shown({ overview, compare }: { overview: Overview; compare: boolean }) {
  if (overview.latest_day === null) {
    return (
      <>
        <NoFiguresYet {...overview} />
        {overview.accounts.length > 0 && <Connections overview={overview} />}
      </>
    );
  }
  return (
    <>
      <Kpis overview={overview} compare={compare} />
      <Section title="Spend and cost of a conversion">
        <SpendChart overview={overview} compare={compare} />
      </Section>
      <div className={classes.columns}>
        <Attention overview={overview} />
        <div className={classes.column}>
          {overview.recent_actions && <RecentActions actions={overview.recent_actions} />}
          <Connections overview={overview} />
        </div>
      </div>
    </>
  );
}
