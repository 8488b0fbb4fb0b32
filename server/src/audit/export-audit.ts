import { z } from 'zod';
import type { Context } from '../base/context.ts';
import { csvRow } from '../base/csv.ts';
import { invalid } from '../base/errors.ts';
import { read, Streamed } from '../base/operation.ts';
import { day, endOf, timestamp } from '../base/schemas.ts';
import type { Line } from '../base/turns.ts';
import { type AuditEvent, eventsAfter } from './audit.store.ts';

type Event = Omit<AuditEvent, 'organization_id' | 'count'>;

const DAY_MS = 86_400_000;
const DEFAULT_DAYS = 30;
/** Few enough that a reader of a few kilobytes a second is never taken for one who has stopped. */
const ROWS_AT_ONCE = 500;
/** Whoever reads slowly keeps only their own organization waiting. */
const EXPORTS: Line = {
  name: 'audit exports',
  atOnceOfOne: 2,
  mostWaitingOfOne: 4,
  waitsMs: 30_000,
  refusal: 'Too many exports of this organization are under way. Try again when one has ended.',
};
/** Exports read much: of all connections they hold few, and each only for one stretch. */
const STRETCHES: Line = {
  name: 'stretches of audit exports',
  atOnce: 3,
  atOnceOfOne: 1,
  mostWaitingOfOne: 4,
  waitsMs: 30_000,
  refusal: 'Too many exports are under way. Try again in a moment.',
};

/** The columns of the export, in order. */
const COLUMNS = [
  'at',
  'request_id',
  'operation',
  'path',
  'status_code',
  'error_code',
  'actor_type',
  'user',
  'key_prefix',
  'key_last_four',
  'ip',
  'user_agent',
  'client',
] as const satisfies (keyof Event)[];

/** The audit trail of an organization: every request, successes and failures. */
export const exportAudit = read({
  name: 'export_audit',
  summary: 'Export the audit trail',
  description:
    'Exports every request made in the organization between two days, failures included, as JSON or CSV. For Owners. Use it to see who did what, for example after a key was exposed. Not paginated: narrow the dates for a large organization.',
  rest: 'GET /organizations/{org}/audit/export',
  tool: null,
  scope: 'audit:read',
  ownersOnly: true,
  alsoAs: 'text/csv',
  input: z.strictObject({
    from: day.optional().describe('First day (UTC). Without it, the 30 days up to `to`, or up to now.'),
    to: day.optional().describe('Last day (UTC), included.'),
    format: z.enum(['json', 'csv']).default('json').describe('json or csv.'),
  }),
  output: z.object({
    events: z.array(
      z.object({
        at: timestamp,
        request_id: z.string(),
        operation: z.string(),
        path: z.string(),
        status_code: z.int(),
        error_code: z.string().nullable(),
        actor_type: z.string().nullable(),
        user: z.string().nullable(),
        key_prefix: z.string().nullable(),
        key_last_four: z.string().nullable(),
        ip: z.string().nullable(),
        user_agent: z.string().nullable(),
        client: z.string().nullable().describe('The connected app through which the user acted.'),
      }),
    ),
    total: z.int(),
  }),

  async run({ from, to, format }, context) {
    const period = periodOf(from, to, context.clock.now());
    const events = eventsBetween(context, period);
    if (format === 'json') return new Streamed('application/json; charset=utf-8', asJson(events));
    const fileName = `audit-${context.organization.slug}-${period.from.slice(0, 10)}.csv`;
    return new Streamed('text/csv; charset=utf-8', asCsv(events), fileName);
  },
});

interface Period {
  from: string;
  before: string;
}

/** Both days are included; an open end is now. */
function periodOf(from: string | undefined, to: string | undefined, now: number): Period {
  const before = Math.min(to === undefined ? Number.POSITIVE_INFINITY : endOf(to), now + 1);
  const start = from === undefined ? before - DEFAULT_DAYS * DAY_MS : Date.parse(from);
  if (start >= before) throw invalid([{ path: 'from', message: 'must not be after to' }]);
  return { from: new Date(start).toISOString(), before: new Date(before).toISOString() };
}

async function* eventsBetween(context: Context, { from, before }: Period): AsyncGenerator<Event[]> {
  const { database, organizationId, turns } = context;
  const holder = `${organizationId}`;
  const leave = await turns.enter(EXPORTS, { holder });
  try {
    let last: Pick<Event, 'at' | 'request_id'> = { at: from, request_id: '' };
    let isFirst = true;
    for (;;) {
      const after = [last.at, last.request_id] as const;
      const rows = await turns.take(STRETCHES, { holder }, async () => {
        // An answer in pieces may last: nothing more is read for somebody whose access has ended meanwhile.
        if (!isFirst) await context.stillAdmitted?.();
        return database.rows(eventsAfter, organizationId, from, before, ...after, ROWS_AT_ONCE);
      });
      isFirst = false;
      const end = rows.at(-1);
      if (!end) return;
      yield rows;
      if (rows.length < ROWS_AT_ONCE) return;
      last = end;
    }
  } finally {
    leave();
  }
}

async function* asJson(batches: AsyncIterable<Event[]>): AsyncIterable<string> {
  let total = 0;
  for await (const batch of batches) {
    yield (total > 0 ? ',' : '{"events":[') + batch.map((event) => JSON.stringify(event)).join(',');
    total += batch.length;
  }
  yield `${total > 0 ? '' : '{"events":['}],"total":${total}}`;
}

async function* asCsv(batches: AsyncIterable<Event[]>): AsyncIterable<string> {
  let heading = `${COLUMNS.join(',')}\r\n`;
  for await (const batch of batches) {
    yield heading + batch.map((event) => csvRow(COLUMNS.map((column) => event[column]))).join('');
    heading = '';
  }
  if (heading !== '') yield heading;
}
