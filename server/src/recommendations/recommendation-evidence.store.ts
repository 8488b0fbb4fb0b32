import type { Tenancy } from '../base/context.ts';
import { statement } from '../base/database.ts';

/** A pending recommendation with what it stands on. */
export interface RecommendationWithEvidence {
  id: string;
  type: string;
  campaign: string;
  campaign_name: string;
  summary: string;
  proposals: unknown;
  /** JSON, as the findings were answered. */
  findings: string;
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

const page = statement<
  [organizationId: number, campaign: string, saving: string | null, id: string | null, limit: number],
  RecommendationWithEvidence
>(`
  select r.id, r.type, c.slug as campaign, c.name as campaign_name, r.summary, r.proposals, r.findings::text as findings,
    r.estimated_monthly_saving as saving, r.applying is not null as applying, r.created_at, r.updated_at
  from recommendation r join campaign c on c.organization_id = $1 and c.id = r.campaign_id
  where r.organization_id = $1 and r.status = 'pending' and ($2 = '' or c.slug = $2)
    and ($4::text is null or ${WORTH} < coalesce($3::numeric, -1)
      or (${WORTH} = coalesce($3::numeric, -1) and r.id > $4))
  order by r.estimated_monthly_saving desc nulls last, r.id limit $5`);

const counted = statement<[organizationId: number, campaign: string], { total: number; saving: string }>(`
  select count(*) as total, coalesce(sum(r.estimated_monthly_saving), 0) as saving
  from recommendation r join campaign c on c.organization_id = $1 and c.id = r.campaign_id
  where r.organization_id = $1 and r.status = 'pending' and ($2 = '' or c.slug = $2)`);

/** Pending recommendations with their evidence, those worth most first, and what they all are worth. */
export async function pendingWithEvidence(
  { db, organizationId }: Tenancy,
  campaign: string | undefined,
  after: WorthPosition | undefined,
  limit: number,
): Promise<{ rows: RecommendationWithEvidence[]; total: number; saving: string }> {
  const which = campaign ?? '';
  const [rows, sums] = await Promise.all([
    db.rows(page, organizationId, which, after?.saving ?? null, after?.id ?? null, limit),
    db.row(counted, organizationId, which),
  ]);
  return { rows, total: sums?.total ?? 0, saving: sums?.saving ?? '0' };
}
