import type { CampaignEvidence } from './evidence.ts';
import { campaignFigures, cpaOf, type Figures, settledWindow } from './figures.ts';

/** Fewer conversions than this make no price to compare with. */
const FEWEST_FOR_CPA = 3;
const CPA_DAYS = 90;
/** How many clicks' worth of the organization's rate a campaign's own rate is mixed with. */
const CLICKS_OF_BELIEF = 50;

/** What a conversion may cost, and where that is known from. */
export interface Target {
  cpa: number;
  from: 'target_cpa' | 'campaign' | 'organization';
}

/** The campaign's target CPA, else what its conversions cost, else what the organization's do; undefined: unknown. */
export function targetOf(evidence: CampaignEvidence): Target | undefined {
  const { campaign, organization } = evidence;
  if (campaign.targetCpa !== null && campaign.targetCpa > 0) return { cpa: campaign.targetCpa, from: 'target_cpa' };
  const own = campaignFigures(evidence, settledWindow(evidence, CPA_DAYS));
  if (isPriced(own)) return { cpa: cpaOf(own), from: 'campaign' };
  return isPriced(organization.last90) ? { cpa: cpaOf(organization.last90), from: 'organization' } : undefined;
}

/** Whether there are conversions enough to tell what one costs. */
export function isPriced({ cost, conversions }: Figures): boolean {
  return conversions >= FEWEST_FOR_CPA && cost > 0;
}

/** The conversions to expect of a click in this campaign; the fewer clicks it has, the more the organization's rate. */
export function expectedRate(evidence: CampaignEvidence): number {
  const { last90 } = evidence.organization;
  const usual = last90.clicks > 0 ? last90.conversions / last90.clicks : 0;
  return rateWith(campaignFigures(evidence, settledWindow(evidence, CPA_DAYS)), usual);
}

/** A rate seen on few clicks, drawn towards the usual one. */
export function rateWith({ clicks, conversions }: Pick<Figures, 'clicks' | 'conversions'>, usual: number): number {
  return Math.min(1, (conversions + CLICKS_OF_BELIEF * usual) / (clicks + CLICKS_OF_BELIEF));
}
