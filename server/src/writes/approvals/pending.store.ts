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

const onCampaign = statement<
  [organizationId: number, campaign: string, except: string, limit: number],
  { id: string; summary: string; requested_at: string }
>(`
  select id, summary, requested_at from queued_write
  where organization_id = $1 and status = 'pending' and decided_at is null and campaign = $2 and id <> $3
  order by requested_at, id limit $4`);

/** What else waits on the campaign of a change that waits. */
export async function pendingOnCampaign(
  { db, organizationId }: Tenancy,
  { id, campaign }: { id: string; campaign: string | null },
  limit: number,
): Promise<{ id: string; summary: string; requested_at: string }[]> {
  return campaign === null ? [] : db.rows(onCampaign, organizationId, campaign, id, limit);
}
