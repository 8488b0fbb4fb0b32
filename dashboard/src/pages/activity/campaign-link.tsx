import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useOrganization } from '../../organization.tsx';
import { useCampaignName } from '../../parts/campaign-names.ts';

/** A campaign by its name, with the way to it. */
export function CampaignLink({ campaign }: { campaign: string }) {
  const { slug } = useOrganization();
  const name = useCampaignName(campaign);
  const to: string = `/o/${slug}/campaigns/${encodeURIComponent(campaign)}`;
  return (
    <Anchor inherit renderRoot={(props) => <Link {...props} to={to} />}>
      {name}
    </Anchor>
  );
}
