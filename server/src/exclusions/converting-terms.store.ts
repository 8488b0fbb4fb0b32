import type { Tenancy } from '../base/context.ts';
import { statement } from '../base/database.ts';
import { type PackedRows, packed, unpacked } from '../base/packed-rows.store.ts';

/** The 90 days that are settled, and those after them. */
const DAYS = 93;

const converting = statement<[organizationId: number, campaignId: number], PackedRows>(
  packed(
    `select distinct t.term
  from figure_state s
  cross join generate_series(0, ${DAYS - 1}) n
  cross join lateral (
    select term_id from search_term_day
    where organization_id = $1 and day = s.latest_day - n and campaign_id = $2 and conversions_micros > 0
  ) f
  join search_term t on t.organization_id = $1 and t.id = f.term_id
  where s.organization_id = $1`,
    'q.term',
  ),
);

/** The search terms that brought a campaign conversions in 90 days, or in the days that are not settled yet. */
export async function convertingTerms({ db, organizationId }: Tenancy, campaignId: number): Promise<string[]> {
  const rows = await unpacked<{ term: string }>(await db.rows(converting, organizationId, campaignId));
  return rows.map(({ term }) => term);
}
