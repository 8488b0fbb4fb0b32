import assert from 'node:assert/strict';
import type { Tenancy } from '../../src/base/context.ts';
import { type CampaignRow, findCampaign } from '../../src/campaigns/campaign.store.ts';
import { type CampaignParts, campaignParts, type KeywordRow } from '../../src/campaigns/campaign-parts.store.ts';
import { type Proposal, summaryOf } from '../../src/recommendations/proposal.ts';
import { saveRecommendation } from '../../src/recommendations/recommendation.store.ts';

/** A campaign as it stands, in the terms in which something is proposed for it. */
export interface Proposing extends CampaignParts {
  campaign: CampaignRow;
}

/** How something is proposed for a campaign. */
export type Propose = (standing: Proposing) => Proposal[];

/** Keeps a pending recommendation for a campaign, as a detector would, and returns its id. */
export async function recommend(
  tenancy: Tenancy,
  slug: string,
  propose: Propose,
  {
    type = `found_${Math.random().toString(36).slice(2)}`,
    at = Date.now(),
    saving = '12.50',
    savings = [],
  }: { type?: string; at?: number; saving?: string | null; savings?: readonly number[] } = {},
): Promise<string> {
  const campaign = await findCampaign(tenancy, slug);
  assert.ok(campaign);
  const proposals = propose({ campaign, ...(await campaignParts(tenancy, campaign.id)) });
  const about = { campaignId: campaign.id, type, summary: `${proposals.length} changes` };
  const findings = proposals.slice(0, savings.length).map((one, n) => foundWith(one, savings[n] ?? 0));
  return saveRecommendation(tenancy, { ...about, proposals, findings, estimatedMonthlySaving: saving }, at);
}

/** As a detector keeps what it found. */
function foundWith(one: Proposal, saving: number): object {
  return {
    ...('keyword_id' in one && { keyword_id: one.keyword_id }),
    ...(saving > 0 && { monthly_saving: saving }),
    operation: { op: one.op, summary: summaryOf(one) },
  };
}

function keywordIn({ id: keyword_id, ad_id, text, match_type }: KeywordRow, campaign: CampaignRow) {
  return { campaign_id: campaign.id, ad_id, keyword_id, text, match_type };
}

/** Pauses every keyword. */
export const pauseAll: Propose = ({ campaign, keywords }) =>
  keywords.map((one) => ({
    op: 'pause_keyword',
    ...keywordIn(one, campaign),
    from: one.state,
    to: 'paused',
  }));

/** Enables every keyword. */
export const enableAll: Propose = ({ campaign, keywords }) =>
  keywords.map((one) => ({
    op: 'enable_keyword',
    ...keywordIn(one, campaign),
    from: one.state,
    to: 'enabled',
  }));

/** Gives every keyword a bid. */
export const bidOnAll =
  (to: string): Propose =>
  ({ campaign, keywords }) =>
    keywords.map((one) => ({ op: 'set_keyword_bid', ...keywordIn(one, campaign), from: one.cpc_bid, to }));

/** Adds keywords to the first ad. */
export const addThese =
  (...texts: string[]): Propose =>
  ({ campaign, ads }) =>
    texts.map((text) => ({
      op: 'add_keyword',
      campaign_id: campaign.id,
      ad_id: ads[0]?.id ?? 0,
      text,
      match_type: 'exact',
      cpc_bid: null,
    }));

/** Adds a keyword of its own to every ad. */
export const addToEach =
  (word: string): Propose =>
  ({ campaign, ads }) =>
    ads.map(({ id: ad_id }, n) => ({
      op: 'add_keyword',
      campaign_id: campaign.id,
      ad_id,
      text: `${word} ${n}`,
      match_type: 'exact',
      cpc_bid: null,
    }));

/** Excludes searches. */
export const exclude =
  (...texts: string[]): Propose =>
  ({ campaign }) =>
    texts.map((text) => ({
      op: 'add_negative_keyword',
      campaign_id: campaign.id,
      ad_id: null,
      text,
      match_type: 'phrase',
    }));

/** Takes every negative keyword off. */
export const liftAll: Propose = ({ campaign, negatives }) =>
  negatives.map(({ id, ad_id, text, match_type }) => ({
    op: 'remove_negative_keyword',
    campaign_id: campaign.id,
    ad_id,
    negative_keyword_id: id,
    text,
    match_type,
  }));

export const setBudget =
  (to: string): Propose =>
  ({ campaign }) => [{ op: 'set_budget', campaign_id: campaign.id, from: campaign.budget, to }];

export const setTarget =
  (to: string): Propose =>
  ({ campaign }) => [{ op: 'set_target_cpa', campaign_id: campaign.id, from: campaign.target_cpa, to }];

/** Makes a draft of every keyword; once it is launched the source excludes them. */
export const growDraft =
  (name: string, { budget = '20.00' } = {}): Propose =>
  ({ campaign, keywords }) => [
    {
      op: 'create_draft',
      type: 'hipo',
      campaign_id: campaign.id,
      name,
      budget,
      target_cpa: null,
      focus: null,
      keywords: keywords.map(({ text, ad_id }) => ({ text, match_type: 'exact', source_ad_id: ad_id })),
      source_negatives_at_launch: keywords.map(({ text }) => ({ text, match_type: 'exact' })),
    },
  ];
