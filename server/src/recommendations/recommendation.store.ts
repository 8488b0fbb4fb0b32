import type { Tenancy } from '../base/context.ts';
import { statement } from '../base/database.ts';
import { newId } from '../base/ids.ts';
import { type Proposal, proposalKey } from './proposal.ts';
import type { RecommendationStatus } from './status.ts';

/** What a run of a detector, or the engine, proposes for a campaign. */
export interface NewRecommendation {
  campaignId: number;
  type: string;
  summary: string;
  proposals: readonly Proposal[];
  /** As they were answered; amounts keep their digits. */
  findings: readonly object[];
  /** An exact decimal; null where none is computed. */
  estimatedMonthlySaving: string | null;
}

const REPLACED = [
  'summary',
  'proposals',
  'findings',
  'estimated_monthly_saving',
  'saving_keywords',
  'keyword_savings',
  'updated_at',
];
/** Each keyword that the findings save on, once: in a sum of several recommendations it counts once, too. */
const KEYWORDS_SAVED_ON = `
  select coalesce(array_agg(keyword_id order by keyword_id), '{}') as keywords,
    coalesce(array_agg(saving order by keyword_id), '{}') as savings
  from (
    select keyword_id, max(monthly_saving) as saving
    from jsonb_to_recordset($7::jsonb) as f (keyword_id bigint, monthly_saving double precision)
    where keyword_id is not null and monthly_saving > 0 group by keyword_id) each`;

const save = statement<
  [
    organizationId: number,
    id: string,
    campaignId: number,
    type: string,
    summary: string,
    proposals: string,
    findings: string,
    saving: string | null,
    at: Date,
  ],
  { id: string }
>(`
  insert into recommendation as r (organization_id, id, campaign_id, type, status, summary, proposals, findings,
    estimated_monthly_saving, created_at, updated_at, saving_keywords, keyword_savings)
  select $1::integer, $2::text, $3::bigint, $4::text, 'pending', $5::text, $6::jsonb, $7::jsonb, $8::numeric,
    $9::timestamptz, $9::timestamptz, k.keywords, k.savings
  from (${KEYWORDS_SAVED_ON}) k
  on conflict (organization_id, campaign_id, type) where status = 'pending' do update
    set ${REPLACED.map((name) => `${name} = case when r.applying is null then excluded.${name} else r.${name} end`)}
  returning r.id`);

/**
 * Keeps what is proposed: the pending recommendation of that type on that campaign gets new details and keeps its id, or
 * there is a new one. Of two runs at once the later details stay, in one recommendation. One that is just being applied
 * keeps the details that are being applied. Returns its id.
 */
export async function saveRecommendation(
  { db, organizationId }: Tenancy,
  { campaignId, type, summary, proposals, findings, estimatedMonthlySaving }: NewRecommendation,
  at: number,
): Promise<string> {
  const once = [...new Map(proposals.map((one) => [proposalKey(one), one])).values()];
  const saved = await db.row(
    save,
    organizationId,
    newId('rec', at),
    campaignId,
    type,
    summary,
    JSON.stringify(once),
    JSON.stringify(findings),
    estimatedMonthlySaving,
    new Date(at),
  );
  if (!saved) throw new Error('a recommendation was not saved');
  return saved.id;
}

/** Of those that came to nothing so many are kept, for each type on each campaign: runs and dismissals cost nobody a quota. */
const CLOSED_KEPT = 20;

const forgetClosed = statement<[organizationId: number, campaignId: number, type: string, kept: number], never>(`
  delete from recommendation where organization_id = $1 and id in (
    select id from recommendation
    where organization_id = $1 and campaign_id = $2 and type = $3 and status in ('dismissed', 'superseded')
    order by closed_at desc, id desc offset $4)`);

const supersede = statement<[organizationId: number, campaignId: number, type: string, at: Date], never>(`
  update recommendation set status = 'superseded', closed_at = $4
  where organization_id = $1 and campaign_id = $2 and type = $3 and status = 'pending' and applying is null`);

/** Closes the pending recommendation of that type on that campaign: nothing of it is left to do. */
export async function supersedeRecommendation(
  { db, organizationId }: Tenancy,
  { campaignId, type }: Pick<NewRecommendation, 'campaignId' | 'type'>,
  at: number,
): Promise<void> {
  const closed = await db.execute(supersede, organizationId, campaignId, type, new Date(at));
  if (closed > 0) await db.execute(forgetClosed, organizationId, campaignId, type, CLOSED_KEPT);
}

const supersedeRemoved = statement<
  [organizationId: number, accountId: string, at: Date],
  { campaign_id: number; type: string }
>(`
  update recommendation r set status = 'superseded', closed_at = $3
  from campaign c
  where r.organization_id = $1 and r.status = 'pending' and r.applying is null
    and c.organization_id = $1 and c.id = r.campaign_id and c.ad_account_id = $2 and c.platform_state = 'removed'
  returning r.campaign_id, r.type`);

/** The same for what is pending on campaigns of an account that the platform has no more. */
export async function supersedeOfRemoved(
  { db, organizationId }: Tenancy,
  accountId: string,
  at: number,
): Promise<void> {
  const closed = await db.rows(supersedeRemoved, organizationId, accountId, new Date(at));
  for (const { campaign_id, type } of closed) {
    await db.execute(forgetClosed, organizationId, campaign_id, type, CLOSED_KEPT);
  }
}

/** A recommendation as it is kept, its proposals still to be read. */
export interface RecommendationRow {
  id: string;
  campaign_id: number;
  type: string;
  status: RecommendationStatus;
  applying: string | null;
  action_id: string | null;
  summary: string;
  proposals: unknown;
  estimated_monthly_saving: string | null;
  closed_at: string | null;
}

const byId = statement<[organizationId: number, id: string], RecommendationRow>(`
  select id, campaign_id, type, status, applying, action_id, summary, proposals, estimated_monthly_saving, closed_at
  from recommendation where organization_id = $1 and id = $2`);
const lockedById = statement<[organizationId: number, id: string], RecommendationRow>(`${byId.text} for update`);

export function findRecommendation(
  { db, organizationId }: Tenancy,
  id: string,
): Promise<RecommendationRow | undefined> {
  return db.row(byId, organizationId, id);
}

/** The same, and nobody else changes it before the transaction ends. */
export function lockRecommendation(
  { db, organizationId }: Tenancy,
  id: string,
): Promise<RecommendationRow | undefined> {
  return db.row(lockedById, organizationId, id);
}

const organizationOf = statement<[organizationIds: number[], id: string], { organization_id: number }>(
  'select organization_id from recommendation where organization_id = any($1) and id = $2',
);

/** In which of these organizations the recommendation is. */
export async function organizationOfRecommendation(
  db: Tenancy['db'],
  organizationIds: number[],
  id: string,
): Promise<number | undefined> {
  return (await db.row(organizationOf, organizationIds, id))?.organization_id;
}

const dismiss = statement<
  [organizationId: number, id: string, at: Date, by: number, reason: string | null],
  { campaign_id: number; type: string }
>(`
  update recommendation set status = 'dismissed', closed_at = $3, closed_by = $4, closed_reason = $5
  where organization_id = $1 and id = $2 and status = 'pending' and applying is null
  returning campaign_id, type`);

/** Dismisses a pending recommendation; false where it is not pending, or just being applied. */
export async function closeAsDismissed(
  { db, organizationId }: Tenancy,
  id: string,
  { by, at, reason }: { by: number; at: Date; reason: string | null },
): Promise<boolean> {
  const closed = await db.row(dismiss, organizationId, id, at, by, reason);
  if (closed) await db.execute(forgetClosed, organizationId, closed.campaign_id, closed.type, CLOSED_KEPT);
  return closed !== undefined;
}

const reopen = statement<[organizationId: number, id: string], { id: string }>(`
  update recommendation set status = 'pending', closed_at = null, closed_by = null, closed_reason = null
  where organization_id = $1 and id = $2 and status = 'dismissed'
    and not exists (
      select 1 from recommendation newer
      where newer.organization_id = $1 and newer.campaign_id = recommendation.campaign_id
        and newer.type = recommendation.type
        and (newer.status = 'pending' or newer.status = 'applied' and newer.closed_at > recommendation.closed_at)
    )
  returning id`);

/** Takes a dismissal back; false where it is not dismissed, or another of its type is pending or was applied since. */
export async function reopenDismissed({ db, organizationId }: Tenancy, id: string): Promise<boolean> {
  return (await db.row(reopen, organizationId, id)) !== undefined;
}
