import type { Tenancy } from '../../base/context.ts';
import { statement } from '../../base/database.ts';

const lock = statement<[organizationId: number], object>(
  `select pg_advisory_xact_lock(hashtextextended('queued writes ' || $1::integer, 0))`,
);

/** Until the transaction ends nobody else puts a change of the organization into the queue: what is counted stays so. */
export async function lockQueue({ db, organizationId }: Tenancy): Promise<void> {
  await db.rows(lock, organizationId);
}

interface Pending {
  ofCredential: number;
  inAll: number;
}

const count = statement<
  [organizationId: number, credential: string, since: Date],
  { of_credential: number; in_all: number }
>(`
  select (count(*) filter (where credential = $2))::integer as of_credential, count(*)::integer as in_all
  from queued_write
  where organization_id = $1 and status = 'pending' and decided_at is null and requested_at > $3`);

/** How many changes wait for a person, of a credential and of all, older ones left out. */
export async function pendingIn({ db, organizationId }: Tenancy, credential: string, since: Date): Promise<Pending> {
  const counted = await db.row(count, organizationId, credential, since);
  return { ofCredential: counted?.of_credential ?? 0, inAll: counted?.in_all ?? 0 };
}

/** A change that waits, as far as it tells whether another one is the same. */
interface Asked {
  id: string;
  credential: string | null;
  fingerprint: Buffer | null;
}

const last = statement<[organizationId: number, campaign: string, since: Date], Asked>(`
  select id, credential, fingerprint from queued_write
  where organization_id = $1 and status = 'pending' and decided_at is null and campaign = $2 and requested_at > $3
  order by requested_at desc, id desc limit 1`);

/** What was asked of a campaign last and still waits, older ones left out. */
export function lastOnCampaign(
  { db, organizationId }: Tenancy,
  campaign: string,
  since: Date,
): Promise<Asked | undefined> {
  return db.row(last, organizationId, campaign, since);
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
