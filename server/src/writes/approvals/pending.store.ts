import type { Tenancy } from '../../base/context.ts';
import { statement } from '../../base/database.ts';

const lock = statement<[organizationId: number, credential: string], object>(
  `select pg_advisory_xact_lock(hashtextextended('queued writes ' || $1::integer || ' ' || $2::text, 0))`,
);

/** Until the transaction ends nobody else puts a change of that credential into the queue. */
export async function lockPendingOf({ db, organizationId }: Tenancy, credential: string): Promise<void> {
  await db.rows(lock, organizationId, credential);
}

const count = statement<[organizationId: number, credential: string, since: Date], { pending: number }>(`
  select count(*)::integer as pending from queued_write
  where organization_id = $1 and credential = $2 and status = 'pending' and decided_at is null and requested_at > $3`);

/** How many changes of a credential wait for a person, older ones left out. */
export async function pendingOf({ db, organizationId }: Tenancy, credential: string, since: Date): Promise<number> {
  return (await db.row(count, organizationId, credential, since))?.pending ?? 0;
}
