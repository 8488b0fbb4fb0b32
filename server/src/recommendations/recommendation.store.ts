import type { Tenancy } from '../base/context.ts';
import { statement } from '../base/database.ts';
import { newId } from '../base/ids.ts';
import { type Proposal, proposalKey } from './proposal.ts';

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
    estimated_monthly_saving, created_at, updated_at)
  values ($1, $2, $3, $4, 'pending', $5, $6, $7, $8, $9, $9)
  on conflict (organization_id, campaign_id, type) where status = 'pending' do update
    set summary = excluded.summary, proposals = excluded.proposals, findings = excluded.findings,
      estimated_monthly_saving = excluded.estimated_monthly_saving, updated_at = excluded.updated_at
  returning r.id`);

/**
 * Keeps what is proposed: the pending recommendation of that type on that campaign gets new details and keeps its id, or
 * there is a new one. Of two runs at once the later details stay, in one recommendation. Returns its id.
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

const supersede = statement<[organizationId: number, campaignId: number, type: string, at: Date], never>(`
  update recommendation set status = 'superseded', closed_at = $4
  where organization_id = $1 and campaign_id = $2 and type = $3 and status = 'pending'`);

/** Closes the pending recommendation of that type on that campaign: nothing of it is left to do. */
export async function supersedeRecommendation(
  { db, organizationId }: Tenancy,
  { campaignId, type }: Pick<NewRecommendation, 'campaignId' | 'type'>,
  at: number,
): Promise<void> {
  await db.execute(supersede, organizationId, campaignId, type, new Date(at));
}
