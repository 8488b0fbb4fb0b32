import type { Tenancy } from '../../base/context.ts';
import { statement } from '../../base/database.ts';
import { LISTED_COLUMNS, type ListedQueuedWrite, type QueuedStatus } from './queued-write.store.ts';

/** Where a page begins: after the queued write that was asked for then under that id, among the stops or after them. */
export interface QueuePosition {
  stops: boolean;
  requestedAt: string;
  id: string;
}

const FILTERED = `organization_id = $1 and ($2::text is null or status = $2)`;

const newest = statement<
  [organizationId: number, status: string | null, requestedAt: string | null, id: string | null, limit: number],
  ListedQueuedWrite
>(`
  select ${LISTED_COLUMNS} from queued_write
  where ${FILTERED} and ($3::timestamptz is null or (requested_at, id) < ($3, $4))
  order by requested_at desc, id desc limit $5`);
const stopsFirst = statement<
  [organizationId: number, afterStops: boolean | null, requestedAt: string | null, id: string | null, limit: number],
  ListedQueuedWrite
>(`
  select ${LISTED_COLUMNS} from queued_write
  where organization_id = $1 and status = 'pending'
    and ($2::boolean is null or ((not stops), requested_at, id) > ($2, $3::timestamptz, $4::text))
  order by (not stops), requested_at, id limit $5`);

const count = statement<[organizationId: number, status: string | null], { total: number; waiting: number }>(`
  select (select count(*)::integer from queued_write where ${FILTERED}) as total,
    (select count(*)::integer from queued_write
      where organization_id = $1 and status = 'pending' and decided_at is null) as waiting`);

/**
 * A page of the queue, how much there is in all, and on how much nobody has decided yet: of what waits, stops and then the
 * oldest, of all the newest first.
 */
export async function queuePage(
  { db, organizationId }: Tenancy,
  status: QueuedStatus | null,
  after: QueuePosition | undefined,
  limit: number,
): Promise<{ rows: ListedQueuedWrite[]; total: number; waiting: number }> {
  const [requestedAt, id] = [after?.requestedAt ?? null, after?.id ?? null];
  const [rows, counted] = await Promise.all([
    status === 'pending'
      ? db.rows(stopsFirst, organizationId, after ? !after.stops : null, requestedAt, id, limit)
      : db.rows(newest, organizationId, status, requestedAt, id, limit),
    db.row(count, organizationId, status),
  ]);
  return { rows, ...(counted ?? { total: 0, waiting: 0 }) };
}
