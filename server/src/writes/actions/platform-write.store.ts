import type { Tenancy } from '../../base/context.ts';
import { statement } from '../../base/database.ts';
import type { PlatformWrite } from '../../ports/ad-platform.ts';

const insert = statement<[organizationId: number, campaignId: number, at: Date, writes: string], never>(`
  insert into platform_write (organization_id, campaign_id, at, resource, operation, field, value)
  select $1::integer, $2::bigint, $3::timestamptz, resource, operation, field, value
  from jsonb_to_recordset($4::jsonb) as w (resource text, operation text, field text, value text)`);

/** Remembers what we wrote, so that it is not taken for a change made in the platform. */
export async function notePlatformWrites(
  { db, organizationId }: Tenancy,
  campaignId: number,
  wrote: readonly PlatformWrite[],
  at: Date,
): Promise<void> {
  if (wrote.length > 0) await db.execute(insert, organizationId, campaignId, at, JSON.stringify(wrote));
}

/** A write of ours and when it was noted. */
export interface OwnWrite extends PlatformWrite {
  at: string;
}

const recent = statement<[organizationId: number, campaignId: number, since: Date], OwnWrite>(`
  select resource, operation, field, value, at from (
    select id, resource, operation, field, value, at from platform_write
    where organization_id = $1 and campaign_id = $2 order by id desc limit 10000) w
  where at >= $3 order by id desc`);

/** What we wrote of a campaign since then, the newest first. */
export function ownWrites({ db, organizationId }: Tenancy, campaignId: number, since: Date): Promise<OwnWrite[]> {
  return db.rows(recent, organizationId, campaignId, since);
}

export const forgetOldPlatformWrites = statement<[before: Date], never>('delete from platform_write where at < $1');
