import type { Tenancy } from '../base/context.ts';
import { statement } from '../base/database.ts';

/** Something below a campaign that the platform knows under an id. */
export interface KnownPart {
  kind: 'ad' | 'keyword' | 'negative keyword';
  platform_id: string;
  name: string;
}

const OF_CAMPAIGN = 'organization_id = $1 and campaign_id = $2 and platform_id = any($3)';

const known = statement<[organizationId: number, campaignId: number, platformIds: string[]], KnownPart>(`
  select 'ad' as kind, platform_id, name from ad where ${OF_CAMPAIGN}
  union all select 'keyword', platform_id, text from keyword where ${OF_CAMPAIGN}
  union all select 'negative keyword', platform_id, text from negative_keyword where ${OF_CAMPAIGN}`);

/** What we know under these ids of the platform, and what it is called here. */
export function partsKnownAs(
  { db, organizationId }: Tenancy,
  campaignId: number,
  platformIds: string[],
): Promise<KnownPart[]> {
  return db.rows(known, organizationId, campaignId, platformIds);
}
