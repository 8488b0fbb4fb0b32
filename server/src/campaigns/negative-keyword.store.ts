import type { Tenancy } from '../base/context.ts';
import { statement } from '../base/database.ts';
import type { MatchType } from '../ports/ad-platform.ts';

/** A negative keyword of a campaign. */
export interface NegativeKeyword {
  text: string;
  match_type: MatchType;
  platform_id: string | null;
}

const onCampaign = statement<[organizationId: number, campaignId: number], NegativeKeyword>(`
  select text, match_type, platform_id from negative_keyword
  where organization_id = $1 and campaign_id = $2 and ad_id is null order by id`);

/** The negative keywords that a campaign has of its own. */
export function campaignNegatives({ db, organizationId }: Tenancy, campaignId: number): Promise<NegativeKeyword[]> {
  return db.rows(onCampaign, organizationId, campaignId);
}

const insert = statement<[organizationId: number, campaignId: number, negatives: string, at: Date], never>(`
  insert into negative_keyword as n (organization_id, campaign_id, text, match_type, platform_id, created_at)
  select distinct on (lower(text), match_type) $1::integer, $2::bigint, text, match_type, platform_id, $4::timestamptz
  from jsonb_to_recordset($3::jsonb) as t (text text, match_type text, platform_id text)
  order by lower(text), match_type
  on conflict (organization_id, campaign_id, coalesce(ad_id, 0), lower(text), match_type)
  do update set platform_id = coalesce(excluded.platform_id, n.platform_id)`);

/** Adds negative keywords; one that is there already only learns its platform id. */
export async function insertNegatives(
  { db, organizationId }: Tenancy,
  campaignId: number,
  negatives: readonly NegativeKeyword[],
  at: Date,
): Promise<void> {
  await db.execute(insert, organizationId, campaignId, JSON.stringify(negatives), at);
}

const remove = statement<[organizationId: number, campaignId: number, negatives: string], never>(`
  delete from negative_keyword n using jsonb_to_recordset($3::jsonb) as t (text text, match_type text)
  where n.organization_id = $1 and n.campaign_id = $2 and n.ad_id is null
    and lower(n.text) = lower(t.text) and n.match_type = t.match_type`);

/** Removes negative keywords. */
export async function deleteNegatives(
  { db, organizationId }: Tenancy,
  campaignId: number,
  negatives: readonly NegativeKeyword[],
): Promise<void> {
  await db.execute(remove, organizationId, campaignId, JSON.stringify(negatives));
}
