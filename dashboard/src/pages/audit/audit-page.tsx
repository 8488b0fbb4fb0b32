import { Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { type AddressParser, oneOf, textOf, useAddress } from '../../address.ts';
import { api } from '../../api.ts';
import { addressOf } from '../../call.ts';
import { useMay, useOrganization } from '../../organization.tsx';
import { usePages } from '../../pages-of.ts';
import { CopyAsCurl } from '../../parts/copy-as-curl.tsx';
import { DayRange } from '../../parts/day-range.tsx';
import { Page, Section } from '../../parts/page.tsx';
import { pageIcons } from '../../parts/page-icons.tsx';
import { ShowMore } from '../../parts/show-more.tsx';
import { Empty, Failure, RowsSkeleton } from '../../parts/states.tsx';
import classes from '../activity/activity.module.css';
import { OwnersOnly } from '../activity/owners-only.tsx';
import { AuditTable } from './audit-table.tsx';

const OUTCOMES = ['failed', 'succeeded'] as const;
const PAGE = 50;

interface Kept {
  from: string | undefined;
  to: string | undefined;
  user: string | undefined;
  operation: string | undefined;
  key_last_four: string | undefined;
  outcome: (typeof OUTCOMES)[number] | undefined;
}

const keptIn: AddressParser<Kept> = ({ from, to, user, operation, key, outcome }) => ({
  from: textOf(from),
  to: textOf(to),
  user: textOf(user),
  operation: textOf(operation),
  key_last_four: textOf(key),
  outcome: oneOf(OUTCOMES, outcome),
});

/** Every request made in the organization, whoever sent it. */
export default function AuditPage() {
  const { name } = useOrganization();
  const may = useMay('audit:read');
  return (
    <Page
      title="Audit"
      of={name}
      wide
      description="Every request made in the organization, successes and failures, by people, keys and apps. Days are UTC."
      actions={may && <Exports />}
    >
      {may ? <Trail /> : <OwnersOnly what="The audit trail" />}
    </Page>
  );
}

function Exports() {
  const { slug: org } = useOrganization();
  const [{ from, to }] = useAddress(keptIn);
  const days = { ...(from && { from }), ...(to && { to }) };
  return (
    <Group gap="xs">
      <CopyAsCurl endpoint={api.exportAudit} input={{ org, format: 'jsonl', ...days }} />
      {(['csv', 'jsonl'] as const).map((format) => (
        <Button
          key={format}
          variant="default"
          component="a"
          href={addressOf(api.exportAudit, { org, format, ...days })}
          download
        >
          Export {format.toUpperCase()}
        </Button>
      ))}
    </Group>
  );
}

function Trail() {
  const { slug: org } = useOrganization();
  const [kept, keep] = useAddress(keptIn);
  const set = Object.fromEntries(Object.entries(kept).filter(([, value]) => value));
  const input = { org, limit: PAGE, ...set };
  const query = usePages(api.listAuditEvents, input);
  const events = query.data?.pages.flatMap((page) => page.events);
  return (
    <>
      <Filters kept={kept} keep={keep} />
      <Section flush>
        {!events &&
          (query.error ? <Failure error={query.error} retry={() => query.refetch()} /> : <RowsSkeleton rows={10} />)}
        {events?.length === 0 && (
          <Empty icon={pageIcons.audit} title={query.hasNextPage ? 'Nothing found so far' : 'Nothing matches'}>
            {query.hasNextPage
              ? 'Only the newest part of the trail was looked through. Look further back below.'
              : 'No request of these days fits what is asked for.'}
          </Empty>
        )}
        {events && events.length > 0 && <AuditTable events={events} />}
      </Section>
      <ShowMore pages={query}>Look further back</ShowMore>
    </>
  );
}

interface FiltersProps {
  kept: Kept;
  keep: (change: Record<string, unknown>) => void;
}

function Filters({ kept, keep }: FiltersProps) {
  const { from, to, user, operation, key_last_four, outcome } = kept;
  return (
    <search className={classes.filters} style={{ maxWidth: '76rem' }}>
      <DayRange from={from} to={to} keep={keep} />
      <TextInput
        label="Person"
        placeholder="Part of the email"
        value={user ?? ''}
        onChange={({ currentTarget: { value } }) => keep({ user: value })}
      />
      <TextInput
        label="Operation"
        placeholder="update_campaign"
        value={operation ?? ''}
        onChange={({ currentTarget: { value } }) => keep({ operation: value })}
      />
      <TextInput
        label="Key ends with"
        placeholder="Last four"
        maxLength={4}
        value={key_last_four ?? ''}
        onChange={({ currentTarget: { value } }) => keep({ key: value })}
      />
      <NativeSelect
        label="Outcome"
        value={outcome ?? ''}
        onChange={({ currentTarget: { value } }) => keep({ outcome: value })}
        data={[
          { value: '', label: 'Any' },
          { value: 'failed', label: 'Refused or failed' },
          { value: 'succeeded', label: 'Succeeded' },
        ]}
      />
    </search>
  );
}
