import type { Tenancy } from '../base/context.ts';
import { statement } from '../base/database.ts';

/** Whether a campaign `c` runs, be it in error: while it rests it costs nothing, so that there is nothing to save. */
export const RUNS = `(c.state in ('live', 'error') and c.platform_state is not distinct from 'live')`;

const runs = statement<[organizationId: number, campaignId: number], { runs: boolean }>(
  `select ${RUNS} as runs from campaign c where c.organization_id = $1 and c.id = $2`,
);

/** Whether a campaign runs: while it rests, what its recommendations tell of savings is of when it ran. */
export async function campaignRuns({ db, organizationId }: Tenancy, campaignId: number): Promise<boolean> {
  return (await db.row(runs, organizationId, campaignId))?.runs ?? false;
}

/** Of keywords on which several recommendations save: all amounts but the largest of each. */
const COUNTED_AGAIN = `
  select sum(saving) - max(saving) as saving
  from (select unnest(saving_keywords) as keyword, unnest(keyword_savings) as saving from pending where runs) k
  group by keyword having count(*) > 1`;

const counted = statement<[organizationId: number, campaign: string], { total: number; saving: string }>(`
  with pending as (
    select r.estimated_monthly_saving, r.saving_keywords, r.keyword_savings, ${RUNS} as runs
    from recommendation r join campaign c on c.organization_id = $1 and c.id = r.campaign_id
    where r.organization_id = $1 and r.status = 'pending' and ($2 = '' or c.slug = $2)
  )
  select count(*) as total, coalesce(sum(estimated_monthly_saving) filter (where runs), 0)
    - (select round(coalesce(sum(saving), 0)::numeric, 2) from (${COUNTED_AGAIN}) a) as saving
  from pending`);

/**
 * How many recommendations are pending, of one campaign or of all, and what acting on all of them saves in a month: those
 * of campaigns that rest save nothing, and a keyword that several of them would pause or rebid counts once, with the largest
 * amount.
 */
export async function pendingSaving(
  { db, organizationId }: Tenancy,
  campaign = '',
): Promise<{ total: number; saving: string }> {
  return (await db.row(counted, organizationId, campaign)) ?? { total: 0, saving: '0' };
}
