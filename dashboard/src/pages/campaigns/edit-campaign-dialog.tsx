import { Button, Group, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { Campaign } from '../../api.ts';
import type { ShownChange } from '../../changes/change.ts';
import { ChangeDialog } from '../../changes/change-dialog.tsx';
import { formatAmount } from '../../format.ts';
import { useOrganization } from '../../organization.tsx';
import { AmountInput, amountIn, amountText } from '../../parts/amount-input.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { type Edit, editAct } from './campaign-acts.ts';
import { useBounds } from './use-bounds.ts';

const LONGEST_NAME = 255;

interface EditCampaignDialogProps {
  campaign: Campaign;
  onClose: () => void;
}

/** Changes name, budget and target of a campaign: first what, then the preview of it. */
export function EditCampaignDialog({ campaign, onClose }: EditCampaignDialogProps) {
  const { slug: org, currency } = useOrganization();
  const boundsOf = useBounds(campaign.slug);
  const [edit, setEdit] = useState<Edit | null>(null);
  if (edit) {
    const act = editAct({ org, currency }, campaign, edit, (added) => boundsOf(campaign, added));
    return <ChangeDialog title={`Edit ${campaign.name}`} acts={[act]} onClose={onClose} />;
  }
  return <EditForm campaign={campaign} limits={boundsOf(campaign)} onEdit={setEdit} onClose={onClose} />;
}

interface EditFormProps extends EditCampaignDialogProps {
  limits: ShownChange['limits'];
  onEdit: (edit: Edit) => void;
}

function EditForm({ campaign, limits, onEdit, onClose }: EditFormProps) {
  const { currency } = useOrganization();
  // Measured against what it opened with: what others change meanwhile is not the person's to change back.
  const [opened] = useState(campaign);
  const [name, setName] = useState(opened.name);
  const [budget, setBudget] = useState(amountText(opened.budget));
  const [target, setTarget] = useState(amountText(opened.target_cpa));
  const edit: Edit = {
    ...(name.trim() !== opened.name && { name: name.trim() }),
    ...(budget !== amountText(opened.budget) && { budget: amountIn(budget, 'whole') }),
    ...(target !== amountText(opened.target_cpa) && { target_cpa: amountIn(target, 'cents') }),
  };
  const wrong = name.trim() === '' || Number.isNaN(edit.budget) || Number.isNaN(edit.target_cpa);
  const changed = Object.values(edit).some((value) => value !== undefined) && !wrong;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (changed) onEdit(edit);
  }

  return (
    <Dialog title={`Edit ${campaign.name}`} onClose={onClose}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <TextInput
            label="Name"
            maxLength={LONGEST_NAME}
            value={name}
            onChange={({ currentTarget: { value } }) => setName(value)}
            error={name.trim() === '' ? 'A campaign needs a name.' : undefined}
          />
          <AmountInput
            data-autofocus
            kind="whole"
            label={`Daily budget, in ${currency}`}
            description={
              limits &&
              `One change may set it between ${formatAmount(limits.min, currency)} and ${formatAmount(limits.max, currency)}.`
            }
            known={amountText(opened.budget)}
            value={budget}
            onChange={setBudget}
          />
          <AmountInput
            kind="cents"
            label={`Target CPA, in ${currency}`}
            description="What a conversion may cost; bidding and advice go by it."
            known={amountText(opened.target_cpa)}
            value={target}
            onChange={setTarget}
          />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" disabled={!changed}>
              Preview
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
