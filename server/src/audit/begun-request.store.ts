import type { Tenancy } from '../base/context.ts';
import { statement } from '../base/database.ts';
import type { AuditEvent } from './audit.store.ts';

const note = statement<[organizationId: number, requestId: string, at: Date, event: string], never>(`
  insert into begun_request (organization_id, request_id, begun_at, event) values ($1, $2, $3, $4)
  on conflict (organization_id, request_id) do nothing`);

/** Notes what is known of a request, in the transaction that executes it. */
export async function noteBegun(
  { db, organizationId }: Tenancy,
  { requestId, at, event }: { requestId: string; at: Date; event: string },
): Promise<void> {
  await db.execute(note, organizationId, requestId, at, event);
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
