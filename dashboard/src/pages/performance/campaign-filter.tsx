import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api } from '../../api.ts';
import { useOrganization } from '../../organization.tsx';
import { reading } from '../../queries.ts';

interface CampaignFilterProps {
  value: string | undefined;
  onChange: (campaign: string | undefined) => void;
}

const MOST_CAMPAIGNS = 100;

/** The names of campaigns by their slugs, as far as they are known. */
export function useCampaignNames(): ReadonlyMap<string, string> {
  const { slug: org } = useOrganization();
  const { data } = useQuery(reading(api.listCampaigns, { org, limit: MOST_CAMPAIGNS }));
  return useMemo(() => new Map((data?.campaigns ?? []).map(({ slug, name }) => [slug, name])), [data]);
}

/** Narrows figures to one campaign. */
export function CampaignFilter({ value, onChange }: CampaignFilterProps) {
  const names = useCampaignNames();
  const known = [...names].map(([slug, name]) => ({ value: slug, label: name }));
  const named = value === undefined || names.has(value) ? [] : [{ value, label: value }];
  return (
    <NativeSelect
      size="xs"
      aria-label="Campaign"
      value={value ?? ''}
      onChange={(event) => onChange(event.currentTarget.value || undefined)}
      data={[{ value: '', label: 'All campaigns' }, ...named, ...known]}
    />
  );
}
