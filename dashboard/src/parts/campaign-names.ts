import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type Answer, api } from '../api.ts';
import { useOrganization } from '../organization.tsx';
import { reading } from '../queries.ts';

/** A campaign by its name. */
export type NamedCampaign = Answer<typeof api.listCampaignNames>['campaigns'][number];

const NONE: readonly NamedCampaign[] = [];

/** Every campaign of the organization by its name, as far as they have arrived. */
export function useCampaigns(): readonly NamedCampaign[] {
  const { slug: org } = useOrganization();
  return useQuery(reading(api.listCampaignNames, { org })).data?.campaigns ?? NONE;
}

/** The names of campaigns by their slugs. */
export function useCampaignNames(): ReadonlyMap<string, string> {
  const campaigns = useCampaigns();
  return useMemo(() => new Map(campaigns.map(({ slug, name }) => [slug, name])), [campaigns]);
}

/** The name of a campaign; its slug until names have arrived, or where it is gone. */
export function useCampaignName(slug: string): string {
  return useCampaigns().find((one) => one.slug === slug)?.name ?? slug;
}
