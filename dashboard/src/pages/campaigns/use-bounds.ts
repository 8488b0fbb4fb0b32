import { useQuery } from '@tanstack/react-query';
import { budgetBounds } from '../../../../server/src/campaigns/budget-bounds.ts';
import { api } from '../../api.ts';
import type { ShownChange } from '../../changes/change.ts';
import { useOrganization } from '../../organization.tsx';
import { reading } from '../../queries.ts';

/** The limits of a campaign's budget, once changes made before it have added so much to those of others. */
type BoundsOf = (campaign: { slug: string; budget: number }, added?: number) => ShownChange['limits'];

/** The limits of each campaign's budget, or of the one named; unknown until the service has told them. */
export function useBounds(campaign?: string): BoundsOf {
  const { slug: org } = useOrganization();
  const limits = useQuery(reading(api.listBudgetLimits, { org, campaign })).data;
  return ({ slug, budget }, added = 0) => {
    const beside = limits?.campaigns.find((one) => one.slug === slug);
    if (!limits || !beside) return undefined;
    const { api_budget_change_limit_pct: percent, max_spend: maxSpend } = limits;
    return budgetBounds({ budget, percent, maxSpend, others: beside.others + added });
  };
}
