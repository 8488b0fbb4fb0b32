import { Button, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { CampaignRow } from '../../api.ts';
import { formatAmount } from '../../format.ts';
import { useOrganization } from '../../organization.tsx';
import { AmountInput, amountIn } from '../../parts/amount-input.tsx';
import { Dialog } from '../../parts/dialog.tsx';

interface BudgetFormProps {
  campaigns: readonly CampaignRow[];
  /** Tells what becomes of each budget. */
  onChosen: (budgetOf: (budget: number) => number) => void;
  onClose: () => void;
}

/** Asks by how much the budgets of several campaigns move, or to what. */
export function BudgetForm({ campaigns, onChosen, onClose }: BudgetFormProps) {
  const { currency } = useOrganization();
  const [way, setWay] = useState<'percent' | 'amount'>('percent');
  const [percent, setPercent] = useState('10');
  const [amount, setAmount] = useState('');
  const by = amountIn(percent, 'percent');
  const to = amountIn(amount, 'whole');
  const complete = way === 'percent' ? by !== undefined && by > -100 : to !== undefined && to >= 1;
  const total = campaigns.reduce((sum, { budget }) => sum + budget, 0);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!complete) return;
    onChosen((budget) => (way === 'percent' ? Math.round(budget * (1 + (by ?? 0) / 100)) : (to ?? budget)));
  }

  return (
    <Dialog title="Change budgets" onClose={onClose}>
      <form onSubmit={submit}>
        <Stack gap="md">
          <Text size="sm" c="dimmed">
            Together they have {formatAmount(total, currency)} a day now.
          </Text>
          <SegmentedControl
            aria-label="How to change them"
            value={way}
            onChange={setWay}
            data={[
              { value: 'percent', label: 'By percent' },
              { value: 'amount', label: 'To one amount' },
            ]}
          />
          {way === 'percent' ? (
            <AmountInput
              kind="percent"
              data-autofocus
              label="Change in percent"
              description="Less than zero lowers them."
              value={percent}
              error={by !== undefined && by <= -100 ? 'Lower them by less than 100 percent.' : undefined}
              onChange={setPercent}
              required
            />
          ) : (
            <AmountInput
              kind="whole"
              label={`Daily budget of each, in ${currency}`}
              value={amount}
              onChange={setAmount}
              required
            />
          )}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" disabled={!complete}>
              Preview
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
