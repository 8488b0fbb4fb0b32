import type { Tenancy } from '../base/context.ts';
import { quoted } from '../base/visible-text.ts';
import type { CampaignRow } from '../campaigns/campaign.store.ts';
import { saveRecommendation, supersedeRecommendation } from '../recommendations/recommendation.store.ts';
import type { DetectorResult } from './detector.ts';
import type { FindingView } from './finding-view.ts';

/** Whose findings are kept, and under which type. */
export interface Kept {
  campaign: Pick<CampaignRow, 'id' | 'name'>;
  type: string;
  result: Pick<DetectorResult, 'findings' | 'estimatedMonthlySaving'>;
  /** The findings as they were answered, in the same order. */
  views: readonly FindingView[];
  /** Not all was looked at as an ordinary run does: what an earlier run kept is not closed for that. */
  sawLess?: boolean;
}

/** Keeps the findings to act upon; where none is left, what an earlier run kept is closed. Returns its id. */
export async function keepFindings(
  tenancy: Tenancy,
  { campaign, type, result: { findings, estimatedMonthlySaving }, views, sawLess = false }: Kept,
  at: number,
): Promise<string | undefined> {
  const proposals = findings.flatMap(({ proposal }) => proposal ?? []);
  if (proposals.length === 0) {
    if (!sawLess) await supersedeRecommendation(tenancy, { campaignId: campaign.id, type }, at);
    return undefined;
  }
  const changes = proposals.length === 1 ? 'one change' : `${proposals.length} changes`;
  return saveRecommendation(
    tenancy,
    {
      campaignId: campaign.id,
      type,
      summary: `${type.replaceAll('_', ' ')}: ${changes} in ${quoted(campaign.name)}`,
      proposals,
      findings: views.filter((_, n) => findings[n]?.proposal),
      estimatedMonthlySaving: estimatedMonthlySaving?.toFixed(2) ?? null,
    },
    at,
  );
}
