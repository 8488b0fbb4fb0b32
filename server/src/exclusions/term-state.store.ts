import type { Tenancy } from '../base/context.ts';
import { statement } from '../base/database.ts';
import { type PackedRows, packed, unpacked } from '../base/packed-rows.store.ts';
import type { MatchType } from '../ports/ad-platform.ts';

const keywordsAmong = statement<
  [organizationId: number, slugs: string[], folded: string[]],
  { slug: string; folded: string }
>(`
  select distinct c.slug, k.folded from campaign c
  join keyword k on k.organization_id = $1 and k.campaign_id = c.id
  where c.organization_id = $1 and c.slug = any ($2::text[]) and k.folded = any ($3::text[])`);

/** Which of these texts are keywords of which of these campaigns. */
export function keywordsOfCampaigns(
  { db, organizationId }: Tenancy,
  slugs: string[],
  folded: string[],
): Promise<{ slug: string; folded: string }[]> {
  return db.rows(keywordsAmong, organizationId, slugs, folded);
}

/** A negative keyword that holds for the whole of a campaign. */
interface CampaignNegative {
  slug: string;
  text: string;
  matchType: MatchType;
}

const negatives = statement<[organizationId: number, slugs: string[]], PackedRows>(
  packed(
    `
  select c.slug, n.text, n.match_type as "matchType" from campaign c
  join negative_keyword n on n.organization_id = $1 and n.campaign_id = c.id and n.ad_id is null
  where c.organization_id = $1 and c.slug = any ($2::text[])`,
    'q.slug, q.text, q."matchType"',
  ),
);

/** The negative keywords that hold for the whole of some campaigns; those of single ads exclude nothing from it. */
export async function negativesOfCampaigns(
  { db, organizationId }: Tenancy,
  slugs: string[],
): Promise<CampaignNegative[]> {
  return unpacked(await db.rows(negatives, organizationId, slugs));
}
