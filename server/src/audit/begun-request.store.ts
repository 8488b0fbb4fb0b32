import type { Tenancy } from '../base/context.ts';
import { type Queryable, statement } from '../base/database.ts';
import type { AuditEvent } from './audit.store.ts';

/** What is noted of a request beside what it changes. */
export interface Note {
  requestId: string;
  at: Date;
  event: string;
}

const note = statement<[organizationId: number, requestId: string, at: Date, event: string], never>(`
  insert into begun_request (organization_id, request_id, begun_at, event) values ($1, $2, $3, $4)
  on conflict (organization_id, request_id) do nothing`);

/** Notes what is known of a request, in the transaction that executes it. */
export async function noteBegun({ db, organizationId }: Tenancy, { requestId, at, event }: Note): Promise<void> {
  await db.execute(note, organizationId, requestId, at, event);
}

const noteApart = statement<[requestId: string, at: Date, event: string], never>(`
  insert into begun_request_apart (request_id, begun_at, event) values ($1, $2, $3)
  on conflict (request_id) do update set event = excluded.event`);

/** The same where no organization is known. What is noted once more is what is known by then. */
export async function noteBegunApart(db: Queryable, { requestId, at, event }: Note): Promise<void> {
  await db.execute(noteApart, requestId, at, event);
}

const removeApart = statement<[requestId: string], never>('delete from begun_request_apart where request_id = $1');

/** Takes a note away for which there is one in an organization now. */
export async function removeNoteApart(db: Queryable, requestId: string): Promise<void> {
  await db.execute(removeApart, requestId);
}

/** Where requests were begun before then and have no event yet. */
export const organizationsWithUnanswered = statement<[before: Date], { organization_id: number }>(
  'select distinct organization_id from begun_request where begun_at < $1',
);

const take = statement<[organizationId: number, before: Date], { event: AuditEvent }>(
  'delete from begun_request where organization_id = $1 and begun_at < $2 returning event',
);

/** Takes away the notes of requests that were begun before then. */
export async function takeUnanswered({ db, organizationId }: Tenancy, before: Date): Promise<AuditEvent[]> {
  return (await db.rows(take, organizationId, before)).map(({ event }) => event);
}

/** Requests of which no organization was known, that were begun before then and have no event yet. */
export const unansweredApart = statement<[before: Date], { request_id: string }>(
  'select request_id from begun_request_apart where begun_at < $1',
);

const takeApart = statement<[requestId: string], { event: AuditEvent }>(
  'delete from begun_request_apart where request_id = $1 returning event',
);

/** Takes the note of one of them away; undefined where it has gone meanwhile. */
export async function takeUnansweredApart(db: Queryable, requestId: string): Promise<AuditEvent | undefined> {
  return (await db.row(takeApart, requestId))?.event;
}
