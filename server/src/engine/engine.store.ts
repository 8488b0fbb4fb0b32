import type { Tenancy } from '../base/context.ts';
import { statement } from '../base/database.ts';
import type { AccountKeyword } from '../detection/evidence.ts';

const live = statement<[organizationId: number, after: number, limit: number], { id: number }>(`
  select id from campaign
  where organization_id = $1 and id > $2 and state = 'live' and platform_state = 'live' and platform_id is not null
  order by id limit $3`);

/** The campaigns that run, those after the one named, so many at most. */
export async function liveCampaigns({ db, organizationId }: Tenancy, after: number, limit: number): Promise<number[]> {
  return (await db.rows(live, organizationId, after, limit)).map(({ id }) => id);
}

const brand = statement<[organizationId: number], AccountKeyword & { accountId: string }>(`
  select distinct k.text, k.match_type as "matchType", c.ad_account_id as "accountId"
  from campaign c join keyword k on k.organization_id = $1 and k.campaign_id = c.id and k.state = 'enabled'
  where c.organization_id = $1 and c.type = 'brand' and c.state = 'live' and c.platform_state = 'live'`);

/** The keywords of the brand campaigns that run, each with its account; none while no brand campaign is live. */
export function brandKeywords({ db, organizationId }: Tenancy) {
  return db.rows(brand, organizationId);
}

const names = statement<[organizationId: number], { name: string }>(
  'select name from campaign where organization_id = $1',
);

/** What the campaigns of an organization are called: nothing of the same name is proposed again. */
export async function campaignNames({ db, organizationId }: Tenancy): Promise<Set<string>> {
  return new Set((await db.rows(names, organizationId)).map(({ name }) => name));
}

const pending = statement<[organizationId: number, campaignId: number], { type: string; updated_at: string }>(`
  select type, updated_at from recommendation
  where organization_id = $1 and campaign_id = $2 and status = 'pending'`);

/** When each pending recommendation of a campaign was found, by type. */
export async function pendingSince({ db, organizationId }: Tenancy, campaignId: number): Promise<Map<string, number>> {
  const rows = await db.rows(pending, organizationId, campaignId);
  return new Map(rows.map(({ type, updated_at }) => [type, Date.parse(updated_at)]));
}
