import type { Tenancy } from '../base/context.ts';
import { statement } from '../base/database.ts';
import { pendingSaving, RUNS } from './pending-saving.store.ts';

/** A pending recommendation with what it stands on. */
export interface RecommendationWithEvidence {
  id: string;
  type: string;
  campaign: string;
  campaign_name: string;
  campaign_runs: boolean;
  summary: string;
  /** How many proposals there are, and the first of them as JSON. */
  changes: number;
  proposals: string;
  /** The first, as JSON, as they were answered. */
  findings: string;
  /** What all findings together say. */
  saved: number;
  surely_saved: number;
  lost_clicks: number;
  lost_cost: number;
  lost_conversions: number;
  saving: string | null;
  applying: boolean;
  created_at: string;
  updated_at: string;
}

/** Where a page begins: after the recommendation that is worth so much. */
export interface WorthPosition {
  saving: string | null;
  id: string;
}

const WORTH = 'coalesce(estimated_monthly_saving, -1)';

/** How many proposals and findings of each are read: there may be a thousand, and people look at a few. */
const MOST_SHOWN = 50;
const FIRST = `'$[0 to ${MOST_SHOWN - 1}]'`;
const sumOf = (share: string) => `coalesce(sum((blast_radius->>'${share}')::double precision), 0)`;

const page = statement<
  [organizationId: number, campaign: string, saving: string | null, id: string | null, limit: number],
  RecommendationWithEvidence
>(`
  select r.id, r.type, r.campaign, r.campaign_name, r.campaign_runs, r.summary, jsonb_array_length(r.proposals) as changes,
    jsonb_path_query_array(r.proposals, ${FIRST})::text as proposals,
    jsonb_path_query_array(r.findings, ${FIRST})::text as findings, f.*,
    r.estimated_monthly_saving as saving, r.applying is not null as applying, r.created_at, r.updated_at
  from (
    select r.*, c.slug as campaign, c.name as campaign_name, ${RUNS} as campaign_runs
    from recommendation r join campaign c on c.organization_id = $1 and c.id = r.campaign_id
    where r.organization_id = $1 and r.status = 'pending' and ($2 = '' or c.slug = $2)
      and ($4::text is null or ${WORTH} < coalesce($3::numeric, -1)
        or (${WORTH} = coalesce($3::numeric, -1) and r.id > $4))
    order by r.estimated_monthly_saving desc nulls last, r.id limit $5
  ) r
  cross join lateral (
    select coalesce(sum(monthly_saving), 0) as saved,
      coalesce(sum(monthly_saving * coalesce(confidence, 1)), 0) as surely_saved,
      ${sumOf('clicks')} as lost_clicks, ${sumOf('cost')} as lost_cost, ${sumOf('conversions')} as lost_conversions
    from jsonb_to_recordset(r.findings) as e (monthly_saving double precision, confidence double precision,
      blast_radius jsonb)
  ) f
  order by r.estimated_monthly_saving desc nulls last, r.id`);

/** Pending recommendations with the first of their evidence, those worth most first, and what they all are worth. */
export async function pendingWithEvidence(
  { db, organizationId }: Tenancy,
  campaign: string | undefined,
  after: WorthPosition | undefined,
  limit: number,
): Promise<{ rows: RecommendationWithEvidence[]; total: number; saving: string }> {
  const [rows, sums] = await Promise.all([
    db.rows(page, organizationId, campaign ?? '', after?.saving ?? null, after?.id ?? null, limit),
    pendingSaving({ db, organizationId }, campaign),
  ]);
  return { rows, ...sums };
}
