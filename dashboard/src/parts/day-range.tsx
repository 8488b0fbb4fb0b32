import { TextInput } from '@mantine/core';

interface DayRangeProps {
  from: string | undefined;
  to: string | undefined;
  keep: (change: { from?: string; to?: string }) => void;
}

/** The first and the last day of a list; an empty one leaves that side open. */
export function DayRange({ from, to, keep }: DayRangeProps) {
  return (
    <>
      <TextInput
        type="date"
        label="From"
        value={from ?? ''}
        max={to}
        onChange={({ currentTarget: { value } }) => keep({ from: value })}
      />
      <TextInput
        type="date"
        label="To"
        value={to ?? ''}
        min={from}
        onChange={({ currentTarget: { value } }) => keep({ to: value })}
      />
    </>
  );
}
