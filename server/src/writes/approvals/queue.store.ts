import type { Tenancy } from '../../base/context.ts';
import { type Statement, statement } from '../../base/database.ts';
import { LISTED_COLUMNS, type ListedQueuedWrite, type QueuedStatus } from './queued-write.store.ts';

/** Where a page begins: after the queued write that was asked for then under that id. */
export interface QueuePosition {
  requestedAt: string;
  id: string;
}

type Page = Statement<
  [organizationId: number, status: string | null, requestedAt: string | null, id: string | null, limit: number],
  ListedQueuedWrite
>;

const FILTERED = `organization_id = $1 and ($2::text is null or status = $2)`;

const newest: Page = statement(`
  select ${LISTED_COLUMNS} from queued_write
  where ${FILTERED} and ($3::timestamptz is null or (requested_at, id) < ($3, $4))
  order by requested_at desc, id desc limit $5`);
const oldestPending: Page = statement(`
  select ${LISTED_COLUMNS} from queued_write
  where ${FILTERED} and status = 'pending' and ($3::timestamptz is null or (requested_at, id) > ($3, $4))
  order by requested_at, id limit $5`);

const count = statement<[organizationId: number, status: string | null], { total: number }>(
  `select count(*)::integer as total from queued_write where ${FILTERED}`,
);

/** A page of the queue, and how much there is in all: what waits longest comes first, what was decided latest. */
export async function queuePage(
  { db, organizationId }: Tenancy,
  status: QueuedStatus | null,
  after: QueuePosition | undefined,
  limit: number,
): Promise<{ rows: ListedQueuedWrite[]; total: number }> {
  const page = status === 'pending' ? oldestPending : newest;
  const [rows, counted] = await Promise.all([
    db.rows(page, organizationId, status, after?.requestedAt ?? null, after?.id ?? null, limit),
    db.row(count, organizationId, status),
  ]);
  return { rows, total: counted?.total ?? 0 };
}
