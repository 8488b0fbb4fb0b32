import { useQuery } from '@tanstack/react-query';
import { api } from '../../api.ts';
import type { ShownChange } from '../../changes/change.ts';
import { useOrganization } from '../../organization.tsx';
import { reading } from '../../queries.ts';
import { budgetBounds } from './budget-bounds.ts';

/** The limits of each campaign's budget; unknown until the organization's are read. */
export function useBounds(): (campaign: { slug: string; budget: number }) => ShownChange['limits'] {
  const { slug: org } = useOrganization();
  const organization = useQuery(reading(api.getOrganization, { org })).data;
  const campaigns = useQuery(reading(api.listCampaignFigures, { org })).data?.campaigns;
  return ({ slug, budget }) => {
    if (!organization || !campaigns) return undefined;
    const others = campaigns.reduce((sum, one) => sum + (one.slug === slug ? 0 : one.budget), 0);
    const { api_budget_change_limit_pct: percent, max_spend: maxSpend } = organization;
    return budgetBounds({ budget, percent, maxSpend, others });
  };
}
