import { Button } from '@mantine/core';
import type { Campaign } from '../../../api.ts';
import { ChangeDialog } from '../../../changes/change-dialog.tsx';
import { useMay, useOrganization } from '../../../organization.tsx';
import { useDialog } from '../../../parts/use-dialog.ts';
import { stateAct, stateWords } from '../campaign-acts.ts';
import { EditCampaignDialog } from '../edit-campaign-dialog.tsx';

/** The two things to do with a campaign: edit it, and start or stop it. */
export function CampaignButtons({ campaign }: { campaign: Campaign }) {
  const { slug: org } = useOrganization();
  const mayWrite = useMay('campaigns:write');
  const dialog = useDialog<'edit' | 'state'>();
  if (!mayWrite || campaign.generating) return null;
  const next = campaign.state === 'live' ? 'paused' : 'live';
  const { label } = stateWords(campaign, next);
  return (
    <>
      <Button variant="default" onClick={() => dialog.show('edit')}>
        Edit
      </Button>
      <Button variant={next === 'live' ? 'filled' : 'default'} onClick={() => dialog.show('state')}>
        {label}
      </Button>
      {dialog.open === 'edit' && <EditCampaignDialog campaign={campaign} onClose={dialog.close} />}
      {dialog.open === 'state' && (
        <ChangeDialog title={`${label}?`} acts={[stateAct({ org }, campaign, next)]} onClose={dialog.close} />
      )}
    </>
  );
}
