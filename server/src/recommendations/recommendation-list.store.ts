import type { Tenancy } from '../base/context.ts';
import { statement } from '../base/database.ts';
import { RUNS } from './pending-saving.store.ts';

/** What a list of recommendations is narrowed to. */
export interface RecommendationFilters {
  campaignId: number | null;
  status: string;
}

/** Where a page begins: after the row that was made then under that id. */
export interface RecommendationPosition {
  createdAt: string;
  id: string;
}

/** One row of the list. */
export interface RecommendationListRow {
  id: string;
  type: string;
  campaign: string;
  campaign_runs: boolean;
  summary: string;
  changes: number;
  estimated_monthly_saving: string | null;
  created_at: string;
  updated_at: string;
}

const FILTERED = 'organization_id = $1 and status = $2 and ($3::bigint is null or campaign_id = $3)';

const page = statement<
  [
    organizationId: number,
    status: string,
    campaignId: number | null,
    createdAt: string | null,
    id: string | null,
    limit: number,
  ],
  (RecommendationListRow & { total: number }) | { id: null; total: number }
>(`
  select t.total, p.*
  from (select count(*) as total from recommendation where ${FILTERED}) t
  left join lateral (
    select r.id, r.type, c.slug as campaign, ${RUNS} as campaign_runs, r.summary,
      jsonb_array_length(r.proposals) as changes, r.estimated_monthly_saving, r.created_at, r.updated_at
    from (
      select * from recommendation
      where ${FILTERED} and ($4::timestamptz is null or (created_at, id) < ($4::timestamptz, $5::text))
      order by created_at desc, id desc limit $6
    ) r
    join campaign c on c.organization_id = $1 and c.id = r.campaign_id
  ) p on true
  order by p.created_at desc, p.id desc`);

/** One page of recommendations, newest first, and how many there are in all. */
export async function recommendationPage(
  { db, organizationId }: Tenancy,
  { campaignId, status }: RecommendationFilters,
  after: RecommendationPosition | undefined,
  limit: number,
): Promise<{ rows: RecommendationListRow[]; total: number }> {
  const [createdAt, id] = [after?.createdAt ?? null, after?.id ?? null];
  const found = await db.rows(page, organizationId, status, campaignId, createdAt, id, limit);
  return { rows: found.filter((row) => row.id !== null), total: found[0]?.total ?? 0 };
}
