import { Select } from '@mantine/core';
import { type NamedCampaign, useCampaigns } from './campaign-names.ts';

/** More than this are found by typing: drawing hundreds of names would make every opening a wait. */
const MOST_OFFERED = 30;

interface CampaignSelectProps {
  campaigns: readonly NamedCampaign[];
  value: string | undefined;
  onChange: (campaign: string | undefined) => void;
  label?: string;
  disabled?: boolean;
}

/** Chooses one of many campaigns, found as one types. */
export function CampaignSelect({ campaigns, value, onChange, ...field }: CampaignSelectProps) {
  return <Select {...field} {...choosing(campaigns, value, onChange)} allowDeselect={false} />;
}

interface CampaignFilterProps extends Pick<CampaignSelectProps, 'value' | 'onChange'> {
  /** Among fields that have their names above them. */
  labelled?: boolean;
}

/** Narrows what a page shows to one campaign. */
export function CampaignFilter({ value, onChange, labelled = false }: CampaignFilterProps) {
  const campaigns = useCampaigns();
  return (
    <Select
      {...choosing(campaigns, value, onChange)}
      {...(labelled ? { label: 'Campaign' } : { size: 'xs', w: '15rem', 'aria-label': 'Campaign' })}
      placeholder="All campaigns"
      clearable
      clearButtonProps={{ 'aria-label': 'All campaigns' }}
    />
  );
}

function choosing(
  campaigns: readonly NamedCampaign[],
  value: string | undefined,
  onChange: CampaignSelectProps['onChange'],
) {
  const known = campaigns.map(({ slug, name }) => ({ value: slug, label: name }));
  const isKnown = value === undefined || campaigns.some(({ slug }) => slug === value);
  return {
    data: isKnown ? known : [{ value, label: value }, ...known],
    value: value ?? null,
    onChange: (chosen: string | null) => onChange(chosen ?? undefined),
    searchable: true,
    limit: MOST_OFFERED,
    nothingFoundMessage: 'No campaign of that name',
    comboboxProps: { width: 'max-content', position: 'bottom-start' as const },
  };
}
