import { Button, Group, SegmentedControl, Skeleton } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { oneOf, textOf, useAddress } from '../../address.ts';
import { api } from '../../api.ts';
import { saveFile } from '../../document/document-view.tsx';
import { formatFigureDay } from '../../format.ts';
import { useOrganization } from '../../organization.tsx';
import { CampaignFilter } from '../../parts/campaign-select.tsx';
import { CopyAsCurl } from '../../parts/copy-as-curl.tsx';
import { DownloadIcon } from '../../parts/icons.tsx';
import { Page, Section } from '../../parts/page.tsx';
import { pageIcons } from '../../parts/page-icons.tsx';
import { PeriodPicker } from '../../parts/period/period-picker.tsx';
import { usePeriod } from '../../parts/period/use-period.ts';
import { Empty, Loaded, RowsSkeleton } from '../../parts/states.tsx';
import { reading } from '../../queries.ts';
import { csvOf } from './export-table.ts';
import { FIGURES, FigureCell, type PerformanceTable } from './figure-columns.tsx';
import classes from './performance.module.css';
import { PerformanceChart } from './performance-chart.tsx';
import { PerformanceRows } from './performance-rows.tsx';

const GROUPINGS = { campaign: 'Campaign', day: 'Day', week: 'Week' } as const;
const NAMES = ['campaign', 'day', 'week'] as const;

/** What was spent and what it brought: as a whole, over time, and by campaign, day or week. */
export default function PerformancePage() {
  const { slug: org, name } = useOrganization();
  const [period] = usePeriod();
  const [{ by, campaign }, keep] = useAddress((search) => ({
    by: oneOf(NAMES, search.by) ?? 'campaign',
    campaign: textOf(search.campaign),
  }));
  const asked = { org, from: period.from, to: period.to, campaign };
  const table = useQuery({
    ...reading(api.getPerformanceTable, { ...asked, group_by: by }),
    enabled: period.settled,
    placeholderData: keepPreviousData,
  });
  const overTime = useQuery({
    ...reading(api.getPerformanceTable, { ...asked, group_by: by === 'week' ? 'week' : 'day' }),
    enabled: period.settled,
    placeholderData: keepPreviousData,
  });
  const { data } = table;
  return (
    <Page
      title="Performance"
      of={name}
      wide
      description={data && <AsOf table={data} />}
      actions={
        <Group gap="xs">
          <CopyAsCurl
            endpoint={api.getPerformance}
            input={{ ...asked, group_by: by, ...(!period.compare && { compare: false }) }}
          />
          <Button
            variant="default"
            leftSection={<DownloadIcon size={16} />}
            disabled={!data || data.rows.length === 0}
            onClick={() =>
              data &&
              saveFile(
                `${org}-performance-${by}-${period.from}-${period.to}.csv`,
                csvOf(data, GROUPINGS[by], period.compare),
                'text/csv',
              )
            }
          >
            Export CSV
          </Button>
          <PeriodPicker />
        </Group>
      }
    >
      <Loaded query={table} skeleton={<Skeleton height={92} radius="lg" />}>
        {(shown) => <Summary table={shown} compare={period.compare} />}
      </Loaded>
      <Section>
        <Loaded query={overTime} skeleton={<Skeleton height={260} />}>
          {(shown) => <PerformanceChart table={shown} compare={period.compare} byWeek={by === 'week'} />}
        </Loaded>
      </Section>
      <Section
        title={`By ${GROUPINGS[by].toLowerCase()}`}
        flush
        aside={
          <Group gap="sm">
            <CampaignFilter value={campaign} onChange={(value) => keep({ campaign: value })} />
            <SegmentedControl
              size="xs"
              aria-label="Rows by"
              value={by}
              onChange={(value) => keep({ by: oneOf(NAMES, value) })}
              data={NAMES.map((value) => ({ value, label: GROUPINGS[value] }))}
            />
          </Group>
        }
      >
        <Loaded query={table} skeleton={<RowsSkeleton rows={6} />}>
          {(shown) =>
            shown.rows.length === 0 ? (
              <NoFigures table={shown} />
            ) : (
              <PerformanceRows table={shown} grouping={GROUPINGS[by]} compare={period.compare} />
            )
          }
        </Loaded>
      </Section>
    </Page>
  );
}

/** A table is as good as the days that are in. */
function AsOf({ table: { latest_day, period, previous } }: { table: PerformanceTable }) {
  if (latest_day === null) return 'No figures have arrived from the ad platform yet.';
  const late = latest_day < period.to ? ` Days after ${formatFigureDay(latest_day)} are not in yet.` : '';
  const early = previous.complete ? '' : ' The days before are not all known, so changes are not complete either.';
  return `Figures up to ${formatFigureDay(latest_day)}, in the ad account’s days.${late}${early}`;
}

function Summary({ table: { total }, compare }: { table: PerformanceTable; compare: boolean }) {
  const { currency } = useOrganization();
  return (
    <dl className={classes.summary}>
      {FIGURES.map((kind) => (
        <div key={kind.key}>
          <dt>{kind.title}</dt>
          <dd>
            <FigureCell kind={kind} now={total.now} before={compare ? total.before : undefined} currency={currency} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function NoFigures({ table: { latest_day } }: { table: PerformanceTable }) {
  return (
    <Empty icon={pageIcons.performance} title="No figures in these days">
      {latest_day === null
        ? 'They come in once an ad account is linked, in Settings, and its first sync is done.'
        : `The last day with figures is ${formatFigureDay(latest_day)}. Choose other days, or all campaigns.`}
    </Empty>
  );
}
