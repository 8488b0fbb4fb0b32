import { z } from 'zod';
import type { Context } from '../base/context.ts';
import { csvRow } from '../base/csv.ts';
import { placeOf } from '../base/holder.ts';
import { eachInTurns, LongWork } from '../base/long-work.ts';
import { read, Streamed } from '../base/operation.ts';
import { day } from '../base/schemas.ts';
import type { Line } from '../base/turns.ts';
import { type ExportRow as Event, eventsAfter } from './audit.store.ts';
import { auditEventView } from './audit-event.view.ts';
import { type Period, periodOf } from './audit-period.ts';

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
  'count',
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
    format: z.enum(['json', 'csv', 'jsonl']).default('json').describe('json, csv, or jsonl: one event a line.'),
  }),
  output: z.object({
    events: z.array(auditEventView),
    total: z.int(),
  }),

  async run({ from, to, format }, context) {
    const period = periodOf(from, to, context.clock.now());
    const events = eventsBetween(context, period);
    if (format === 'json') return new Streamed('application/json; charset=utf-8', asJson(events));
    const fileName = `audit-${context.organization.slug}-${period.from.slice(0, 10)}.${format}`;
    if (format === 'jsonl') return new Streamed('application/x-ndjson; charset=utf-8', asLines(events), fileName);
    return new Streamed('text/csv; charset=utf-8', asCsv(events), fileName);
  },
});

async function* eventsBetween(context: Context, { from, before }: Period): AsyncGenerator<Event[]> {
  const { database, organizationId, turns } = context;
  const place = placeOf(context);
  const leave = await turns.enter(EXPORTS, place);
  try {
    let last: Pick<Event, 'at' | 'request_id'> = { at: from, request_id: '' };
    let isFirst = true;
    for (;;) {
      const after = [last.at, last.request_id] as const;
      const rows = await turns.take(STRETCHES, place, async () => {
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

/**
 * Each event of a batch as it is written. As fast as somebody reads, an export is long work from its first event to its last:
 * with each batch, too, others go first.
 */
async function* written(batches: AsyncIterable<Event[]>, write: (event: Event) => string): AsyncIterable<string[]> {
  const work = new LongWork();
  for await (const batch of batches) yield await eachInTurns(batch, write, work);
}

async function* asJson(batches: AsyncIterable<Event[]>): AsyncIterable<string> {
  let total = 0;
  for await (const events of written(batches, (event) => JSON.stringify(event))) {
    yield (total > 0 ? ',' : '{"events":[') + events.join(',');
    total += events.length;
  }
  yield `${total > 0 ? '' : '{"events":['}],"total":${total}}`;
}

async function* asLines(batches: AsyncIterable<Event[]>): AsyncIterable<string> {
  for await (const events of written(batches, (event) => `${JSON.stringify(event)}\n`)) yield events.join('');
}

async function* asCsv(batches: AsyncIterable<Event[]>): AsyncIterable<string> {
  let heading = `${COLUMNS.join(',')}\r\n`;
  for await (const events of written(batches, (event) => csvRow(COLUMNS.map((column) => event[column])))) {
    yield heading + events.join('');
    heading = '';
  }
  if (heading !== '') yield heading;
}
