import { Group, NativeSelect } from '@mantine/core';
import { type AddressParser, oneOf, textOf, useAddress } from '../../address.ts';
import { type Answer, api } from '../../api.ts';
import { formatCount, formatDate } from '../../format.ts';
import { useMay, useOrganization } from '../../organization.tsx';
import { type PagesOf, usePages } from '../../pages-of.ts';
import { CampaignFilter } from '../../parts/campaign-select.tsx';
import { CopyAsCurl } from '../../parts/copy-as-curl.tsx';
import { DayRange } from '../../parts/day-range.tsx';
import { Page, Section } from '../../parts/page.tsx';
import { pageIcons } from '../../parts/page-icons.tsx';
import { ShowMore } from '../../parts/show-more.tsx';
import { Empty, Failure, RowsSkeleton } from '../../parts/states.tsx';
import { ActionEntry } from './action-entry.tsx';
import classes from './activity.module.css';
import { OwnersOnly } from './owners-only.tsx';

const SOURCES = ['dashboard', 'engine'] as const;

interface Kept {
  from: string | undefined;
  to: string | undefined;
  source: (typeof SOURCES)[number] | undefined;
  campaign: string | undefined;
  /** The action that a link is about. */
  action: string | undefined;
}

const keptIn: AddressParser<Kept> = ({ from, to, source, campaign, action }) => ({
  from: textOf(from),
  to: textOf(to),
  source: oneOf(SOURCES, source),
  campaign: textOf(campaign),
  action: textOf(action),
});

/** What was changed, by whom, and whether it was undone. */
export default function ActivityPage() {
  const { name } = useOrganization();
  const may = useMay('audit:read');
  return (
    <Page
      title="Activity"
      of={name}
      description="Every change of campaigns, newest first: who made it, what became of what, and the way back."
      actions={may && <Curl />}
    >
      {may ? <Log /> : <OwnersOnly what="The log of changes" />}
    </Page>
  );
}

function Curl() {
  const { slug: org } = useOrganization();
  const [{ action: _meant, ...filters }] = useAddress(keptIn);
  return <CopyAsCurl endpoint={api.getActionLog} input={{ org, ...filters }} />;
}

function Log() {
  const { slug: org } = useOrganization();
  const [{ action, ...filters }, keep] = useAddress(keptIn);
  const set = Object.fromEntries(Object.entries(filters).filter(([, value]) => value));
  const input = { org, ...set };
  const query = usePages(api.getActionLog, input);
  return (
    <>
      <Filters kept={filters} keep={keep} />
      <Entries query={query} narrowed={Object.keys(set).length > 0} action={action} />
    </>
  );
}

interface EntriesProps {
  query: PagesOf<Answer<typeof api.getActionLog>>;
  narrowed: boolean;
  action: string | undefined;
}

function Entries({ query, narrowed, action }: EntriesProps) {
  const pages = query.data?.pages;
  if (!pages) {
    return (
      <Section flush>
        {query.error ? <Failure error={query.error} retry={() => query.refetch()} /> : <RowsSkeleton rows={8} />}
      </Section>
    );
  }
  const actions = pages.flatMap((page) => page.actions);
  if (actions.length === 0) return <Nothing narrowed={narrowed} />;
  return (
    <>
      {[...Map.groupBy(actions, ({ at }) => formatDate(at))].map(([day, group]) => (
        <Section key={day} title={day} flush>
          <ul className={classes.list}>
            {group.map((one) => (
              <ActionEntry key={one.id} action={one} meant={one.id === action} />
            ))}
          </ul>
        </Section>
      ))}
      <Group justify="space-between">
        <span className={classes.total}>
          {formatCount(actions.length)} of {formatCount(pages[0]?.total ?? 0)}
        </span>
        <ShowMore pages={query}>Show older</ShowMore>
      </Group>
    </>
  );
}

function Nothing({ narrowed }: { narrowed: boolean }) {
  return (
    <Section flush>
      <Empty icon={pageIcons.activity} title={narrowed ? 'Nothing matches' : 'Nothing was changed yet'}>
        {narrowed
          ? 'No change was made in these days, of this kind, in this campaign.'
          : 'What people, keys, apps and applied recommendations change is listed here, and can be undone from here.'}
      </Empty>
    </Section>
  );
}

interface FiltersProps {
  kept: Omit<Kept, 'action'>;
  keep: (change: Record<string, unknown>) => void;
}

function Filters({ kept: { from, to, source, campaign }, keep }: FiltersProps) {
  return (
    <search className={classes.filters}>
      <DayRange from={from} to={to} keep={keep} />
      <NativeSelect
        label="Made"
        value={source ?? ''}
        onChange={({ currentTarget: { value } }) => keep({ source: value })}
        data={[
          { value: '', label: 'Any way' },
          { value: 'dashboard', label: 'Directly' },
          { value: 'engine', label: 'By a recommendation' },
        ]}
      />
      <CampaignFilter labelled value={campaign} onChange={(value) => keep({ campaign: value })} />
    </search>
  );
}
