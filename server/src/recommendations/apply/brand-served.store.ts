import type { Tenancy } from '../../base/context.ts';
import { statement } from '../../base/database.ts';

const served = statement<[organizationId: number, besideCampaign: number, folded: string[]], { folded: string }>(`
  select distinct k.folded
  from campaign c
  join campaign b on b.organization_id = $1 and b.ad_account_id = c.ad_account_id and b.type = 'brand'
    and b.state = 'live' and b.platform_state = 'live' and coalesce(b.pending_state, 'live') = 'live'
  join keyword k on k.organization_id = $1 and k.campaign_id = b.id and k.state = 'enabled' and k.folded = any($3)
  where c.organization_id = $1 and c.id = $2`);

/** Of these texts, as keywords are compared, those that a brand campaign which runs beside this one serves. */
export async function servedByBrand(
  { db, organizationId }: Tenancy,
  besideCampaign: number,
  texts: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db.rows(served, organizationId, besideCampaign, [...texts]);
  return new Set(rows.map(({ folded }) => folded));
}
