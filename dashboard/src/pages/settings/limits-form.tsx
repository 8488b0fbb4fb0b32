import { Button, Checkbox, Group, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api, type OrganizationDetail } from '../../api.ts';
import { type CallError, call } from '../../call.ts';
import { movedFrom } from '../../changes/changed-since.tsx';
import { Refused } from '../../parts/confirm-dialog.tsx';
import { useDialog } from '../../parts/use-dialog.ts';
import { type Limits, SaveLimitsDialog } from './save-limits-dialog.tsx';

/** The limits on money; only what was moved is sent, so that what another Owner moved meanwhile stays. */
export function LimitsForm({ organization, isOwner }: { organization: OrganizationDetail; isOwner: boolean }) {
  const { slug: org, max_spend, api_budget_change_limit_pct, currency } = organization;
  const [capped, setCapped] = useState(max_spend !== null);
  const [cap, setCap] = useState(max_spend === null ? '' : String(max_spend));
  const [limit, setLimit] = useState(String(api_budget_change_limit_pct));
  const { open, show, close } = useDialog<{ from: OrganizationDetail; to: Partial<Limits> }>();
  const look = useMutation<OrganizationDetail, CallError>({ mutationFn: () => call(api.getOrganization, { org }) });
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
          <Button
            loading={look.isPending}
            disabled={wrong || Object.keys(moved).length === 0}
            onClick={() => look.mutate(undefined, { onSuccess: (from) => show({ from, to: moved }) })}
          >
            Save limits
          </Button>
        </Group>
      )}
      {look.error && <Refused error={look.error} />}
      {open && <SaveLimitsDialog {...open} onClose={close} />}
    </>
  );
}

function numberIn(text: string): number {
  return /^\d+([.,]\d{1,2})?$/.test(text.trim()) ? Number(text.trim().replace(',', '.')) : Number.NaN;
}
