import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Campaign } from '../../../api.ts';
import { ChangeDialog } from '../../../changes/change-dialog.tsx';
import { formatAmount } from '../../../format.ts';
import { useMay, useOrganization } from '../../../organization.tsx';
import { useDialog } from '../../../parts/use-dialog.ts';
import { type NextState, stateAct, stateWords } from '../campaign-acts.ts';
import { runs } from '../campaign-words.ts';
import { EditCampaignDialog } from '../edit-campaign-dialog.tsx';

/**
 * What to do with a campaign: edit it, and start or stop it. Of one that may run nobody knows which is wished: either. One
 * that was removed in the ad platform can only be laid to rest here.
 */
export function CampaignButtons({ campaign }: { campaign: Campaign }) {
  const mayWrite = useMay('campaigns:write');
  const dialog = useDialog<'edit' | NextState>();
  if (!mayWrite || campaign.generating) return null;
  return (
    <>
      {!campaign.removed && (
        <Button variant="default" onClick={() => dialog.show('edit')}>
          Edit
        </Button>
      )}
      {offeredFor(campaign).map((next) => (
        <Button
          key={next}
          variant={next === 'live' && !campaign.may_run ? 'filled' : 'default'}
          onClick={() => dialog.show(next)}
        >
          {stateWords(campaign, next).label}
        </Button>
      ))}
      {dialog.open === 'edit' && <EditCampaignDialog campaign={campaign} onClose={dialog.close} />}
      {(dialog.open === 'paused' || dialog.open === 'live') && (
        <StateDialog key={dialog.open} campaign={campaign} next={dialog.open} onClose={dialog.close} />
      )}
    </>
  );
}

function offeredFor(campaign: Campaign): readonly NextState[] {
  if (campaign.removed) return campaign.state === 'error' ? ['paused'] : [];
  if (campaign.may_run) return ['paused', 'live'];
  return [runs(campaign) ? 'paused' : 'live'];
}

interface StateDialogProps {
  campaign: Campaign;
  next: NextState;
  onClose: () => void;
}

/** Goes on being about what it was opened for, also when somebody else does it meanwhile. */
function StateDialog({ campaign, next, onClose }: StateDialogProps) {
  const { slug: org, currency } = useOrganization();
  const [act] = useState(() => stateAct({ org }, campaign, next));
  return (
    <ChangeDialog title={`${act.label}?`} acts={[act]} onClose={onClose}>
      {campaign.budget > 0 && !campaign.removed && spendWords(campaign.budget, currency, next)}
    </ChangeDialog>
  );
}

const DAYS_OF_A_MONTH = 30;

function spendWords(budget: number, currency: string, next: NextState): string {
  const [day, month] = [budget, budget * DAYS_OF_A_MONTH].map((amount) => formatAmount(amount, currency));
  return next === 'live'
    ? `From then on it may spend up to ${day} a day, ${month} in 30 days.`
    : `It stops spending its ${day} a day. It can be resumed at any time.`;
}
