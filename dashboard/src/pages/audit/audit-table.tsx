import type { AuditEvent } from '../../api.ts';
import { formatMoment } from '../../format.ts';
import { Status } from '../../parts/status.tsx';
import { type Column, DataTable } from '../../parts/table/data-table.tsx';
import classes from './audit.module.css';

const FIRST_FAILURE = 400;

const COLUMNS: readonly Column<AuditEvent>[] = [
  { key: 'at', title: 'When', width: '11rem', cell: ({ at }) => <time dateTime={at}>{formatMoment(at)}</time> },
  { key: 'who', title: 'Who', cell: (event) => <Who event={event} /> },
  { key: 'operation', title: 'Operation', cell: ({ operation }) => <code className={classes.code}>{operation}</code> },
  {
    key: 'outcome',
    title: 'Outcome',
    cell: ({ status_code, error_code }) => (
      <Status
        tone={status_code >= FIRST_FAILURE ? 'bad' : 'good'}
        label={error_code ? `${status_code} ${error_code}` : String(status_code)}
      />
    ),
  },
  { key: 'ip', title: 'From', cell: ({ ip }) => ip ?? '' },
  {
    key: 'request',
    title: 'Request',
    cell: ({ request_id, count }) => (
      <>
        <code className={classes.code}>{request_id}</code>
        {count > 1 && ` and ${count - 1} more in that minute`}
      </>
    ),
  },
];

/** Requests, the newest first. */
export function AuditTable({ events }: { events: readonly AuditEvent[] }) {
  return (
    <DataTable
      label="Requests"
      columns={COLUMNS}
      rows={events}
      keyOf={({ request_id }) => request_id}
      nameOf={({ request_id }) => request_id}
    />
  );
}

function Who({ event: { user, client, key_prefix, key_last_four } }: { event: AuditEvent }) {
  const through = client ?? (key_prefix && `${key_prefix}…${key_last_four}`);
  return (
    <span className={classes.who}>
      {user ?? 'Nobody known'}
      {through && <span className={classes.through}> {through}</span>}
    </span>
  );
}
