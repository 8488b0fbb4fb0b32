import { Button, Checkbox, Group, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { api, type OrganizationDetail } from '../../api.ts';
import { movedFrom } from '../../changes/changed-since.tsx';
import { useNotifications } from '../../notifications/notifications.tsx';
import { useOrganization } from '../../organization.tsx';
import { ConfirmDialog, Refused } from '../../parts/confirm-dialog.tsx';
import { useDialog } from '../../parts/use-dialog.ts';
import { useChange } from '../../queries.ts';
import { capWords } from './cap-words.ts';
import { shownHere, useTakeBack } from './use-take-back.ts';

interface Limits {
  max_spend: number | null;
  api_budget_change_limit_pct: number;
}

/** The limits on money; only what was moved is sent, so that what another Owner moved meanwhile stays. */
export function LimitsForm({ organization, isOwner }: { organization: OrganizationDetail; isOwner: boolean }) {
  const { max_spend, api_budget_change_limit_pct, currency } = organization;
  const [capped, setCapped] = useState(max_spend !== null);
  const [cap, setCap] = useState(max_spend === null ? '' : String(max_spend));
  const [limit, setLimit] = useState(String(api_budget_change_limit_pct));
  const { open, show, close } = useDialog<Partial<Limits>>();
  const typed: Limits = { max_spend: capped ? numberIn(cap) : null, api_budget_change_limit_pct: numberIn(limit) };
  const wrong = Number.isNaN(typed.max_spend) || Number.isNaN(typed.api_budget_change_limit_pct);
  const moved = movedFrom({ max_spend, api_budget_change_limit_pct }, typed);
  return (
    <>
      <Checkbox
        label="Hold all budgets within a monthly cap"
        checked={capped}
        disabled={!isOwner}
        onChange={(event) => setCapped(event.currentTarget.checked)}
      />
      {capped && (
        <TextInput
          label={`Monthly cap, ${currency}`}
          description="All daily budgets times 30 stay within it, drafts and paused campaigns included."
          inputMode="decimal"
          value={cap}
          readOnly={!isOwner}
          error={Number.isNaN(typed.max_spend) && cap !== '' && 'Write an amount, such as 5000'}
          onChange={(event) => setCap(event.currentTarget.value)}
        />
      )}
      <TextInput
        label="Most that one change may move a budget, percent"
        description="Up or down, for people, keys and agents alike."
        inputMode="decimal"
        value={limit}
        readOnly={!isOwner}
        error={Number.isNaN(typed.api_budget_change_limit_pct) && 'Write a percentage, such as 25'}
        onChange={(event) => setLimit(event.currentTarget.value)}
      />
      {isOwner && (
        <Group>
          <Button disabled={wrong || Object.keys(moved).length === 0} onClick={() => show(moved)}>
            Save limits
          </Button>
        </Group>
      )}
      {open && <SaveLimitsDialog from={organization} to={open} onClose={close} />}
    </>
  );
}

function numberIn(text: string): number {
  return /^\d+([.,]\d{1,2})?$/.test(text.trim()) ? Number(text.trim().replace(',', '.')) : Number.NaN;
}

interface SaveLimitsDialogProps {
  from: OrganizationDetail;
  to: Partial<Limits>;
  onClose: () => void;
}

/** A limit on money is shown as a move before it is made. */
function SaveLimitsDialog({ from, to, onClose }: SaveLimitsDialogProps) {
  const { slug: org } = useOrganization();
  const { notify } = useNotifications();
  const save = useChange(api.setSpendingLimits, [api.getOrganization, api.listLimitChanges]);
  const { max_spend, api_budget_change_limit_pct } = from;
  const takeBack = useTakeBack((limits: Partial<Limits>) => save.mutateAsync({ org, ...limits }));
  const moves = movesTo(from, to);
  const confirm = () =>
    save.mutateAsync({ org, ...to }).then(() => {
      const undo = () =>
        takeBack({
          before: { max_spend, api_budget_change_limit_pct },
          made: to,
          undone: 'The limits are what they were.',
        });
      notify({ tone: 'good', title: 'Limits changed', text: moves.join('. '), undo });
      onClose();
    }, shownHere);
  return (
    <ConfirmDialog
      title="Change the limits on spending"
      confirm="Change the limits"
      busy={save.isPending}
      error={null}
      onConfirm={confirm}
      onClose={onClose}
    >
      <ul>
        {moves.map((move) => (
          <li key={move}>{move}</li>
        ))}
      </ul>
      <Text size="sm" c="dimmed">
        It holds from the next change on. Budgets that are above a lower cap stay as they are and can only be lowered.
        It is kept that you changed it, and from what to what.
      </Text>
      {save.error && <Refused error={save.error} />}
    </ConfirmDialog>
  );
}

function movesTo(from: OrganizationDetail, to: Partial<Limits>): string[] {
  const cap = (amount: number | null) => capWords(amount, from.currency);
  const { max_spend, api_budget_change_limit_pct: percent } = to;
  return [
    ...(max_spend === undefined ? [] : [`Monthly cap: ${cap(from.max_spend)} → ${cap(max_spend)}`]),
    ...(percent === undefined ? [] : [`One change: ${from.api_budget_change_limit_pct}% → ${percent}%`]),
  ];
}
