import type { Tenancy } from '../base/context.ts';
import { statement } from '../base/database.ts';

/** One request as the audit trail keeps it; the column names are those of the export. */
export interface AuditEvent {
  organization_id: number | null;
  at: string;
  request_id: string;
  operation: string;
  path: string;
  status_code: number;
  error_code: string | null;
  actor_type: string | null;
  user: string | null;
  key_prefix: string | null;
  key_last_four: string | null;
  ip: string | null;
  user_agent: string | null;
  /** The connected app through which the user acted. */
  client: string | null;
  /** How many requests it stands for, where those of nobody, or those refused in a flood, are counted. */
  count?: number;
  /** A note of the request was left beside what it changed: it goes when the event is kept. */
  begun?: boolean;
}

const columns = `at, request_id, operation, path, status_code, error_code, actor_type, "user", key_prefix,
  key_last_four, ip, user_agent, client`;
const recordset = `json_to_recordset($1::json) as event (organization_id integer, at timestamptz, request_id text,
  operation text, path text, status_code smallint, error_code text, actor_type text, "user" text, key_prefix text,
  key_last_four text, ip text, user_agent text, client text, count integer)`;

/** A batch, and where the one epoch of all (null: nothing stands on it) and those of the people behind it stood, as `id value`. */
type Guarded = [events: string, all: number | null, people: number[], stood: string[]];

const allStand = '($2::bigint is null or (select value from auth_epoch) = $2)';
/** Whose epoch never moved has no row, and rows only ever count up: one that is not as assumed is one that moved. */
const unmoved = `${allStand} and not exists (
  select 1 from access_epoch where person_id = any($3::integer[]) and person_id || ' ' || value <> all($4::text[]))`;

/** Writes a batch only while every epoch stands where the batch assumed it: every event of it, or none. */
export const keepEvents = statement<Guarded, never>(`
  insert into audit_event (organization_id, ${columns})
  select organization_id, ${columns} from ${recordset}
  where ${unmoved}`);

/** The same with one person behind all of it, as is usual where few call at once: it costs a third less. */
export const keepEventsOfOne = statement<[events: string, all: number | null, person: number, value: number], never>(`
  insert into audit_event (organization_id, ${columns})
  select organization_id, ${columns} from ${recordset}
  where ${allStand} and coalesce((select value from access_epoch where person_id = $3), 0) = $4`);

const mixedEvents = `
  with guard as materialized (select ${unmoved} as held),
  event as materialized (
    select organization_id, ${columns}, coalesce(count, 1) as count from ${recordset} where (select held from guard)
  ),
  kept as (
    insert into audit_event (organization_id, ${columns}, count)
    select organization_id, ${columns}, count from event where organization_id is not null
    on conflict (organization_id, at, request_id) do update set count = greatest(audit_event.count, excluded.count),
      status_code = excluded.status_code, error_code = excluded.error_code
  ),
  kept_apart as (
    insert into unattributed_audit_event (${columns}, count)
    select ${columns}, count from event where organization_id is null
    on conflict (at, request_id) do update set count = greatest(unattributed_audit_event.count, excluded.count),
      status_code = excluded.status_code, error_code = excluded.error_code
  )`;

/**
 * The same for a batch with events that belong to no organization, or stand for several requests. Writing a batch again this way changes nothing, so an
 * answer that got lost can be asked for again.
 */
export const keepMixedEvents = statement<Guarded, { kept: boolean }>(`${mixedEvents}
  select held as kept from guard`);

/**
 * The same where notes were left beside changes: they go with it. Where one was made an event of already, because the
 * answer came very late, this event takes its place. A note in an organization is found by its key, and is one of the
 * pairs, written as `id request`.
 */
export const keepBegunEvents = statement<
  [...Guarded, organizationIds: number[], requestIds: string[], pairs: string[]],
  { kept: boolean }
>(`${mixedEvents},
  answered as (
    delete from begun_request
    where organization_id = any($5::integer[]) and request_id = any($6::text[])
      and organization_id::text || ' ' || request_id = any($7::text[]) and (select held from guard)
  ),
  answered_apart as (
    delete from begun_request_apart where request_id = any($6::text[]) and (select held from guard)
  )
  select held as kept from guard`);

/** Keeps events of requests whose answer is not known; of one that is known, nothing is taken back. */
export const keepUnansweredEvents = statement<[events: string], never>(`
  insert into audit_event (organization_id, ${columns})
  select organization_id, ${columns} from ${recordset}
  on conflict (organization_id, at, request_id) do nothing`);

/** The same for those that belong to no organization. */
export const keepUnansweredApart = statement<[events: string], never>(`
  insert into unattributed_audit_event (${columns})
  select ${columns} from ${recordset}
  on conflict (at, request_id) do nothing`);

/** Where the epochs stand that a batch was refused for. */
export const epochsNow = statement<[people: number[]], { all: number; person_id: number; own: number }>(`
  select (select value from auth_epoch) as "all", p.person_id, coalesce(e.value, 0) as own
  from unnest($1::integer[]) as p (person_id) left join access_epoch e on e.person_id = p.person_id`);

/** An event as it is read. */
export type ExportRow = Omit<AuditEvent, 'organization_id' | 'count'> & { count: number };

/** One stretch of an organization's events in order of time, after the event named. */
export const eventsAfter = statement<
  [organizationId: number, from: string, before: string, afterAt: string, afterRequest: string, limit: number],
  ExportRow
>(`
  select ${columns}, count from audit_event
  where organization_id = $1 and at >= $2 and at < $3 and (at, request_id) > ($4::timestamptz, $5)
  order by at, request_id limit $6`);

/** What a look through the trail is narrowed to; empty texts narrow nothing. */
export interface AuditFilter {
  from: string;
  before: string;
  user: string;
  operation: string;
  keyLastFour: string;
  outcome: '' | 'failed' | 'succeeded';
}

const eventsBackwards = statement<
  [
    organizationId: number,
    from: string,
    before: string,
    beforeAt: string,
    beforeRequest: string,
    looked: number,
    user: string,
    operation: string,
    keyLastFour: string,
    outcome: string,
    limit: number,
  ],
  ExportRow & { looked: number; last_at: string; last_request: string }
>(`
  with stretch as materialized (
    select ${columns}, count, row_number() over (order by at desc, request_id desc) as nth from audit_event
    where organization_id = $1 and at >= $2 and at < $3 and (at, request_id) < ($4::timestamptz, $5)
    order by at desc, request_id desc limit $6
  ), seen as (
    select count(*) as looked, min(at) as last_at,
      (select request_id from stretch order by nth desc limit 1) as last_request
    from stretch
  )
  select ${columns}, found.count, looked, last_at, last_request from seen
  left join lateral (
    select * from stretch
    where ($7 = '' or strpos(lower("user"), lower($7)) > 0) and ($8 = '' or operation = $8)
      and ($9 = '' or key_last_four = $9)
      and ($10 = '' or (status_code >= 400) = ($10 = 'failed'))
    order by nth limit $11
  ) found on true
  order by nth`);

/** Where a look through the trail stands: after this event, towards the past. */
export interface AuditPosition {
  at: string;
  request: string;
}

/** The newest events first. Only so many are looked at for one page: what was looked at last tells where to go on. */
export async function eventsBefore(
  { db, organizationId }: Tenancy,
  { from, before, user, operation, keyLastFour, outcome }: AuditFilter,
  after: AuditPosition,
  { limit, looked }: { limit: number; looked: number },
): Promise<{ events: ExportRow[]; next: AuditPosition | undefined }> {
  const narrowed = [user, operation, keyLastFour, outcome] as const;
  const [at, request] = [after.at, after.request];
  const rows = await db.rows(
    eventsBackwards,
    organizationId,
    from,
    before,
    at,
    request,
    looked,
    ...narrowed,
    limit + 1,
  );
  const found = rows.filter(({ request_id }) => request_id !== null);
  const events = found
    .slice(0, limit)
    .map(({ looked: _looked, last_at: _at, last_request: _request, ...event }) => event);
  const last = events.at(-1);
  if (found.length > limit && last) return { events, next: { at: last.at, request: last.request_id } };
  const seen = rows[0];
  return { events, next: seen?.looked === looked ? { at: seen.last_at, request: seen.last_request } : undefined };
}
