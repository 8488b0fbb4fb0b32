import type { Tenancy } from '../base/context.ts';
import { statement } from '../base/database.ts';

/** Of keywords on which several recommendations save: all amounts but the largest of each. */
const COUNTED_AGAIN = `
  select sum(saving) - max(saving) as saving
  from (select unnest(saving_keywords) as keyword, unnest(keyword_savings) as saving from pending) k
  group by keyword having count(*) > 1`;

const counted = statement<[organizationId: number, campaign: string], { total: number; saving: string }>(`
  with pending as (
    select r.estimated_monthly_saving, r.saving_keywords, r.keyword_savings
    from recommendation r join campaign c on c.organization_id = $1 and c.id = r.campaign_id
    where r.organization_id = $1 and r.status = 'pending' and ($2 = '' or c.slug = $2)
  )
  select count(*) as total, coalesce(sum(estimated_monthly_saving), 0)
    - (select round(coalesce(sum(saving), 0)::numeric, 2) from (${COUNTED_AGAIN}) a) as saving
  from pending`);

/**
 * How many recommendations are pending, of one campaign or of all, and what acting on all of them saves in a month: a
 * keyword that several of them would pause or rebid counts once, with the largest amount.
 */
export async function pendingSaving(
  { db, organizationId }: Tenancy,
  campaign = '',
): Promise<{ total: number; saving: string }> {
  return (await db.row(counted, organizationId, campaign)) ?? { total: 0, saving: '0' };
}
