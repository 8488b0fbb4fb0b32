import { z } from 'zod';
import { amount, amountOrNull } from '../base/amounts.ts';
import { amountField } from '../base/schemas.ts';
import type { AdAccountRow } from '../organizations/organization.store.ts';
import type { TroubledCampaign, Waiting, WorthyRecommendation } from './overview.store.ts';

const MONTH_BY_WEEK = 30 / 7;

/** One thing that needs somebody: the page says it in words. */
export const attentionItem = z.object({
  kind: z.enum([
    'connection_broken',
    'account_too_large',
    'campaign_error',
    'over_target',
    'approval_waiting',
    'limited_by_budget',
    'recommendation',
  ]),
  campaign: z.object({ slug: z.string(), name: z.string() }).nullable(),
  may_run: z.boolean().describe('Whether a campaign in error may be spending all the same.'),
  account_id: z.string().nullable(),
  recommendation: z.object({ id: z.string(), type: z.string(), changes: z.int() }).nullable(),
  count: z.int().nullable().describe('How many wait for approval.'),
  since: z.string().nullable().describe('Since when the oldest waits, or the account is too large.'),
  amount_monthly: amountField.nullable().describe('What it costs, or would save, in a month; null where unknown.'),
  cpa: amountField.nullable(),
  target_cpa: amountField.nullable(),
  budget: amountField.nullable(),
});

type Item = z.output<typeof attentionItem>;

const NOTHING: Omit<Item, 'kind'> = {
  campaign: null,
  may_run: false,
  account_id: null,
  recommendation: null,
  count: null,
  since: null,
  amount_monthly: null,
  cpa: null,
  target_cpa: null,
  budget: null,
};

/** What there is to be looked at. */
export interface Troubles {
  accounts: readonly AdAccountRow[];
  campaigns: readonly TroubledCampaign[];
  waiting: Waiting;
  recommendations: readonly WorthyRecommendation[];
}

/** What needs somebody, the worst first: what stands still, what waits for a person, then by money. */
export function attention({ accounts, campaigns, waiting, recommendations }: Troubles, limit: number): Item[] {
  const broken = accounts
    .filter(({ status }) => status === 'pending')
    .map((account): Item => ({ ...NOTHING, kind: 'connection_broken', account_id: account.id }));
  const tooLarge = accounts
    .filter(({ status, too_large_since }) => status === 'linked' && too_large_since !== null)
    .map(({ id, too_large_since: since }): Item => ({ ...NOTHING, kind: 'account_too_large', account_id: id, since }));
  const approvals: Item[] =
    waiting.approvals > 0
      ? [{ ...NOTHING, kind: 'approval_waiting', count: waiting.approvals, since: waiting.since }]
      : [];
  const errors = campaigns.filter(({ trouble }) => trouble === 'error').map(ofCampaign);
  const byMoney = [
    ...campaigns.filter(({ trouble }) => trouble !== 'error').map(ofCampaign),
    ...recommendations.map(ofRecommendation),
  ].sort((one, other) => worth(other) - worth(one));
  return [...broken, ...tooLarge, ...errors, ...approvals, ...byMoney].slice(0, limit);
}

function ofCampaign({ slug, name, may_run, trouble, ...campaign }: TroubledCampaign): Item {
  const excess = Number(campaign.excess_7d) * MONTH_BY_WEEK;
  return {
    ...NOTHING,
    kind: trouble === 'error' ? 'campaign_error' : trouble,
    campaign: { slug, name },
    may_run,
    amount_monthly: trouble === 'over_target' ? amount(excess) : null,
    cpa: Number(campaign.conversions_7d) > 0 ? amount(campaign.cpa_7d) : null,
    target_cpa: amountOrNull(campaign.target_cpa),
    budget: amount(campaign.budget),
  };
}

function ofRecommendation({
  id,
  type,
  campaign: slug,
  campaign_name: name,
  changes,
  saving,
}: WorthyRecommendation): Item {
  return {
    ...NOTHING,
    kind: 'recommendation',
    campaign: { slug, name },
    recommendation: { id, type, changes },
    amount_monthly: amount(saving),
  };
}

function worth({ amount_monthly }: Item): number {
  return amount_monthly === null ? 0 : Number(amount_monthly.rawJSON);
}
