import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useOrganization } from '../../organization.tsx';

/** A campaign by its slug, with the way to it. */
export function CampaignLink({ campaign }: { campaign: string }) {
  const { slug } = useOrganization();
  const to: string = `/o/${slug}/campaigns/${encodeURIComponent(campaign)}`;
  return (
    <Anchor inherit renderRoot={(props) => <Link {...props} to={to} />}>
      {campaign}
    </Anchor>
  );
}
