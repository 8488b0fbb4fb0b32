import { Button, Group, NumberInput, SegmentedControl, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { CampaignRow } from '../../api.ts';
import { formatAmount } from '../../format.ts';
import { useOrganization } from '../../organization.tsx';
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
  const [value, setValue] = useState<number | string>(10);
  const total = campaigns.reduce((sum, { budget }) => sum + budget, 0);

  function submit(event: FormEvent) {
    event.preventDefault();
    const number = Number(value);
    onChosen(way === 'percent' ? (budget) => Math.round(budget * (1 + number / 100)) : () => Math.round(number));
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
          <NumberInput
            data-autofocus
            label={way === 'percent' ? 'Change in percent' : `Daily budget of each, in ${currency}`}
            description={way === 'percent' ? 'Less than zero lowers them.' : undefined}
            value={value}
            onChange={setValue}
            min={way === 'percent' ? -99 : 1}
            allowDecimal={way === 'percent'}
            required
          />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" disabled={value === ''}>
              Preview
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
