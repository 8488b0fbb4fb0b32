import type { Tenancy } from '../../base/context.ts';
import { statement } from '../../base/database.ts';
import { lineOf } from '../in-one-line.ts';

const lock = statement<[organizationId: number], object>(
  `select pg_advisory_xact_lock(hashtextextended('queued writes ' || $1::integer, 0))`,
);

/** Until the transaction ends nobody else puts a change of the organization into the queue: what is counted stays so. */
export async function lockQueue({ db, organizationId }: Tenancy): Promise<void> {
  await db.rows(lock, organizationId);
}

/** What is counted: what was asked for since an instant, without what keys asked for that were revoked. */
export interface Counted {
  since: Date;
  revoked: string[];
}

interface Pending {
  ofCredential: number;
  inAll: number;
}

const count = statement<
  [organizationId: number, credential: string, since: Date, revoked: string[]],
  { of_credential: number; in_all: number }
>(`
  select (count(*) filter (where credential = $2))::integer as of_credential, count(*)::integer as in_all
  from queued_write
  where organization_id = $1 and status = 'pending' and decided_at is null and not stops and requested_at > $3
    and coalesce(requester ->> 'key_id', '') <> all ($4)`);

/** How many changes wait for a person, of a credential and of all; stops are left out. */
export async function pendingIn(
  { db, organizationId }: Tenancy,
  credential: string,
  { since, revoked }: Counted,
): Promise<Pending> {
  const counted = await db.row(count, organizationId, credential, since, revoked);
  return { ofCredential: counted?.of_credential ?? 0, inAll: counted?.in_all ?? 0 };
}

const countStops = statement<
  [organizationId: number, credential: string, campaign: string | null, since: Date, revoked: string[]],
  { in_all: number; of_campaign: number }
>(`
  select count(*)::integer as in_all, (count(*) filter (where campaign = $3))::integer as of_campaign
  from queued_write
  where organization_id = $1 and status = 'pending' and decided_at is null and credential = $2 and stops
    and requested_at > $4 and coalesce(requester ->> 'key_id', '') <> all ($5)`);

/** How many stops of a credential wait, and how many of them stop a campaign. */
export async function stopsOf(
  { db, organizationId }: Tenancy,
  credential: string,
  campaign: string | null,
  { since, revoked }: Counted,
): Promise<{ inAll: number; ofCampaign: number }> {
  const counted = await db.row(countStops, organizationId, credential, campaign, since, revoked);
  return { inAll: counted?.in_all ?? 0, ofCampaign: counted?.of_campaign ?? 0 };
}

const countUnmade = statement<
  [organizationId: number, campaign: string | null, since: Date, most: number],
  { unmade: number }
>(`
  select count(*)::integer as unmade from (
    select 1 from queued_write
    where organization_id = $1 and requested_at > $3 and campaign is not distinct from $2 and stops
      and status in ('rejected', 'failed')
    limit $4) q`);

/** How many stops of a campaign that were asked for since an instant people have decided on and were not made; at most so many. */
export async function unmadeStops(
  { db, organizationId }: Tenancy,
  { campaign, since, most }: { campaign: string | null; since: Date; most: number },
): Promise<number> {
  return (await db.row(countUnmade, organizationId, campaign, since, most))?.unmade ?? 0;
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

const stop = statement<
  [organizationId: number, campaign: string, credential: string, fingerprint: Buffer, since: Date],
  { id: string }
>(`
  select q.id from queued_write q
  where q.organization_id = $1 and q.status = 'pending' and q.decided_at is null and q.campaign = $2
    and q.credential = $3 and q.fingerprint = $4 and q.stops and q.requested_at > $5
    and not exists (
      select 1 from queued_write o
      where o.organization_id = $1 and o.status = 'pending' and o.decided_at is null and o.campaign = $2 and not o.stops
        and (o.requested_at, o.id) > (q.requested_at, q.id))
  order by q.requested_at desc, q.id desc limit 1`);

/** The same stop that waits already, where only stops were asked of the campaign since; older ones left out. */
export async function sameStop(
  { db, organizationId }: Tenancy,
  { campaign, credential, fingerprint }: { campaign: string; credential: string; fingerprint: Buffer },
  since: Date,
): Promise<string | undefined> {
  return (await db.row(stop, organizationId, campaign, credential, fingerprint, since))?.id;
}

const onCampaign = statement<
  [organizationId: number, campaign: string, except: string, limit: number],
  { id: string; summary: string; requested_at: string }
>(`
  select id, ${lineOf('summary')} as summary, requested_at from queued_write
  where organization_id = $1 and status = 'pending' and decided_at is null and campaign = $2 and id <> $3
  order by (not stops), requested_at, id limit $4`);

/** What else waits on the campaign of a change that waits: what stops it, then what waits longest. */
export async function pendingOnCampaign(
  { db, organizationId }: Tenancy,
  { id, campaign }: { id: string; campaign: string | null },
  limit: number,
): Promise<{ id: string; summary: string; requested_at: string }[]> {
  return campaign === null ? [] : db.rows(onCampaign, organizationId, campaign, id, limit);
}
