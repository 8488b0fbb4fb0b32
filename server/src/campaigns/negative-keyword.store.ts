import type { Tenancy } from '../base/context.ts';
import { statement } from '../base/database.ts';
import type { MatchType } from '../ports/ad-platform.ts';

/** An exclusion on a campaign. */
export interface Negative {
  text: string;
  match_type: MatchType;
  platform_id: string | null;
}

const onCampaign = statement<[organizationId: number, campaignId: number], Negative>(`
  select text, match_type, platform_id from negative_keyword
  where organization_id = $1 and campaign_id = $2 and ad_id is null order by id`);

/** The exclusions that a campaign has of its own. */
export function campaignNegatives({ db, organizationId }: Tenancy, campaignId: number): Promise<Negative[]> {
  return db.rows(onCampaign, organizationId, campaignId);
}

const insert = statement<[organizationId: number, campaignId: number, negatives: string, at: Date], never>(`
  insert into negative_keyword as n (organization_id, campaign_id, text, match_type, platform_id, created_at)
  select distinct on (lower(text), match_type) $1::integer, $2::bigint, text, match_type, platform_id, $4::timestamptz
  from jsonb_to_recordset($3::jsonb) as t (text text, match_type text, platform_id text)
  order by lower(text), match_type
  on conflict (organization_id, campaign_id, coalesce(ad_id, 0), lower(text), match_type)
  do update set platform_id = coalesce(excluded.platform_id, n.platform_id)`);

/** Adds exclusions; one that is there already only learns its platform id. */
export async function insertNegatives(
  { db, organizationId }: Tenancy,
  campaignId: number,
  negatives: readonly Negative[],
  at: Date,
): Promise<void> {
  await db.execute(insert, organizationId, campaignId, JSON.stringify(negatives), at);
}

const remove = statement<[organizationId: number, campaignId: number, negatives: string], never>(`
  delete from negative_keyword n using jsonb_to_recordset($3::jsonb) as t (text text, match_type text)
  where n.organization_id = $1 and n.campaign_id = $2 and n.ad_id is null
    and lower(n.text) = lower(t.text) and n.match_type = t.match_type`);

/** Removes exclusions. */
export async function deleteNegatives(
  { db, organizationId }: Tenancy,
  campaignId: number,
  negatives: readonly Negative[],
): Promise<void> {
  await db.execute(remove, organizationId, campaignId, JSON.stringify(negatives));
}
