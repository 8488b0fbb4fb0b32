import type { Tenancy } from '../base/context.ts';
import { statement } from '../base/database.ts';

/** The 90 days that are settled, and those after them. */
const DAYS = 93;

const converting = statement<[organizationId: number, campaignId: number], { term: string }>(`
  select distinct t.term
  from figure_state s
  cross join generate_series(0, ${DAYS - 1}) n
  cross join lateral (
    select term_id from search_term_day
    where organization_id = $1 and day = s.latest_day - n and campaign_id = $2 and conversions_micros > 0
  ) f
  join search_term t on t.organization_id = $1 and t.id = f.term_id
  where s.organization_id = $1`);

/** The search terms that brought a campaign conversions in 90 days, or in the days that are not settled yet. */
export async function convertingTerms({ db, organizationId }: Tenancy, campaignId: number): Promise<string[]> {
  return (await db.rows(converting, organizationId, campaignId)).map(({ term }) => term);
}
