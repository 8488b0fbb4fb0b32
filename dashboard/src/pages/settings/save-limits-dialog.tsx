import { Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api, type OrganizationDetail } from '../../api.ts';
import { type CallError, call } from '../../call.ts';
import { isSame } from '../../changes/changed-since.tsx';
import { useNotifications } from '../../notifications/notifications.tsx';
import { useOrganization } from '../../organization.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { Notice } from '../../parts/notice.tsx';
import { useChange } from '../../queries.ts';
import { capWords } from './cap-words.ts';
import { useTakeBack } from './use-take-back.ts';

/** The limits on money. */
export type Limits = Pick<OrganizationDetail, 'max_spend' | 'api_budget_change_limit_pct'>;

interface SaveLimitsDialogProps {
  /** What the limits are, read when this was opened. */
  from: OrganizationDetail;
  to: Partial<Limits>;
  onClose: () => void;
}

/** A limit on money is shown as a move before it is made. */
export function SaveLimitsDialog({ from, to, onClose }: SaveLimitsDialogProps) {
  const { moves, overtaken, save } = useSaveLimits(from, to, onClose);
  return (
    <ConfirmDialog
      title="Change the limits on spending"
      confirm="Change the limits"
      busy={save.isPending}
      error={save.error}
      onConfirm={() => save.mutate()}
      onClose={onClose}
    >
      {overtaken && (
        <Notice tone="warning">
          Somebody has changed the limits since this was shown. This is what would happen now.
        </Notice>
      )}
      <ul>
        {moves.map((move) => (
          <li key={move}>{move}</li>
        ))}
      </ul>
      {moves.length === 0 && <Text size="sm">Nothing would change: the limits are so already.</Text>}
      <Text size="sm" c="dimmed">
        It holds from the next change on. Budgets that are above a lower cap stay as they are and can only be lowered.
        It is kept that you changed it, and from what to what.
      </Text>
    </ConfirmDialog>
  );
}

/**
 * The page may not have heard of what others did: nothing is saved over a limit that the person was not shown, and what
 * is undone is what the service found at the save.
 */
function useSaveLimits(opened: OrganizationDetail, to: Partial<Limits>, onClose: () => void) {
  const { slug: org, currency } = useOrganization();
  const { notify } = useNotifications();
  const [from, setFrom] = useState<Limits>(opened);
  const [overtaken, setOvertaken] = useState(false);
  const change = useChange(api.setSpendingLimits, [api.getOrganization, api.listLimitChanges]);
  const takeBack = useTakeBack((limits: Partial<Limits>) => change.mutateAsync({ org, ...limits }));
  const movesFrom = (limits: Limits) => movesTo(limits, to, currency);
  const save = useMutation<void, CallError>({
    async mutationFn() {
      const now = await call(api.getOrganization, { org });
      const isOvertaken = movesFrom(now).length > 0 && !isSame(movesFrom(now), movesFrom(from));
      setFrom(now);
      setOvertaken(isOvertaken);
      if (isOvertaken) return;
      const { before } = await change.mutateAsync({ org, ...to });
      const made = movesFrom(before);
      const undo = () => takeBack({ before, made: to, undone: 'The limits are what they were.' });
      // An earlier try whose answer was lost may have made them so: what was before that is not known here.
      if (made.length === 0) notify({ tone: 'good', title: 'The limits are as you set them' });
      else notify({ tone: 'good', title: 'Limits changed', text: made.join('. '), undo });
      onClose();
    },
  });
  return { moves: movesFrom(from), overtaken, save };
}

function movesTo(from: Limits, { max_spend, api_budget_change_limit_pct: percent }: Partial<Limits>, currency: string) {
  const cap = (amount: number | null) => capWords(amount, currency);
  return [
    ...(max_spend === undefined || max_spend === from.max_spend
      ? []
      : [`Monthly cap: ${cap(from.max_spend)} → ${cap(max_spend)}`]),
    ...(percent === undefined || percent === from.api_budget_change_limit_pct
      ? []
      : [`One change: ${from.api_budget_change_limit_pct}% → ${percent}%`]),
  ];
}
